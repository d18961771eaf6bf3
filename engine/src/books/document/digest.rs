//! PURE: the digest of a document, taken at submit. Signatures stand for this digest.
//!
//! A digest keeps the version of the form that it was taken over, and is compared by that version for as long as books are kept.
//! A new field of a document enters what is signed by a new version alone: [`v1`] and [`v0`] never change.
//!
//! | version | form | taken by |
//! |---|---|---|
//! | 0 | the JSON that the first releases wrote | releases up to 1268427 |
//! | 1 | a list of fields, each with its length | this one, of what names no day of its reversal |
//! | 2 | those of version 1 and the day on which an accrual is reversed | this one, of accruals |

pub mod taken;
mod v0;
mod v1;
mod v2;

use sha2::{Digest as _, Sha256};

use crate::books::document::model::Document;

pub use taken::Digest;

/// The newest version. A digest is taken by the lowest one that lists all that its document has, so that an older program can compare it.
const NEWEST: i64 = 2;

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
        match document.content.reversal_date() {
            None => Self { version: 1, hash: hashed(&v1::form(document)) },
            Some(date) => Self { version: NEWEST, hash: hashed(&v2::form(document, date)) },
        }
    }

    /// Whether the document is still what this digest was taken over.
    pub fn matches(&self, document: &Document) -> Result<bool, DigestError> {
        let form = match self.version {
            // What it signed could not give a reason.
            0 if document.content.exchange_rate_reason.is_some() => return Ok(false),
            // Nor could what these signed name the day of its reversal.
            0 | 1 if document.content.reversal_date().is_some() => return Ok(false),
            0 => v0::form(document)?,
            1 => v1::form(document),
            2 => match document.content.reversal_date() {
                Some(date) => v2::form(document, date),
                // What was signed named a day.
                None => return Ok(false),
            },
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
