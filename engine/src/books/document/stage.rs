//! PURE: where a document stands on its way. Each stage carries what belongs to it, so that a document on hold without a plan, or
//! a posted one without an instant, has no spelling. See docs/rules/documents.md#lifecycle.

mod submission;

use std::collections::BTreeSet;
use std::time::Duration;

use crate::approval::access::UserId;
use crate::approval::plan::{RoutingPlan, Step};
use crate::approval::signature::Signatures;
use crate::approval::step_clock::StepClock;
use crate::books::document::digest::taken::Digest;
use crate::books::document::lifecycle::Status;
use crate::values::clock::{Date, Timestamp};

/// How far a document has come. Its [`Status`] is derived from it.
#[derive(Clone, PartialEq, Debug)]
pub enum Stage {
    /// Being written. After a request for change it still names the submission that it came back from, and why it did.
    Draft(Option<CameBack>),
    PendingApproval(Box<Submission>),
    OnHold(Held),
    Approved(Approval),
    InLedger(Posted),
    Rejected(Rejection),
    Voided(Box<Voided>),
}

/// Who sent a document back, or rejected it, when and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Returned {
    pub at: Timestamp,
    pub by: UserId,
    pub comments: String,
}

impl Returned {
    pub fn now(words: Option<&str>, at: Timestamp, by: &UserId) -> Self {
        Self { at, by: by.clone(), comments: words.unwrap_or_default().to_owned() }
    }
}

/// Whose list of what was returned a document stands in, by their folded ids: its author's, and its submitter's where that is another.
/// Nobody is told what they did themselves.
pub fn told_of_return(by: &UserId, author: &UserId, submitter: Option<&UserId>) -> (Option<String>, Option<String>) {
    let told = |who: &UserId| (who != by).then(|| who.folded().to_owned());
    (told(author), submitter.filter(|submitter| *submitter != author).and_then(told))
}

/// The submission that a draft came back from.
#[derive(Clone, PartialEq, Debug)]
pub struct CameBack {
    /// `None` for a payment that was received without signatures.
    pub submitted: Option<Submitted>,
    /// `None` where the trail of older books does not say it.
    pub returned: Option<Returned>,
}

/// A submission that was rejected for good.
#[derive(Clone, PartialEq, Debug)]
pub struct Rejection {
    pub submission: Box<Submission>,
    /// `None` where the trail of older books does not say it.
    pub returned: Option<Returned>,
}

/// That it was submitted: signatures belong to one round.
#[derive(Clone, PartialEq, Debug)]
pub struct Submitted {
    /// Counted from 1.
    pub round: i64,
    pub at: Timestamp,
    pub by: UserId,
}

/// The facts that a submission pinned, and the signers since.
#[derive(Clone, PartialEq, Debug)]
pub struct Submission {
    pub submitted: Submitted,
    pub plan: RoutingPlan,
    /// Over what was submitted: what the signatures stand for.
    pub digest: Digest,
    /// The highest level that is complete; 0 before the first.
    pub level: u32,
    pub signatures: Signatures,
    /// Its beneficiaries when it was submitted: they sign no level, whatever changed since.
    pub beneficiaries: BTreeSet<UserId>,
    /// How long it was On Hold since the current step began to wait.
    pub stood_still: Duration,
    /// Whether later documents may be added to it: a rule of its type added up when it was submitted, or does since.
    pub is_added_up: bool,
    /// The number of the set of rules that gave the plan; `None` of what was submitted before sets were counted.
    pub rule_set: Option<i64>,
}

/// An approval on hold, and the user who put it on hold.
#[derive(Clone, PartialEq, Debug)]
pub struct Held {
    pub submission: Box<Submission>,
    pub by: UserId,
    /// Since when; `None` where a release held it that did not keep that.
    pub at: Option<Timestamp>,
}

impl Held {
    /// The submission as it goes on: its clock stood still meanwhile.
    pub fn resumed(&self, now: Timestamp) -> Box<Submission> {
        let mut submission = self.submission.clone();
        let still = self.at.map_or(Duration::ZERO, |at| now.since(at));
        submission.stood_still = submission.stood_still.saturating_add(still);
        submission
    }
}

/// How it was approved.
#[derive(Clone, PartialEq, Debug)]
pub enum Approval {
    /// Every level of its plan is signed.
    Signed(Box<Submission>),
    /// A payment that was received where no rule asks for signatures. The digest is that of what was received.
    Unsigned(Digest),
}

/// What stands in the ledger: since when, and how it ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Posted {
    pub approval: Approval,
    pub at: Timestamp,
    pub end: End,
}

/// How a document in the ledger ended.
#[derive(Clone, PartialEq, Debug)]
pub enum End {
    /// Not yet.
    Open,
    /// An invoice whose total is settled. The void of a payment opens it again.
    Paid,
    /// A bill payment that the bank statement shows.
    Cleared(Ended),
    /// An invoice payment that was taken to the bank.
    Deposited(Ended),
    /// A payment that came back.
    Returned(Box<PaymentReturn>),
}

/// That a payment came back, on which day and why.
#[derive(Clone, PartialEq, Debug)]
pub struct PaymentReturn {
    /// How it had been cleared or deposited before.
    pub was: Option<Ended>,
    pub ended: Ended,
    pub reason: String,
}

/// The day from which an end counts, when it was recorded, and by whom.
#[derive(Clone, PartialEq, Debug)]
pub struct Ended {
    pub on: Date,
    pub at: Timestamp,
    pub by: UserId,
}

/// A document that was called off.
#[derive(Clone, PartialEq, Debug)]
pub struct Voided {
    pub from: VoidedFrom,
    pub ended: Ended,
    pub reason: String,
}

/// The stage in which it was called off.
#[derive(Clone, PartialEq, Debug)]
pub enum VoidedFrom {
    Draft(Option<Submitted>),
    PendingApproval(Box<Submission>),
    OnHold(Held),
    /// It stood in the ledger, and was reversed there.
    Ledger {
        approval: Approval,
        at: Timestamp,
    },
}

impl Stage {
    /// The name by which people, rows and the interface know it.
    pub const fn status(&self) -> Status {
        match self {
            Self::Draft(_) => Status::Draft,
            Self::PendingApproval(_) => Status::PendingApproval,
            Self::OnHold(_) => Status::OnHold,
            Self::Approved(_) => Status::Approved,
            Self::InLedger(Posted { end: End::Open, .. }) => Status::Posted,
            Self::InLedger(Posted { end: End::Paid, .. }) => Status::Paid,
            Self::InLedger(Posted { end: End::Cleared(_), .. }) => Status::Cleared,
            Self::InLedger(Posted { end: End::Deposited(_), .. }) => Status::Deposited,
            Self::InLedger(Posted { end: End::Returned(_), .. }) => Status::Returned,
            Self::Rejected(_) => Status::Rejected,
            Self::Voided(_) => Status::Voided,
        }
    }

    /// The submission that it is in, or went through; `None` for a draft.
    pub fn submission(&self) -> Option<&Submission> {
        match self {
            Self::Draft(_) => None,
            Self::PendingApproval(submission) => Some(submission),
            Self::Rejected(rejection) => Some(&rejection.submission),
            Self::OnHold(held) => Some(&held.submission),
            Self::Approved(approval) | Self::InLedger(Posted { approval, .. }) => approval.submission(),
            Self::Voided(voided) => match &voided.from {
                VoidedFrom::Draft(_) => None,
                VoidedFrom::PendingApproval(submission) => Some(submission),
                VoidedFrom::OnHold(held) => Some(&held.submission),
                VoidedFrom::Ledger { approval, .. } => approval.submission(),
            },
        }
    }

    /// When and by whom it was last submitted, a draft that came back included.
    pub fn submitted(&self) -> Option<&Submitted> {
        match self {
            Self::Draft(came_back) => came_back.as_ref().and_then(|back| back.submitted.as_ref()),
            Self::Voided(voided) => match &voided.from {
                VoidedFrom::Draft(submitted) => submitted.as_ref(),
                VoidedFrom::PendingApproval(_) | VoidedFrom::OnHold(_) | VoidedFrom::Ledger { .. } => {
                    self.submission().map(|submission| &submission.submitted)
                }
            },
            Self::PendingApproval(_) | Self::OnHold(_) | Self::Approved(_) | Self::InLedger(_) | Self::Rejected(_) => {
                self.submission().map(|submission| &submission.submitted)
            }
        }
    }

    /// Who sent it back or rejected it, until it is submitted again. See docs/rules/documents.md#returned.
    pub fn returned(&self) -> Option<&Returned> {
        match self {
            Self::Draft(came_back) => came_back.as_ref().and_then(|back| back.returned.as_ref()),
            Self::Rejected(rejection) => rejection.returned.as_ref(),
            Self::PendingApproval(_) | Self::OnHold(_) | Self::Approved(_) => None,
            Self::InLedger(_) | Self::Voided(_) => None,
        }
    }

    /// How often it was submitted.
    pub fn round(&self) -> i64 {
        self.submitted().map_or(0, |submitted| submitted.round)
    }

    /// What its approval stands for.
    pub fn digest(&self) -> Option<&Digest> {
        match self {
            Self::Approved(approval) | Self::InLedger(Posted { approval, .. }) => Some(approval.digest()),
            Self::Voided(voided) => match &voided.from {
                VoidedFrom::Ledger { approval, .. } => Some(approval.digest()),
                VoidedFrom::Draft(_) | VoidedFrom::PendingApproval(_) | VoidedFrom::OnHold(_) => {
                    self.submission().map(|submission| &submission.digest)
                }
            },
            Self::Draft(_) | Self::PendingApproval(_) | Self::OnHold(_) | Self::Rejected(_) => {
                self.submission().map(|submission| &submission.digest)
            }
        }
    }

    /// The step that waits for a signature, with its clock. On hold none waits.
    pub fn waiting_step(&self) -> Option<(StepClock, &Step)> {
        match self {
            Self::PendingApproval(submission) => Some((submission.clock(), submission.current_step()?)),
            Self::Draft(_) | Self::OnHold(_) | Self::Approved(_) | Self::InLedger(_) => None,
            Self::Rejected(_) | Self::Voided(_) => None,
        }
    }

    /// That it is on hold; for a document voided on hold, that it was.
    pub fn held(&self) -> Option<&Held> {
        match self {
            Self::OnHold(held) => Some(held),
            Self::Voided(voided) => match &voided.from {
                VoidedFrom::OnHold(held) => Some(held),
                VoidedFrom::Draft(_) | VoidedFrom::PendingApproval(_) | VoidedFrom::Ledger { .. } => None,
            },
            Self::Draft(_) | Self::PendingApproval(_) | Self::Approved(_) | Self::InLedger(_) | Self::Rejected(_) => {
                None
            }
        }
    }

    /// The user who put it on that hold.
    pub fn held_by(&self) -> Option<&UserId> {
        self.held().map(|held| &held.by)
    }

    /// Since when it is, or was, on hold.
    pub fn held_at(&self) -> Option<Timestamp> {
        self.held().and_then(|held| held.at)
    }

    /// Since when it stands in the ledger, or stood there.
    pub fn posted_at(&self) -> Option<Timestamp> {
        match self {
            Self::InLedger(posted) => Some(posted.at),
            Self::Voided(voided) => match &voided.from {
                VoidedFrom::Ledger { at, .. } => Some(*at),
                VoidedFrom::Draft(_) | VoidedFrom::PendingApproval(_) | VoidedFrom::OnHold(_) => None,
            },
            Self::Draft(_) | Self::PendingApproval(_) | Self::OnHold(_) | Self::Approved(_) | Self::Rejected(_) => None,
        }
    }

    /// How it was cleared, deposited or voided; of a payment that came back, how it had been cleared or deposited before.
    pub fn ended(&self) -> Option<&Ended> {
        match self {
            Self::InLedger(posted) => posted.end.recorded(),
            Self::Voided(voided) => Some(&voided.ended),
            Self::Draft(_) | Self::PendingApproval(_) | Self::OnHold(_) | Self::Approved(_) | Self::Rejected(_) => None,
        }
    }

    /// How and why it came back, of a payment that did.
    pub fn payment_return(&self) -> Option<&PaymentReturn> {
        match self {
            Self::InLedger(Posted { end: End::Returned(returned), .. }) => Some(returned),
            Self::InLedger(Posted { end: End::Open | End::Paid | End::Cleared(_) | End::Deposited(_), .. }) => None,
            Self::Draft(_) | Self::PendingApproval(_) | Self::OnHold(_) | Self::Approved(_) => None,
            Self::Rejected(_) | Self::Voided(_) => None,
        }
    }

    /// How and why it was voided.
    pub fn voided(&self) -> Option<&Voided> {
        match self {
            Self::Voided(voided) => Some(voided),
            Self::Draft(_) | Self::PendingApproval(_) | Self::OnHold(_) | Self::Approved(_) => None,
            Self::InLedger(_) | Self::Rejected(_) => None,
        }
    }

    /// The part of the stage that a void keeps; `None` where the document cannot be voided.
    pub fn voidable(&self) -> Option<VoidedFrom> {
        match self.clone() {
            Self::Draft(came_back) => Some(VoidedFrom::Draft(came_back.and_then(|back| back.submitted))),
            Self::PendingApproval(submission) => Some(VoidedFrom::PendingApproval(submission)),
            Self::OnHold(held) => Some(VoidedFrom::OnHold(held)),
            Self::InLedger(Posted { approval, at, end: End::Open }) => Some(VoidedFrom::Ledger { approval, at }),
            Self::InLedger(Posted { end: End::Paid | End::Cleared(_) | End::Deposited(_), .. }) => None,
            Self::InLedger(Posted { end: End::Returned(_), .. }) => None,
            Self::Approved(_) | Self::Rejected(_) | Self::Voided(_) => None,
        }
    }
}

impl End {
    /// How it was cleared or deposited, be it that it came back later.
    pub fn recorded(&self) -> Option<&Ended> {
        match self {
            Self::Cleared(ended) | Self::Deposited(ended) => Some(ended),
            Self::Returned(returned) => returned.was.as_ref(),
            Self::Open | Self::Paid => None,
        }
    }
}

impl Approval {
    pub fn submission(&self) -> Option<&Submission> {
        match self {
            Self::Signed(submission) => Some(submission),
            Self::Unsigned(_) => None,
        }
    }

    pub fn digest(&self) -> &Digest {
        match self {
            Self::Signed(submission) => &submission.digest,
            Self::Unsigned(digest) => digest,
        }
    }
}
