//! What bars that a fiscal year, or a period, is taken back. See docs/rules/periods.md#taking-a-period-back.

use std::sync::Arc;

use serde_json::Value;

use super::model::{FiscalYear, RESOURCE, TITLE};
use super::records::{ChangedYear, RestingOn, WantedYears, seen};
use crate::books::command::{AuditEntry, Change, Effects, Snapshot, Wanted};
use crate::books::period::{Closing, Period};
use crate::books::period_use::Resting;
use crate::values::error::{Refusal, RefusalName};

/// What the deletion of a period asks for.
pub fn resting_on_period(period_id: &str) -> Vec<Arc<dyn Wanted>> {
    vec![Arc::new(WantedYears { resting: RestingOn::Period(period_id.to_owned()), ..WantedYears::default() })]
}

/// The year that the period of adjustments is taken from, in its new version. A regular period of a year goes with that alone.
pub fn out_of_its_year(period: &Period, snapshot: &Snapshot) -> Result<Option<FiscalYear>, Refusal> {
    let of_days = |year: &&FiscalYear| year.holds(period.start_date) && year.holds(period.end_date);
    let Some(year) = seen(snapshot).years.iter().find(of_days) else { return Ok(None) };
    let (id, period_id) = (&year.fiscal_year_id, &period.period_id);
    let is_its = year.adjustment_period_id.as_ref() == Some(period_id);
    if is_its && !year.is_closed {
        let version = year.version.saturating_add(1);
        return Ok(Some(FiscalYear { adjustment_period_id: None, version, ..year.clone() }));
    }
    let why = if is_its {
        format!("accounting period {period_id} belongs to {TITLE} {id:?}, which is closed")
    } else {
        format!("accounting period {period_id} belongs to {TITLE} {id:?}: take that back instead")
    };
    Err(RefusalName::InUse.because(why).with("fiscal_year_id", id.clone()))
}

/// The effects by which a period goes, out of this year where it is of its adjustments.
pub fn period_goes(period: &Period, year: Option<FiscalYear>, snapshot: &Snapshot) -> Effects {
    let by = &snapshot.actor.user_id;
    let mut effects = Effects::at(snapshot.now);
    goes(period, None, snapshot, &mut effects);
    if let Some(year) = year {
        let row = AuditEntry::about(RESOURCE, &year.fiscal_year_id, "Updated", by);
        effects.audit.push(row.with("deleted_period_id", period.period_id.clone()));
        effects.changes.push(ChangedYear::Save(Box::new(year)).into());
    }
    effects
}

/// One period, by itself or with its year.
pub fn goes(period: &Period, year: Option<&FiscalYear>, snapshot: &Snapshot, effects: &mut Effects) {
    effects.audit.push(
        AuditEntry::about("accounting_period", &period.period_id, "Deleted", &snapshot.actor.user_id)
            .with("fiscal_year_id", year.map(|year| year.fiscal_year_id.clone())),
    );
    effects.changes.push(Change::DeletePeriod(period.period_id.clone()));
}

/// Refuses to take back periods that were closed once, that something rests on, or that others lie around: there is no gap in the books.
pub fn nothing_bars(periods: &[&Period], snapshot: &Snapshot) -> Result<(), Refusal> {
    let was_closed = |period: &&&Period| {
        period.last_change.is_some() || period.closing.iter().any(|closing| *closing != Closing::Open)
    };
    let closed: Vec<String> = periods.iter().filter(was_closed).map(|period| period.period_id.clone()).collect();
    if !closed.is_empty() {
        let why = format!("was closed before: accounting period {}", closed.join(", "));
        return Err(RefusalName::InUse.because(why).with("period_ids", closed));
    }
    nothing_rests(snapshot)?;
    not_between(periods, snapshot)
}

fn nothing_rests(snapshot: &Snapshot) -> Result<(), Refusal> {
    let resting = &seen(snapshot).resting;
    if resting.is_empty() {
        return Ok(());
    }
    let named: Vec<String> = resting.iter().map(|on| format!("{} {}", on.resource.replace('_', " "), on.id)).collect();
    let all: Vec<Value> = resting.iter().map(Resting::named).collect();
    Err(RefusalName::InUse.because(format!("this rests on it: {}", named.join(", "))).with("used_by", all))
}

/// Only the first and the last periods of the books go.
fn not_between(periods: &[&Period], snapshot: &Snapshot) -> Result<(), Refusal> {
    let going = || periods.iter().filter(|period| !period.is_adjustment);
    let first = going().map(|period| period.start_date).min();
    let last = going().map(|period| period.end_date).max();
    let Some((first, last)) = first.zip(last) else { return Ok(()) };
    let stay = || {
        let stays = |period: &&Period| periods.iter().all(|going| going.period_id != period.period_id);
        snapshot.catalog.regular_periods().filter(stays)
    };
    let before = stay().filter(|period| period.end_date < first).max_by_key(|period| period.end_date);
    let after = stay().filter(|period| period.start_date > last).min_by_key(|period| period.start_date);
    let Some((before, after)) = before.zip(after) else { return Ok(()) };
    let (before, after) = (&before.period_id, &after.period_id);
    let why = format!("lies between accounting periods {before} and {after}: only the first or the last goes");
    Err(RefusalName::InUse.because(why).with("period_ids", vec![before.clone(), after.clone()]))
}
