//! The posting lines of one account, in the order of the general ledger: by day, then by document.

mod account_day;
mod line;
pub mod named;

use sea_orm::{ConnectionTrait, Statement};

pub use self::line::{AccountLine, Place, Until};
use self::line::{bound, sorted};
use crate::kernel::store::StoreError;
use crate::kernel::store::row::RowName;
use crate::values::clock::Date;

/// So many lines of a day, or of some days together, are read and sorted for a page.
const MOST: u64 = 1_000;

/// Up to `limit` lines after a place, dated up to `to`. A line without a memo has its document's.
///
/// The account's index knows days alone. So days are read together, and sorted, up to [`MOST`] lines; a day with more is walked through in
/// the order of the journal (`account_day.rs`).
pub async fn page(
    db: &impl ConnectionTrait,
    account_id: &str,
    after: &Place,
    to: Date,
    limit: u64,
) -> Result<Vec<AccountLine>, StoreError> {
    let most = MOST.max(limit);
    let (mut found, mut after) = (Vec::new(), after.clone());
    loop {
        let wanted = limit.saturating_sub(u64::try_from(found.len()).unwrap_or(u64::MAX));
        let Some((first, next)) = days_ahead(db, account_id, (after.date, to), most).await? else { return Ok(found) };
        if first != after.date {
            after = Place::start_of(first);
        }
        let last = match next {
            Some(next) if next == first => {
                found.extend(account_day::walk(db, account_id, &after, wanted).await?);
                first
            }
            Some(next) => {
                let last = next.plus_days(-1);
                found.extend(sorted(db, account_id, &after, last, wanted).await?);
                last
            }
            None => {
                found.extend(sorted(db, account_id, &after, to, wanted).await?);
                to
            }
        };
        if last >= to || u64::try_from(found.len()).unwrap_or(u64::MAX) >= limit {
            return Ok(found);
        }
        after = Place::start_of(last.next());
    }
}

/// The first day with a line of the account, and that of the line which is `most` lines further.
async fn days_ahead(
    db: &impl ConnectionTrait,
    account_id: &str,
    (from, to): (Date, Date),
    most: u64,
) -> Result<Option<(Date, Option<Date>)>, StoreError> {
    let of_days =
        "FROM posting_line WHERE account_id = $1 AND posting_date >= $2 AND posting_date <= $3 ORDER BY posting_date";
    let sql = format!(
        "SELECT (SELECT posting_date {of_days} LIMIT 1) AS first, (SELECT posting_date {of_days} LIMIT 1 OFFSET $4) AS next"
    );
    let values = [account_id.into(), from.to_string().into(), to.to_string().into(), bound(most)];
    let row = db.query_one_raw(Statement::from_sql_and_values(db.get_database_backend(), sql, values)).await?;
    let Some(row) = row else { return Ok(None) };
    let day = |column: &str| -> Result<Option<Date>, StoreError> {
        let day: Option<String> = row.try_get("", column)?;
        let name = RowName { table: "posting_line", key: account_id };
        day.map(|day| name.date("posting_date", &day)).transpose()
    };
    let (first, next) = (day("first")?, day("next")?);
    Ok(first.map(|first| (first, next)))
}

/// How many lines the account has from one day to another, both included. It counts them one by one.
pub async fn count(db: &impl ConnectionTrait, account_id: &str, from: Date, to: Date) -> Result<u64, StoreError> {
    const SQL: &str =
        "SELECT COUNT(*) FROM posting_line WHERE account_id = $1 AND posting_date >= $2 AND posting_date <= $3";
    let values = [account_id.into(), from.to_string().into(), to.to_string().into()];
    let found = db.query_one_raw(Statement::from_sql_and_values(db.get_database_backend(), SQL, values)).await?;
    let count: Option<i64> = found.map(|row| row.try_get_by_index(0)).transpose()?;
    Ok(count.and_then(|count| u64::try_from(count).ok()).unwrap_or_default())
}
