//! PURE: the digest of a document, taken at submit. Signatures stand for this digest.
//!
//! A digest keeps the version of the form that it was taken over, and is compared by that version for as long as books are kept.
//! A new field of a document enters what is signed by a new version alone: [`v1`] and [`v0`] never change.
//!
//! | version | form | taken by |
//! |---|---|---|
//! | 0 | the JSON that the first releases wrote | releases up to 1268427 |
//! | 1 | a list of fields, each with its length | this one |

pub mod taken;
mod v0;
mod v1;

use sha2::{Digest as _, Sha256};

use crate::books::document::model::Document;

pub use taken::Digest;

/// The version that new digests are taken by.
const NEWEST: i64 = 1;

/// Why a digest cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum DigestError {
    #[error("its digest is of version {0}; this program knows those up to version {NEWEST}")]
    UnknownVersion(i64),
    #[error("its content cannot be encoded: {0}")]
    Encoding(#[from] serde_json::Error),
}

impl Digest {
    /// The digest of the document as it stands, by the newest version.
    pub fn of(document: &Document) -> Self {
        Self { version: NEWEST, hash: hashed(&v1::form(document)) }
    }

    /// Whether the document is still what this digest was taken over.
    pub fn matches(&self, document: &Document) -> Result<bool, DigestError> {
        let form = match self.version {
            // What it signed could not give a reason.
            0 if document.content.exchange_rate_reason.is_some() => return Ok(false),
            0 => v0::form(document)?,
            1 => v1::form(document),
            version => return Err(DigestError::UnknownVersion(version)),
        };
        Ok(self.hash == hashed(&form))
    }
}

fn hashed(form: &[u8]) -> String {
    crate::values::id::hex(&Sha256::digest(form))
}

#[cfg(test)]
mod tests;
