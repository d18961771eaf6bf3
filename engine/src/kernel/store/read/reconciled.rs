//! Which completed reconciliations a document comes after. See docs/rules/reconciliation.md#posted-afterwards.

use std::collections::BTreeSet;

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect};

use crate::kernel::entity::reconciliation::{Column, Entity};
use crate::kernel::store::StoreError;
use crate::kernel::store::row::RowName;
use crate::values::clock::{Date, Timestamp};

/// So many are told of a document.
const MOST: u64 = 200;

/// A completed reconciliation whose statement is of the document's day or a later one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reconciled {
    pub account_id: String,
    pub reconciliation_id: String,
    pub statement_date: Date,
    pub completed_at: Timestamp,
}

#[derive(FromQueryResult)]
struct Row {
    account_id: String,
    reconciliation_id: String,
    statement_date: String,
    completed_at: i64,
}

/// Those of these accounts with a statement of the day or later that were completed before the instant, or at all; the earliest first.
pub async fn reconciled_over(
    db: &impl ConnectionTrait,
    accounts: &BTreeSet<&str>,
    day: Date,
    before: Option<Timestamp>,
) -> Result<Vec<Reconciled>, StoreError> {
    if accounts.is_empty() {
        return Ok(Vec::new());
    }
    let mut found = Entity::find()
        .select_only()
        .columns([Column::AccountId, Column::ReconciliationId, Column::StatementDate, Column::CompletedAt])
        .filter(Column::AccountId.is_in(accounts.iter().copied()))
        .filter(Column::StatementDate.gte(day.to_string()));
    found = match before {
        Some(before) => found.filter(Column::CompletedAt.lt(before.micros())),
        None => found.filter(Column::CompletedAt.is_not_null()),
    };
    let found = found.order_by_asc(Column::AccountId).order_by_asc(Column::StatementDate).limit(MOST);
    let read = |row: Row| {
        let name = RowName { table: "reconciliation", key: &row.reconciliation_id.clone() };
        Ok(Reconciled {
            statement_date: name.date("statement_date", &row.statement_date)?,
            account_id: row.account_id,
            reconciliation_id: row.reconciliation_id,
            completed_at: Timestamp::from_micros(row.completed_at),
        })
    };
    found.into_model::<Row>().all(db).await?.into_iter().map(read).collect()
}
