//! Applications of credits, as people look them up.

use sea_orm::sea_query::{Expr, ExprTrait, SimpleExpr};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::books::command::Application;
use crate::kernel::entity::credit_application::{Column, Entity};
use crate::kernel::store::StoreError;
use crate::kernel::store::read::applied::read;
use crate::values::kind::{DocumentKey, DocumentKind};

/// How many are read at a time.
const AT_ONCE: u64 = 200;

/// What the credit was applied to, or what was applied to the document, oldest first: those after the last one read, none when
/// there are no more.
pub async fn of(
    db: &impl ConnectionTrait,
    key: &DocumentKey,
    last: Option<&Application>,
) -> Result<Vec<Application>, StoreError> {
    let payments = DocumentKind::ALL.into_iter().filter(|kind| kind.payment().is_some()).map(DocumentKind::name);
    let gives_credit = key.kind.items().is_some_and(|items| items.credits.is_some());
    let (kind, id) =
        if gives_credit { (Column::CreditKind, Column::CreditId) } else { (Column::SettledKind, Column::SettledId) };
    let columns: [SimpleExpr; 3] =
        [Column::AppliedAt, Column::CreditId, Column::Position].map(|column| Expr::col(column.as_column_ref()));
    let after = last.map(|last| {
        let place: [SimpleExpr; 3] = [
            Expr::value(last.applied_at.micros()),
            Expr::value(last.credit.id.as_str()),
            Expr::value(i64::from(last.position)),
        ];
        Expr::tuple(columns).gt(Expr::tuple(place))
    });
    let rows = Entity::find()
        .filter(Condition::all().add(kind.eq(key.kind.name())).add(id.eq(key.id.as_str())).add_option(after))
        // Payments that were reassigned have such rows, too.
        .filter(Column::CreditKind.is_not_in(payments))
        .order_by_asc(Column::AppliedAt)
        .order_by_asc(Column::CreditId)
        .order_by_asc(Column::Position)
        .limit(AT_ONCE)
        .all(db)
        .await?;
    rows.into_iter().map(read).collect()
}
