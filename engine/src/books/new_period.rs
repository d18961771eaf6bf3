//! What every new accounting period is held to, made by itself or with its fiscal year. See docs/rules/periods.md#periods.

use crate::books::command::{AuditEntry, Change, Effects, Snapshot};
use crate::books::period::{Closing, Period};
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::SubLedger;

/// A period of these days that is open for everything.
pub fn open(
    period_id: String,
    period_name: String,
    (start_date, end_date): (Date, Date),
    snapshot: &Snapshot,
) -> Period {
    Period {
        period_id,
        period_name,
        start_date,
        end_date,
        is_adjustment: false,
        closing: [Closing::Open; 4],
        version: 1,
        created_at: snapshot.now,
        created_by: snapshot.actor.user_id.to_string(),
        last_change: None,
    }
}

/// The period as a new one.
pub fn made(period: Period, snapshot: &Snapshot, effects: &mut Effects) -> Result<Period, Refusal> {
    if snapshot.catalog.periods.contains_key(&period.period_id) {
        let why = format!("there is an accounting period {:?} already, with other days", period.period_id);
        return Err(RefusalName::AlreadyExists.because(why).with("period_id", period.period_id));
    }
    if !period.is_adjustment {
        no_overlap(&period.period_id, period.start_date, period.end_date, snapshot)?;
    }
    effects.audit.push(created(&period, snapshot));
    effects.changes.push(Change::SavePeriod(Box::new(period.clone())));
    Ok(period)
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
    if let Some(closed) = hard_closed_after(end_date, snapshot) {
        faults.add("/end_date", format!("is before accounting period {:?}, which is hard-closed", closed.period_id));
    }
}

/// A hard-closed period that begins after the day.
pub fn hard_closed_after(day: Date, snapshot: &Snapshot) -> Option<&Period> {
    let mut later = snapshot.catalog.periods.values().filter(|period| period.start_date > day);
    later.find(|period| period.closing_of(SubLedger::Gl) == Closing::HardClosed)
}

/// A day belongs to one period at most.
pub fn no_overlap(id: &str, start: Date, end: Date, snapshot: &Snapshot) -> Result<(), Refusal> {
    let mut others = snapshot.catalog.regular_periods().filter(|period| period.period_id != id);
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
