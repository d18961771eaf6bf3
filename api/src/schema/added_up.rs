//! What amounts were added up from, on the wire. See docs/rules/approval.md#splitting.

use engine::approval::splitting;
use poem_openapi::{Enum, Object};

/// Whose documents are added up.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case")]
pub enum AggregateBy {
    Author,
    Vendor,
    Customer,
}

impl From<splitting::AggregateBy> for AggregateBy {
    fn from(by: splitting::AggregateBy) -> Self {
        match by {
            splitting::AggregateBy::Author => Self::Author,
            splitting::AggregateBy::Vendor => Self::Vendor,
            splitting::AggregateBy::Customer => Self::Customer,
        }
    }
}

impl From<AggregateBy> for splitting::AggregateBy {
    fn from(by: AggregateBy) -> Self {
        match by {
            AggregateBy::Author => Self::Author,
            AggregateBy::Vendor => Self::Vendor,
            AggregateBy::Customer => Self::Customer,
        }
    }
}

/// The documents that the amount was added up from, beside the document itself, that a rule was asked about.
#[derive(Object, Debug)]
pub struct AddedUp {
    pub aggregate_days: u32,
    pub aggregate_by: AggregateBy,
    /// The other documents, the latest first; at most 100.
    pub documents: Vec<String>,
    /// How many more there are.
    pub documents_left_out: u64,
}

impl AddedUp {
    pub fn of(added_up: &splitting::AddedUp) -> Self {
        Self {
            aggregate_days: added_up.aggregate.days,
            aggregate_by: added_up.aggregate.by.into(),
            documents: added_up.documents.clone(),
            documents_left_out: added_up.left_out,
        }
    }
}
