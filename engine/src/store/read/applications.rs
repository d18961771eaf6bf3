//! Applications of credit memos, as people look them up.

use sea_orm::sea_query::{Expr, ExprTrait, SimpleExpr};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::clock::Timestamp;
use crate::command::Application;
use crate::entity::credit_application::{Column, Entity, Model};
use crate::kind::{DocumentKey, DocumentKind};
use crate::store::StoreError;
use crate::store::row::RowName;

/// How many are read at a time.
const AT_ONCE: u64 = 200;

/// What the credit memo was applied to, or what was applied to the invoice, oldest first: those after the last one read, none when
/// there are no more. None for other documents.
pub async fn of(
    db: &impl ConnectionTrait,
    key: &DocumentKey,
    last: Option<&Application>,
) -> Result<Vec<Application>, StoreError> {
    let column = match key.kind {
        DocumentKind::CreditMemo => Column::CreditMemoId,
        DocumentKind::Invoice => Column::InvoiceId,
        DocumentKind::JournalEntry | DocumentKind::Bill | DocumentKind::Expense => return Ok(Vec::new()),
        DocumentKind::BillPayment | DocumentKind::InvoicePayment => return Ok(Vec::new()),
    };
    let columns: [SimpleExpr; 3] =
        [Column::AppliedAt, Column::CreditMemoId, Column::Position].map(|column| Expr::col(column.as_column_ref()));
    let after = last.map(|last| {
        let place: [SimpleExpr; 3] = [
            Expr::value(last.applied_at.micros()),
            Expr::value(last.credit_memo_id.as_str()),
            Expr::value(i64::from(last.position)),
        ];
        Expr::tuple(columns).gt(Expr::tuple(place))
    });
    let rows = Entity::find()
        .filter(Condition::all().add(column.eq(key.id.as_str())).add_option(after))
        .order_by_asc(Column::AppliedAt)
        .order_by_asc(Column::CreditMemoId)
        .order_by_asc(Column::Position)
        .limit(AT_ONCE)
        .all(db)
        .await?;
    rows.into_iter().map(read).collect()
}

fn read(row: Model) -> Result<Application, StoreError> {
    let name = RowName { table: "credit_application", key: &row.credit_memo_id };
    Ok(Application {
        position: name.u32("position", row.position)?,
        applied_on: name.date("applied_on", &row.applied_on)?,
        applied_at: Timestamp::from_micros(row.applied_at),
        amount: row.amount,
        base_amount: row.base_amount,
        memo_base_amount: row.memo_base_amount,
        invoice_id: row.invoice_id,
        applied_by: row.applied_by,
        credit_memo_id: row.credit_memo_id.clone(),
    })
}
