//! Sums of the ledger, from the balances and from the postings themselves.

use std::collections::BTreeMap;

use sea_orm::{ConnectionTrait, EntityTrait, FromQueryResult, Statement, Value};

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

/// The lines of some days, found by the day of their posting.
const LINES: &str = "SELECT l.account_id, CASE WHEN l.base_amount > 0 THEN l.base_amount ELSE 0 END AS debit, \
    CASE WHEN l.base_amount < 0 THEN -l.base_amount ELSE 0 END AS credit FROM posting p \
    JOIN posting_line l ON l.source_kind = p.source_kind AND l.source_id = p.source_id AND l.kind = p.kind WHERE p.posting_date";

/// The balances of one account of the periods that lie within the days, and its lines of some days.
const OF_ACCOUNT: &str = "SELECT b.account_id, b.base_debit AS debit, b.base_credit AS credit FROM balance b \
    WHERE b.account_id = $3 AND b.period_id IN (SELECT period_id FROM period WHERE start_date >= $1 AND end_date <= $2)";
const LINES_OF_ACCOUNT: &str = "SELECT account_id, CASE WHEN base_amount > 0 THEN base_amount ELSE 0 END AS debit, \
    CASE WHEN base_amount < 0 THEN -base_amount ELSE 0 END AS credit FROM posting_line WHERE account_id = $3 AND posting_date";

/// The days of the periods that are cut by the first or the last day: at most two ranges, within `from` and `to`. A posting is dated
/// within its period, which `gl check` checks. They are read before the lines, so that the database knows how few these are.
async fn cut(db: &impl ConnectionTrait, from: &str, to: &str) -> Result<Vec<(String, String)>, StoreError> {
    const SQL: &str = "SELECT start_date, end_date FROM period WHERE start_date <= $2 AND end_date >= $1 \
        AND (start_date < $1 OR end_date > $2)";
    let statement = Statement::from_sql_and_values(db.get_database_backend(), SQL, [from.into(), to.into()]);
    let mut cut = Vec::new();
    for row in db.query_all_raw(statement).await? {
        let (first, last): (String, String) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
        cut.push((first.max(from.to_owned()), last.min(to.to_owned())));
    }
    Ok(cut)
}

/// Sums by account: of whole periods by `balances`, of the cut ones by `lines`.
async fn sums(
    db: &impl ConnectionTrait,
    (balances, lines): (&str, &str),
    (from, to): (Option<Date>, Date),
    account_id: Option<&str>,
) -> Result<BTreeMap<String, Sums>, StoreError> {
    let from = from.map_or_else(|| "0001-01-01".to_owned(), |date| date.to_string());
    let to = to.to_string();
    let cut = cut(db, &from, &to).await?;
    let mut values: Vec<Value> = vec![from.into(), to.into()];
    values.extend(account_id.map(Value::from));
    let mut parts = balances.to_owned();
    for (first, last) in cut {
        values.extend([first.into(), last.into()]);
        let last = values.len();
        let first = last.saturating_sub(1);
        parts = format!("{parts} UNION ALL {lines} BETWEEN ${first} AND ${last}");
    }
    let sql = format!(
        "SELECT account_id, CAST(SUM(debit) AS BIGINT) AS debit, CAST(SUM(credit) AS BIGINT) AS credit \
         FROM ({parts}) moved GROUP BY account_id ORDER BY account_id"
    );
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    let rows = SumRow::find_by_statement(statement).all(db).await?;
    let sums = |row: SumRow| (row.account_id, Sums { debit: Minor(row.debit), credit: Minor(row.credit) });
    Ok(rows.into_iter().map(sums).collect())
}

/// Base currency sums by account of what is posted up to `to`, and from `from` where given: from the balances of whole periods, and
/// the lines of a period that a day cuts. On PostgreSQL a sum of bigint is numeric: it is cast back.
pub async fn by_account(
    db: &impl ConnectionTrait,
    from: Option<Date>,
    to: Date,
) -> Result<BTreeMap<String, Sums>, StoreError> {
    sums(db, (WHOLE_PERIODS, LINES), (from, to), None).await
}

/// As [`by_account`], of one account.
pub async fn of_account(
    db: &impl ConnectionTrait,
    account_id: &str,
    from: Option<Date>,
    to: Date,
) -> Result<Sums, StoreError> {
    let found = sums(db, (OF_ACCOUNT, LINES_OF_ACCOUNT), (from, to), Some(account_id)).await?;
    Ok(found.into_values().next().unwrap_or_default())
}
