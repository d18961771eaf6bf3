//! Whether the lines of bank statements are matched or explained up to the end of a period. See docs/rules/close-checklist.md#checks.

use sea_orm::{ConnectionTrait, DatabaseTransaction, FromQueryResult, Statement};

use crate::books::close_check::{Finding, MOST_NAMED, Month};
use crate::kernel::store::StoreError;

/// Of the account that is named, or of all that are active.
const OF: &str = "FROM account a CROSS JOIN bank_statement_line l \
    WHERE a.subtype IN ('bank', 'card') AND (a.account_id = $2 OR ($2 = '' AND a.is_active)) \
    AND l.account_id = a.account_id AND l.booking_date <= $1";
const IS_OPEN: &str = "NOT EXISTS (SELECT 1 FROM bank_match_line m WHERE m.line_id = l.line_id)";

#[derive(FromQueryResult)]
struct Counted {
    lines: i64,
    open: i64,
}

#[derive(FromQueryResult)]
struct Named {
    line_id: String,
}

pub async fn finding(tx: &DatabaseTransaction, month: &Month, account_id: Option<&str>) -> Result<Finding, StoreError> {
    let asked = |sql: String| {
        let values = [month.end.to_string().into(), account_id.unwrap_or_default().into()];
        Statement::from_sql_and_values(tx.get_database_backend(), sql, values)
    };
    let count = format!(
        "SELECT COUNT(*) AS lines, CAST(COALESCE(SUM(CASE WHEN {IS_OPEN} THEN 1 ELSE 0 END), 0) AS BIGINT) AS open {OF}"
    );
    let counted = Counted::find_by_statement(asked(count)).one(tx).await?.unwrap_or(Counted { lines: 0, open: 0 });
    let open = u64::try_from(counted.open).unwrap_or(u64::MAX);
    let mut ids = Vec::new();
    if open > 0 {
        let named =
            format!("SELECT l.line_id {OF} AND {IS_OPEN} ORDER BY l.booking_date, l.line_id LIMIT {MOST_NAMED}");
        ids.extend(Named::find_by_statement(asked(named)).all(tx).await?.into_iter().map(|row| row.line_id));
    }
    Ok(Finding::of(open, "bank_statement_line", ids).where_any(counted.lines > 0))
}
