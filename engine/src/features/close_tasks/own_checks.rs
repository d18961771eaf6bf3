//! The checks that are of no other feature. See docs/rules/close-checklist.md#checks.

use sea_orm::{ConnectionTrait, DatabaseTransaction, FromQueryResult, Statement};

use crate::books::close_check::{Finding, MOST_NAMED, Missing, Month};
use crate::kernel::store::StoreError;
use crate::kernel::store::unposted::unposted;

/// What is left on the account at the end of the period, in any currency or in base amounts alone.
const LEFT: &str = "SELECT COUNT(*) AS currencies FROM (SELECT l.currency FROM posting_line l \
    WHERE l.account_id = $1 AND l.posting_date <= $2 GROUP BY l.currency \
    HAVING SUM(l.amount) <> 0 OR SUM(l.base_amount) <> 0) held";

#[derive(FromQueryResult)]
struct Left {
    currencies: i64,
}

pub async fn empty(tx: &DatabaseTransaction, month: &Month, account_id: &str) -> Result<Finding, StoreError> {
    let values = [account_id.into(), month.end.to_string().into()];
    let statement = Statement::from_sql_and_values(tx.get_database_backend(), LEFT, values);
    let left = Left::find_by_statement(statement).one(tx).await?;
    let is_empty = left.is_none_or(|left| left.currencies == 0);
    Ok(Finding::of_all("account", if is_empty { Vec::new() } else { vec![account_id.to_owned()] }))
}

pub async fn nothing_pending(tx: &DatabaseTransaction, month: &Month) -> Result<Finding, StoreError> {
    let found = unposted(tx, &month.period_id).await?;
    let Ok(count) = u64::try_from(found.len()) else { return Ok(Finding::Done) };
    if count == 0 {
        return Ok(Finding::Done);
    }
    let most = usize::try_from(MOST_NAMED).unwrap_or(usize::MAX);
    let named = found.into_iter().take(most).map(|of| Missing { resource: of.key.kind.name(), id: of.key.id });
    Ok(Finding::Open { count, named: named.collect() })
}
