//! Documents whose step is late, found by the instants that their rows keep (`approval/step_clock.rs` computes them).

use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};

use super::documents::bare;
use super::readable::Readable;
use crate::books::document::Document;
use crate::kernel::entity::document;
use crate::kernel::entity::document::Column;
use crate::kernel::store::StoreError;
use crate::kernel::store::row::RowName;
use crate::values::clock::Timestamp;
use crate::values::kind::{DocumentKey, DocumentKind};
use crate::values::page::{Cursor, Page, PageRequest};

/// Those to whose step signers are to be added by now: the longest late first.
pub async fn to_escalate(
    db: &impl ConnectionTrait,
    now: Timestamp,
    limit: u64,
) -> Result<Vec<DocumentKey>, StoreError> {
    let found: Vec<(String, String)> = document::Entity::find()
        .select_only()
        .columns([Column::Kind, Column::DocumentId])
        .filter(Column::EscalatesAt.lte(now.micros()))
        .order_by_asc(Column::EscalatesAt)
        .limit(limit)
        .into_tuple()
        .all(db)
        .await?;
    let key = |(kind, id): (String, String)| {
        let name = RowName { table: "document", key: &id };
        Ok(DocumentKey::new(name.some("kind", DocumentKind::parse(&kind))?, id.clone()))
    };
    found.into_iter().map(key).collect()
}

/// Of the documents that can be read, those that are overdue by now or whose signers were reminded, without their lines: the longest first,
/// with the total.
pub async fn page(
    db: &impl ConnectionTrait,
    now: Timestamp,
    readable: &Readable,
    page: &PageRequest,
) -> Result<Page<Document>, StoreError> {
    let readable = readable.condition(db.get_database_backend());
    let wanted = Condition::all().add(Column::OverdueAt.lte(now.micros())).add(readable);
    let total = document::Entity::find().filter(wanted.clone()).count(db).await?;
    let rows = document::Entity::find()
        .filter(wanted.add_option(page.after.as_ref().map(beyond)))
        .order_by_asc(Column::OverdueAt)
        .order_by_asc(Column::Kind)
        .order_by_asc(Column::DocumentId)
        .limit(page.limit.saturating_add(1))
        .all(db)
        .await?;
    Ok(Page::of(bare(rows)?, page.limit, Some(total), place))
}

/// Where a document stands in that list, with its type, as two may have one id.
pub fn place(document: &Document) -> Cursor {
    let overdue_at = document.stage.waiting_step().and_then(|(clock, step)| clock.overdue_at(step));
    Cursor {
        at: overdue_at.map_or(0, Timestamp::micros),
        id: format!("{} {}", document.key.kind.name(), document.key.id),
    }
}

/// Whether it is a place in that list.
pub fn is_place(cursor: &Cursor) -> bool {
    cursor.id.split_once(' ').is_some_and(|(kind, _)| DocumentKind::parse(kind).is_some())
}

fn beyond(place: &Cursor) -> Condition {
    let (kind, id) = place.id.split_once(' ').unwrap_or((&place.id, ""));
    let same = |column: Condition| Condition::all().add(Column::OverdueAt.eq(place.at)).add(column);
    Condition::any()
        .add(Column::OverdueAt.gt(place.at))
        .add(same(Condition::all().add(Column::Kind.gt(kind))))
        .add(same(Condition::all().add(Column::Kind.eq(kind)).add(Column::DocumentId.gt(id))))
}

/// How many documents are overdue by now, or whose signers were reminded.
pub async fn count(db: &impl ConnectionTrait, now: Timestamp) -> Result<u64, StoreError> {
    Ok(document::Entity::find().filter(Column::OverdueAt.lte(now.micros())).count(db).await?)
}
