//! Reads of recurring documents.

use sea_orm::sea_query::ExprTrait;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbBackend, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait,
};

use super::model::{RecurringDocument, Standing};
use super::row;
use super::stored::PAYROLL;
use crate::kernel::entity::recurring_document;
use crate::kernel::entity::recurring_document::Column::{CreatedAt, Document, NextDate, RecurringDocumentId, Status};
use crate::kernel::store::StoreError;
use crate::kernel::store::read::after;
use crate::values::clock::Date;
use crate::values::page::{Cursor, Page, PageRequest};

/// One of them; with `lock`, nobody else writes it until the transaction ends.
pub async fn one(db: &impl ConnectionTrait, id: &str, lock: bool) -> Result<Option<RecurringDocument>, StoreError> {
    let lock = lock && db.get_database_backend() == DbBackend::Postgres;
    let query = recurring_document::Entity::find_by_id(id);
    query.apply_if(lock.then_some(()), |query, ()| query.lock_exclusive()).one(db).await?.map(row::read).transpose()
}

/// Those of which a document is due on the day or before, by the date of that document; after the one that bears this date and id.
pub async fn due(
    db: &impl ConnectionTrait,
    day: Date,
    after: Option<&(String, String)>,
    limit: u64,
) -> Result<Vec<(String, RecurringDocument)>, StoreError> {
    let mut due = Condition::all().add(NextDate.lte(day.to_string()));
    if let Some((date, id)) = after {
        let same_day = Condition::all().add(NextDate.eq(date.as_str())).add(RecurringDocumentId.gt(id.as_str()));
        due = due.add(Condition::any().add(NextDate.gt(date.as_str())).add(same_day));
    }
    let rows = recurring_document::Entity::find()
        .filter(due)
        .order_by_asc(NextDate)
        .order_by_asc(RecurringDocumentId)
        .limit(limit)
        .all(db)
        .await?;
    let read = |row: recurring_document::Model| Ok((row.next_date.clone().unwrap_or_default(), row::read(row)?));
    rows.into_iter().map(read).collect()
}

/// One page of them, newest first; with `payroll`, payroll entries as well.
pub async fn list(
    db: &impl ConnectionTrait,
    standing: Option<Standing>,
    payroll: bool,
    page: &PageRequest,
) -> Result<Page<RecurringDocument>, StoreError> {
    let wanted = || {
        let all = recurring_document::Entity::find();
        let all = all.apply_if(standing, |all, standing| all.filter(Status.eq(standing.name())));
        all.apply_if((!payroll).then_some(()), |all, ()| all.filter(Document.contains(PAYROLL).not()))
    };
    let total = if page.count { Some(wanted().count(db).await?) } else { None };
    let rows = wanted()
        .filter(after(CreatedAt, RecurringDocumentId, page.after.as_ref()))
        .order_by_desc(CreatedAt)
        .order_by_desc(RecurringDocumentId)
        .limit(page.limit.saturating_add(1))
        .all(db)
        .await?;
    let found = rows.into_iter().map(row::read).collect::<Result<Vec<_>, _>>()?;
    Ok(Page::of(found, page.limit, total, cursor))
}

/// Where one stands in the list.
pub fn cursor(recurring: &RecurringDocument) -> Cursor {
    Cursor { at: recurring.created_at.micros(), id: recurring.recurring_document_id.clone() }
}
