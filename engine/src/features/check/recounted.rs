//! PURE: what the trail says, row by row: how a document came to where it stands, and what rows last stated.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::approval::RoutingPlan;
use crate::approval::access::UserId;
use crate::books::action::escalate::ESCALATE;
use crate::books::command::SESSION_ID;
use crate::books::document::{Action, Digest, Status};
use crate::books::stored;
use crate::books::stored::Stored;
use crate::features::accruals::{NOT_REVERSED, REVERSED};
use crate::features::reconciliation::RESOURCE as RECONCILIATION;
use crate::features::reconciliation::Unmarked;
use crate::features::recurring::WRITTEN_BY;
use crate::features::sign_in::DoneIn;
use crate::kernel::chain::Row;
use crate::kernel::store::baseline;
use crate::kernel::store::stated;
use crate::kernel::store::stated::{APPLICATIONS, MOVES_PAYMENT};
use crate::values::kind::DocumentKind;

/// Resource and id of what audit rows are about.
pub type Named = (String, String);

/// What was last stated, and by which version of the lists.
#[derive(Clone, Debug)]
pub struct Last {
    pub version: i64,
    pub fields: Map<String, Value>,
}

/// The signatures as their `Approve` rows record them: by round, level and person.
pub type Signatures = BTreeMap<(i64, i64, String), Given>;

/// A signature: the instant, whose right it was, and what was said with it.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Given {
    pub at: i64,
    pub on_behalf_of: Option<String>,
    pub comments: Option<String>,
}

/// How a document ended: deposited, cleared or voided.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Ended {
    /// The day; older rows of voids have none where nothing was posted.
    pub on: Option<String>,
    pub at: i64,
    pub by: String,
}

/// Who sent a document back or rejected it, when and why.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Returned {
    pub at: i64,
    pub by: String,
    pub comments: String,
}

/// An application of a credit as its `Apply` row has it, or as it was stated.
#[derive(Clone, PartialEq, Debug)]
pub struct Applied {
    pub at: i64,
    pub by: String,
    pub details: Map<String, Value>,
    /// All that its row holds.
    pub stated: Option<Value>,
}

/// A document's way, by its rows.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Way {
    pub status: Option<String>,
    pub created_at: i64,
    pub created_by: String,
    pub edited_by: String,
    pub editors: BTreeSet<UserId>,
    pub submitted_at: Option<i64>,
    pub submitted_by: Option<String>,
    pub posted_at: Option<i64>,
    pub rule_set: Option<i64>,
    pub returned: Option<Returned>,
    /// What it was made to take the place of.
    pub corrects_id: Option<String>,
    /// What was made to take its place.
    pub correction_id: Option<String>,
    /// What became of the reversal of an accrual on its day: the entry that was made, or the code and the sentence of a refusal.
    pub dated_reversal_id: Option<String>,
    pub reversal_problem: Option<(String, String)>,
    /// The day on which a payment came back.
    pub returned_on: Option<String>,
    /// When and as of which day it came back, and when that was taken back, in turn.
    pub turned: Vec<(i64, Option<String>)>,
    pub ended: Option<Ended>,
    pub void_reason: Option<String>,
    pub sub_ledger: Option<String>,
    /// What its author wrote, where that was stated since.
    pub content: Option<Digest>,
    /// By which version of the lists its last submission stated something.
    pub submitted_by_lists: Option<i64>,
    /// What was submitted, by rounds.
    pub digests: BTreeMap<i64, Digest>,
    pub applied: Vec<Applied>,
    pub held_by: Option<String>,
    /// Since when it is on hold, and how long it was before, since its level began to wait; in microseconds.
    pub held_at: Option<i64>,
    pub stood_still: i64,
    pub round: i64,
    pub level: i64,
    pub plan: Option<RoutingPlan>,
    pub digest: Option<Digest>,
    pub signed_by: BTreeSet<UserId>,
    pub beneficiaries: BTreeSet<UserId>,
    pub signatures: Signatures,
}

/// The whole trail, as far as it was walked.
#[derive(Default, Debug)]
pub struct Recounted {
    pub last: BTreeMap<Named, Last>,
    pub ways: BTreeMap<Named, Way>,
    /// What was done in sessions of the console.
    pub done_in: DoneIn,
    pub unmarked: Unmarked,
    /// What is wrong with the rows themselves.
    pub faults: Vec<String>,
}

impl Recounted {
    /// Takes the next row.
    pub fn push(&mut self, row: &Row) {
        let named = (row.resource.clone(), row.resource_id.clone());
        let Ok(details) = serde_json::from_str::<Map<String, Value>>(&row.details) else {
            self.faults.push(format!("audit row {}: its details are no JSON object", row.seq));
            return;
        };
        if let Some(session_id) = details.get(SESSION_ID).and_then(Value::as_str) {
            self.done_in.push(session_id, row);
        }
        if row.resource == RECONCILIATION {
            self.unmarked.push(row, &details);
        }
        let states =
            details.iter().find_map(|(name, value)| Some((stated::version_of(name)?, value.as_object()?.clone())));
        if row.action == "Deleted" {
            self.last.remove(&named);
        }
        let is_document = DocumentKind::parse(&row.resource).is_some();
        let stands = if is_document {
            self.ways.get(&named).is_some_and(|way| way.status.is_some())
        } else {
            self.last.contains_key(&named)
        };
        if row.action == "Created" && stands {
            let (resource, id) = &named;
            self.faults
                .push(format!("{resource} {id}: audit row {} makes it again, and nothing took it away", row.seq));
        }
        if is_document {
            let way = self.ways.entry(named.clone()).or_default();
            if let Err(fault) = way.go(row, &details, states.as_ref()) {
                self.faults.push(format!("audit row {}: {fault}", row.seq));
            }
        }
        let Some((version, fields)) = states else { return self.restate(&named, &details) };
        if version > stated::VERSION {
            let known = stated::VERSION;
            self.faults.push(format!(
                "audit row {}: states version {version}; this program knows those up to {known}",
                row.seq
            ));
        }
        let before = self.last.insert(named, Last { version, fields });
        if row.action == baseline::ACTION && before.is_some_and(|before| before.version >= version) {
            let (resource, id) = (&row.resource, &row.resource_id);
            self.faults.push(format!("{resource} {id}: audit row {} is a baseline of what was stated before", row.seq));
        }
    }
}

impl Recounted {
    /// A migration that changes a row records it in the words of an audit-trail alone; these stated fields have new values.
    fn restate(&mut self, named: &Named, details: &Map<String, Value>) {
        let Some(last) = self.last.get_mut(named) else { return };
        let told = match named.0.as_str() {
            "account" | "user" => details.get(&named.0).and_then(Value::as_object).unwrap_or(details),
            _ => details,
        };
        for (field, value) in &mut last.fields {
            if let Some(now) = told.get(field) {
                value.clone_from(now);
            }
        }
    }
}

impl Way {
    /// One row on; what cannot be read of its details is an error, and the way goes on without it.
    fn go(
        &mut self,
        row: &Row,
        details: &Map<String, Value>,
        states: Option<&(i64, Map<String, Value>)>,
    ) -> Result<(), String> {
        let mut outcome = Ok(());
        let by = || row.performed_by.clone();
        let is = |action: Action| row.action == action.audit_word();
        let step = Action::ALL.into_iter().find(|action| action.is_step() && is(*action));
        if row.action == "Created" {
            let corrects_id = text(details, "corrects_id");
            let editors = people(details, WRITTEN_BY);
            *self =
                Self { created_at: row.at, created_by: by(), edited_by: by(), editors, corrects_id, ..Self::default() };
        } else if is(Action::Delete) {
            *self = Self::default();
        } else if is(Action::Edit) {
            self.edited_by = by();
            self.editors.insert(by().into());
            self.content = None;
        } else if is(Action::Submit) {
            self.restart();
            self.round = self.round.saturating_add(1);
            (self.submitted_at, self.submitted_by) = (Some(row.at), Some(by()));
            self.rule_set = details.get("rule_set").and_then(Value::as_i64);
            self.submitted_by_lists = states.map(|(version, _)| *version);
            let (plan, beneficiaries) = (member(details, "plan"), member(details, "beneficiaries"));
            outcome = plan.as_ref().err().or(beneficiaries.as_ref().err()).cloned().map_or(Ok(()), Err);
            self.plan = plan.unwrap_or_default();
            self.beneficiaries = beneficiaries.ok().flatten().unwrap_or_default();
        } else if is(Action::Approve) {
            self.signed_by.insert(by().into());
            match details.get("level").and_then(Value::as_i64) {
                Some(level) => {
                    if is_complete(details) {
                        self.level = level;
                        self.stood_still = 0;
                    }
                    let given = Given {
                        at: row.at,
                        on_behalf_of: text(details, "on_behalf_of"),
                        comments: text(details, "comments"),
                    };
                    self.signatures.insert((self.round, level, by()), given);
                }
                None => outcome = Err("its details name no level".into()),
            }
        } else if is(Action::Post) {
            self.posted_at = Some(row.at);
        } else if let Some(day) = ends(&row.action) {
            self.ended = Some(Ended { on: text(details, day), at: row.at, by: by() });
            self.void_reason = text(details, "reason").filter(|_| is(Action::Void));
        } else if is(Action::Unclear) || is(Action::Undeposit) {
            self.ended = None;
        } else if is(Action::Return) {
            self.returned_on = text(details, "return_date");
            self.turned.push((row.at, text(details, "return_date")));
        } else if is(Action::Unreturn) {
            self.returned_on = None;
            self.turned.push((row.at, text(details, "unreturn_date")));
        } else if is(Action::Apply) || is(Action::Unapply) {
            self.applied.push(Applied { at: row.at, by: by(), details: details.clone(), stated: None });
        }
        if MOVES_PAYMENT.into_iter().any(is) {
            let made = states.and_then(|(_, fields)| fields.get(APPLICATIONS)?.as_array()).map_or(0, Vec::len);
            let one = || Applied { at: row.at, by: by(), details: details.clone(), stated: None };
            self.applied.extend(std::iter::repeat_with(one).take(made));
        }
        if row.action == ESCALATE {
            match member(details, "plan") {
                Ok(plan) => self.plan = plan,
                Err(error) => outcome = Err(error),
            }
        }
        if row.action == REVERSED {
            self.dated_reversal_id = text(details, "reversing_entry_id");
            self.reversal_problem = None;
        } else if row.action == NOT_REVERSED {
            self.reversal_problem = text(details, "code").zip(text(details, "detail"));
        }
        if is(Action::Void) || is(Action::Reverse) {
            self.correction_id = text(details, "correction_id").or(self.correction_id.take());
        }
        if step.is_some() {
            let held = self.held_at.take().map_or(0, |since| row.at.saturating_sub(since));
            self.stood_still = self.stood_still.saturating_add(held);
        }
        if step.and_then(Action::to) == Some(Status::OnHold) {
            self.held_at = Some(row.at);
        }
        if let Some(Status::Draft | Status::Rejected) = step.and_then(Action::to) {
            let words = step.and_then(|step| text(details, step.facts().words?)).unwrap_or_default();
            self.returned = Some(Returned { at: row.at, by: by(), comments: words });
        } else if is(Action::Return) {
            let comments = text(details, "reason").unwrap_or_default();
            self.returned = Some(Returned { at: row.at, by: by(), comments });
        } else if is(Action::Submit) || is(Action::Void) || is(Action::Unreturn) {
            self.returned = None;
        }
        match step.and_then(Action::to) {
            Some(Status::Draft) => self.restart(),
            Some(Status::OnHold) => self.held_by = Some(by()),
            Some(Status::PendingApproval) => self.held_by = None,
            Some(Status::Approved | Status::Posted | Status::Rejected | Status::Voided) => {}
            Some(Status::Paid | Status::Deposited | Status::Cleared | Status::Returned) | None => {}
        }
        if let Some((_, fields)) = states {
            self.take(fields).unwrap_or_else(|fault| outcome = Err(fault));
        }
        self.status.clone_from(&row.after_status);
        outcome
    }

    /// What a row states of a document.
    fn take(&mut self, fields: &Map<String, Value>) -> Result<(), String> {
        if let Some(digest) = read_digest(fields, "digest", "digest_version")? {
            self.digests.insert(self.round, digest.clone());
            self.content = Some(digest.clone());
            self.digest = Some(digest);
        }
        if let Some(content) = read_digest(fields, "content", "content_version")? {
            self.content = Some(content);
        }
        if let Some(sub_ledger) = text(fields, "sub_ledger") {
            self.sub_ledger = Some(sub_ledger);
        }
        if let (Some(on), Some(ended)) = (text(fields, "voided_on"), &mut self.ended) {
            ended.on = Some(on);
        }
        for (one, place) in fields.get(APPLICATIONS).and_then(Value::as_array).into_iter().flatten().zip(0..) {
            // A baseline states all of them, a row the last.
            let all = fields.get(APPLICATIONS).and_then(Value::as_array).map_or(0, Vec::len);
            let of =
                self.applied.len().checked_sub(all).and_then(|first| self.applied.get_mut(first.saturating_add(place)));
            match of {
                Some(applied) => applied.stated = Some(one.clone()),
                None => return Err("it states applications that were not made".into()),
            }
        }
        Ok(())
    }

    /// Its levels begin anew, and what was signed so far stands for nothing.
    fn restart(&mut self) {
        self.level = 0;
        self.signed_by.clear();
        self.plan = None;
        self.beneficiaries.clear();
        self.held_by = None;
        (self.held_at, self.stood_still) = (None, 0);
        (self.digest, self.rule_set) = (None, None);
    }
}

/// Whether a signature completed its level: one of several says how many there are.
fn is_complete(details: &Map<String, Value>) -> bool {
    let Some(signatures) = details.get("signatures") else { return true };
    let number = |name: &str| signatures.get(name).and_then(Value::as_i64);
    number("given") >= number("required")
}

/// A member of the details that has a stored shape, when it is there.
fn member<T: Stored>(details: &Map<String, Value>, name: &str) -> Result<Option<T>, String> {
    details.get(name).map(stored::read_value).transpose().map_err(|error| format!("its {name}: {error}"))
}

/// `None` where it is not stated.
fn read_digest(fields: &Map<String, Value>, hash: &str, version: &str) -> Result<Option<Digest>, String> {
    if fields.get(hash).is_none() && fields.get(version).is_none() {
        return Ok(None);
    }
    let found = text(fields, hash).zip(fields.get(version).and_then(Value::as_i64));
    found.map(|(hash, version)| Some(Digest { version, hash })).ok_or_else(|| format!("it states no {hash}"))
}

fn people(details: &Map<String, Value>, name: &str) -> BTreeSet<UserId> {
    details
        .get(name)
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(UserId::from)
        .collect()
}

fn text(details: &Map<String, Value>, name: &str) -> Option<String> {
    details.get(name)?.as_str().map(str::to_owned)
}

/// The detail with the day of what ends a document.
fn ends(word: &str) -> Option<&'static str> {
    let of = [(Action::Deposit, "deposit_date"), (Action::Clear, "cleared_date"), (Action::Void, "posting_date")];
    of.into_iter().find(|(action, _)| action.audit_word() == word).map(|(_, day)| day)
}
