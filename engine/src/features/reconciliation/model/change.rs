//! What a decision changes about sessions and marks.

use std::sync::Arc;

use super::session::Reconciliation;
use super::state::FEATURE;
use crate::books::cleared::{Mark, TransactionKey};
use crate::books::command::{Change, Changed};
use crate::values::clock::{Date, Timestamp};

/// One change.
#[derive(Clone, Debug)]
pub enum SessionChange {
    Insert(Reconciliation),
    /// The session in its new version.
    Update(Reconciliation),
    /// The session, and what it marked.
    Delete {
        reconciliation_id: String,
        version: i64,
    },
    /// What the session marks.
    Mark {
        reconciliation_id: String,
        marks: Vec<Mark>,
    },
    /// What the session takes back, be it marked by an earlier one.
    Unmark {
        reconciliation_id: String,
        account_id: String,
        keys: Vec<TransactionKey>,
    },
    /// Locks the account's open marks that were cleared up to the day, and its matches of lines up to it.
    Lock {
        account_id: String,
        up_to: Date,
        completed_in: String,
        at: Timestamp,
    },
    /// Takes back the lock of all marks that the session's completion locked.
    Unlock {
        completed_in: String,
    },
}

impl Changed for SessionChange {
    fn feature(&self) -> &'static str {
        FEATURE
    }

    /// A completed reconciliation is no earlier than what it counted, and no later than what it did not.
    fn raises_revision(&self) -> bool {
        match self {
            Self::Lock { .. } | Self::Unlock { .. } => true,
            Self::Insert(_) | Self::Update(_) | Self::Delete { .. } | Self::Mark { .. } | Self::Unmark { .. } => false,
        }
    }
}

impl From<SessionChange> for Change {
    fn from(change: SessionChange) -> Self {
        Self::OfFeature(Arc::new(change))
    }
}
