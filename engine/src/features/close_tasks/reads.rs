//! Reads of tasks of the close, and of the checklist of a period.

use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait,
};

use super::checklist::{Checklist, Item};
use super::model::{CloseTask, TaskKind};
use super::registry::{finding, rests_on};
use super::rested::RestsOn;
use super::row;
use super::sign_off::{Rested, SignOff};
use crate::books::close_check::{MOST_NAMED, Month};
use crate::kernel::entity::close_task::Column::{CloseTaskId, CreatedAt, IsActive, Kind};
use crate::kernel::entity::{close_sign_off, close_task, fiscal_year, period};
use crate::kernel::store::StoreError;
use crate::kernel::store::read::after;
use crate::kernel::store::row::RowName;
use crate::values::money::Currency;
use crate::values::page::{Cursor, Page, PageRequest};

pub async fn one(db: &impl ConnectionTrait, id: &str) -> Result<Option<CloseTask>, StoreError> {
    close_task::Entity::find_by_id(id).one(db).await?.map(row::read_task).transpose()
}

/// How many others are active.
pub async fn others_active(db: &impl ConnectionTrait, id: &str) -> Result<u64, StoreError> {
    Ok(close_task::Entity::find().filter(IsActive.eq(true)).filter(CloseTaskId.ne(id)).count(db).await?)
}

/// One page of the tasks, newest first: all, or those that are active, or are of this kind.
pub async fn list(
    db: &impl ConnectionTrait,
    (is_active, kind): (Option<bool>, Option<TaskKind>),
    page: &PageRequest,
) -> Result<Page<CloseTask>, StoreError> {
    let wanted = || {
        let all = close_task::Entity::find();
        let all = all.apply_if(is_active, |all, is_active| all.filter(IsActive.eq(is_active)));
        all.apply_if(kind, |all, kind| all.filter(Kind.eq(kind.name())))
    };
    let total = if page.count { Some(wanted().count(db).await?) } else { None };
    let rows = wanted()
        .filter(after(CreatedAt, CloseTaskId, page.after.as_ref()))
        .order_by_desc(CreatedAt)
        .order_by_desc(CloseTaskId)
        .limit(page.limit.saturating_add(1))
        .all(db)
        .await?;
    let tasks = rows.into_iter().map(row::read_task).collect::<Result<Vec<_>, _>>()?;
    Ok(Page::of(tasks, page.limit, total, cursor))
}

/// Where a task stands in the list.
pub fn cursor(task: &CloseTask) -> Cursor {
    Cursor { at: task.created_at.micros(), id: task.close_task_id.clone() }
}

/// The days of the period; none where there is no such period, or where it takes adjustments alone: these have no checklist.
async fn month(tx: &DatabaseTransaction, period_id: &str, base: Currency) -> Result<Option<Month>, StoreError> {
    let Some(row) = period::Entity::find_by_id(period_id).one(tx).await? else { return Ok(None) };
    let of_year = fiscal_year::Column::AdjustmentPeriodId.eq(period_id);
    if fiscal_year::Entity::find().filter(of_year).count(tx).await? > 0 {
        return Ok(None);
    }
    let name = RowName { table: "period", key: &row.period_id };
    let (start, end) = (name.date("start_date", &row.start_date)?, name.date("end_date", &row.end_date)?);
    Ok(Some(Month { period_id: row.period_id.clone(), start, end, base }))
}

/// The sign-offs of a period.
async fn signed(tx: &DatabaseTransaction, period_id: &str) -> Result<Vec<SignOff>, StoreError> {
    let rows = close_sign_off::Entity::find().filter(close_sign_off::Column::PeriodId.eq(period_id)).all(tx).await?;
    rows.into_iter().map(row::read_sign_off).collect()
}

/// The tasks of the period, with what their checks find now. Where no task is active, nothing else is read.
pub async fn checklist(
    tx: &DatabaseTransaction,
    period_id: &str,
    base: Currency,
) -> Result<Option<Checklist>, StoreError> {
    let tasks = close_task::Entity::find().filter(IsActive.eq(true)).all(tx).await?;
    if tasks.is_empty() {
        return Ok(None);
    }
    let Some(month) = month(tx, period_id, base).await? else { return Ok(None) };
    let mut tasks = tasks.into_iter().map(row::read_task).collect::<Result<Vec<_>, _>>()?;
    tasks.retain(|task| task.is_of(month.end));
    let place = |task: &CloseTask| (task.due_days, task.created_at, task.close_task_id.clone());
    tasks.sort_by_key(place);
    let mut signed = signed(tx, period_id).await?;
    let mut known: Vec<(RestsOn, Rested)> = Vec::new();
    let mut items = Vec::with_capacity(tasks.len());
    for task in tasks {
        let of = rests_on(&task);
        let rests_on = if let Some((_, rested)) = known.iter().find(|(other, _)| *other == of) {
            *rested
        } else {
            let rested = of.read(tx, &month).await?;
            known.push((of.clone(), rested));
            rested
        };
        let place = signed.iter().position(|sign_off| sign_off.close_task_id == task.close_task_id);
        let sign_off = place.map(|place| signed.swap_remove(place));
        let finding = finding(tx, &task, &month).await?;
        let due_on = task.due_on(month.end);
        let mut item = Item { task, due_on, finding, rests_on, sign_off, later: Vec::new() };
        item.later = of.newest(tx, &month, item.postings_since().min(MOST_NAMED)).await?;
        items.push(item);
    }
    Ok(Some(Checklist { month, items }))
}
