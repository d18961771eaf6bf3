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
//! `tests/it/architecture.rs` holds the table printed in docs/rules/documents.md against this one.

pub use crate::values::kind::{Action, Status};

use crate::values::kind::DocumentKind;

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
