//! What revaluations did to the accounts: the entries of type `Revaluation` and those that reverse them.
//! See docs/rules/revaluation.md#run-twice.

use std::collections::BTreeMap;

use sea_orm::{FromQueryResult, Statement};
use serde::Deserialize;

use crate::kernel::store::StoreError;
use crate::kernel::store::reads::Reads;
use crate::values::clock::Date;
use crate::values::money::Minor;

/// In base currency, debit positive.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Revalued {
    pub posted: Minor,
    /// Not posted yet, and neither rejected nor deleted.
    pub pending: Minor,
}

#[derive(FromQueryResult, Deserialize)]
struct Row {
    account_id: String,
    posted: i64,
    pending: i64,
}

/// The entries are found by an index of their own, and are few: their lines are looked up, in this order also by SQLite.
const SUMS: &str = "WITH made AS (\
        SELECT d.document_id, d.status, d.tran_date FROM document d WHERE d.entry_type = 'Revaluation' AND d.status <> 'Rejected' \
        UNION ALL SELECT r.document_id, r.status, r.tran_date FROM document d CROSS JOIN document r \
            WHERE d.entry_type = 'Revaluation' AND d.status <> 'Rejected' AND r.original_entry_id = d.document_id \
            AND r.original_entry_id IS NOT NULL AND r.status <> 'Rejected') \
    SELECT account_id, CAST(SUM(posted) AS BIGINT) AS posted, CAST(SUM(pending) AS BIGINT) AS pending FROM (\
        SELECT l.account_id, l.base_amount AS posted, 0 AS pending FROM made m CROSS JOIN posting_line l \
            WHERE l.source_kind = 'journal_entry' AND l.source_id = m.document_id AND l.posting_date <= $1 \
        UNION ALL SELECT l.account_id, 0 AS posted, l.amount AS pending FROM made m CROSS JOIN document_line l \
            WHERE m.status <> 'Posted' AND m.tran_date <= $1 AND l.kind = 'journal_entry' AND l.document_id = m.document_id) moved \
    GROUP BY account_id";

/// By account, up to and with the day.
pub async fn revalued(db: &impl Reads, day: Date) -> Result<BTreeMap<String, Revalued>, StoreError> {
    let rows: Vec<Row> =
        db.records(Statement::from_sql_and_values(db.backend(), SUMS, [day.to_string().into()])).await?;
    let read = |row: Row| (row.account_id, Revalued { posted: Minor(row.posted), pending: Minor(row.pending) });
    Ok(rows.into_iter().map(read).collect())
}
