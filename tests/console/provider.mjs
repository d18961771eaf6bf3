// A provider of OpenID Connect for the tests: whoever types a user id is that user. It says where it listens. Browsers go back to
// REDIRECT_URI.
import { generateKeyPairSync, sign } from 'node:crypto';
import Provider from 'oidc-provider';
import { createServer } from 'node:http';

const client = { client_id: 'gl', client_secret: 'the secret of the tests at their provider' };

const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const { privateKey: otherKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** What is wrong with the ID token of these users. */
const spoiled = {
  'wrong-nonce': (claims) => { claims.nonce = 'another'; },
  'wrong-audience': (claims) => { claims.aud = 'another'; },
  'wrong-issuer': (claims) => { claims.iss = 'http://issuer.example'; },
  'wrong-key': () => otherKey,
  'not-yet': (claims) => { claims.nbf = claims.iat + 3600; },
  'from-the-future': (claims) => { claims.iat += 3600; claims.exp += 3600; },
  expired: (claims) => { claims.exp = claims.iat - 3600; },
};

const roles = { clara: ['clerk'], felix: ['cfo'] };

const server = createServer();
server.listen(Number(process.env.PROVIDER_PORT ?? 0), '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [process.env.REDIRECT_URI], response_types: ['code'], grant_types: ['authorization_code'] }],
    claims: { openid: ['sub', 'roles'], profile: ['name'] },
    // Of the claims beside `sub`, too, in the ID token.
    conformIdTokenClaims: false,
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...(roles[id] ? { roles: roles[id] } : {}) }),
    }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: 'tests', use: 'sig', alg: 'RS256' }] },
    pkce: { required: () => true, methods: ['S256'] },
    cookies: { keys: ['tests'] },
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({ clientId: ctx.oidc.client.clientId, accountId: ctx.oidc.session.accountId });
      grant.addOIDCScope('openid profile');
      await grant.save();
      return grant;
    },
  });
  const issue = provider.IdToken.prototype.issue;
  provider.IdToken.prototype.issue = async function (...rest) {
    const token = await issue.apply(this, rest);
    const [head, body] = token.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url'));
    const spoil = spoiled[claims.sub];
    if (!spoil) return token;
    const used = spoil(claims) ?? key;
    const signed = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
    return `${signed}.${sign('sha256', Buffer.from(signed), used).toString('base64url')}`;
  };
  const answer = provider.callback();
  server.on('request', async (request, response) => {
    const url = new URL(request.url, issuer);
    if (!url.pathname.startsWith('/interaction/')) return answer(request, response);
    const user = url.searchParams.get('user');
    if (user) {
      const result = user === 'denied' ? { error: 'access_denied', error_description: 'Not today.' } : { login: { accountId: user } };
      return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    }
    response.setHeader('content-type', 'text/html');
    return response.end('<!doctype html><title>Provider</title><link rel="icon" href="data:,"><form><label>User <input name="user"></label><button>Sign in</button></form>');
  });
  console.log(`listening on ${issuer}`);
});
