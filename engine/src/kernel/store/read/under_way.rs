//! What is under way for documents that are settled: the payments and credits of each, summed up in one statement for as many as are
//! asked about. The index has nothing else, so it costs the same however much was paid before.
//! See docs/rules/payments.md#amount-pending.

use sea_orm::{DbBackend, FromQueryResult, Statement, Value};
use serde::Deserialize;

use crate::books::document::Pending;
use crate::kernel::store::StoreError;
use crate::kernel::store::reads::Reads;
use crate::kernel::store::row::RowName;
use crate::values::kind::{DocumentKey, DocumentKind};

/// A sum is read in two parts, so that none is too large for a column: whole thousands of millions, and what is left over.
const PART: i128 = 1_000_000_000;

#[derive(FromQueryResult, Deserialize)]
struct Sum {
    settles_id: String,
    currency: String,
    /// 1 where the amount is in `amount_paid` already.
    lowered: i64,
    whole: i64,
    rest: i64,
}

/// What is under way for those of these documents of one type of which anything is. An approved payment is in `amount_paid` already,
/// and is told apart; of a payment of several documents each part counts for its own; a credit, which has no account that money moves
/// on, lowers nothing before it is applied.
pub async fn amounts_pending(db: &impl Reads, kind: DocumentKind, ids: &[&str]) -> Result<Pending, StoreError> {
    let mut pending = Pending::default();
    if ids.is_empty() || !kind.is_paid() {
        return Ok(pending);
    }
    let backend = db.backend();
    // SQLite keeps no count of rows, and is told the index. The conditions are those of the index, word by word.
    let is_sqlite = backend == DbBackend::Sqlite;
    let index = if is_sqlite { " INDEXED BY document_under_way" } else { "" };
    let (of_parts, join) = if is_sqlite { (" INDEXED BY document_line_settled", "CROSS") } else { ("", "") };
    let places: Vec<String> = (2..=ids.len().saturating_add(1)).map(|place| format!("${place}")).collect();
    let sql = format!(
        "SELECT settles_id, currency, CAST(CASE WHEN cash_account_id IS NOT NULL AND status = 'Approved' THEN 1 ELSE 0 END AS BIGINT) AS lowered, \
            CAST(SUM({settled} / {PART}) AS BIGINT) AS whole, CAST(SUM({settled} % {PART}) AS BIGINT) AS rest FROM document{index} WHERE settles_id IN ({places}) AND settles_kind = $1 AND settles_id IS NOT NULL \
            AND status IN ('Pending Approval', 'On Hold', 'Approved') GROUP BY settles_id, currency, lowered \
        UNION ALL SELECT l.settled_id, d.currency, CAST(CASE WHEN d.status = 'Approved' THEN 1 ELSE 0 END AS BIGINT) AS lowered, \
            CAST(SUM(l.amount / {PART}) AS BIGINT) AS whole, CAST(SUM(l.amount % {PART}) AS BIGINT) AS rest FROM document_line l{of_parts} \
            {join} JOIN document d ON d.kind = l.kind AND d.document_id = l.document_id \
            WHERE l.settled_id IN ({places}) AND l.settled_kind = $1 AND l.settled_id IS NOT NULL \
            AND d.status IN ('Pending Approval', 'On Hold', 'Approved') GROUP BY l.settled_id, d.currency, lowered",
        places = places.join(", "),
        // A discount, and what is written off, are settled with the money.
        settled = "(total + COALESCE(discount_amount, 0) + COALESCE(write_off_amount, 0))",
    );
    let values = std::iter::once(kind.name()).chain(ids.iter().copied()).map(Value::from);
    let sums: Vec<Sum> = db.records(Statement::from_sql_and_values(backend, sql, values)).await?;
    for Sum { settles_id: id, currency, lowered, whole, rest } in sums {
        let currency = RowName { table: "document", key: &id }.currency("currency", &currency)?;
        // Of fewer rows than there are numbers, each less than a part: neither step leaves an i128.
        let amount = i128::from(whole).saturating_mul(PART).saturating_add(i128::from(rest));
        pending.add(DocumentKey::new(kind, id), currency, amount, lowered == 1);
    }
    if kind.gives_credit() {
        add_refunds(db, kind, ids, &mut pending).await?;
    }
    Ok(pending)
}

#[derive(FromQueryResult, Deserialize)]
struct Refunded {
    settles_id: String,
    currency: String,
    amount: i64,
}

/// What of these credits was paid back. All refunds of one come to no more than its total.
async fn add_refunds(
    db: &impl Reads,
    credit: DocumentKind,
    ids: &[&str],
    pending: &mut Pending,
) -> Result<(), StoreError> {
    let places: Vec<String> = (2..=ids.len().saturating_add(1)).map(|place| format!("${place}")).collect();
    let sql = format!(
        "SELECT settles_id, currency, CAST(SUM(total) AS BIGINT) AS amount FROM document \
            WHERE settles_id IN ({}) AND settles_kind = $1 AND settles_id IS NOT NULL AND cash_account_id IS NOT NULL \
            AND status IN ('Approved', 'Posted', 'Cleared', 'Deposited') GROUP BY settles_id, currency",
        places.join(", "),
    );
    let values = std::iter::once(credit.name()).chain(ids.iter().copied()).map(Value::from);
    let found: Vec<Refunded> = db.records(Statement::from_sql_and_values(db.backend(), sql, values)).await?;
    for Refunded { settles_id: id, currency, amount } in found {
        let currency = RowName { table: "document", key: &id }.currency("currency", &currency)?;
        pending.add_refunded(DocumentKey::new(credit, id), currency, amount.into());
    }
    Ok(())
}
