//! What came back to somebody, by the indexes of its authors and of its submitters: a row stands in at most one of a person's two.

use sea_orm::sea_query::{Expr, ExprTrait, Order, SimpleExpr};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbBackend, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect,
};

use super::documents::{bare, unindexed};
use super::{after_place, by_bytes};
use crate::access::UserId;
use crate::clock::Timestamp;
use crate::document::Document;
use crate::entity::document::{self, Column};
use crate::kind::DocumentKind;
use crate::page::{Cursor, Page, PageRequest};
use crate::store::StoreError;

/// Documents of these types that were sent back to this person or rejected, without their lines: the last one first.
pub async fn page(
    db: &impl ConnectionTrait,
    who: &UserId,
    kinds: &[DocumentKind],
    page: &PageRequest,
) -> Result<Page<Document>, StoreError> {
    let backend = db.get_database_backend();
    let of_kinds = unindexed(backend, Column::Kind).is_in(kinds.iter().map(|kind| kind.name()));
    let (mut rows, mut total) = (Vec::new(), 0_u64);
    for told in [Column::ReturnedAuthor, Column::ReturnedSubmitter] {
        let wanted = Condition::all().add(told.eq(who.folded())).add(of_kinds.clone());
        if page.count {
            let found = document::Entity::find().filter(wanted.clone()).count(db).await?;
            total = total.saturating_add(found);
        }
        let found = document::Entity::find()
            .filter(wanted.add(after_place(Column::ReturnedAt, key(backend), page.after.as_ref())))
            .order_by_desc(Column::ReturnedAt)
            .order_by(key(backend), Order::Desc)
            .limit(page.limit.saturating_add(1))
            .all(db)
            .await?;
        rows.extend(bare(found)?);
    }
    rows.sort_by_cached_key(|document| {
        let Cursor { at, id } = place(document);
        std::cmp::Reverse((at, id))
    });
    Ok(Page::of(rows, page.limit, page.count.then_some(total), place))
}

/// Of one instant, as a bulk gives it to many, by type and id.
fn key(backend: DbBackend) -> SimpleExpr {
    let [kind, id] = [Column::Kind, Column::DocumentId].map(|column| by_bytes(backend, column));
    Expr::cust_with_exprs("($1 || ' ' || $2)", [kind, id])
}

/// Where a document stands in that list, with its type, as two may have one id.
pub fn place(document: &Document) -> Cursor {
    let at = document.stage.returned().map_or(0, |returned| Timestamp::micros(returned.at));
    Cursor { at, id: format!("{} {}", document.key.kind.name(), document.key.id) }
}
