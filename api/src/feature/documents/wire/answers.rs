//! What the workflow operations answer; each goes out with the document's id (see [`crate::schema::Keyed`]).

use engine::books::action::Acted;
use engine::books::action::clear::Banked;
use engine::books::action::correct;
use engine::books::action::correct::TakenBackBy;
use engine::books::action::return_payment::Came;
use engine::books::action::submit::InApproval;
use engine::books::action::unreturn;
use poem_openapi::Object;

use crate::schema::plan::Plan;
use crate::schema::{WireDate, WireStatus, WireTimestamp};

/// After `submit-for-approval`.
#[derive(Object, Debug)]
pub struct Submitted {
    pub status: WireStatus,
    /// The highest level that must sign.
    pub required_approval_level: u32,
    pub current_approval_level: u32,
    pub submitted_at: WireTimestamp,
    pub submitted_by: String,
    /// Which levels there are and who may sign each; pinned to this submission.
    pub approval_plan: Option<Plan>,
    /// Who gains from the document, and so signs no level of it, in person or as a delegate.
    pub beneficiaries: Vec<String>,
}

/// After `approve`.
#[derive(Object, Debug)]
pub struct Approved {
    pub status: WireStatus,
    /// Whether the document stands in the general ledger.
    pub posted: bool,
    /// The highest level that has all its signatures.
    pub level: u32,
    pub required_approval_level: u32,
    /// How many more signatures the signed level needs, where it needs several and has too few.
    #[oai(skip_serializing_if_is_none)]
    pub signatures_missing: Option<u32>,
    pub message: String,
    pub approved_at: WireTimestamp,
    pub approved_by: String,
    /// Whose right it was, where a delegate signed.
    #[oai(skip_serializing_if_is_none)]
    pub on_behalf_of: Option<String>,
}

/// After `reject`.
#[derive(Object, Debug)]
pub struct Rejected {
    pub status: WireStatus,
    pub reason: String,
    pub rejected_at: WireTimestamp,
    pub rejected_by: String,
}

impl Rejected {
    pub fn of(acted: &Acted) -> Self {
        Self {
            status: acted.document.status().into(),
            reason: acted.words.clone().unwrap_or_default(),
            rejected_at: acted.at.into(),
            rejected_by: acted.by.clone(),
        }
    }
}

/// After `request-change`.
#[derive(Object, Debug)]
pub struct Returned {
    pub status: WireStatus,
    pub comments: String,
    pub returned_at: WireTimestamp,
    pub returned_by: String,
}

impl Returned {
    pub fn of(acted: &Acted) -> Self {
        Self {
            status: acted.document.status().into(),
            comments: acted.words.clone().unwrap_or_default(),
            returned_at: acted.at.into(),
            returned_by: acted.by.clone(),
        }
    }
}

/// After `hold`.
#[derive(Object, Debug)]
pub struct Held {
    pub status: WireStatus,
    pub reason: String,
    pub held_at: WireTimestamp,
    pub held_by: String,
}

impl Held {
    pub fn of(acted: &Acted) -> Self {
        Self {
            status: acted.document.status().into(),
            reason: acted.words.clone().unwrap_or_default(),
            held_at: acted.at.into(),
            held_by: acted.by.clone(),
        }
    }
}

/// After `unhold`.
#[derive(Object, Debug)]
pub struct Unheld {
    pub status: WireStatus,
    pub unheld_at: WireTimestamp,
    pub unheld_by: String,
}

impl Unheld {
    pub fn of(acted: &Acted) -> Self {
        Self { status: acted.document.status().into(), unheld_at: acted.at.into(), unheld_by: acted.by.clone() }
    }
}

impl Submitted {
    pub fn of(InApproval { acted, submission }: &InApproval) -> Self {
        Self {
            status: acted.document.status().into(),
            required_approval_level: submission.plan.required_level,
            current_approval_level: submission.level,
            submitted_at: acted.at.into(),
            submitted_by: acted.by.clone(),
            approval_plan: Some(Plan::of(submission)),
            beneficiaries: submission.beneficiaries.iter().map(ToString::to_string).collect(),
        }
    }
}

/// After `void`.
#[derive(Object, Debug)]
pub struct Voided {
    pub status: WireStatus,
    pub void_reason: String,
    pub voided_at: WireTimestamp,
    pub voided_by: String,
    /// The period that the reversing posting landed in; none when the document had not been posted.
    pub reversal_period_id: Option<String>,
    pub reversal_date: Option<WireDate>,
}

impl Voided {
    pub fn of(done: &engine::books::action::void::VoidAnswer) -> Self {
        Self {
            status: done.acted.document.status().into(),
            void_reason: done.acted.words.clone().unwrap_or_default(),
            voided_at: done.acted.at.into(),
            voided_by: done.acted.by.clone(),
            reversal_period_id: done.reversed.as_ref().map(|posting| posting.period_id.clone()),
            reversal_date: done.reversed.as_ref().map(|posting| posting.posting_date.into()),
        }
    }
}

/// After `return`.
#[derive(Object, Debug)]
pub struct CameBack {
    pub status: WireStatus,
    pub return_reason: String,
    pub return_date: WireDate,
    pub returned_at: WireTimestamp,
    pub returned_by: String,
    pub return_period_id: String,
}

impl CameBack {
    pub fn of(Came { acted, posting }: &Came) -> Self {
        Self {
            status: acted.document.status().into(),
            return_reason: acted.words.clone().unwrap_or_default(),
            return_date: posting.posting_date.into(),
            returned_at: acted.at.into(),
            returned_by: acted.by.clone(),
            return_period_id: posting.period_id.clone(),
        }
    }
}

/// After `unreturn`.
#[derive(Object, Debug)]
pub struct Unreturned {
    pub status: WireStatus,
    #[oai(skip_serializing_if_is_none)]
    pub reason: Option<String>,
    pub unreturn_date: WireDate,
    pub unreturned_at: WireTimestamp,
    pub unreturned_by: String,
    pub unreturn_period_id: String,
}

impl Unreturned {
    pub fn of(unreturn::Unreturned { acted, posting }: &unreturn::Unreturned) -> Self {
        Self {
            status: acted.document.status().into(),
            reason: acted.words.clone(),
            unreturn_date: posting.posting_date.into(),
            unreturned_at: acted.at.into(),
            unreturned_by: acted.by.clone(),
            unreturn_period_id: posting.period_id.clone(),
        }
    }
}

/// After `correct`.
#[derive(Object, Debug)]
pub struct Corrected {
    pub status: WireStatus,
    pub correction_id: String,
    pub reversing_entry_id: Option<String>,
    pub reversal_date: WireDate,
    pub reversal_period_id: String,
}

impl Corrected {
    pub fn of(done: &correct::Corrected) -> Self {
        let (reversing_entry_id, date, period_id) = match &done.by {
            TakenBackBy::Void(posting) => (None, posting.posting_date, &posting.period_id),
            TakenBackBy::Reversal(entry) => {
                (Some(entry.key.id.clone()), entry.content.tran_date, &entry.content.posting_period_id)
            }
        };
        Self {
            status: done.original.status().into(),
            correction_id: done.copy.key.id.clone(),
            reversing_entry_id,
            reversal_date: date.into(),
            reversal_period_id: period_id.clone(),
        }
    }
}

/// After `clear`.
#[derive(Object, Debug)]
pub struct Cleared {
    pub status: WireStatus,
    pub cleared_date: WireDate,
    pub cleared_at: WireTimestamp,
    pub cleared_by: String,
}

impl Cleared {
    pub fn of(Banked { acted, on }: &Banked) -> Self {
        Self {
            status: acted.document.status().into(),
            cleared_date: (*on).into(),
            cleared_at: acted.at.into(),
            cleared_by: acted.by.clone(),
        }
    }
}

/// After `unclear`.
#[derive(Object, Debug)]
pub struct Uncleared {
    pub status: WireStatus,
    #[oai(skip_serializing_if_is_none)]
    pub reason: Option<String>,
    pub uncleared_at: WireTimestamp,
    pub uncleared_by: String,
}

impl Uncleared {
    pub fn of(acted: &Acted) -> Self {
        Self {
            status: acted.document.status().into(),
            reason: acted.words.clone(),
            uncleared_at: acted.at.into(),
            uncleared_by: acted.by.clone(),
        }
    }
}

/// After `undeposit`.
#[derive(Object, Debug)]
pub struct Undeposited {
    pub status: WireStatus,
    #[oai(skip_serializing_if_is_none)]
    pub reason: Option<String>,
    pub undeposited_at: WireTimestamp,
    pub undeposited_by: String,
}

impl Undeposited {
    pub fn of(acted: &Acted) -> Self {
        Self {
            status: acted.document.status().into(),
            reason: acted.words.clone(),
            undeposited_at: acted.at.into(),
            undeposited_by: acted.by.clone(),
        }
    }
}

/// After `deposit`.
#[derive(Object, Debug)]
pub struct Deposited {
    pub status: WireStatus,
    pub deposit_date: WireDate,
    pub deposited_at: WireTimestamp,
    pub deposited_by: String,
}

impl Deposited {
    pub fn of(Banked { acted, on }: &Banked) -> Self {
        Self {
            status: acted.document.status().into(),
            deposit_date: (*on).into(),
            deposited_at: acted.at.into(),
            deposited_by: acted.by.clone(),
        }
    }
}
