//! Makes a budget: a new version of its fiscal year, empty, with lines, or with those of another one. See docs/rules/budgets.md#versions.

use super::given::{GivenLine, checked, moved};
use super::{change, row};
use crate::books::command::{Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::features::budgets::model::{Budget, BudgetLine, RESOURCE, Standing, TITLE, digest};
use crate::features::budgets::records::{WantedBudget, seen, target};
use crate::features::fiscal_years;
use crate::features::fiscal_years::FiscalYear;
use crate::values::error::{Faults, Refusal, RefusalName};

/// Makes it.
#[derive(Debug)]
pub struct CreateBudget {
    pub budget_id: String,
    pub budget_name: Option<String>,
    /// That of the copied one when left out.
    pub fiscal_year_id: Option<String>,
    pub copy_of: Option<String>,
    pub lines: Option<Vec<GivenLine>>,
    pub faults: Faults,
}

impl Refuses for CreateBudget {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::AlreadyExists];
}

impl Permitted for CreateBudget {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "write")]);
}

impl Command for CreateBudget {
    type Answer = Budget;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        let wanted = WantedBudget {
            budget_id: self.budget_id.clone(),
            copy_of: self.copy_of.clone(),
            in_year: self.fiscal_year_id.clone(),
        };
        let mut wants = Wants::of_feature(wanted);
        wants.of_features.extend(fiscal_years::all());
        // Of two at once the second one counts the first.
        Wants { target: Some(target(&self.budget_id)), exclusive: true, ..wants }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Budget>, Refusal> {
        if seen(snapshot).budget.is_some() {
            let why = format!("{TITLE} {:?} exists already", self.budget_id);
            return Err(RefusalName::AlreadyExists.because(why).at("/budget_id"));
        }
        let mut faults = self.faults.clone();
        let year = self.year(snapshot, &mut faults);
        let lines = year.map(|year| self.lines_of(year, snapshot, &mut faults)).unwrap_or_default();
        faults.clone().or(())?;
        let (Some(year), Some(name)) = (year, &self.budget_name) else {
            // What is missing was named when it was read.
            return Err(Faults::one("", "is no budget"));
        };
        let by = snapshot.actor.user_id.to_string();
        let budget = Budget {
            budget_id: self.budget_id.clone(),
            budget_name: name.clone(),
            fiscal_year_id: year.fiscal_year_id.clone(),
            version_number: seen(snapshot).versions.saturating_add(1),
            standing: Standing::Draft,
            copied_from: self.copy_of.clone(),
            line_count: 0,
            lines_digest: digest(&[]),
            activated: None,
            version: 1,
            created_at: snapshot.now,
            created_by: by.clone(),
            updated_at: snapshot.now,
            updated_by: by,
        }
        .with_lines(&lines);
        let entry = row(&budget, "Created", &budget.created_by);
        Ok(Decision::new(Effects::one(snapshot.now, change(&budget, Some(lines)).into(), entry), budget))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl CreateBudget {
    /// The year that it is of.
    fn year<'a>(&self, snapshot: &'a Snapshot, faults: &mut Faults) -> Option<&'a FiscalYear> {
        let copied = seen(snapshot).copied.as_ref().map(|(copied, _)| &copied.fiscal_year_id);
        if let Some(id) = self.copy_of.as_ref().filter(|_| copied.is_none()) {
            faults.add("/copy_of", format!("there is no budget {id:?}"));
        }
        let Some(id) = self.fiscal_year_id.as_ref().or(copied) else {
            if self.copy_of.is_none() && !faults.has("/fiscal_year_id") {
                faults.add("/fiscal_year_id", "is required");
            }
            return None;
        };
        let found = fiscal_years::of_id(id, snapshot);
        if found.is_none() {
            faults.add("/fiscal_year_id", format!("there is no fiscal year {id:?}"));
        }
        found
    }

    fn lines_of(&self, year: &FiscalYear, snapshot: &Snapshot, faults: &mut Faults) -> Vec<BudgetLine> {
        if let (Some(given), None) = (&self.lines, &self.copy_of) {
            return checked(given, year, snapshot, faults);
        }
        if self.lines.is_some() {
            faults.add("/lines", "is not given beside copy_of");
        }
        let Some((copied, lines)) = &seen(snapshot).copied else { return Vec::new() };
        match fiscal_years::of_id(&copied.fiscal_year_id, snapshot) {
            Some(from) if from.fiscal_year_id != year.fiscal_year_id => moved(lines, (from, year), snapshot, faults),
            Some(_) | None => lines.clone(),
        }
    }
}
