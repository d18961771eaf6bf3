//! Create a period that overlaps no other. See docs/rules/periods.md#periods.

use crate::books::command::{
    AuditEntry, Change, Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Target, Wants,
};
use crate::books::period::{Closing, Period};
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::SubLedger;

/// Opens a new accounting period.
pub struct CreatePeriod {
    pub period_id: String,
    pub period_name: Option<String>,
    pub start_date: Option<Date>,
    pub end_date: Option<Date>,
    pub faults: Faults,
}

impl Refuses for CreatePeriod {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::AlreadyExists, RefusalName::PeriodOverlap];
}

impl Permitted for CreatePeriod {
    const TAKES: Takes = Takes::These(&[("accounting_period", "write")]);
}

impl Command for CreatePeriod {
    type Answer = Period;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        Wants::catalog(Target::Period(self.period_id.clone()))
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Period>, Refusal> {
        if snapshot.catalog.periods.contains_key(&self.period_id) {
            return Err(RefusalName::AlreadyExists
                .because(format!("accounting period {:?} exists already", self.period_id))
                .at("/period_id"));
        }
        let mut faults = self.faults.clone();
        let (Some(start_date), Some(end_date), Some(period_name)) =
            (self.start_date, self.end_date, self.period_name.clone())
        else {
            if faults.is_empty() {
                faults.add("", "the period is incomplete");
            }
            return Err(Refusal::Invalid(faults));
        };
        if end_date < start_date {
            faults.add("/end_date", "is before start_date");
        }
        not_before_hard_closed(end_date, snapshot, &mut faults);
        faults.or(())?;
        no_overlap(&self.period_id, start_date, end_date, snapshot)?;
        let period = Period {
            period_id: self.period_id.clone(),
            period_name,
            start_date,
            end_date,
            is_adjustment: false,
            closing: [Closing::Open; 4],
            version: 1,
            created_at: snapshot.now,
            created_by: snapshot.actor.user_id.to_string(),
            last_change: None,
        };
        let audit = created(&period, snapshot);
        Ok(Decision::new(Effects::one(snapshot.now, Change::SavePeriod(Box::new(period.clone())), audit), period))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

/// That it was made.
pub fn created(period: &Period, snapshot: &Snapshot) -> AuditEntry {
    AuditEntry::about("accounting_period", &period.period_id, "Created", &snapshot.actor.user_id)
        .with("period_name", period.period_name.clone())
        .with("start_date", period.start_date.to_string())
        .with("end_date", period.end_date.to_string())
}

/// Periods hard-close in order: what is posted before a hard-closed one would change its balances.
pub fn not_before_hard_closed(end_date: Date, snapshot: &Snapshot, faults: &mut Faults) {
    let mut later = snapshot.catalog.periods.values().filter(|period| period.start_date > end_date);
    if let Some(closed) = later.find(|period| period.closing_of(SubLedger::Gl) == Closing::HardClosed) {
        faults.add("/end_date", format!("is before accounting period {:?}, which is hard-closed", closed.period_id));
    }
}

/// A day belongs to one period at most.
pub fn no_overlap(id: &str, start: Date, end: Date, snapshot: &Snapshot) -> Result<(), Refusal> {
    let mut others = snapshot.catalog.periods.values().filter(|period| period.period_id != id && !period.is_adjustment);
    match others.find(|other| start <= other.end_date && other.start_date <= end) {
        None => Ok(()),
        Some(other) => Err(RefusalName::PeriodOverlap
            .because(format!(
                "overlaps accounting period {:?} ({} to {})",
                other.period_id, other.start_date, other.end_date
            ))
            .with("period_id", other.period_id.clone())),
    }
}
