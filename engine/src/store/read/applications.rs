//! Applications of credit memos, as people look them up.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder};

use crate::clock::Timestamp;
use crate::command::Application;
use crate::document::{DocumentKey, DocumentKind};
use crate::entity::credit_application::{Column, Entity, Model};
use crate::store::StoreError;
use crate::store::row::RowName;

/// What the credit memo was applied to, or what was applied to the invoice; oldest first. None for other documents.
pub async fn of(db: &impl ConnectionTrait, key: &DocumentKey) -> Result<Vec<Application>, StoreError> {
    let column = match key.kind {
        DocumentKind::CreditMemo => Column::CreditMemoId,
        DocumentKind::Invoice => Column::InvoiceId,
        DocumentKind::JournalEntry | DocumentKind::Bill | DocumentKind::Expense => return Ok(Vec::new()),
        DocumentKind::BillPayment | DocumentKind::InvoicePayment => return Ok(Vec::new()),
    };
    let rows = Entity::find()
        .filter(column.eq(key.id.as_str()))
        .order_by_asc(Column::AppliedAt)
        .order_by_asc(Column::CreditMemoId)
        .order_by_asc(Column::Position)
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
