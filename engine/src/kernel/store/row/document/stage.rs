//! The stage of a document out of the columns of its row, and back into them. Reading takes out of the row what the stage has a
//! place for; what is left then belongs to no stage of that status, and the row is refused by the name of that column.

use std::collections::BTreeSet;
use std::mem::{replace, take};
use std::time::Duration;

use sea_orm::Set;

use crate::approval::signature::Signatures;
use crate::approval::waiting;
use crate::books::document::model::DatedReversal;
use crate::books::document::stage::{
    Approval, CameBack, End, Ended, Held, PaymentReturn, Posted, Rejection, Returned, Stage, Submission, Submitted,
    Voided, VoidedFrom, told_of_return,
};
use crate::books::document::{Digest, Document, Status};
use crate::kernel::entity::JsonText;
use crate::kernel::entity::document::{ActiveModel, Model};
use crate::kernel::store::StoreError;
use crate::kernel::store::row::{RowName, to_json};
use crate::values::clock::Timestamp;

/// The stage that the row is at. What it takes up is gone from the row.
pub fn read(row: &mut Model, name: RowName<'_>) -> Result<Stage, StoreError> {
    let mut columns = Columns { row, name };
    let stage = columns.stage()?;
    columns.nothing_left()?;
    Ok(stage)
}

/// What became of the reversal on the day that an accrual names.
pub fn dated_reversal(row: &mut Model, name: RowName<'_>) -> Result<DatedReversal, StoreError> {
    match (row.dated_reversal_id.take(), row.reversal_problem_code.take(), row.reversal_problem_detail.take()) {
        (None, None, None) => Ok(DatedReversal::NotYet),
        (Some(entry_id), None, None) => Ok(DatedReversal::Made { entry_id }),
        (None, code, detail) => Ok(DatedReversal::Refused {
            code: name.some("reversal_problem_code", code)?,
            detail: name.some("reversal_problem_detail", detail)?,
        }),
        (Some(_), _, _) => Err(name.bad("dated_reversal_id")),
    }
}

/// A row that is being read.
struct Columns<'a> {
    row: &'a mut Model,
    name: RowName<'a>,
}

impl Columns<'_> {
    fn stage(&mut self) -> Result<Stage, StoreError> {
        Ok(match self.name.some("status", Status::parse(&self.row.status))? {
            Status::Draft => Stage::Draft(self.came_back()?),
            Status::PendingApproval => Stage::PendingApproval(self.submission()?),
            Status::OnHold => Stage::OnHold(self.held()?),
            Status::Approved => Stage::Approved(self.approval()?),
            Status::Posted => self.in_ledger(End::Open)?,
            Status::Paid => self.in_ledger(End::Paid)?,
            Status::Cleared => {
                let ended = self.ended()?;
                self.in_ledger(End::Cleared(ended))?
            }
            Status::Deposited => {
                let ended = self.ended()?;
                self.in_ledger(End::Deposited(ended))?
            }
            Status::Returned => {
                let returned = self.payment_return()?;
                self.in_ledger(End::Returned(Box::new(returned)))?
            }
            Status::Rejected => {
                Stage::Rejected(Rejection { submission: self.submission()?, returned: self.returned()? })
            }
            Status::Voided => {
                let (from, ended) = (self.voided_from()?, self.ended()?);
                let reason = self.name.some("void_reason", self.row.void_reason.take())?;
                Stage::Voided(Box::new(Voided { from, ended, reason }))
            }
        })
    }

    /// The submission that a draft came back from.
    fn came_back(&mut self) -> Result<Option<CameBack>, StoreError> {
        let (submitted, returned) = (self.earlier()?, self.returned()?);
        let came_back = submitted.is_some() || returned.is_some();
        Ok(came_back.then_some(CameBack { submitted, returned }))
    }

    /// The last submission of what is no longer submitted.
    fn earlier(&mut self) -> Result<Option<Submitted>, StoreError> {
        if self.row.round == 0 { Ok(None) } else { self.submitted().map(Some) }
    }

    /// Who sent it back or rejected it; `None` where the trail of older books does not say it.
    fn returned(&mut self) -> Result<Option<Returned>, StoreError> {
        let Some(at) = self.row.returned_at.take() else { return Ok(None) };
        Ok(Some(Returned {
            at: Timestamp::from_micros(at),
            by: self.name.some("returned_by", self.row.returned_by.take())?.into(),
            comments: self.row.returned_comments.take().unwrap_or_default(),
        }))
    }

    /// A payment that came back keeps how it had been cleared or deposited.
    fn payment_return(&mut self) -> Result<PaymentReturn, StoreError> {
        let was = if self.row.settled_on.is_some() { Some(self.ended()?) } else { None };
        let on = self.name.some("returned_on", self.row.returned_on.take())?;
        let Returned { at, by, comments } = self.name.some("returned_at", self.returned()?)?;
        Ok(PaymentReturn { was, ended: Ended { on: self.name.date("returned_on", &on)?, at, by }, reason: comments })
    }

    fn submitted(&mut self) -> Result<Submitted, StoreError> {
        let round = take(&mut self.row.round);
        Ok(Submitted {
            round: self.name.some("round", (round > 0).then_some(round))?,
            at: instant(self.name, "submitted_at", self.row.submitted_at.take())?,
            by: self.name.some("submitted_by", self.row.submitted_by.take())?.into(),
        })
    }

    fn submission(&mut self) -> Result<Box<Submission>, StoreError> {
        let plan = self.name.some("plan", self.row.plan.take())?;
        let beneficiaries = self.row.beneficiaries.take();
        Ok(Box::new(Submission {
            submitted: self.submitted()?,
            plan: self.name.json("plan", &plan)?,
            digest: self.digest()?,
            level: self.name.u32("current_level", take(&mut self.row.current_level))?,
            signatures: self.signatures()?,
            beneficiaries: match &beneficiaries {
                Some(text) => self.name.json("beneficiaries", text)?,
                None => BTreeSet::new(),
            },
            is_added_up: self.row.added_at.take().is_some(),
            rule_set: self.row.rule_set.take(),
            stood_still: Duration::from_micros(
                self.name.some("stood_still", u64::try_from(self.row.stood_still.take().unwrap_or(0)).ok())?,
            ),
        }))
    }

    /// A program from before there were versions names none with its digest.
    fn digest(&mut self) -> Result<Digest, StoreError> {
        let hash = self.name.some("digest", self.row.digest.take())?;
        Ok(Digest { version: self.row.digest_version.take().unwrap_or(0), hash })
    }

    fn signatures(&mut self) -> Result<Signatures, StoreError> {
        let signed_by = replace(&mut self.row.signed_by, JsonText(NOBODY.into()));
        self.name.json("signed_by", &signed_by)
    }

    fn held(&mut self) -> Result<Held, StoreError> {
        let by = self.name.some("held_by", self.row.held_by.take())?.into();
        let at = self.row.held_at.take().map(Timestamp::from_micros);
        Ok(Held { submission: self.submission()?, by, at })
    }

    /// What was received without a signature was never submitted.
    fn approval(&mut self) -> Result<Approval, StoreError> {
        if self.row.round == 0 {
            self.digest().map(Approval::Unsigned)
        } else {
            self.submission().map(Approval::Signed)
        }
    }

    fn in_ledger(&mut self, end: End) -> Result<Stage, StoreError> {
        let at = instant(self.name, "posted_at", self.row.posted_at.take())?;
        Ok(Stage::InLedger(Posted { approval: self.approval()?, at, end }))
    }

    fn ended(&mut self) -> Result<Ended, StoreError> {
        let on = self.name.some("settled_on", self.row.settled_on.take())?;
        Ok(Ended {
            on: self.name.date("settled_on", &on)?,
            at: instant(self.name, "settled_at", self.row.settled_at.take())?,
            by: self.name.some("settled_by", self.row.settled_by.take())?.into(),
        })
    }

    /// A void keeps what the stage before it had.
    fn voided_from(&mut self) -> Result<VoidedFrom, StoreError> {
        Ok(if let Some(at) = self.row.posted_at.take() {
            VoidedFrom::Ledger { approval: self.approval()?, at: Timestamp::from_micros(at) }
        } else if self.row.held_by.is_some() {
            VoidedFrom::OnHold(self.held()?)
        } else if self.row.plan.is_some() {
            VoidedFrom::PendingApproval(self.submission()?)
        } else {
            VoidedFrom::Draft(self.earlier()?)
        })
    }

    fn nothing_left(&mut self) -> Result<(), StoreError> {
        let somebody = self.row.signed_by.0 != NOBODY && !self.signatures()?.0.is_empty();
        let row = &self.row;
        let left = [
            ("round", row.round != 0),
            ("submitted_at", row.submitted_at.is_some()),
            ("submitted_by", row.submitted_by.is_some()),
            ("plan", row.plan.is_some()),
            ("digest", row.digest.is_some()),
            ("digest_version", row.digest_version.is_some()),
            ("current_level", row.current_level != 0),
            ("signed_by", somebody),
            ("held_by", row.held_by.is_some()),
            ("held_at", row.held_at.is_some()),
            ("stood_still", row.stood_still.is_some()),
            ("added_at", row.added_at.is_some()),
            ("rule_set", row.rule_set.is_some()),
            ("beneficiaries", row.beneficiaries.is_some()),
            ("posted_at", row.posted_at.is_some()),
            ("settled_on", row.settled_on.is_some()),
            ("settled_at", row.settled_at.is_some()),
            ("settled_by", row.settled_by.is_some()),
            ("void_reason", row.void_reason.is_some()),
            ("returned_on", row.returned_on.is_some()),
            ("returned_at", row.returned_at.is_some()),
            ("returned_by", row.returned_by.is_some()),
            ("returned_comments", row.returned_comments.is_some()),
        ];
        match left.into_iter().find(|(_, is_left)| *is_left) {
            None => Ok(()),
            Some((column, _)) => Err(StoreError::bad_row(self.name.table, column, self.name.key)),
        }
    }
}

fn instant(name: RowName<'_>, column: &str, micros: Option<i64>) -> Result<Timestamp, StoreError> {
    name.some(column, micros).map(Timestamp::from_micros)
}

/// The signers of a document without signatures.
const NOBODY: &str = "[]";

/// The columns that change on a document's way: those of its stage, and what was settled of it. All others were fixed when it was
/// written, and are not set here.
pub fn moving(document: &Document) -> Result<ActiveModel, StoreError> {
    let (stage, settlement) = (&document.stage, &document.settlement);
    let (submitted, submission) = (stage.submitted(), stage.submission());
    let (ended, nobody) = (stage.ended(), Signatures::default());
    let (returned, payment_return) = (stage.returned(), stage.payment_return());
    let came_back = payment_return.map(|back| (back.ended.at, &back.ended.by, &back.reason));
    let came_back = came_back.or_else(|| returned.map(|returned| (returned.at, &returned.by, &returned.comments)));
    let (returned_author, returned_submitter) = returned_to(document);
    let (escalates_at, overdue_at) = late_at(stage);
    let added = submission.filter(|submission| submission.is_added_up);
    let beneficiaries = submission.map(|submission| &submission.beneficiaries).filter(|who| !who.is_empty());
    let (dated_reversal_id, problem) = match &document.dated_reversal {
        DatedReversal::NotYet => (None, None),
        DatedReversal::Refused { code, detail } => (None, Some((code.clone(), detail.clone()))),
        DatedReversal::Made { entry_id } => (Some(entry_id.clone()), None),
    };
    let (reversal_problem_code, reversal_problem_detail) = problem.unzip();
    Ok(ActiveModel {
        version: Set(document.version),
        status: Set(stage.status().name().into()),
        amount_paid: Set(settlement.amount_paid),
        amount_settled: Set(settlement.amount_settled),
        base_settled: Set(settlement.base_settled),
        settled_on: Set(ended.map(|ended| ended.on.to_string())),
        settled_at: Set(ended.map(|ended| ended.at.micros())),
        settled_by: Set(ended.map(|ended| ended.by.to_string())),
        correction_id: Set(document.correction_id.clone()),
        dated_reversal_id: Set(dated_reversal_id),
        reversal_problem_code: Set(reversal_problem_code),
        reversal_problem_detail: Set(reversal_problem_detail),
        void_reason: Set(stage.voided().map(|voided| voided.reason.clone())),
        round: Set(stage.round()),
        submitted_at: Set(submitted.map(|submitted| submitted.at.micros())),
        submitted_by: Set(submitted.map(|submitted| submitted.by.to_string())),
        plan: Set(submission.map(|submission| to_json(&submission.plan)).transpose()?),
        digest: Set(stage.digest().map(|digest| digest.hash.clone())),
        digest_version: Set(stage.digest().map(|digest| digest.version)),
        current_level: Set(submission.map_or(0, |submission| i64::from(submission.level))),
        waits_for: Set(waits_for(stage)),
        signed_by: Set(to_json(submission.map_or(&nobody, |submission| &submission.signatures))?),
        held_by: Set(stage.held_by().map(ToString::to_string)),
        held_at: Set(stage.held_at().map(Timestamp::micros)),
        stood_still: Set(submission.map(|submission| micros(submission.stood_still)).filter(|micros| *micros > 0)),
        escalates_at: Set(escalates_at),
        overdue_at: Set(overdue_at),
        added_at: Set(added.map(|submission| submission.submitted.at.micros())),
        rule_set: Set(submission.and_then(|submission| submission.rule_set)),
        added_author: Set(added.map(|_| document.created_by.folded().to_owned())),
        beneficiaries: Set(beneficiaries.map(to_json).transpose()?),
        posted_at: Set(stage.posted_at().map(Timestamp::micros)),
        returned_on: Set(payment_return.map(|back| back.ended.on.to_string())),
        returned_at: Set(came_back.map(|(at, ..)| at.micros())),
        returned_by: Set(came_back.map(|(_, by, _)| by.to_string())),
        returned_comments: Set(came_back.map(|(.., words)| words.clone())),
        returned_author: Set(returned_author),
        returned_submitter: Set(returned_submitter),
        ..Default::default()
    })
}

/// When signers are added to the step that waits, and from when it is overdue.
pub fn late_at(stage: &Stage) -> (Option<i64>, Option<i64>) {
    let Some((clock, step)) = stage.waiting_step() else { return (None, None) };
    (clock.escalates_at(step).map(Timestamp::micros), clock.overdue_at(step).map(Timestamp::micros))
}

/// See [`told_of_return`].
fn returned_to(document: &Document) -> (Option<String>, Option<String>) {
    let Some(returned) = document.stage.returned() else { return (None, None) };
    let submitter = document.stage.submitted().map(|submitted| &submitted.by);
    told_of_return(&returned.by, &document.created_by, submitter)
}

fn micros(span: Duration) -> i64 {
    i64::try_from(span.as_micros()).unwrap_or(i64::MAX)
}

/// Whom the current step waits for, while it does.
pub fn waits_for(stage: &Stage) -> Option<String> {
    match stage {
        Stage::PendingApproval(submission) => {
            Some(submission.current_step().map_or_else(|| waiting::EVERYBODY.to_owned(), waiting::word))
        }
        Stage::Draft(_) | Stage::OnHold(_) | Stage::Approved(_) | Stage::InLedger(_) => None,
        Stage::Rejected(_) | Stage::Voided(_) => None,
    }
}
