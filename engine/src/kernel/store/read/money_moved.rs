//! What moved money: the lines of accounts that hold it, and those that stand against them. See docs/rules/reports.md#cash-flow.

use std::collections::BTreeMap;

use sea_orm::{ConnectionTrait, FromQueryResult, Statement, Value};

use crate::kernel::store::StoreError;
use crate::values::clock::Date;
use crate::values::money::Minor;

/// The postings of some days, and of one period where it is named.
#[derive(Clone, Copy, Debug)]
pub struct Postings<'a> {
    pub from: Date,
    pub to: Date,
    pub period_id: Option<&'a str>,
}

#[derive(FromQueryResult)]
struct Row {
    account_id: String,
    moved: i64,
}

/// Revaluations, and what reverses them: they move no money. Few, and found by an index of their own.
const REVALUATIONS: &str = "made AS (\
        SELECT d.document_id FROM document d WHERE d.entry_type = 'Revaluation' \
        UNION ALL SELECT r.document_id FROM document d CROSS JOIN document r \
            WHERE d.entry_type = 'Revaluation' AND r.original_entry_id = d.document_id AND r.original_entry_id IS NOT NULL)";
/// The accounts that hold money, as the cash flow has it: a credit card is a debt.
const HOLDS_MONEY: &str = "a.account_type = 'asset' AND a.subtype IN ('bank', 'cash', 'card')";
/// Found by the lines of the accounts that hold money, in this order also by SQLite.
const AGAINST: &str = "paid AS (SELECT DISTINCT c.source_kind, c.source_id, c.kind FROM account a CROSS JOIN posting_line c \
        WHERE {holds_money} AND c.account_id = a.account_id \
            AND c.posting_date BETWEEN $1 AND $2 \
            AND NOT (c.source_kind = 'journal_entry' AND c.source_id IN (SELECT document_id FROM made))) \
    SELECT l.account_id, CAST(SUM(l.base_amount) AS BIGINT) AS moved FROM paid p CROSS JOIN posting_line l \
        WHERE l.source_kind = p.source_kind AND l.source_id = p.source_id AND l.kind = p.kind";
const REVALUED: &str = "SELECT l.account_id, CAST(SUM(l.base_amount) AS BIGINT) AS moved \
        FROM made m CROSS JOIN posting_line l CROSS JOIN account a \
        WHERE l.source_kind = 'journal_entry' AND l.source_id = m.document_id AND l.posting_date BETWEEN $1 AND $2 \
            AND a.account_id = l.account_id AND {holds_money}";
const OF_PERIOD: &str = " AND EXISTS (SELECT 1 FROM posting o WHERE o.source_kind = l.source_kind AND o.source_id = l.source_id \
        AND o.kind = l.kind AND o.period_id = $3)";

/// All lines of postings that move money, by account, in base currency, debit positive; those of the money itself among them.
pub async fn against_money(db: &impl ConnectionTrait, of: Postings<'_>) -> Result<BTreeMap<String, Minor>, StoreError> {
    by_account(db, &format!("WITH {REVALUATIONS}, {AGAINST}"), of).await
}

/// What revaluations did to accounts that hold money.
pub async fn money_revalued(
    db: &impl ConnectionTrait,
    of: Postings<'_>,
) -> Result<BTreeMap<String, Minor>, StoreError> {
    by_account(db, &format!("WITH {REVALUATIONS} {REVALUED}"), of).await
}

async fn by_account(
    db: &impl ConnectionTrait,
    sql: &str,
    Postings { from, to, period_id }: Postings<'_>,
) -> Result<BTreeMap<String, Minor>, StoreError> {
    let mut values: Vec<Value> = vec![from.to_string().into(), to.to_string().into()];
    values.extend(period_id.map(Value::from));
    let of_period = if period_id.is_some() { OF_PERIOD } else { "" };
    let sql = format!("{}{of_period} GROUP BY l.account_id", sql.replace("{holds_money}", HOLDS_MONEY));
    let rows = Row::find_by_statement(Statement::from_sql_and_values(db.get_database_backend(), sql, values));
    Ok(rows.all(db).await?.into_iter().map(|row| (row.account_id, Minor(row.moved))).collect())
}
