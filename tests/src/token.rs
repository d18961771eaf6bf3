//! Tokens for the service, signed with the key of every test server. See docs/rules/access.md#token.

use std::time::{SystemTime, UNIX_EPOCH};

use jsonwebtoken::{EncodingKey, Header};
use serde_json::{Value, json};

/// `GL_JWT_SECRET` of every test server.
pub const SECRET: &str = "the key of the tests, which is longer than 32 bytes";

/// The text after `jwt ` in the header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token(pub String);

impl Token {
    /// Valid for an hour.
    pub fn new(user: &str, roles: &[&str], permissions: &[&str]) -> Self {
        let now = now();
        Self::of(&json!({ "sub": user, "iat": now, "exp": now + 3600, "roles": roles, "permissions": permissions }))
    }

    /// A token with exactly these claims.
    pub fn of(claims: &Value) -> Self {
        Self::signed_with(SECRET, claims)
    }

    pub fn signed_with(secret: &str, claims: &Value) -> Self {
        let key = EncodingKey::from_secret(secret.as_bytes());
        Self(jsonwebtoken::encode(&Header::default(), claims, &key).expect("a token"))
    }

    /// No `Authorization` header at all.
    pub fn none() -> Self {
        Self(String::new())
    }
}

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock after 1970").as_secs()
}
