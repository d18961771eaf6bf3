//! Sums of the ledger, from the balances and from the postings themselves.

use std::collections::BTreeMap;

use sea_orm::{ConnectionTrait, EntityTrait, FromQueryResult, Statement};

use crate::clock::Date;
use crate::entity::balance;
use crate::money::Minor;
use crate::store::StoreError;

/// Debits and credits of one account in base currency.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sums {
    pub debit: Minor,
    pub credit: Minor,
}

/// Every balance row.
pub async fn all(db: &impl ConnectionTrait) -> Result<Vec<balance::Model>, StoreError> {
    Ok(balance::Entity::find().all(db).await?)
}

#[derive(FromQueryResult)]
struct SumRow {
    account_id: String,
    debit: i64,
    credit: i64,
}

/// The balances of the periods that lie within the days, account by account: their key finds them.
const WHOLE_PERIODS: &str = "SELECT b.account_id, b.base_debit AS debit, b.base_credit AS credit \
    FROM account a JOIN balance b ON b.account_id = a.account_id \
    WHERE b.period_id IN (SELECT period_id FROM period WHERE start_date >= $1 AND end_date <= $2)";

/// The lines within the days of the periods that a day cuts: at most two. A posting is dated within its period, which `gl check` checks.
const CUT_PERIODS: &str = "SELECT l.account_id, CASE WHEN l.base_amount > 0 THEN l.base_amount ELSE 0 END AS debit, \
    CASE WHEN l.base_amount < 0 THEN -l.base_amount ELSE 0 END AS credit \
    FROM period q JOIN posting p ON p.posting_date >= CASE WHEN q.start_date > $1 THEN q.start_date ELSE $1 END \
        AND p.posting_date <= CASE WHEN q.end_date < $2 THEN q.end_date ELSE $2 END \
    JOIN posting_line l ON l.source_kind = p.source_kind AND l.source_id = p.source_id AND l.kind = p.kind \
    WHERE q.start_date <= $2 AND q.end_date >= $1 AND (q.start_date < $1 OR q.end_date > $2)";

/// Base currency sums by account of what is posted up to `to`, and from `from` where given: from the balances of whole periods, and
/// the lines of a period that a day cuts. On PostgreSQL a sum of bigint is numeric: it is cast back.
pub async fn by_account(
    db: &impl ConnectionTrait,
    from: Option<Date>,
    to: Date,
) -> Result<BTreeMap<String, Sums>, StoreError> {
    let sql = format!(
        "SELECT account_id, CAST(SUM(debit) AS BIGINT) AS debit, CAST(SUM(credit) AS BIGINT) AS credit \
         FROM ({WHOLE_PERIODS} UNION ALL {CUT_PERIODS}) moved GROUP BY account_id ORDER BY account_id"
    );
    let from = from.map_or_else(|| "0001-01-01".to_owned(), |date| date.to_string());
    let values = [from.into(), to.to_string().into()];
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    let rows = SumRow::find_by_statement(statement).all(db).await?;
    let sums = |row: SumRow| (row.account_id, Sums { debit: Minor(row.debit), credit: Minor(row.credit) });
    Ok(rows.into_iter().map(sums).collect())
}

/// The account's balances of the periods that lie within the days, and its lines within the days of the periods that a day cuts.
const OF_ACCOUNT: &str = "SELECT CAST(COALESCE(SUM(debit), 0) AS BIGINT) AS debit, CAST(COALESCE(SUM(credit), 0) AS BIGINT) AS credit \
    FROM (SELECT b.base_debit AS debit, b.base_credit AS credit FROM balance b WHERE b.account_id = $3 \
        AND b.period_id IN (SELECT period_id FROM period WHERE start_date >= $1 AND end_date <= $2) \
    UNION ALL SELECT CASE WHEN l.base_amount > 0 THEN l.base_amount ELSE 0 END, \
        CASE WHEN l.base_amount < 0 THEN -l.base_amount ELSE 0 END \
        FROM period q JOIN posting_line l ON l.account_id = $3 \
            AND l.posting_date >= CASE WHEN q.start_date > $1 THEN q.start_date ELSE $1 END \
            AND l.posting_date <= CASE WHEN q.end_date < $2 THEN q.end_date ELSE $2 END \
        WHERE q.start_date <= $2 AND q.end_date >= $1 AND (q.start_date < $1 OR q.end_date > $2)) moved";

/// As [`by_account`], of one account.
pub async fn of_account(
    db: &impl ConnectionTrait,
    account_id: &str,
    from: Option<Date>,
    to: Date,
) -> Result<Sums, StoreError> {
    let from = from.map_or_else(|| "0001-01-01".to_owned(), |date| date.to_string());
    let values = [from.into(), to.to_string().into(), account_id.into()];
    let statement = Statement::from_sql_and_values(db.get_database_backend(), OF_ACCOUNT, values);
    let Some(row) = db.query_one_raw(statement).await? else { return Ok(Sums::default()) };
    Ok(Sums { debit: Minor(row.try_get_by_index(0)?), credit: Minor(row.try_get_by_index(1)?) })
}
