//! The state of a document, one word of ten.

use std::fmt;

use engine::document::Status;
use poem_openapi::registry::MetaSchema;
use serde_json::Value;

use super::leaf::{wire_leaf, wire_string};

/// One of the ten states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WireStatus(pub Status);

impl WireStatus {
    fn parse(text: &str) -> Result<Self, String> {
        Status::parse(text).map(Self).ok_or_else(|| "is no status of a document".into())
    }
}

impl fmt::Display for WireStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

impl From<Status> for WireStatus {
    fn from(status: Status) -> Self {
        Self(status)
    }
}

wire_leaf!([] WireStatus, "DocumentStatus", MetaSchema {
    enum_items: Status::ALL.map(|status| Value::from(status.name())).to_vec(),
    ..MetaSchema::new("string")
});
wire_string!([] WireStatus);
