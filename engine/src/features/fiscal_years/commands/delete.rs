//! Takes a fiscal year back that was made by a slip, with the periods that came with it. See
//! docs/rules/fiscal-years.md#taking-a-year-back.

use crate::books::command::{
    AuditEntry, Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Target, Wants,
};
use crate::books::period::Period;
use crate::features::fiscal_years::model::{FiscalYear, RESOURCE, TITLE};
use crate::features::fiscal_years::records::{ChangedYear, FEATURE, RestingOn, WantedYears, YearState, seen};
use crate::features::fiscal_years::taken_back::{goes, nothing_bars};
use crate::values::error::{Refusal, RefusalName};

/// Deletes a year, and the periods that came with it.
pub struct DeleteFiscalYear {
    pub fiscal_year_id: String,
}

impl Refuses for DeleteFiscalYear {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::InUse];
}

impl Permitted for DeleteFiscalYear {
    const TAKES: Takes = Takes::These(&[("accounting_period", "write")]);
}

impl Command for DeleteFiscalYear {
    type Answer = ();

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        let wanted = WantedYears { resting: RestingOn::Year, ..WantedYears::one(&self.fiscal_year_id) };
        let target = Some(Target::OfFeature(FEATURE, self.fiscal_year_id.clone()));
        // Alone, so that nobody writes into one of its periods meanwhile.
        Wants { target, exclusive: true, ..Wants::of_feature(wanted) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<()>, Refusal> {
        let state = seen(snapshot);
        let year = state.named(&self.fiscal_year_id)?;
        was_never_closed(year)?;
        not_between_years(year, state)?;
        let periods: Vec<&Period> =
            year.periods(&snapshot.catalog).into_iter().filter(|period| year.brought(period)).collect();
        nothing_bars(&periods, snapshot)?;
        let mut effects = Effects::at(snapshot.now);
        for period in periods {
            goes(period, Some(year), snapshot, &mut effects);
        }
        effects.audit.push(AuditEntry::about(RESOURCE, &year.fiscal_year_id, "Deleted", &snapshot.actor.user_id));
        effects.changes.push(ChangedYear::Delete(year.fiscal_year_id.clone()).into());
        Ok(Decision::new(effects, ()))
    }
}

fn was_never_closed(year: &FiscalYear) -> Result<(), Refusal> {
    if year.last_change.is_none() && year.closings == 0 {
        return Ok(());
    }
    let entries: Vec<String> = year.closing_entries().map(|key| key.id).collect();
    let why = format!("{TITLE} {:?} was closed before", year.fiscal_year_id);
    Err(RefusalName::InUse.because(why).with("closing_entry_ids", entries))
}

/// Only the first and the last year go.
fn not_between_years(year: &FiscalYear, state: &YearState) -> Result<(), Refusal> {
    let before = state.years.iter().rev().find(|other| other.end_date < year.start_date);
    let after = state.years.iter().find(|other| other.start_date > year.end_date);
    let Some((before, after)) = before.zip(after) else { return Ok(()) };
    let (before, after) = (&before.fiscal_year_id, &after.fiscal_year_id);
    let why = format!("lies between fiscal years {before} and {after}: only the first or the last goes");
    Err(RefusalName::InUse.because(why).with("fiscal_year_ids", vec![before.clone(), after.clone()]))
}
