//! Writes a draft: its name, and all its lines at once. See docs/rules/budgets.md#lines.

use super::given::{GivenLine, checked};
use super::{change, row};
use crate::books::command::{Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::features::budgets::model::{Budget, RESOURCE, Standing, TITLE};
use crate::features::budgets::records::{WantedBudget, found, target};
use crate::features::fiscal_years;
use crate::values::error::{Faults, Refusal, RefusalName};

/// Writes it.
#[derive(Debug)]
pub struct EditBudget {
    pub budget_id: String,
    pub budget_name: Option<String>,
    /// In the place of all that there are.
    pub lines: Option<Vec<GivenLine>>,
    pub faults: Faults,
}

impl Refuses for EditBudget {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::WrongStatus];
}

impl Permitted for EditBudget {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "write")]);
}

impl Command for EditBudget {
    type Answer = Budget;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        let mut wants = Wants::of_feature(WantedBudget::one(&self.budget_id));
        wants.of_features.extend(fiscal_years::all());
        Wants { target: Some(target(&self.budget_id)), ..wants }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Budget>, Refusal> {
        let before = found(&self.budget_id, snapshot)?;
        let mut faults = self.faults.clone();
        let year = fiscal_years::of_id(&before.fiscal_year_id, snapshot);
        let lines = self.lines.as_ref().zip(year).map(|(lines, year)| checked(lines, year, snapshot, &mut faults));
        faults.or(())?;
        if before.standing != Standing::Draft {
            let why = format!("{TITLE} {:?} is {}: copy it to a new one", self.budget_id, before.standing.name());
            return Err(RefusalName::WrongStatus.because(why));
        }
        let mut after = before.changed(snapshot.now, &snapshot.actor.user_id);
        if let Some(name) = &self.budget_name {
            after.budget_name.clone_from(name);
        }
        if let Some(lines) = &lines {
            after = after.with_lines(lines);
        }
        if (&after.budget_name, &after.lines_digest) == (&before.budget_name, &before.lines_digest) {
            return Ok(Decision::unchanged(before.clone(), snapshot));
        }
        let entry = row(&after, "Updated", &after.updated_by);
        Ok(Decision::new(Effects::one(snapshot.now, change(&after, lines).into(), entry), after))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}
