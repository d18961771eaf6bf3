//! Close: asked for by a person, done by a job. See docs/rules/periods.md#close.
//!
//! [`RequestClose`] checks what can be checked at once and enqueues the job. The job first posts what
//! waits for posting, then runs [`Close`], which alone decides.

use crate::values::kind::{GovernedAction, Thing};
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use crate::books::command::snapshot::Unposted;
use crate::books::command::{
    AuditEntry, Change, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Target, Wants,
};
use crate::books::document::Status;
use crate::books::period::{Closing, Period, PeriodChange, Scope};
use crate::books::queue::{Done, JobEnd, Task};
use crate::features::close_tasks;
use crate::values::error::{Refusal, RefusalName};
use crate::values::kind::DocumentKey;
use crate::values::kind::SubLedger;

/// Asks for a close.
pub struct RequestClose {
    pub period_id: String,
    pub scope: Scope,
    pub force: bool,
}

impl Refuses for RequestClose {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] =
        &[RefusalName::AlreadyClosed, RefusalName::UnpostedDocuments, RefusalName::CloseTasksOpen];
}

impl Permitted for RequestClose {
    const TAKES: Takes = Takes::These(&[("accounting_period", "close")]);
}

impl Command for RequestClose {
    /// The job's id.
    type Answer = String;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        self.force.then(|| Guarded::thing(Thing::Period, GovernedAction::Close, &self.period_id))
    }

    fn wants(&self) -> Wants {
        Wants {
            target: Some(Target::Period(self.period_id.clone())),
            of_features: close_tasks::checklist_of(&self.period_id),
            ..Wants::default()
        }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<String>, Refusal> {
        let period = closable(&self.period_id, self.scope, snapshot)?;
        close_tasks::all_signed(period, self.scope, snapshot)?;
        let task = Task::ClosePeriod {
            period_id: self.period_id.clone(),
            scope: self.scope,
            force: self.force,
            requested_by: snapshot.actor.user_id.to_string(),
        };
        let mut effects = Effects::at(snapshot.now);
        let job_id = effects.enqueue(task, snapshot);
        Ok(Decision::new(effects, job_id))
    }
}

/// Closes the parts of the scope that are still open. The job runs it in the name of the user who asked for the close.
pub struct Close {
    pub job_id: Option<String>,
    pub period_id: String,
    pub scope: Scope,
    pub force: bool,
    /// Close over approved documents that are not posted yet, as a forced close in the end may. The job first asks not
    /// to, and posts what an approval slipped in beside it.
    pub over_approved: bool,
    /// Approved documents that count as posted: in a dry run, those that the job would post first.
    pub posted_first: BTreeSet<DocumentKey>,
    pub requested_by: String,
}

impl Command for Close {
    type Answer = Period;

    fn needs(&self) -> Vec<Needed> {
        // The service's own.
        Vec::new()
    }

    fn wants(&self) -> Wants {
        Wants {
            unposted_in: Some(self.period_id.clone()),
            job: self.job_id.clone(),
            of_features: close_tasks::checklist_of(&self.period_id),
            ..Wants::catalog(Target::Period(self.period_id.clone()))
        }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Period>, Refusal> {
        // A job is delivered at least once. The period may be open again since this one closed it.
        if snapshot.job.as_ref().is_some_and(|job| job.state.is_ended()) {
            return Err(RefusalName::AlreadyClosed.because("the job that closes the period has ended"));
        }
        let before = closable(&self.period_id, self.scope, snapshot)?;
        let barring: Vec<&Unposted> =
            snapshot.unposted.iter().filter(|unposted| self.covers(before, unposted)).collect();
        if !self.over_approved && barring.iter().any(|found| found.status == Status::Approved) {
            return Err(RefusalName::PostingsInHand.because("approved documents of the period wait for their posting"));
        }
        let counts = count(&barring);
        if !barring.is_empty() && !self.force {
            return Err(unposted_documents(before, barring.len(), counts));
        }
        // What the job posted before may have suspended a sign-off.
        close_tasks::all_signed(before, self.scope, snapshot)?;
        let mut period = before.clone();
        period.version = period.version.saturating_add(1);
        for sub_ledger in self.scope.sub_ledgers() {
            if period.is_open_for(*sub_ledger) {
                period.set_closing(*sub_ledger, Closing::SoftClosed);
            }
        }
        period.last_change = Some(PeriodChange {
            closed_at: Some(snapshot.now),
            closed_by: Some(self.requested_by.clone()),
            close_type: Some(self.scope),
            reopened_at: None,
            reopened_by: None,
            reopen_type: None,
            reason: None,
        });
        let stranded: Vec<Value> = barring
            .iter()
            .map(|found| json!({ "type": found.key.kind.name(), "id": found.key.id, "status": found.status.name() }))
            .collect();
        let mut audit = AuditEntry::about("accounting_period", &self.period_id, "Close", &self.requested_by)
            .with("close_type", self.scope.name())
            .with("force", self.force);
        if !stranded.is_empty() {
            audit = audit.with("stranded", stranded).with("stranded_counts", counts);
        }
        let mut effects = Effects::one(snapshot.now, Change::SavePeriod(Box::new(period.clone())), audit);
        if let Some(job_id) = &self.job_id {
            let done = Done::Close(Box::new(period.clone()));
            effects.changes.push(Change::EndJob {
                job_id: job_id.clone(),
                end: JobEnd::Done(done),
                is_delivered: true,
            });
        }
        Ok(Decision::new(effects, period))
    }
}

impl Close {
    /// A close checks what it covers and is still open: all that it bars afterwards.
    fn covers(&self, period: &Period, unposted: &Unposted) -> bool {
        let scope = self.scope.sub_ledgers();
        unposted.sub_ledgers.iter().any(|of| scope.contains(of) && period.is_open_for(*of))
            && !self.posted_first.contains(&unposted.key)
    }
}

/// The period, when something of the scope is open still.
fn closable<'a>(period_id: &str, scope: Scope, snapshot: &'a Snapshot) -> Result<&'a Period, Refusal> {
    let period =
        snapshot.catalog.periods.get(period_id).ok_or_else(|| Refusal::not_found("accounting period", period_id))?;
    if period.is_closed(scope) {
        return Err(RefusalName::AlreadyClosed
            .because(format!("accounting period {period_id} is closed for {} already", scope.name())));
    }
    Ok(period)
}

/// Counts by document type and status.
pub fn count(unposted: &[&Unposted]) -> Value {
    let mut by_type: BTreeMap<&str, BTreeMap<&str, u64>> = BTreeMap::new();
    for found in unposted {
        let count = by_type.entry(found.key.kind.name()).or_default().entry(status_key(found.status)).or_default();
        *count = count.saturating_add(1);
    }
    let object: Map<String, Value> =
        by_type.into_iter().map(|(kind, counts)| (kind.to_owned(), json!(counts))).collect();
    Value::Object(object)
}

/// The key of a status in the unposted report.
pub const fn status_key(status: Status) -> &'static str {
    match status {
        Status::Draft => "draft",
        Status::PendingApproval => "pending_approval",
        Status::OnHold => "on_hold",
        Status::Approved => "approved",
        Status::Posted | Status::Paid | Status::Deposited | Status::Cleared => "posted",
        Status::Rejected | Status::Voided | Status::Returned => "posted",
    }
}

/// The refusal that names what bars a close, by type and status. See docs/rules/periods.md#unposted-documents.
pub fn unposted_documents(period: &Period, total: usize, counts: Value) -> Refusal {
    RefusalName::UnpostedDocuments
        .because(format!("{total} unposted documents bar the close of {}", period.period_id))
        .with("total_unposted", total)
        .with("counts", counts)
}

/// The sub-ledgers that are open, for messages.
pub fn open_sub_ledgers(period: &Period) -> Vec<SubLedger> {
    SubLedger::ALL.into_iter().filter(|sub_ledger| period.is_open_for(*sub_ledger)).collect()
}
