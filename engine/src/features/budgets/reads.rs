//! Reads of budgets and their lines.

use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbBackend, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait,
};

use super::model::{Budget, BudgetLine, Standing};
use super::row;
use crate::kernel::entity::budget::Column::{BudgetId, CreatedAt, FiscalYearId, Status, VersionNumber};
use crate::kernel::entity::{budget, budget_line};
use crate::kernel::store::StoreError;
use crate::kernel::store::read::after;
use crate::values::page::{Cursor, Page, PageRequest};

/// One of them; with `lock`, nobody else writes it until the transaction ends.
pub async fn one(db: &impl ConnectionTrait, id: &str, lock: bool) -> Result<Option<Budget>, StoreError> {
    let lock = lock && db.get_database_backend() == DbBackend::Postgres;
    let query = budget::Entity::find_by_id(id);
    query.apply_if(lock.then_some(()), |query, ()| query.lock_exclusive()).one(db).await?.map(row::read).transpose()
}

/// The one that is in force in the year.
pub async fn active(db: &impl ConnectionTrait, fiscal_year_id: &str) -> Result<Option<Budget>, StoreError> {
    let of_year = budget::Entity::find().filter(FiscalYearId.eq(fiscal_year_id));
    of_year.filter(Status.eq(Standing::Active.name())).one(db).await?.map(row::read).transpose()
}

/// How many versions the year has.
pub async fn versions(db: &impl ConnectionTrait, fiscal_year_id: &str) -> Result<u32, StoreError> {
    let newest = budget::Entity::find().filter(FiscalYearId.eq(fiscal_year_id)).order_by_desc(VersionNumber);
    let newest = newest.one(db).await?.map(row::read).transpose()?;
    Ok(newest.map_or(0, |budget| budget.version_number))
}

/// All lines of a budget, in their order: at most 5,000.
pub async fn lines(db: &impl ConnectionTrait, budget_id: &str) -> Result<Vec<BudgetLine>, StoreError> {
    use budget_line::Column::{BudgetId, Position};
    let rows = budget_line::Entity::find().filter(BudgetId.eq(budget_id)).order_by_asc(Position).all(db).await?;
    Ok(rows.into_iter().map(row::line).collect())
}

/// One page of the lines of a budget, in their order, each with its place; the cursor is the place.
pub async fn lines_page(
    db: &impl ConnectionTrait,
    budget_id: &str,
    page: &PageRequest,
) -> Result<Page<(i64, BudgetLine)>, StoreError> {
    use budget_line::Column::{BudgetId, Position};
    let wanted = || budget_line::Entity::find().filter(BudgetId.eq(budget_id));
    let total = if page.count { Some(wanted().count(db).await?) } else { None };
    let rows = wanted()
        .filter(Condition::all().add_option(page.after.as_ref().map(|after| Position.gt(after.at))))
        .order_by_asc(Position)
        .limit(page.limit.saturating_add(1))
        .all(db)
        .await?;
    let rows = rows.into_iter().map(|found| (found.position, row::line(found))).collect();
    Ok(Page::of(rows, page.limit, total, line_cursor))
}

/// Where a line stands in its list.
pub fn line_cursor((position, line): &(i64, BudgetLine)) -> Cursor {
    Cursor { at: *position, id: line.account_id.clone() }
}

/// One page of them, newest first: all, or those of the year, or that stand so.
pub async fn list(
    db: &impl ConnectionTrait,
    (fiscal_year_id, standing): (Option<&str>, Option<Standing>),
    page: &PageRequest,
) -> Result<Page<Budget>, StoreError> {
    let wanted = || {
        let all = budget::Entity::find();
        let all = all.apply_if(fiscal_year_id, |all, id| all.filter(FiscalYearId.eq(id)));
        all.apply_if(standing, |all, standing| all.filter(Status.eq(standing.name())))
    };
    let total = if page.count { Some(wanted().count(db).await?) } else { None };
    let rows = wanted()
        .filter(after(CreatedAt, BudgetId, page.after.as_ref()))
        .order_by_desc(CreatedAt)
        .order_by_desc(BudgetId)
        .limit(page.limit.saturating_add(1))
        .all(db)
        .await?;
    let found = rows.into_iter().map(row::read).collect::<Result<Vec<_>, _>>()?;
    Ok(Page::of(found, page.limit, total, cursor))
}

/// Where one stands in the list.
pub fn cursor(budget: &Budget) -> Cursor {
    Cursor { at: budget.created_at.micros(), id: budget.budget_id.clone() }
}
