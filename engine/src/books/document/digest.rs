//! PURE: the digest of a document, taken at submit. Signatures stand for this digest.
//!
//! A digest keeps the version of the form that it was taken over, and is compared by that version for as long as books are kept.
//! A new field of a document enters what is signed by a new version alone: [`v1`] and [`v0`] never change.
//!
//! | version | form | taken by |
//! |---|---|---|
//! | 0 | the JSON that the first releases wrote | releases up to 1268427 |
//! | 1 | a list of fields, each with its length | this one, of what has no more than these |
//! | 2 | those of version 1 and the day on which an accrual is reversed | this one, of accruals |
//! | 3 | those of version 2, and by its name each further field that the document has | this one, of what has such a field |

pub mod taken;
mod v0;
mod v1;
mod v2;
mod v3;

use sha2::{Digest as _, Sha256};

use crate::books::document::model::Document;

pub use taken::Digest;

/// The newest version. A digest is taken by the lowest one that lists all that its document has, so that an older program can compare it.
const NEWEST: i64 = 3;

/// Why a digest cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum DigestError {
    #[error("its digest is of version {0}; this program knows those up to version {NEWEST}")]
    UnknownVersion(i64),
    #[error("its content cannot be encoded: {0}")]
    Encoding(#[from] serde_json::Error),
}

impl Digest {
    /// The digest of the document as it stands, by the lowest version that lists all that it has.
    pub fn of(document: &Document) -> Self {
        let further = v3::further(document);
        let (version, form) = match document.content.reversal_date() {
            _ if !further.is_empty() => (NEWEST, v3::form(document, &further)),
            Some(date) => (2, v2::form(document, date)),
            None => (1, v1::form(document)),
        };
        Self { version, hash: hashed(&form) }
    }

    /// Whether the document is still what this digest was taken over. What a version does not list was signed as missing.
    pub fn matches(&self, document: &Document) -> Result<bool, DigestError> {
        let content = &document.content;
        let further = v3::further(document);
        let form = match (self.version, content.reversal_date()) {
            (0, _) if content.exchange_rate_reason.is_some() => return Ok(false),
            (0 | 1, Some(_)) | (2, None) => return Ok(false),
            (0..=2, _) if !further.is_empty() => return Ok(false),
            (0, None) => v0::form(document)?,
            (1, None) => v1::form(document),
            (2, Some(date)) => v2::form(document, date),
            (3, _) => v3::form(document, &further),
            (version, _) => return Err(DigestError::UnknownVersion(version)),
        };
        Ok(self.hash == hashed(&form))
    }
}

fn hashed(form: &[u8]) -> String {
    crate::values::id::hex(&Sha256::digest(form))
}

#[cfg(test)]
mod tests;
