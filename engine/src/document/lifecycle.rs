//! The one state × action table of all document types. See docs/rules/documents.md#lifecycle.
//!
//! ```text
//!            submit                approve (last level)            post (job)
//!   Draft ───────────▶ Pending Approval ───────────▶ Approved ───────────▶ Posted
//!     ▲                 │   ▲    │  │  ▲                                     │
//!     └─ request-change ┘   │    │  │  └ approve (a level, not the last)     ├─ clear ──▶ Cleared
//!                    unhold │    │  └─ reject ──▶ Rejected                   ├─ deposit ▶ Deposited
//!                           │    └─ hold ──▶ On Hold                         └─ paid ───▶ Paid
//!                           └──────────────────┘
//!   void (all but journal entries): Draft, Pending Approval, On Hold, Posted ──▶ Voided
//! ```
//!
//! `tests/it/architecture.rs` holds the table printed in ARCHITECTURE.md against this one.

pub use crate::kind::{Action, Status};

use crate::kind::DocumentKind;

impl Action {
    /// Whether a document of this type in this state can take the action.
    pub fn allowed(self, kind: DocumentKind, status: Status) -> bool {
        kind.has(self) && self.from().contains(&status)
    }
}

/// The actions that the state allows any caller.
pub fn actions_from(kind: DocumentKind, status: Status) -> impl Iterator<Item = Action> {
    Action::ALL.into_iter().filter(move |action| *action != Action::Post && action.allowed(kind, status))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_of_a_journal_entry_allows_its_actions() {
        let table = [
            (Status::Draft, "edit delete submit-for-approval"),
            (Status::PendingApproval, "approve reject request-change hold"),
            (Status::OnHold, "unhold"),
            (Status::Approved, ""),
            (Status::Posted, "reverse"),
            (Status::Rejected, ""),
        ];
        for (status, expected) in table {
            let names: Vec<_> = actions_from(DocumentKind::JournalEntry, status).map(Action::name).collect();
            assert_eq!(names.join(" "), expected, "{}", status.name());
        }
    }
}
