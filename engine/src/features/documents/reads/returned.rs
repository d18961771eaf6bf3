//! What came back to somebody, by the indexes of its authors and of its submitters: a row stands in at most one of a person's two.

use sea_orm::sea_query::{Expr, ExprTrait, Order, SimpleExpr};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbBackend, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect,
};

use crate::approval::access::UserId;
use crate::books::document::Document;
use crate::kernel::entity::document;
use crate::kernel::entity::document::Column;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::by_bytes;
use crate::kernel::store::read::documents::bare;
use crate::kernel::store::read::readable::Readable;
use crate::values::clock::Timestamp;
use crate::values::page::{Cursor, Page, PageRequest};

/// Of the documents that can be read, those that were sent back to this person or rejected, without their lines: the last one first.
pub async fn page(
    db: &impl ConnectionTrait,
    who: &UserId,
    readable: &Readable,
    page: &PageRequest,
) -> Result<Page<Document>, StoreError> {
    let backend = db.get_database_backend();
    let readable = readable.condition(backend);
    let (mut rows, mut total) = (Vec::new(), 0_u64);
    for told in [Column::ReturnedAuthor, Column::ReturnedSubmitter] {
        let wanted = Condition::all().add(told.eq(who.folded())).add(readable.clone());
        if page.count {
            let found = document::Entity::find().filter(wanted.clone()).count(db).await?;
            total = total.saturating_add(found);
        }
        let [at, kind, id] = order(backend);
        let found = document::Entity::find()
            .filter(wanted.add_option(page.after.as_ref().map(|last| beyond(backend, last))))
            .order_by(at, Order::Desc)
            .order_by(kind, Order::Desc)
            .order_by(id, Order::Desc)
            .limit(page.limit.saturating_add(1))
            .all(db)
            .await?;
        rows.extend(bare(found)?);
    }
    rows.sort_by_cached_key(|document| {
        let at = document.stage.returned().map(|returned| returned.at);
        std::cmp::Reverse((at, document.key.kind.name(), document.key.id.clone()))
    });
    Ok(Page::of(rows, page.limit, page.count.then_some(total), place))
}

/// Of one instant, as a bulk gives it to many, by type and id.
fn order(backend: DbBackend) -> [SimpleExpr; 3] {
    [
        Expr::col(Column::ReturnedAt.as_column_ref()),
        by_bytes(backend, Column::Kind),
        by_bytes(backend, Column::DocumentId),
    ]
}

fn beyond(backend: DbBackend, last: &Cursor) -> Condition {
    let (kind, id) = last.id.split_once(' ').unwrap_or((&last.id, ""));
    let place: [SimpleExpr; 3] = [Expr::value(last.at), Expr::value(kind), Expr::value(id)];
    Condition::all().add(Expr::tuple(order(backend)).lt(Expr::tuple(place)))
}

/// Where a document stands in that list, with its type, as two may have one id.
pub fn place(document: &Document) -> Cursor {
    let at = document.stage.returned().map_or(0, |returned| Timestamp::micros(returned.at));
    Cursor { at, id: format!("{} {}", document.key.kind.name(), document.key.id) }
}
