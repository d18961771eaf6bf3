//! PURE: what the trail says, row by row: how a document came to where it stands, and what rows last stated.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::sessions::DoneIn;
use crate::access::UserId;
use crate::action::document::escalate::ESCALATE;
use crate::approval::RoutingPlan;
use crate::chain::Row;
use crate::command::SESSION_ID;
use crate::document::{Action, Digest, Status};
use crate::kind::DocumentKind;
use crate::store::baseline;
use crate::store::stated;
use crate::stored::{self, Stored};

/// Resource and id of what audit rows are about.
pub type Named = (String, String);

/// What was last stated, and by which version of the lists.
#[derive(Clone, Debug)]
pub struct Last {
    pub version: i64,
    pub fields: Map<String, Value>,
}

/// The signatures as their `Approve` rows record them: by round, level and person, with the instant and whose right it was.
pub type Signatures = BTreeMap<(i64, i64, String), (i64, Option<String>)>;

/// A document's way, by its rows.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Way {
    pub status: Option<String>,
    pub created_by: String,
    pub edited_by: String,
    pub editors: BTreeSet<UserId>,
    pub submitted_by: Option<String>,
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
        let states =
            details.iter().find_map(|(name, value)| Some((stated::version_of(name)?, value.as_object()?.clone())));
        if row.action == "Deleted" {
            self.last.remove(&named);
        }
        if DocumentKind::parse(&row.resource).is_some() {
            let way = self.ways.entry(named.clone()).or_default();
            if let Err(fault) = way.go(row, &details, states.as_ref().map(|(_, fields)| fields)) {
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
        states: Option<&Map<String, Value>>,
    ) -> Result<(), String> {
        let mut outcome = Ok(());
        let by = || row.performed_by.clone();
        let is = |action: Action| row.action == action.audit_word();
        let step = Action::ALL.into_iter().find(|action| action.is_step() && is(*action));
        if row.action == "Created" {
            *self = Self { created_by: by(), edited_by: by(), ..Self::default() };
        } else if is(Action::Delete) {
            *self = Self::default();
        } else if is(Action::Edit) {
            self.edited_by = by();
            self.editors.insert(by().into());
        } else if is(Action::Submit) {
            self.restart();
            self.round = self.round.saturating_add(1);
            self.submitted_by = Some(by());
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
                    let on_behalf_of = details.get("on_behalf_of").and_then(Value::as_str).map(str::to_owned);
                    self.signatures.insert((self.round, level, by()), (row.at, on_behalf_of));
                }
                None => outcome = Err("its details name no level".into()),
            }
        }
        if row.action == ESCALATE {
            match member(details, "plan") {
                Ok(plan) => self.plan = plan,
                Err(error) => outcome = Err(error),
            }
        }
        if step.is_some() {
            let held = self.held_at.take().map_or(0, |since| row.at.saturating_sub(since));
            self.stood_still = self.stood_still.saturating_add(held);
        }
        if step.and_then(Action::to) == Some(Status::OnHold) {
            self.held_at = Some(row.at);
        }
        match step.and_then(Action::to) {
            Some(Status::Draft) => self.restart(),
            Some(Status::OnHold) => self.held_by = Some(by()),
            Some(Status::PendingApproval) => self.held_by = None,
            Some(Status::Approved | Status::Posted | Status::Rejected | Status::Voided) => {}
            Some(Status::Paid | Status::Deposited | Status::Cleared) | None => {}
        }
        match states.map(read_digest) {
            Some(None) => outcome = Err("it states no digest".into()),
            Some(digest) => self.digest = digest,
            None => {}
        }
        self.status.clone_from(&row.after_status);
        outcome
    }

    /// Its levels begin anew, and what was signed so far stands for nothing.
    fn restart(&mut self) {
        self.level = 0;
        self.signed_by.clear();
        self.plan = None;
        self.beneficiaries.clear();
        self.held_by = None;
        (self.held_at, self.stood_still) = (None, 0);
        self.digest = None;
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

fn read_digest(fields: &Map<String, Value>) -> Option<Digest> {
    let hash = fields.get("digest")?.as_str()?.to_owned();
    Some(Digest { version: fields.get("digest_version")?.as_i64()?, hash })
}
