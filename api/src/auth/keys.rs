//! The keys that tokens are verified with. Each key comes with its one algorithm; a token's own `alg` only has to agree.
//! See docs/rules/access.md#algorithm-of-the-key.

use std::sync::Arc;

use engine::approval::access::Actor;
use engine::values::clock::Clock;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, decode_header, encode};

use super::jwks::Jwks;
use super::remembered::Remembered;
use super::token;
use super::verifying_key::VerifyingKey;
use crate::config::{Expected, MIN_SECRET};

/// All that is needed to verify a token.
pub struct Keys {
    secret: Option<VerifyingKey>,
    jwks: Option<Arc<Jwks>>,
    expected: Expected,
    clock: Clock,
    remembered: Remembered,
}

impl Keys {
    /// `secret` and `jwks` may both be set: a `kid` that the set knows is verified by the set, anything else by the secret.
    /// Without a `kid` the only key of the set is meant, unless the token says that it was signed with the secret.
    pub fn new(
        secret: Option<&str>,
        jwks: Option<Arc<Jwks>>,
        expected: Expected,
        clock: Clock,
    ) -> Result<Self, String> {
        let secret = secret.map(|secret| {
            check_secret(secret)
                .map(|()| VerifyingKey::new(DecodingKey::from_secret(secret.as_bytes()), Algorithm::HS256))
        });
        let secret = secret.transpose()?;
        if secret.is_none() && jwks.is_none() {
            return Err("no key to verify tokens with: set GL_JWT_SECRET or GL_JWKS".into());
        }
        Ok(Self { secret, jwks, expected, clock, remembered: Remembered::default() })
    }

    /// The caller that the token names, or the reason for the refusal, in words that do not repeat the token.
    pub async fn verify(&self, token: &str) -> Result<Actor, String> {
        let seconds = self.clock.wall().micros().div_euclid(1_000_000);
        // Before the keys are looked at: what they verify now may not be remembered under later ones.
        let keys = self.jwks.as_ref().map_or(0, |jwks| jwks.generation());
        if let Some(actor) = self.remembered.caller(token, keys, seconds) {
            return Ok(actor);
        }
        let header = decode_header(token).map_err(|_| "the token is malformed")?;
        if header.crit.is_some() {
            return Err("the token asks for an extension that is not known here".into());
        }
        let by_secret = self.secret.is_some() && header.kid.is_none() && header.alg == Algorithm::HS256;
        let from_set = match &self.jwks {
            Some(jwks) if !by_secret => jwks.key(header.kid.as_deref()).await,
            Some(_) | None => None,
        };
        let key = from_set.as_deref().or(self.secret.as_ref()).ok_or("no key is known for this token")?;
        let claims = key.claims(token)?;
        let actor = token::actor(&claims, &self.expected, seconds)?;
        if let Some(expires) = token::expiry(&claims) {
            self.remembered.remember(token, keys, &actor, expires);
        }
        Ok(actor)
    }
}

fn check_secret(secret: &str) -> Result<(), String> {
    if secret.len() < MIN_SECRET { Err(format!("GL_JWT_SECRET must have at least {MIN_SECRET} bytes")) } else { Ok(()) }
}

/// Signs a token, for `gl token` and the demo.
pub fn sign(
    secret: &str,
    user: &str,
    roles: &[String],
    permissions: &[String],
    seconds: i64,
    expected: &Expected,
    clock: &Clock,
) -> Result<String, String> {
    check_secret(secret)?;
    let now = clock.wall().micros().div_euclid(1_000_000);
    let claims = token::claims(user, roles, permissions, now, seconds, expected);
    claims.as_object().map_or(Ok(()), |claims| token::actor(claims, expected, now).map(drop))?;
    let key = EncodingKey::from_secret(secret.as_bytes());
    encode(&Header::new(Algorithm::HS256), &claims, &key).map_err(|error| format!("cannot sign: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "0123456789abcdef0123456789abcdef";

    fn keys() -> Keys {
        Keys::new(Some(SECRET), None, Expected::default(), Clock::system()).expect("keys")
    }

    fn signed(secret: &str, seconds: i64) -> String {
        sign(secret, "ann", &["clerk".into()], &[], seconds, &Expected::default(), &Clock::system()).expect("signed")
    }

    #[tokio::test]
    async fn what_we_sign_we_take() {
        let caller = keys().verify(&signed(SECRET, 60)).await.expect("good");
        assert_eq!(caller.user_id, "ann".into());
        assert!(caller.roles.contains("clerk"));
    }

    #[tokio::test]
    async fn forged_unsigned_and_mixed_up_tokens_are_refused() {
        let good = signed(SECRET, 60);
        let (head, signature) = good.rsplit_once('.').expect("three parts");
        let payload = head.split('.').nth(1).expect("payload");
        let none = "eyJhbGciOiJub25lIn0";
        for forged in [
            signed("another secret of thirty-two bytes", 60),
            format!("{head}."),
            format!("{none}.{payload}."),
            format!("{none}.{payload}.{signature}"),
            format!("eyJhbGciOiJIUzUxMiJ9.{payload}.{signature}"),
            "a.b.c".into(),
            String::new(),
        ] {
            assert!(keys().verify(&forged).await.is_err(), "{forged}");
        }
    }

    #[test]
    fn secrets_are_long_and_the_service_signs_for_no_system() {
        assert!(Keys::new(Some("short"), None, Expected::default(), Clock::system()).is_err());
        assert!(Keys::new(None, None, Expected::default(), Clock::system()).is_err());
        assert!(sign(SECRET, "system", &[], &[], 60, &Expected::default(), &Clock::system()).is_err());
    }
}
