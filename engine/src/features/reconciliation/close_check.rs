//! Whether bank and card accounts are reconciled up to the end of a period. See docs/rules/close-checklist.md#checks.

use sea_orm::{ConnectionTrait, DatabaseTransaction, FromQueryResult, Statement};

use crate::books::close_check::{Finding, Month};
use crate::kernel::store::StoreError;

/// The accounts that anything was posted to by then: the one that is named, or all that are active.
const RECONCILED: &str = "SELECT a.account_id, \
    (SELECT MAX(r.statement_date) FROM reconciliation r WHERE r.account_id = a.account_id AND r.completed_at IS NOT NULL) AS through \
    FROM account a WHERE a.subtype IN ('bank', 'card') AND (a.account_id = $2 OR ($2 = '' AND a.is_active)) \
    AND EXISTS (SELECT 1 FROM posting_line l WHERE l.account_id = a.account_id AND l.posting_date <= $1) \
    ORDER BY a.account_id";

#[derive(FromQueryResult)]
struct Row {
    account_id: String,
    through: Option<String>,
}

pub async fn finding(tx: &DatabaseTransaction, month: &Month, account_id: Option<&str>) -> Result<Finding, StoreError> {
    let end = month.end.to_string();
    let values = [end.clone().into(), account_id.unwrap_or_default().into()];
    let statement = Statement::from_sql_and_values(tx.get_database_backend(), RECONCILED, values);
    let rows = Row::find_by_statement(statement).all(tx).await?;
    let is_any = !rows.is_empty();
    let missing = rows.into_iter().filter(|row| row.through.as_ref().is_none_or(|through| *through < end));
    Ok(Finding::of_all("account", missing.map(|row| row.account_id).collect()).where_any(is_any))
}
