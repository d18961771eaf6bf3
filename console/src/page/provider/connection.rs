//! What is asked of the provider: where things are, with which keys it signs, and who a code stands for.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreAuthenticationFlow, CoreClientAuthMethod, CoreErrorResponseType,
    CoreGenderClaim, CoreJsonWebKey, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm as Signed,
    CoreProviderMetadata, CoreRevocableToken, CoreRevocationErrorResponse, CoreTokenIntrospectionResponse,
    CoreTokenType,
};
use openidconnect::{
    AccessTokenHash, AdditionalClaims, AuthType, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret,
    CsrfToken, EmptyExtraTokenFields, EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest, HttpResponse,
    IdTokenFields, IssuerUrl, Nonce, OAuth2TokenResponse, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope,
    SignatureVerificationError, StandardErrorResponse, StandardTokenResponse, TokenResponse,
};
use poem::http::StatusCode;
use serde_json::{Map, Value};
use tokio::sync::Mutex;

use super::asked::Asked;
use super::{Refusal, claims};
use crate::host::Provider;

/// How long the provider's addresses and keys are taken as they were read.
const FRESH: Duration = Duration::from_hours(1);
/// An unknown key causes a new read of them, but not more often than this.
const UNKNOWN_KEY_PAUSE: Duration = Duration::from_secs(10);
/// The longest answer of a provider that is read.
const MAX_BYTES: usize = 1024 * 1024;
/// How long a provider may take for an answer.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// Those signatures that a public key proves.
const SIGNED: [Signed; 9] = [
    Signed::RsaSsaPkcs1V15Sha256,
    Signed::RsaSsaPkcs1V15Sha384,
    Signed::RsaSsaPkcs1V15Sha512,
    Signed::RsaSsaPssSha256,
    Signed::RsaSsaPssSha384,
    Signed::RsaSsaPssSha512,
    Signed::EcdsaP256Sha256,
    Signed::EcdsaP384Sha384,
    Signed::EdDsa,
];

/// The claims that the standard does not name.
#[derive(serde::Deserialize, serde::Serialize, Clone, Debug)]
struct Others(Map<String, Value>);

impl AdditionalClaims for Others {}

type Answer = StandardTokenResponse<
    IdTokenFields<Others, EmptyExtraTokenFields, CoreGenderClaim, CoreJweContentEncryptionAlgorithm, Signed>,
    CoreTokenType,
>;

type Client = openidconnect::Client<
    Others,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    Answer,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// The provider as far as it is known.
pub struct Connection {
    pub settings: Provider,
    /// What it says of itself, and when it said so. The lock is held during a read, so that one read serves all.
    known: Mutex<Option<(Instant, Arc<CoreProviderMetadata>)>>,
}

impl Connection {
    /// Nothing is asked before somebody signs in: a provider that is away does not keep the service from starting.
    pub fn new(settings: Provider) -> Self {
        Self { settings, known: Mutex::default() }
    }

    /// The address at the provider to sign in at, and what to keep until it answers.
    pub async fn begin(&self, back: &str, to: &str) -> Result<(String, Asked), Refusal> {
        let client = self.client(back, FRESH).await?;
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let scopes = self.settings.scopes.iter().filter(|scope| *scope != "openid").cloned().map(Scope::new);
        let flow = CoreAuthenticationFlow::AuthorizationCode;
        let url = client.authorize_url(flow, CsrfToken::new_random, Nonce::new_random);
        let (url, state, nonce) = url.add_scopes(scopes).set_pkce_challenge(challenge).url();
        Ok((url.to_string(), Asked { state, nonce, verifier, to: to.to_owned() }))
    }

    /// The claims of the ID token that the provider gives for a code, all of them verified at `now`, in seconds since 1970.
    pub async fn claims(&self, back: &str, code: &str, asked: &Asked, now: i64) -> Result<Map<String, Value>, Refusal> {
        let client = self.client(back, FRESH).await?;
        let exchange = client.exchange_code(AuthorizationCode::new(code.into())).map_err(|error| untrusted(&error))?;
        // The verifier proves that who comes back with the code is who asked for it.
        let verifier = PkceCodeVerifier::new(asked.verifier.secret().clone());
        let answer =
            exchange.set_pkce_verifier(verifier).request_async(&fetch).await.map_err(|error| untrusted(&error))?;
        match verified(&client, &answer, &asked.nonce, now) {
            Err(error) if is_unknown_key(&error) => {
                let client = self.client(back, UNKNOWN_KEY_PAUSE).await?;
                verified(&client, &answer, &asked.nonce, now)
            }
            found => found,
        }
        .map_err(|error| untrusted(&error))
    }

    async fn client(&self, back: &str, fresh: Duration) -> Result<Client, Refusal> {
        let said = self.read(fresh).await.map_err(|error| {
            tracing::warn!("GL_OIDC_ISSUER {}: {}", self.settings.issuer, causes(&*error));
            Refusal::of(StatusCode::BAD_GATEWAY, "provider.away")
        })?;
        let back = RedirectUrl::new(back.into()).map_err(|error| untrusted(&error))?;
        let (id, secret) = (self.settings.client_id.clone(), self.settings.client_secret.clone());
        let ways = said.token_endpoint_auth_methods_supported();
        // Without a word of it the standard way holds.
        let in_body = ways.is_some_and(|ways| {
            ways.contains(&CoreClientAuthMethod::ClientSecretPost)
                && !ways.contains(&CoreClientAuthMethod::ClientSecretBasic)
        });
        let client = Client::from_provider_metadata((*said).clone(), ClientId::new(id), secret.map(ClientSecret::new));
        let way = if in_body { AuthType::RequestBody } else { AuthType::BasicAuth };
        Ok(client.set_redirect_uri(back).set_auth_type(way))
    }

    /// What the provider says of itself, with its keys, no older than this. While it is away the old is taken.
    async fn read(&self, fresh: Duration) -> Result<Arc<CoreProviderMetadata>, Box<dyn Error + Send + Sync>> {
        let mut known = self.known.lock().await;
        let old = match &*known {
            Some((read_at, said)) if read_at.elapsed() < fresh => return Ok(Arc::clone(said)),
            Some((_, said)) => Some(Arc::clone(said)),
            None => None,
        };
        let issuer = IssuerUrl::new(self.settings.issuer.clone())?;
        let said = match CoreProviderMetadata::discover_async(issuer, &fetch).await {
            Ok(said) => Arc::new(said),
            Err(error) => return old.ok_or_else(|| error.into()),
        };
        *known = Some((Instant::now(), Arc::clone(&said)));
        Ok(said)
    }
}

/// Signature, issuer, audience, times, nonce, and that the access token is the one that was issued with it.
fn verified(
    client: &Client,
    answer: &Answer,
    nonce: &Nonce,
    now: i64,
) -> Result<Map<String, Value>, ClaimsVerificationError> {
    let other = |why: &str| ClaimsVerificationError::Other(why.into());
    let token = answer.id_token().ok_or_else(|| other("there is no ID token"))?;
    let verifier = client.id_token_verifier().set_allowed_algs(SIGNED);
    let claims = token.claims(&verifier, nonce)?;
    if let Some(expected) = claims.access_token_hash() {
        let algorithm = token.signing_alg().map_err(|error| other(&error.to_string()))?;
        let key = token.signing_key(&verifier).map_err(ClaimsVerificationError::SignatureVerification)?;
        let found = AccessTokenHash::from_token(answer.access_token(), algorithm, key);
        if found.map_err(|error| other(&error.to_string()))? != *expected {
            return Err(other("the access token is another"));
        }
    }
    match serde_json::to_value(claims) {
        Ok(Value::Object(claims)) => claims::in_force(&claims, now).map(|()| claims).map_err(|why| other(&why)),
        _ => Err(other("the claims are no object")),
    }
}

fn is_unknown_key(error: &ClaimsVerificationError) -> bool {
    matches!(error, ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey))
}

/// An answer that signs nobody in. What it says is for the log: no secret is among it.
fn untrusted(error: &(dyn Error + 'static)) -> Refusal {
    tracing::warn!("the OpenID Connect provider signed nobody in: {}", causes(error));
    Refusal::of(StatusCode::BAD_GATEWAY, "provider.untrusted")
}

/// An error with what caused it.
fn causes(error: &(dyn Error + 'static)) -> String {
    let rest = std::iter::successors(error.source(), |error| (*error).source());
    rest.fold(error.to_string(), |told, cause| format!("{told}: {cause}"))
}

/// Why an address did not answer.
#[derive(Debug)]
enum Unanswered {
    Lost(reqwest::Error),
    TooLong,
}

impl fmt::Display for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lost(_) => "it cannot be asked",
            Self::TooLong => "its answer is longer than 1 MiB",
        })
    }
}

impl Error for Unanswered {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Lost(error) => Some(error),
            Self::TooLong => None,
        }
    }
}

/// One request to the provider. A redirect is not followed: it could lead into our own network.
async fn fetch(request: HttpRequest) -> Result<HttpResponse, Unanswered> {
    // The address may carry a code.
    let lost = |error: reqwest::Error| Unanswered::Lost(error.without_url());
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).timeout(TIME_LIMIT).build();
    let request = reqwest::Request::try_from(request).map_err(lost)?;
    let mut answer = client.map_err(lost)?.execute(request).await.map_err(lost)?;
    let mut response = HttpResponse::default();
    *response.status_mut() = answer.status();
    *response.headers_mut() = answer.headers().clone();
    while let Some(chunk) = answer.chunk().await.map_err(lost)? {
        response.body_mut().extend_from_slice(&chunk);
        if response.body().len() > MAX_BYTES {
            return Err(Unanswered::TooLong);
        }
    }
    Ok(response)
}
