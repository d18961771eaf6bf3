//! What approval rules may guard, on the wire. See docs/rules/change-requests.md#what-rules-may-guard.

use std::fmt;

use engine::values::kind::{GovernedAction, GovernedType};
use poem_openapi::registry::MetaSchema;
use serde_json::Value;

use super::leaf::{wire_leaf, wire_string};

/// The `document_type` of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleDocumentType(pub GovernedType);

/// The `action` of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleAction(pub GovernedAction);

impl RuleDocumentType {
    fn parse(text: &str) -> Result<Self, String> {
        let names = || GovernedType::all().map(GovernedType::name).collect::<Vec<_>>().join(", ");
        GovernedType::parse(text).map(Self).ok_or_else(|| format!("must be one of {}", names()))
    }
}

impl RuleAction {
    fn parse(text: &str) -> Result<Self, String> {
        let names = || GovernedAction::ALL.iter().map(|action| action.name()).collect::<Vec<_>>().join(", ");
        GovernedAction::parse(text).map(Self).ok_or_else(|| format!("must be one of {}", names()))
    }
}

impl From<RuleDocumentType> for GovernedType {
    fn from(wire: RuleDocumentType) -> Self {
        wire.0
    }
}

impl From<GovernedType> for RuleDocumentType {
    fn from(of: GovernedType) -> Self {
        Self(of)
    }
}

impl From<RuleAction> for GovernedAction {
    fn from(wire: RuleAction) -> Self {
        wire.0
    }
}

impl From<GovernedAction> for RuleAction {
    fn from(action: GovernedAction) -> Self {
        Self(action)
    }
}

impl fmt::Display for RuleDocumentType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

impl fmt::Display for RuleAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

wire_leaf!([] RuleDocumentType, "RuleDocumentType", MetaSchema {
    description: Some("The document types, and what else rules may guard."),
    enum_items: GovernedType::all().map(|of| Value::String(of.name().into())).collect(),
    ..MetaSchema::new("string")
});
wire_string!([] RuleDocumentType);

wire_leaf!([] RuleAction, "RuleAction", MetaSchema {
    description: Some("Of a period `close` is one with force; of master data `change` includes a deletion."),
    enum_items: GovernedAction::ALL.iter().map(|action| Value::String(action.name().into())).collect(),
    ..MetaSchema::new("string")
});
wire_string!([] RuleAction);
