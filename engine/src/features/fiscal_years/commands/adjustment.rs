//! Adds the period of adjustments to a fiscal year that was made without one. See docs/rules/fiscal-years.md#period-of-adjustments.

use crate::books::command::{
    AuditEntry, Change, Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Target, Wants,
};
use crate::books::new_period::{hard_closed_after, made, open};
use crate::books::period::{Closing, Period};
use crate::features::fiscal_years::model::{FiscalYear, RESOURCE, TITLE};
use crate::features::fiscal_years::records::{ChangedYear, FEATURE, WantedYears, seen};
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::SubLedger;

/// What its row in the trail of the year, and of the period that it shares a day with, says.
const ADDED: &str = "Adjustment Period";

/// Gives the year a period of adjustments.
pub struct AddAdjustmentPeriod {
    pub fiscal_year_id: String,
    pub faults: Faults,
}

impl Refuses for AddAdjustmentPeriod {
    const REFUSALS: &'static [RefusalName] =
        &[RefusalName::AlreadyExists, RefusalName::FiscalYearClosed, RefusalName::HardClosed];
}

impl Permitted for AddAdjustmentPeriod {
    const TAKES: Takes = Takes::These(&[("accounting_period", "write")]);
}

impl Command for AddAdjustmentPeriod {
    type Answer = Period;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        let target = Some(Target::OfFeature(FEATURE, self.fiscal_year_id.clone()));
        Wants { target, exclusive: true, ..Wants::of_feature(WantedYears::one(&self.fiscal_year_id)) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Period>, Refusal> {
        let before = seen(snapshot).named(&self.fiscal_year_id)?;
        self.faults.clone().or(())?;
        may_have_one(before, snapshot)?;
        let period_id = id_of(&before.fiscal_year_id);
        let mut effects = Effects::at(snapshot.now);
        let mut last = before.periods(&snapshot.catalog).last().copied().cloned();
        let period = adjusting(before, period_id.clone(), last.as_mut(), snapshot, &mut effects)?;
        effects.audit.push(
            AuditEntry::about(RESOURCE, &before.fiscal_year_id, ADDED, &snapshot.actor.user_id)
                .with("period_id", period_id.clone()),
        );
        let version = before.version.saturating_add(1);
        let year = FiscalYear { adjustment_period_id: Some(period_id), version, ..before.clone() };
        effects.changes.push(ChangedYear::Save(Box::new(year)).into());
        Ok(Decision::new(effects, period))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

fn may_have_one(year: &FiscalYear, snapshot: &Snapshot) -> Result<(), Refusal> {
    let id = &year.fiscal_year_id;
    if let Some(period_id) = &year.adjustment_period_id {
        let why = format!("{TITLE} {id:?} has a period of adjustments already, {period_id}");
        return Err(RefusalName::AlreadyExists.because(why).with("period_id", period_id.clone()));
    }
    if year.is_closed {
        let why = format!("{TITLE} {id:?} is closed: reopen it first");
        return Err(RefusalName::FiscalYearClosed.because(why).with("fiscal_year_id", id.clone()));
    }
    if let Some(last) = year.periods(&snapshot.catalog).last()
        && let Some(why) = hard_closed_already(last)
    {
        return Err(RefusalName::HardClosed.because(why).with("period_id", last.period_id.clone()));
    }
    match hard_closed_after(year.end_date, snapshot) {
        None => Ok(()),
        Some(later) => {
            let later = &later.period_id;
            let why =
                format!("a later accounting period, {later}, is hard-closed: adjustments would change its balances");
            Err(RefusalName::HardClosed.because(why).with("period_id", later.clone()))
        }
    }
}

/// Why the period that it would share its day with takes none beside it: a hard close is for good.
pub fn hard_closed_already(last: &Period) -> Option<String> {
    let is_hard = last.closing_of(SubLedger::Gl) == Closing::HardClosed;
    is_hard.then(|| {
        format!("its last accounting period, {}, is hard-closed: adjustments would change that day", last.period_id)
    })
}

/// The id of the year's period of adjustments.
pub fn id_of(fiscal_year_id: &str) -> String {
    format!("{fiscal_year_id}-ADJ")
}

/// The new period of the year's last day. Sums that are kept of the period that it shares the day with, where that was there before
/// (`beside`), are kept no more.
pub fn adjusting(
    year: &FiscalYear,
    period_id: String,
    beside: Option<&mut Period>,
    snapshot: &Snapshot,
    effects: &mut Effects,
) -> Result<Period, Refusal> {
    if let Some(last) = beside {
        last.version = last.version.saturating_add(1);
        let row = AuditEntry::about("accounting_period", &last.period_id, ADDED, &snapshot.actor.user_id);
        effects.audit.push(row.with("period_id", period_id.clone()));
        effects.changes.push(Change::SavePeriod(Box::new(last.clone())));
    }
    let period_name = format!("{} adjustments", year.fiscal_year_name);
    let of_last_day = open(period_id, period_name, (year.end_date, year.end_date), snapshot);
    made(Period { is_adjustment: true, ..of_last_day }, snapshot, effects)
}
