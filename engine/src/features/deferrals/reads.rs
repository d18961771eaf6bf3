//! Reads of deferrals.

use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbBackend, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait,
};

use super::model::{Deferral, Standing};
use super::row;
use crate::kernel::entity::deferral;
use crate::kernel::entity::deferral::Column::{
    CreatedAt, DeferralId, DocumentId, DocumentType, LineNumber, NextDate, Status,
};
use crate::kernel::store::StoreError;
use crate::kernel::store::read::after;
use crate::values::clock::Date;
use crate::values::kind::DocumentKey;
use crate::values::page::{Cursor, Page, PageRequest};

/// One of them; with `lock`, nobody else writes it until the transaction ends.
pub async fn one(db: &impl ConnectionTrait, id: &str, lock: bool) -> Result<Option<Deferral>, StoreError> {
    let lock = lock && db.get_database_backend() == DbBackend::Postgres;
    let query = deferral::Entity::find_by_id(id);
    query.apply_if(lock.then_some(()), |query, ()| query.lock_exclusive()).one(db).await?.map(row::read).transpose()
}

/// Those of a line.
pub async fn of_line(
    db: &impl ConnectionTrait,
    source: &DocumentKey,
    line_number: i64,
) -> Result<Vec<Deferral>, StoreError> {
    let rows = deferral::Entity::find()
        .filter(DocumentId.eq(source.id.as_str()))
        .filter(DocumentType.eq(source.kind.name()))
        .filter(LineNumber.eq(line_number))
        .order_by_asc(DeferralId)
        .all(db)
        .await?;
    rows.into_iter().map(row::read).collect()
}

/// Those of which a part is due on the day or before, by the date of its entry; after the one that bears this date and id.
pub async fn due(
    db: &impl ConnectionTrait,
    day: Date,
    after: Option<&(String, String)>,
    limit: u64,
) -> Result<Vec<(String, Deferral)>, StoreError> {
    let mut due = Condition::all().add(NextDate.lte(day.to_string()));
    if let Some((date, id)) = after {
        let same_day = Condition::all().add(NextDate.eq(date.as_str())).add(DeferralId.gt(id.as_str()));
        due = due.add(Condition::any().add(NextDate.gt(date.as_str())).add(same_day));
    }
    let rows = deferral::Entity::find()
        .filter(due)
        .order_by_asc(NextDate)
        .order_by_asc(DeferralId)
        .limit(limit)
        .all(db)
        .await?;
    let read = |row: deferral::Model| Ok((row.next_date.clone().unwrap_or_default(), row::read(row)?));
    rows.into_iter().map(read).collect()
}

/// As the index `deferral_line` has them.
const IS_ACTIVE: &str = "deferral.status = 'active'";
const IS_OF_VOIDED: &str = "EXISTS (SELECT 1 FROM document d WHERE d.kind = deferral.document_type
    AND d.document_id = deferral.document_id AND d.status = 'Voided')";

/// Active ones whose document was voided since.
pub async fn of_voided(db: &impl ConnectionTrait, limit: u64) -> Result<Vec<Deferral>, StoreError> {
    let rows = deferral::Entity::find()
        .filter(Expr::cust(IS_ACTIVE))
        .filter(Expr::cust(IS_OF_VOIDED))
        .order_by_asc(DeferralId)
        .limit(limit)
        .all(db)
        .await?;
    rows.into_iter().map(row::read).collect()
}

/// One page of them, newest first: all, or those that stand so, or are of the document with this id.
pub async fn list(
    db: &impl ConnectionTrait,
    standing: Option<Standing>,
    document_id: Option<&str>,
    page: &PageRequest,
) -> Result<Page<Deferral>, StoreError> {
    let wanted = || {
        let all = deferral::Entity::find();
        let all = all.apply_if(standing, |all, standing| all.filter(Status.eq(standing.name())));
        all.apply_if(document_id, |all, id| all.filter(DocumentId.eq(id)))
    };
    let total = if page.count { Some(wanted().count(db).await?) } else { None };
    let rows = wanted()
        .filter(self::after(CreatedAt, DeferralId, page.after.as_ref()))
        .order_by_desc(CreatedAt)
        .order_by_desc(DeferralId)
        .limit(page.limit.saturating_add(1))
        .all(db)
        .await?;
    let found = rows.into_iter().map(row::read).collect::<Result<Vec<_>, _>>()?;
    Ok(Page::of(found, page.limit, total, cursor))
}

/// Where one stands in the list.
pub fn cursor(deferral: &Deferral) -> Cursor {
    Cursor { at: deferral.created_at.micros(), id: deferral.deferral_id.clone() }
}
