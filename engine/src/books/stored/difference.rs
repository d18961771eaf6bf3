//! What an edit changed of a document (`details.changes`): an array of version 0.

use serde::{Deserialize, Serialize};

use super::codec::{Stored, Unreadable, only, write};
use crate::books::document::difference::Difference;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DifferenceV0 {
    field: String,
    #[serde(deserialize_with = "super::codec::present")]
    before: Option<String>,
    #[serde(deserialize_with = "super::codec::present")]
    after: Option<String>,
}

impl Stored for Vec<Difference> {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        let read: Vec<DifferenceV0> = only(version, text)?;
        let domain = |DifferenceV0 { field, before, after }| Difference { field, before, after };
        Ok(read.into_iter().map(domain).collect())
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        let shape = |Difference { field, before, after }: &Difference| DifferenceV0 {
            field: field.clone(),
            before: before.clone(),
            after: after.clone(),
        };
        write(&self.iter().map(shape).collect::<Vec<_>>())
    }
}
