//! What is done with budgets, one file each.

pub mod create;
pub mod edit;
pub mod given;
pub mod step;

use super::model::{Budget, BudgetLine};
use super::records::BudgetChange;
use crate::books::command::AuditEntry;
use crate::features::budgets::model::RESOURCE;

/// A row of the trail, with the budget as it is after the action.
fn row(budget: &Budget, action: &str, by: &str) -> AuditEntry {
    AuditEntry::about(RESOURCE, &budget.budget_id, action, by)
        .with("budget_name", budget.budget_name.clone())
        .with("fiscal_year_id", budget.fiscal_year_id.clone())
        .with("version_number", budget.version_number)
        .with("status", budget.standing.name())
        .with("copied_from", budget.copied_from.clone())
        .with("line_count", budget.line_count)
        .with("lines_digest", budget.lines_digest.clone())
}

fn change(budget: &Budget, lines: Option<Vec<BudgetLine>>) -> BudgetChange {
    BudgetChange { budget: Box::new(budget.clone()), lines }
}
