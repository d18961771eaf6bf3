//! How much somebody may sign. See docs/rules/signing.md#limits.

use std::collections::BTreeMap;

use crate::values::kind::{DocumentKind, GovernedType};
use crate::values::money::Minor;

/// The highest amounts that a person, or the holders of a role, may sign, by document type, in base currency minor units. A type
/// that is not in it has no limit.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ApprovalLimits(pub BTreeMap<DocumentKind, Minor>);

impl ApprovalLimits {
    /// Limits are for documents: other things have none.
    pub fn of(&self, of: impl Into<GovernedType>) -> Option<Minor> {
        self.0.get(&of.into().document()?).copied()
    }
}

/// Whether somebody with this limit may sign so much; `None` is without limit.
pub fn within(limit: Option<Minor>, amount: Minor) -> bool {
    limit.is_none_or(|limit| amount <= limit)
}
