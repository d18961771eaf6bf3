//! What `gl check` compares of budgets: each with the trail, its lines with the digest and the count that its row has.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder};

use super::model::{RESOURCE, digest};
use super::row;
use crate::kernel::entity::{budget, budget_line};
use crate::kernel::findings::Findings;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::at_once::{each, each_read};
use crate::kernel::store::stated::{List, Stated, Table};

/// What a row decides.
pub const BUDGETS: List<budget::Model> = List {
    table: "budget",
    resource: RESOURCE,
    id: |row| &row.budget_id,
    fields: &[
        ("budget_name", |row| row.budget_name.clone().into()),
        ("fiscal_year_id", |row| row.fiscal_year_id.clone().into()),
        ("version_number", |row| row.version_number.into()),
        ("status", |row| row.status.clone().into()),
        ("copied_from", |row| row.copied_from.clone().into()),
        ("line_count", |row| row.line_count.into()),
        ("lines_digest", |row| row.lines_digest.clone().into()),
        ("activated_at", |row| row.activated_at.into()),
        ("activated_by", |row| row.activated_by.clone().into()),
        ("version", |row| row.version.into()),
        ("created_at", |row| row.created_at.into()),
        ("created_by", |row| row.created_by.clone().into()),
        ("updated_at", |row| row.updated_at.into()),
        ("updated_by", |row| row.updated_by.clone().into()),
    ],
};

/// Budgets and their lines, and how each column is compared.
pub fn tables() -> Vec<Table> {
    let lines = Table {
        name: "budget_line",
        stated: Vec::new(),
        checked: &[
            ("its place among the lines of its budget", &["budget_id", "position"]),
            ("lines_digest", &["account_id", "period_id", "department_id", "cost_center_id", "amount"]),
        ],
    };
    vec![BUDGETS.and_checked(&[("the id that the trail names", &["budget_id"])]), lines]
}

/// All of them, as the trail states them. What cannot be read is named.
pub async fn every(db: &impl ConnectionTrait, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
    let rows = each_read(db, budget::Entity::find(), row::read, unreadable).await?;
    Ok(rows.iter().map(|row| BUDGETS.of(row)).collect())
}

/// Compares the lines of every budget: in memory are those of one.
pub async fn compare(db: &impl ConnectionTrait, findings: &mut Findings) -> Result<(), StoreError> {
    use budget_line::Column::{BudgetId, Position};
    let mut unreadable = Vec::new();
    let mut counted = 0_u64;
    for budget in each(db, budget::Entity::find(), &mut unreadable).await? {
        let id = &budget.budget_id;
        let own = budget_line::Entity::find().filter(BudgetId.eq(id.as_str())).order_by_asc(Position);
        let rows = each(db, own, &mut unreadable).await?;
        let count = u64::try_from(rows.len()).unwrap_or(u64::MAX);
        counted = counted.saturating_add(count);
        let are_counted = (1_i64..).zip(&rows).all(|(position, row)| row.position == position);
        let lines: Vec<_> = rows.into_iter().map(row::line).collect();
        if !are_counted || digest(&lines) != budget.lines_digest {
            findings.differences.push(format!("budget {id}: its lines are not those that were written"));
        }
        if u64::try_from(budget.line_count) != Ok(count) {
            findings.differences.push(format!("budget {id}: it has {count} lines"));
        }
    }
    if budget_line::Entity::find().count(db).await? != counted {
        findings.differences.push("there are lines of budgets whose budget is missing".into());
    }
    findings.unreadable(unreadable);
    Ok(())
}
