//! A day with very many lines of an account. The index of the journal has the order of the ledger within a day, of all accounts; so the
//! postings of the day are walked through from the place on, and their lines of the account taken.
//!
//! What that costs depends on how many of them have a line of the account, not on how many are before. An account with few among very
//! many would be walked past: after three stretches its lines are read and sorted, as on other days.

use sea_orm::{ConnectionTrait, DbBackend, Statement, Value};

use super::line::{AccountLine, DOCUMENT, IN_ORDER, Place, SHOWN, bound, lines, sorted};
use crate::kernel::store::StoreError;

/// So many postings are walked through at first, behind that of the place, and then four times as many each time.
const FEWEST: u64 = 100;
const TIMES: u64 = 4;
const STRETCHES: u32 = 3;

/// The postings of the day from the place on, in the order of the index. A place before all lines has empty texts.
const AHEAD: &str = "FROM posting WHERE (posting_date, source_kind, source_id, kind) >= ($1, $2, $3, $4) AND posting_date <= $1 \
    ORDER BY posting_date, source_kind, source_id, kind";

/// The next lines of the account on that day.
pub(super) async fn walk(
    db: &impl ConnectionTrait,
    account_id: &str,
    after: &Place,
    limit: u64,
) -> Result<Vec<AccountLine>, StoreError> {
    let (mut found, mut after, mut stretch) = (Vec::new(), after.clone(), limit.max(FEWEST).saturating_add(1));
    let missing = |found: &[AccountLine]| limit.saturating_sub(u64::try_from(found.len()).unwrap_or(u64::MAX));
    for _ in 0..STRETCHES {
        found.extend(of_stretch(db, account_id, &after, stretch, missing(&found)).await?);
        if missing(&found) == 0 {
            return Ok(found);
        }
        let Some(last) = last_of(db, &after, stretch).await? else { return Ok(found) };
        after = last;
        stretch = stretch.saturating_mul(TIMES);
    }
    found.extend(sorted(db, account_id, &after, after.date, missing(&found)).await?);
    Ok(found)
}

/// The end of the last of so many postings; none where the day has fewer.
async fn last_of(db: &impl ConnectionTrait, after: &Place, stretch: u64) -> Result<Option<Place>, StoreError> {
    let sql = format!("SELECT source_kind, source_id, kind {AHEAD} LIMIT 1 OFFSET $5");
    let before = bound(stretch.saturating_sub(1));
    let values = after.values().into_iter().take(4).chain([before]);
    let row = db.query_one_raw(Statement::from_sql_and_values(db.get_database_backend(), sql, values)).await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(Place {
        date: after.date,
        source_kind: row.try_get_by_index(0)?,
        source_id: row.try_get_by_index(1)?,
        posting: row.try_get_by_index(2)?,
        position: i64::MAX,
    }))
}

/// The lines of the account in the next postings.
async fn of_stretch(
    db: &impl ConnectionTrait,
    account_id: &str,
    after: &Place,
    stretch: u64,
    limit: u64,
) -> Result<Vec<AccountLine>, StoreError> {
    // Each posting is looked into by its key.
    let each = if db.get_database_backend() == DbBackend::Postgres {
        "JOIN LATERAL (SELECT * FROM posting_line WHERE source_kind = p.source_kind AND source_id = p.source_id \
            AND kind = p.kind AND account_id = $6 OFFSET 0) n ON TRUE"
    } else {
        "CROSS JOIN posting_line n ON n.source_kind = p.source_kind AND n.source_id = p.source_id AND n.kind = p.kind \
            AND +n.account_id = $6"
    };
    let sql = format!(
        "SELECT {SHOWN} FROM (SELECT n.* FROM (SELECT source_kind, source_id, kind {AHEAD} LIMIT $8) p {each} \
            WHERE (n.source_kind, n.source_id, n.kind, n.position) > ($2, $3, $4, $5) \
            ORDER BY n.source_kind, n.source_id, n.kind, n.position LIMIT $7) l {DOCUMENT} ORDER BY {IN_ORDER}"
    );
    let mut values: Vec<Value> = after.values().into();
    values.extend([account_id.into(), bound(limit), bound(stretch)]);
    lines(db, sql, values).await
}
