//! `document.signed_by`: the signatures of the present round, in their order.
//!
//! | version | shape | written |
//! |---|---|---|
//! | 0 | an array of user ids as they were spelt | by releases before steps could need several signatures; still for a document without signatures |
//! | 1 | an object: for each signature its level, instant, right and limit; null of one that came from version 0 | for all others |

use serde::{Deserialize, Serialize};

use super::codec::{Stored, Unreadable, write};
use crate::approval::signature::{Known, Signatures, Signed};
use crate::values::clock::Timestamp;
use crate::values::money::Minor;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SignaturesV1 {
    v: u64,
    signatures: Vec<SignedV1>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SignedV1 {
    user_id: String,
    #[serde(deserialize_with = "super::codec::present")]
    known: Option<KnownV1>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KnownV1 {
    level: u32,
    at: i64,
    #[serde(deserialize_with = "super::codec::present")]
    on_behalf_of: Option<String>,
    counts_for: Vec<u32>,
    #[serde(deserialize_with = "super::codec::present")]
    limit: Option<i64>,
}

impl Stored for Signatures {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        match version {
            0 => {
                let people = serde_json::from_str::<Vec<String>>(text)?.into_iter();
                Ok(Self(people.map(|user_id| Signed { user_id: user_id.into(), known: None }).collect()))
            }
            1 => {
                let SignaturesV1 { v: _, signatures } = serde_json::from_str(text)?;
                Ok(Self(signatures.into_iter().map(SignedV1::into_domain).collect()))
            }
            unknown => Err(Unreadable::Version(unknown)),
        }
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        if self.0.iter().all(|signed| signed.known.is_none()) {
            return write(&self.0.iter().map(|signed| signed.user_id.as_str()).collect::<Vec<_>>());
        }
        write(&SignaturesV1 { v: 1, signatures: self.0.iter().map(SignedV1::of).collect() })
    }
}

impl SignedV1 {
    fn of(Signed { user_id, known }: &Signed) -> Self {
        let known = known.as_ref().map(|Known { level, at, on_behalf_of, counts_for, limit }| KnownV1 {
            level: *level,
            at: at.micros(),
            on_behalf_of: on_behalf_of.as_ref().map(ToString::to_string),
            counts_for: counts_for.clone(),
            limit: limit.map(|limit| limit.0),
        });
        Self { user_id: user_id.to_string(), known }
    }

    fn into_domain(self) -> Signed {
        let known = self.known.map(|known| Known {
            level: known.level,
            at: Timestamp::from_micros(known.at),
            on_behalf_of: known.on_behalf_of.map(Into::into),
            counts_for: known.counts_for,
            limit: known.limit.map(Minor),
        });
        Signed { user_id: self.user_id.into(), known }
    }
}
