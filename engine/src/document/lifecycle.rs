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

use crate::kind::DocumentKind;

/// The ten states of a document.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Status {
    Draft,
    PendingApproval,
    OnHold,
    Approved,
    Posted,
    Rejected,
    Voided,
    Paid,
    Deposited,
    Cleared,
}

impl Status {
    pub const ALL: [Self; 10] = [
        Self::Draft,
        Self::PendingApproval,
        Self::OnHold,
        Self::Approved,
        Self::Posted,
        Self::Rejected,
        Self::Voided,
        Self::Paid,
        Self::Deposited,
        Self::Cleared,
    ];

    /// The states that bar a close. See docs/rules/documents.md#unposted.
    pub const UNPOSTED: [Self; 4] = [Self::Draft, Self::PendingApproval, Self::OnHold, Self::Approved];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Draft => "Draft",
            Self::PendingApproval => "Pending Approval",
            Self::OnHold => "On Hold",
            Self::Approved => "Approved",
            Self::Posted => "Posted",
            Self::Rejected => "Rejected",
            Self::Voided => "Voided",
            Self::Paid => "Paid",
            Self::Deposited => "Deposited",
            Self::Cleared => "Cleared",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.name() == name)
    }

    /// Whether the document's postings stand in the ledger.
    pub const fn is_in_ledger(self) -> bool {
        match self {
            Self::Posted | Self::Paid | Self::Deposited | Self::Cleared => true,
            Self::Draft | Self::PendingApproval | Self::OnHold | Self::Approved | Self::Rejected | Self::Voided => {
                false
            }
        }
    }
}

/// What can be done to a document. `Post` is the job's; the rest are people's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    Edit,
    Delete,
    Submit,
    Approve,
    Reject,
    RequestChange,
    Hold,
    Unhold,
    Post,
    Reverse,
    Void,
    Clear,
    Deposit,
    ReceivePayment,
    Apply,
}

impl Action {
    pub const ALL: [Self; 15] = [
        Self::Edit,
        Self::Delete,
        Self::Submit,
        Self::Approve,
        Self::Reject,
        Self::RequestChange,
        Self::Hold,
        Self::Unhold,
        Self::Post,
        Self::Reverse,
        Self::Void,
        Self::Clear,
        Self::Deposit,
        Self::ReceivePayment,
        Self::Apply,
    ];

    /// The path suffix, and the name in `allowed_actions`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Edit => "edit",
            Self::Delete => "delete",
            Self::Submit => "submit-for-approval",
            Self::Approve => "approve",
            Self::Reject => "reject",
            Self::RequestChange => "request-change",
            Self::Hold => "hold",
            Self::Unhold => "unhold",
            Self::Post => "post",
            Self::Reverse => "reverse",
            Self::Void => "void",
            Self::Clear => "clear",
            Self::Deposit => "deposit",
            Self::ReceivePayment => "receive-payment",
            Self::Apply => "apply",
        }
    }

    /// The word in the audit trail.
    pub const fn audit_word(self) -> &'static str {
        match self {
            Self::Edit => "Updated",
            Self::Delete => "Deleted",
            Self::Submit => "Submit for Approval",
            Self::Approve => "Approve",
            Self::Reject => "Reject",
            Self::RequestChange => "Request Change",
            Self::Hold => "Hold",
            Self::Unhold => "Unhold",
            Self::Post => "Post to GL",
            Self::Reverse => "Reverse",
            Self::Void => "Void",
            Self::Clear => "Clear",
            Self::Deposit => "Deposit",
            Self::ReceivePayment => "Receive Payment",
            Self::Apply => "Apply",
        }
    }

    /// The `<action>` of the permission that it needs.
    pub const fn permission(self) -> &'static str {
        match self {
            Self::Edit | Self::Delete => "write",
            Self::Submit => "submit",
            Self::Approve | Self::Reject | Self::RequestChange | Self::Hold | Self::Unhold => "approve",
            Self::Post => "post",
            Self::Reverse => "reverse",
            Self::Void => "void",
            Self::Clear => "clear",
            Self::Deposit => "deposit",
            Self::ReceivePayment => "receive_payment",
            Self::Apply => "apply",
        }
    }

    /// Whether documents of this type know the action at all.
    pub const fn exists_for(self, kind: DocumentKind) -> bool {
        match self {
            Self::Edit | Self::Delete | Self::Submit | Self::Approve | Self::Reject => true,
            Self::RequestChange | Self::Hold | Self::Unhold | Self::Post => true,
            Self::Reverse => matches!(kind, DocumentKind::JournalEntry),
            Self::Void => !matches!(kind, DocumentKind::JournalEntry),
            Self::Clear => matches!(kind, DocumentKind::BillPayment),
            Self::Deposit => matches!(kind, DocumentKind::InvoicePayment),
            Self::ReceivePayment => matches!(kind, DocumentKind::Invoice),
            Self::Apply => matches!(kind, DocumentKind::CreditMemo),
        }
    }

    /// The states that the action starts from.
    pub const fn from(self) -> &'static [Status] {
        match self {
            Self::Edit | Self::Delete | Self::Submit => &[Status::Draft],
            Self::Approve | Self::Reject | Self::RequestChange | Self::Hold => &[Status::PendingApproval],
            Self::Unhold => &[Status::OnHold],
            Self::Post => &[Status::Approved],
            Self::Reverse | Self::Clear | Self::Deposit | Self::ReceivePayment | Self::Apply => &[Status::Posted],
            Self::Void => &[Status::Draft, Status::PendingApproval, Status::OnHold, Status::Posted],
        }
    }

    /// The state that the action leads to; `None` leaves it as it is or, for `Delete`, leaves none.
    /// An approval that is not the last stays Pending Approval: see [`crate::action::document::approve`].
    pub const fn to(self) -> Option<Status> {
        match self {
            Self::Submit | Self::Unhold => Some(Status::PendingApproval),
            Self::Approve => Some(Status::Approved),
            Self::Reject => Some(Status::Rejected),
            Self::RequestChange => Some(Status::Draft),
            Self::Hold => Some(Status::OnHold),
            Self::Post => Some(Status::Posted),
            Self::Void => Some(Status::Voided),
            Self::Clear => Some(Status::Cleared),
            Self::Deposit => Some(Status::Deposited),
            Self::Edit | Self::Delete | Self::Reverse | Self::ReceivePayment | Self::Apply => None,
        }
    }

    /// Whether a document of this type in this state can take the action.
    pub fn allowed(self, kind: DocumentKind, status: Status) -> bool {
        self.exists_for(kind) && self.from().contains(&status)
    }
}

/// The actions that the state allows, whoever asks.
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
