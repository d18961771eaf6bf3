//! A key that signatures are checked with.

use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode};
use serde_json::{Map, Value};

/// A key with its algorithm.
#[derive(Clone)]
pub struct VerifyingKey {
    key: DecodingKey,
    validation: Validation,
}

impl VerifyingKey {
    pub fn new(key: DecodingKey, algorithm: Algorithm) -> Self {
        let mut validation = Validation::new(algorithm);
        // The claims are checked in `token`; here only the signature and the algorithm are.
        validation.required_spec_claims.clear();
        validation.validate_exp = false;
        validation.validate_nbf = false;
        validation.validate_aud = false;
        Self { key, validation }
    }

    /// The claims of the token, if its signature is valid.
    pub fn claims(&self, token: &str) -> Result<Map<String, Value>, String> {
        decode::<Map<String, Value>>(token, &self.key, &self.validation)
            .map(|data| data.claims)
            .map_err(|_| "the token is malformed or its signature is wrong".into())
    }
}
