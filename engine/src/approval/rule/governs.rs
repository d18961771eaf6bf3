//! What a rule is for: things of one type, or documents of several types at once.
//! See docs/rules/approval.md#rules-for-several-types.

use std::collections::BTreeSet;

use crate::values::kind::{DocumentKind, GovernedAction, GovernedType};

/// The types that a rule is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Governs {
    One(GovernedType),
    /// Documents of these types; never empty.
    Several(BTreeSet<DocumentKind>),
    /// Documents of every type, those of later releases included.
    AllDocuments,
}

/// What stands in place of a list of all document types.
pub const ALL_DOCUMENTS: &str = "all";

impl Governs {
    pub fn includes(&self, of: GovernedType) -> bool {
        match self {
            Self::One(only) => *only == of,
            Self::Several(kinds) => of.document().is_some_and(|kind| kinds.contains(&kind)),
            Self::AllDocuments => of.document().is_some(),
        }
    }

    /// The document types among them.
    pub fn documents(&self) -> impl Iterator<Item = DocumentKind> {
        DocumentKind::ALL.into_iter().filter(move |kind| self.includes((*kind).into()))
    }

    pub const fn is_one(&self) -> bool {
        matches!(self, Self::One(_))
    }

    /// The actions that such a rule may guard: on each of the types that are named; of all documents, on any.
    pub fn actions(&self) -> impl Iterator<Item = GovernedAction> {
        GovernedAction::ALL.iter().copied().filter(move |action| match self {
            Self::One(of) => of.has(*action),
            Self::Several(kinds) => kinds.iter().all(|kind| GovernedType::from(*kind).has(*action)),
            Self::AllDocuments => self.documents().any(|kind| GovernedType::from(kind).has(*action)),
        })
    }

    /// In one word, as a column has it: `bill`, `bill,invoice`, or `all`.
    pub fn name(&self) -> String {
        match self {
            Self::One(of) => of.name().to_owned(),
            Self::Several(kinds) => kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(","),
            Self::AllDocuments => ALL_DOCUMENTS.to_owned(),
        }
    }
}

impl From<GovernedType> for Governs {
    fn from(of: GovernedType) -> Self {
        Self::One(of)
    }
}

impl From<DocumentKind> for Governs {
    fn from(kind: DocumentKind) -> Self {
        Self::One(kind.into())
    }
}
