//! Takes a period back that was made by a slip. See docs/rules/periods.md#taking-a-period-back.

use crate::books::command::{Command, Decision, Needed, Permitted, Refuses, Snapshot, Takes, Target, Wants};
use crate::features::fiscal_years;
use crate::values::error::{Refusal, RefusalName};

/// Deletes a period that belongs to no fiscal year, or is of the adjustments of one.
pub struct DeletePeriod {
    pub period_id: String,
}

impl Refuses for DeletePeriod {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::InUse];
}

impl Permitted for DeletePeriod {
    const TAKES: Takes = Takes::These(&[("accounting_period", "write")]);
}

impl Command for DeletePeriod {
    type Answer = ();

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        // Alone, so that nobody writes into it meanwhile.
        Wants {
            of_features: fiscal_years::resting_on_period(&self.period_id),
            ..Wants::catalog(Target::Period(self.period_id.clone()))
        }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<()>, Refusal> {
        let id = &self.period_id;
        let period = snapshot.catalog.periods.get(id).ok_or_else(|| Refusal::not_found("accounting period", id))?;
        let year = fiscal_years::out_of_its_year(period, snapshot)?;
        fiscal_years::nothing_bars(&[period], snapshot)?;
        Ok(Decision::new(fiscal_years::period_goes(period, year, snapshot), ()))
    }
}
