//! A document type on the wire, by its name in rules and permissions.

use std::fmt;

use engine::values::kind::DocumentKind;
use poem_openapi::registry::MetaSchema;
use serde_json::Value;

use super::leaf::{wire_leaf, wire_string};

/// A document type, such as `journal_entry`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DocumentType(pub DocumentKind);

impl DocumentType {
    fn parse(text: &str) -> Result<Self, String> {
        let names = || DocumentKind::ALL.map(DocumentKind::name).join(", ");
        DocumentKind::parse(text).map(Self).ok_or_else(|| format!("must be one of {}", names()))
    }
}

impl From<DocumentType> for DocumentKind {
    fn from(wire: DocumentType) -> Self {
        wire.0
    }
}

impl From<DocumentKind> for DocumentType {
    fn from(kind: DocumentKind) -> Self {
        Self(kind)
    }
}

impl fmt::Display for DocumentType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

wire_leaf!([] DocumentType, "DocumentType", MetaSchema {
    description: Some("The document types that rules speak of."),
    enum_items: DocumentKind::ALL.map(|kind| Value::String(kind.name().into())).into(),
    ..MetaSchema::new("string")
});
wire_string!([] DocumentType);
