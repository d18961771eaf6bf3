//! Whether receivable and payable accounts hold what their documents say: that nothing of journal entries is left on them beside what
//! revaluations put there. See docs/rules/close-checklist.md#checks.

use sea_orm::{ConnectionTrait, DatabaseTransaction, FromQueryResult, Statement};

use crate::books::close_check::{Finding, Month};
use crate::kernel::store::StoreError;
use crate::kernel::store::read::revalued::revalued;

/// As ageing reports it in a row without a party.
const BY_ENTRIES: &str = "SELECT a.account_id, CAST(SUM(l.base_amount) AS BIGINT) AS amount \
    FROM account a CROSS JOIN posting_line l WHERE a.subtype IN ('ar', 'ap') AND l.account_id = a.account_id \
    AND l.posting_date <= $1 AND l.source_kind = 'journal_entry' GROUP BY a.account_id ORDER BY a.account_id";

#[derive(FromQueryResult)]
struct Row {
    account_id: String,
    amount: i64,
}

pub async fn finding(tx: &DatabaseTransaction, month: &Month) -> Result<Finding, StoreError> {
    let values = [month.end.to_string().into()];
    let statement = Statement::from_sql_and_values(tx.get_database_backend(), BY_ENTRIES, values);
    let rows = Row::find_by_statement(statement).all(tx).await?;
    let revalued = revalued(tx, month.end).await?;
    let is_left = |row: &Row| revalued.get(&row.account_id).map_or(0, |done| done.posted.0) != row.amount;
    Ok(Finding::of_all("account", rows.into_iter().filter(is_left).map(|row| row.account_id).collect()))
}
