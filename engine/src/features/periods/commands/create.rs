//! Create a period that overlaps no other. See docs/rules/periods.md#periods.

use crate::books::command::{
    Change, Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Target, Wants,
};
use crate::books::new_period::{created, no_overlap, not_before_hard_closed, open};
use crate::books::period::Period;
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};

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
        let period = open(self.period_id.clone(), period_name, (start_date, end_date), snapshot);
        let audit = created(&period, snapshot);
        Ok(Decision::new(Effects::one(snapshot.now, Change::SavePeriod(Box::new(period.clone())), audit), period))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}
