//! `idempotency.answer`: the answer that a retry gets again, byte for byte. One version, 0.

use serde::{Deserialize, Serialize};

use super::codec::{Stored, Unreadable, only, write};
use crate::books::request::StoredAnswer;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswerV0 {
    status: u16,
    /// Names and values, in their order.
    headers: Vec<(String, String)>,
    body: String,
}

impl Stored for StoredAnswer {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        let AnswerV0 { status, headers, body } = only(version, text)?;
        Ok(Self { status, headers, body })
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        let Self { status, headers, body } = self.clone();
        write(&AnswerV0 { status, headers, body })
    }
}
