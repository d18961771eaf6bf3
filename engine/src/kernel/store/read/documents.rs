//! Documents: their present status, their lines, what waits. Their lists are in `document_list`.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::sea_query::{Expr, Order, SimpleExpr};
use sea_orm::{ColumnTrait, ConnectionTrait, DbBackend, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::by_key::these;
use super::{after_place, by_bytes};
use crate::books::document::{Document, DocumentOrder, Status};
use crate::kernel::entity::document;
use crate::kernel::entity::document::Column;
use crate::kernel::store::row::RowName;
use crate::kernel::store::statement::any_of;
use crate::kernel::store::{StoreError, row, status};
use crate::values::clock::Timestamp;
use crate::values::kind::{DocumentKey, DocumentKind};
use crate::values::page::Cursor;

/// The present statuses of these documents, without those that are not there.
pub async fn statuses(
    db: &impl ConnectionTrait,
    keys: &BTreeSet<DocumentKey>,
) -> Result<BTreeMap<DocumentKey, Status>, StoreError> {
    let rows: Vec<(String, String, String)> = document::Entity::find()
        .select_only()
        .columns([Column::Kind, Column::DocumentId, Column::Status])
        .filter(any_of(Column::Kind, Column::DocumentId, keys))
        .into_tuple()
        .all(db)
        .await?;
    let read = |(kind, id, status): (String, String, String)| {
        let name = RowName { table: "document", key: &id };
        let key = DocumentKey::new(name.some("kind", DocumentKind::parse(&kind))?, id.clone());
        Ok((key, name.some("status", Status::parse(&status))?))
    };
    rows.into_iter().map(read).collect()
}

/// The version and the time of the posting of a document, when it is posted and nothing else: not settled or undone since.
pub async fn posted(db: &impl ConnectionTrait, key: &DocumentKey) -> Result<Option<(i64, Timestamp)>, StoreError> {
    let found: Option<(i64, Option<i64>)> = document::Entity::find()
        .select_only()
        .columns([Column::Version, Column::PostedAt])
        .filter(Column::Kind.eq(key.kind.name()))
        .filter(Column::DocumentId.eq(key.id.as_str()))
        .filter(Column::Status.eq(Status::Posted.name()))
        .into_tuple()
        .one(db)
        .await?;
    Ok(found.and_then(|(version, at)| Some((version, Timestamp::from_micros(at?)))))
}

/// A column whose index is not to be read: a column in an expression is none that SQLite has an index of.
pub(crate) fn unindexed(backend: DbBackend, column: Column) -> SimpleExpr {
    match backend {
        DbBackend::Sqlite => Expr::cust(format!("+\"document\".\"{}\"", sea_orm::IdenStatic::as_str(&column))),
        _ => Expr::col(column.as_column_ref()),
    }
}

pub(crate) fn bare(rows: Vec<document::Model>) -> Result<Vec<Document>, StoreError> {
    rows.into_iter().map(|row| row::document::read(row, Vec::new())).collect()
}

/// Where a document stands among those that wait.
pub fn cursor(document: &Document) -> Cursor {
    DocumentOrder::Newest.cursor(document)
}

/// How many documents of a period are not posted, by type and status.
pub async fn unposted_counts(
    db: &impl ConnectionTrait,
    period_id: &str,
) -> Result<BTreeMap<(DocumentKind, Status), u64>, StoreError> {
    let found: Vec<(String, String, i64)> = document::Entity::find()
        .select_only()
        .columns([Column::Kind, Column::Status])
        .column_as(Column::DocumentId.count(), "found")
        .filter(Column::PeriodId.eq(period_id))
        .filter(status::unposted())
        .group_by(Column::Kind)
        .group_by(Column::Status)
        .into_tuple()
        .all(db)
        .await?;
    let name = row::RowName { table: "document", key: period_id };
    let read = |(kind, status, found): (String, String, i64)| {
        let key = (name.some("kind", DocumentKind::parse(&kind))?, name.some("status", Status::parse(&status))?);
        Ok((key, name.u64("count", found)?))
    };
    found.into_iter().map(read).collect()
}

/// These documents without their lines, in no order.
pub async fn without_lines(
    db: &impl ConnectionTrait,
    keys: &BTreeSet<DocumentKey>,
) -> Result<Vec<Document>, StoreError> {
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let found = these(document::Entity::find(), db.get_database_backend(), [Column::Kind, Column::DocumentId], keys);
    bare(found.all(db).await?)
}

/// A page of the documents whose step waits for this word (`approval/waiting.rs`), without their lines, newest first; of one instant
/// by the bytes of their ids, as they are put together with those of other words.
pub async fn waiting_for(
    db: &impl ConnectionTrait,
    word: &str,
    after_row: Option<&Cursor>,
    limit: u64,
) -> Result<Vec<Document>, StoreError> {
    let id = by_bytes(db.get_database_backend(), Column::DocumentId);
    let rows = document::Entity::find()
        .filter(Column::WaitsFor.eq(word))
        .filter(after_place(Column::CreatedAt, id.clone(), after_row))
        .order_by_desc(Column::CreatedAt)
        .order_by(id, Order::Desc)
        .limit(limit)
        .all(db)
        .await?;
    bare(rows)
}

/// The live reversals of the entries: original id to reversing id.
pub async fn live_reversals(
    db: &impl ConnectionTrait,
    originals: &[String],
) -> Result<BTreeMap<String, String>, StoreError> {
    if originals.is_empty() {
        return Ok(BTreeMap::new());
    }
    let rows: Vec<(Option<String>, String)> = document::Entity::find()
        .select_only()
        .columns([document::Column::OriginalEntryId, document::Column::DocumentId])
        .filter(document::Column::OriginalEntryId.is_in(originals.iter().map(String::as_str)))
        .filter(document::Column::Status.is_not_in([Status::Rejected.name(), Status::Voided.name()]))
        .into_tuple()
        .all(db)
        .await?;
    Ok(rows.into_iter().filter_map(|(original, id)| Some((original?, id))).collect())
}
