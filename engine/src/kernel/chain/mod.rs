//! PURE: the canonical form of an audit row, and its hash.
//!
//! # Canonical form, version 1
//!
//! The bytes `gl-audit-1`, then the fields in this order: `seq`, `at`, `performed_by`, `resource`,
//! `resource_id`, `action`, `before_status`, `after_status`, `details`. A number is 8 bytes, big-endian,
//! two's complement. A text is its length in bytes (8 bytes, big-endian) and its UTF-8. A status is one
//! byte, 0 for none, or 1 followed by the text. `details` is the stored text, not parsed: a byte that
//! changes is a change. Lengths go first, so no two rows share a form.
//!
//! `hash(row) = SHA-256(hash before (32 bytes) ‖ canonical(row))`, and before the first stands [`GENESIS`].

pub mod line;

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::values::canonical::Form;

/// All fields of an audit row, as stored. `at` is microseconds since 1970.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub seq: i64,
    pub at: i64,
    pub performed_by: String,
    pub resource: String,
    pub resource_id: String,
    pub action: String,
    pub before_status: Option<String>,
    pub after_status: Option<String>,
    pub details: String,
}

/// A link of the chain, written as 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Hash([u8; 32]);

/// What stands before the first row.
pub const GENESIS: Hash = Hash([0; 32]);

impl Hash {
    /// Reads 64 lower-case hex digits; upper case is refused, so that a hash has one spelling.
    pub fn parse(text: &str) -> Option<Self> {
        let mut bytes = [0_u8; 32];
        let read = base16ct::lower::decode(text, &mut bytes).ok()?.len();
        (read == bytes.len()).then_some(Self(bytes))
    }

    /// The hash of the row that comes after this one.
    #[must_use]
    pub fn followed_by(self, row: &Row) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(self.0);
        hasher.update(canonical(row));
        Self(hasher.finalize().into())
    }
}

/// The row's bytes; the form is described at the top of this file.
pub fn canonical(row: &Row) -> Vec<u8> {
    let mut form = Form::new("gl-audit-1");
    form.number(row.seq);
    form.number(row.at);
    for text in [&row.performed_by, &row.resource, &row.resource_id, &row.action] {
        form.text(text);
    }
    for status in [&row.before_status, &row.after_status] {
        form.optional_text(status.as_deref());
    }
    form.text(&row.details);
    form.finish()
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = [0_u8; 64];
        f.write_str(base16ct::lower::encode_str(&self.0, &mut digits).map_err(|_| fmt::Error)?)
    }
}

impl TryFrom<String> for Hash {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or_else(|| format!("{text:?} is not a hash of 64 hex digits"))
    }
}

impl From<Hash> for String {
    fn from(hash: Hash) -> Self {
        hash.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_has_one_spelling() {
        let hash = Hash::parse(&"0af9".repeat(16)).expect("a hash");
        assert_eq!(hash.to_string(), "0af9".repeat(16));
        assert_eq!(Hash::parse(&"0".repeat(64)), Some(GENESIS));
        let too_long = "0".repeat(66);
        for refused in ["", "0a", &"0AF9".repeat(16), &"0a".repeat(31), &"0ag9".repeat(16), &too_long] {
            assert_eq!(Hash::parse(refused), None, "{refused}");
        }
    }
}
