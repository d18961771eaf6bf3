//! Several document types at once, on the wire: a list of them, or `all`. See docs/rules/approval.md#rules-for-several-types.

use engine::approval::rule::Governs;
use engine::approval::rule::governs::ALL_DOCUMENTS;
use engine::values::kind::DocumentKind;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, ToJSON};
use serde_json::Value;

use super::document_type::DocumentType;
use super::leaf::wire_leaf;

/// The types of a rule that is for several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DocumentTypes {
    All,
    These(Vec<DocumentKind>),
}

impl DocumentTypes {
    /// `None` for a rule of one type.
    pub fn of(governs: &Governs) -> Option<Self> {
        match governs {
            Governs::One(_) => None,
            Governs::Several(kinds) => Some(Self::These(kinds.iter().copied().collect())),
            Governs::AllDocuments => Some(Self::All),
        }
    }
}

impl From<DocumentTypes> for Governs {
    fn from(types: DocumentTypes) -> Self {
        match types {
            DocumentTypes::All => Self::AllDocuments,
            DocumentTypes::These(kinds) => Self::Several(kinds.into_iter().collect()),
        }
    }
}

wire_leaf!([] DocumentTypes, "RuleDocumentTypes", {
    let all = MetaSchema { enum_items: vec![Value::String(ALL_DOCUMENTS.into())], ..MetaSchema::new("string") };
    let list = MetaSchema {
        items: Some(Box::new(DocumentType::schema_ref())),
        min_items: Some(1),
        max_items: Some(50),
        ..MetaSchema::new("array")
    };
    MetaSchema {
        description: Some("A list of document types, or `all`"),
        any_of: [all, list].map(|one| MetaSchemaRef::Inline(Box::new(one))).into(),
        ..MetaSchema::ANY
    }
}, of DocumentType);

impl ParseFromJSON for DocumentTypes {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        let wrong = || ParseError::custom("must be a list of document types, or \"all\"");
        match value {
            Some(Value::String(text)) if text == ALL_DOCUMENTS => Ok(Self::All),
            // What is wrong in the list was taken out of it, and told.
            Some(Value::Array(names)) => {
                let kind = |name: &Value| name.as_str().and_then(DocumentKind::parse);
                names.iter().map(kind).collect::<Option<_>>().map(Self::These).ok_or_else(wrong)
            }
            _ => Err(wrong()),
        }
    }
}

impl ToJSON for DocumentTypes {
    fn to_json(&self) -> Option<Value> {
        Some(match self {
            Self::All => ALL_DOCUMENTS.into(),
            Self::These(kinds) => kinds.iter().map(|kind| kind.name()).collect(),
        })
    }
}
