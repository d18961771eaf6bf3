//! Budgets and their lines as rows.

use super::model::{Budget, BudgetLine, Standing};
use crate::kernel::entity::{budget, budget_line};
use crate::kernel::store::StoreError;
use crate::kernel::store::row::RowName;
use crate::values::clock::Timestamp;

pub fn row(of: &Budget) -> budget::Model {
    budget::Model {
        budget_id: of.budget_id.clone(),
        budget_name: of.budget_name.clone(),
        fiscal_year_id: of.fiscal_year_id.clone(),
        version_number: i64::from(of.version_number),
        status: of.standing.name().into(),
        copied_from: of.copied_from.clone(),
        line_count: i64::from(of.line_count),
        lines_digest: of.lines_digest.clone(),
        activated_at: of.activated.as_ref().map(|(at, _)| at.micros()),
        activated_by: of.activated.as_ref().map(|(_, by)| by.clone()),
        version: of.version,
        created_at: of.created_at.micros(),
        created_by: of.created_by.clone(),
        updated_at: of.updated_at.micros(),
        updated_by: of.updated_by.clone(),
    }
}

pub fn read(row: budget::Model) -> Result<Budget, StoreError> {
    let name = RowName { table: "budget", key: &row.budget_id.clone() };
    let activated = match (row.activated_at, row.activated_by) {
        (Some(at), Some(by)) => Some((Timestamp::from_micros(at), by)),
        (None, None) => None,
        (Some(_), None) | (None, Some(_)) => return Err(name.bad("activated_at")),
    };
    Ok(Budget {
        version_number: name.u32("version_number", row.version_number)?,
        standing: name.some("status", Standing::parse(&row.status))?,
        line_count: name.u32("line_count", row.line_count)?,
        budget_id: row.budget_id,
        budget_name: row.budget_name,
        fiscal_year_id: row.fiscal_year_id,
        copied_from: row.copied_from,
        lines_digest: row.lines_digest,
        activated,
        version: row.version,
        created_at: Timestamp::from_micros(row.created_at),
        created_by: row.created_by,
        updated_at: Timestamp::from_micros(row.updated_at),
        updated_by: row.updated_by,
    })
}

/// The rows of the lines of a budget, which stand in their order, counted from 1.
pub fn lines<'a>(budget_id: &'a str, lines: &'a [BudgetLine]) -> impl Iterator<Item = budget_line::Model> + 'a {
    (1_i64..).zip(lines).map(|(position, line)| budget_line::Model {
        budget_id: budget_id.to_owned(),
        position,
        account_id: line.account_id.clone(),
        period_id: line.period_id.clone(),
        department_id: line.department_id.clone(),
        cost_center_id: line.cost_center_id.clone(),
        amount: line.amount,
    })
}

pub fn line(row: budget_line::Model) -> BudgetLine {
    BudgetLine {
        account_id: row.account_id,
        period_id: row.period_id,
        department_id: row.department_id,
        cost_center_id: row.cost_center_id,
        amount: row.amount,
    }
}
