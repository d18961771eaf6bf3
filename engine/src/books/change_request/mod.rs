//! PURE: change requests. A sensitive action that a rule guards waits as the call that asks for it, until it has its signatures; then
//! a job carries the call out. See docs/rules/change-requests.md.
//!
//! ```text
//!            approve (last level)             carry out (job)
//!   Pending Approval ───────────▶ Approved ───────────────────▶ Done, or Failed with the refusal
//!     │  ▲  │  │  ▲
//!     │  │  │  │  └ approve (a level, not the last)
//!     │  │  │  └─ reject ──▶ Rejected
//!     │  │  └─ withdraw (also On Hold) ──▶ Withdrawn
//!     └──┴─ hold, unhold ──▶ On Hold
//! ```

pub(crate) mod digest;
mod pin;

use std::collections::BTreeSet;

use crate::approval::access::{Actor, Permissions, UserId};
use crate::books::document::stage::Submission;
use crate::books::request::RecordedCall;
use crate::values::clock::Timestamp;
use crate::values::error::Refusal;
use crate::values::kind::spelled::spelled;
use crate::values::kind::{GovernedAction, GovernedType};
use crate::values::money::Minor;

pub use digest::{Asked, digest};
pub use pin::Pin;

/// Its name in permissions and in the trail.
pub const RESOURCE: &str = "change_request";
/// The name people read.
pub const TITLE: &str = "change request";

spelled! {
    /// Where a change request stands.
    ChangeStatus {
        PendingApproval = "Pending Approval",
        OnHold = "On Hold",
        Approved = "Approved",
        Done = "Done",
        Failed = "Failed",
        Rejected = "Rejected",
        Withdrawn = "Withdrawn",
    }
}

spelled! {
    /// What people do to a change request.
    Move {
        Approve = "approve",
        Reject = "reject",
        Hold = "hold",
        Unhold = "unhold",
        Withdraw = "withdraw",
    }
}

impl Move {
    /// The word in the audit trail.
    pub const fn audit_word(self) -> &'static str {
        match self {
            Self::Approve => "Approve",
            Self::Reject => "Reject",
            Self::Hold => "Hold",
            Self::Unhold => "Unhold",
            Self::Withdraw => "Withdraw",
        }
    }

    /// The `<action>` of the permission that it needs.
    pub const fn permission(self) -> &'static str {
        match self {
            Self::Approve | Self::Reject | Self::Hold | Self::Unhold => "approve",
            Self::Withdraw => "read",
        }
    }

    /// The states that it starts from.
    pub const fn from(self) -> &'static [ChangeStatus] {
        match self {
            Self::Approve | Self::Reject | Self::Hold => &[ChangeStatus::PendingApproval],
            Self::Unhold => &[ChangeStatus::OnHold],
            Self::Withdraw => &[ChangeStatus::PendingApproval, ChangeStatus::OnHold],
        }
    }
}

/// One change that is asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct ChangeRequest {
    pub change_request_id: String,
    pub document_type: GovernedType,
    pub action: GovernedAction,
    /// The thing that it changes, by its id; of a new thing without an id of its own, the id that it has once it is there.
    pub resource_id: Option<String>,
    /// In base currency; `None` where the thing has no amount.
    pub amount: Option<Minor>,
    /// What it acts on, as it was when it was asked for. `None` of what is new, and where an older release asked for it.
    pub pin: Option<Pin>,
    pub call: RecordedCall,
    pub rights: Rights,
    /// By whom it was asked for, the plan that was pinned, and the signatures since.
    pub submission: Submission,
    pub stage: ChangeStage,
    pub version: i64,
}

/// What the requester was allowed when they asked: the call is carried out with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rights {
    pub roles: BTreeSet<String>,
    pub permissions: BTreeSet<String>,
}

/// How far it has come, with what belongs to it.
#[derive(Clone, PartialEq, Debug)]
pub enum ChangeStage {
    PendingApproval,
    OnHold(Decided),
    /// Fully signed: the job carries it out.
    Approved {
        job_id: String,
    },
    Done {
        job_id: String,
        at: Timestamp,
    },
    /// It no longer fitted when it was carried out, and changed nothing.
    Failed {
        job_id: String,
        at: Timestamp,
        refusal: Refusal,
    },
    Rejected(Decided),
    Withdrawn {
        at: Timestamp,
    },
}

/// Who put it aside, or rejected it, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decided {
    pub by: UserId,
    pub at: Timestamp,
    pub reason: String,
}

impl ChangeStage {
    pub const fn status(&self) -> ChangeStatus {
        match self {
            Self::PendingApproval => ChangeStatus::PendingApproval,
            Self::OnHold(_) => ChangeStatus::OnHold,
            Self::Approved { .. } => ChangeStatus::Approved,
            Self::Done { .. } => ChangeStatus::Done,
            Self::Failed { .. } => ChangeStatus::Failed,
            Self::Rejected(_) => ChangeStatus::Rejected,
            Self::Withdrawn { .. } => ChangeStatus::Withdrawn,
        }
    }

    /// The job that carries it out.
    pub fn job_id(&self) -> Option<&str> {
        match self {
            Self::Approved { job_id } | Self::Done { job_id, .. } | Self::Failed { job_id, .. } => Some(job_id),
            Self::PendingApproval | Self::OnHold(_) | Self::Rejected(_) | Self::Withdrawn { .. } => None,
        }
    }

    /// Who held or rejected it, and why.
    pub const fn decided(&self) -> Option<&Decided> {
        match self {
            Self::OnHold(decided) | Self::Rejected(decided) => Some(decided),
            Self::PendingApproval | Self::Approved { .. } | Self::Done { .. } | Self::Failed { .. } => None,
            Self::Withdrawn { .. } => None,
        }
    }

    /// When it was held, or came to its end.
    pub const fn at(&self) -> Option<Timestamp> {
        match self {
            Self::OnHold(Decided { at, .. }) | Self::Rejected(Decided { at, .. }) | Self::Withdrawn { at } => Some(*at),
            Self::Done { at, .. } | Self::Failed { at, .. } => Some(*at),
            Self::PendingApproval | Self::Approved { .. } => None,
        }
    }

    /// Why it could not be carried out.
    pub const fn refusal(&self) -> Option<&Refusal> {
        match self {
            Self::Failed { refusal, .. } => Some(refusal),
            Self::PendingApproval | Self::OnHold(_) | Self::Approved { .. } | Self::Done { .. } => None,
            Self::Rejected(_) | Self::Withdrawn { .. } => None,
        }
    }
}

impl ChangeRequest {
    /// Who asked.
    pub fn requested_by(&self) -> &UserId {
        &self.submission.submitted.by
    }

    /// When they asked.
    pub const fn requested_at(&self) -> Timestamp {
        self.submission.submitted.at
    }

    /// The requester, with what they were allowed when they asked.
    pub fn requester(&self) -> Actor {
        Actor {
            user_id: self.requested_by().clone(),
            roles: self.rights.roles.clone(),
            token_permissions: Permissions(self.rights.permissions.clone()),
            session_id: None,
        }
    }

    /// The same in its next version, at this stage.
    #[must_use]
    pub fn at(&self, stage: ChangeStage) -> Self {
        Self { stage, version: self.version.saturating_add(1), ..self.clone() }
    }

    /// Whether what is asked for is what was signed.
    pub fn is_as_signed(&self) -> bool {
        let by = self.requested_by().as_str();
        let words = [self.document_type.name(), self.action.name(), by];
        Asked { words, call: &self.call, pin: self.pin.as_ref() }.is_of(&self.submission.digest)
    }
}
