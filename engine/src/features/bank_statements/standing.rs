//! How an account's statements stand up to a day: what a reconciliation of that day rests on.

use sea_orm::ConnectionTrait;

use crate::features::bank_statements::model::chain::{balance_on, breaks};
use crate::features::bank_statements::model::{DaySums, Standing};
use crate::features::bank_statements::reads;
use crate::kernel::store::StoreError;
use crate::values::clock::Date;
use crate::values::money::MoneyError;

/// So many open lines are named.
const NAMED: u64 = 10;

/// How they stand on the day, after the day of the reconciliation before; `None` where no statement tells of these days.
pub(crate) async fn standing_on(
    db: &impl ConnectionTrait,
    account_id: &str,
    after: Option<Date>,
    day: Date,
) -> Result<Option<Standing>, StoreError> {
    let rungs = reads::rungs(db, account_id).await?;
    let is_needed = |from: Date, to: Date| from <= day && after.is_none_or(|after| to > after);
    if !rungs.iter().any(|rung| is_needed(rung.from, rung.to)) {
        return Ok(None);
    }
    let sums: DaySums = reads::day_sums(db, account_id).await?;
    let too_large =
        |error: MoneyError| StoreError::TooLarge(format!("the statements of account {account_id}: {error}"));
    let broken = breaks(&rungs, &sums).map_err(too_large)?;
    let needed = rungs.iter().filter(|rung| is_needed(rung.from, rung.to));
    let broken =
        needed.filter_map(|rung| Some((rung.statement_id.clone(), broken.get(&rung.statement_id)?.first()?.clone())));
    let first_open = reads::open_lines(db, account_id, Some(day), None, NAMED).await?;
    let open_lines = if first_open.is_empty() { 0 } else { reads::open_count(db, account_id, Some(day)).await? };
    Ok(Some(Standing {
        balance: balance_on(&rungs, &sums, day).map_err(too_large)?,
        open_lines,
        first_open: first_open.into_iter().map(|line| line.line_id).collect(),
        broken: broken.into_iter().next(),
    }))
}
