//! From which day on nothing settles a document any more that was paid, or applied, and given back on a later day.

use sea_orm::{FromQueryResult, Statement};
use serde::Deserialize;

use crate::kernel::store::StoreError;
use crate::kernel::store::reads::Reads;
use crate::kernel::store::row::RowName;
use crate::values::clock::Date;
use crate::values::kind::DocumentKey;

#[derive(FromQueryResult, Deserialize)]
struct Last {
    day: Option<String>,
}

/// The last day on which a payment of it was taken back or reassigned to another, or an application to it or of it, if that was later than
/// its own: between the two it counted. What becomes of a reassigned payment later is of the other document.
const LAST: &str = "SELECT MAX(day) AS day FROM (\
    SELECT b.posting_date AS day FROM document d \
        JOIN posting p ON p.source_kind = d.kind AND p.source_id = d.document_id AND p.kind = 'document' \
        JOIN posting b ON b.source_kind = d.kind AND b.source_id = d.document_id AND b.posting_date > p.posting_date \
        WHERE d.settles_id = $2 AND d.settles_kind = $1 AND d.settles_id IS NOT NULL AND d.cash_account_id IS NOT NULL \
        AND NOT EXISTS (SELECT 1 FROM credit_application m WHERE m.credit_kind = d.kind AND m.credit_id = d.document_id) \
    UNION ALL SELECT m.applied_on FROM credit_application m \
        JOIN posting p ON p.source_kind = m.credit_kind AND p.source_id = m.credit_id AND p.kind = 'document' \
            AND m.applied_on > p.posting_date \
        WHERE m.settled_kind = $1 AND m.settled_id = $2 AND m.amount < 0 AND m.undoes IS NULL \
    UNION ALL SELECT u.applied_on FROM credit_application u JOIN credit_application a \
        ON a.credit_kind = u.credit_kind AND a.credit_id = u.credit_id AND a.position = u.undoes AND u.applied_on > a.applied_on \
            AND a.amount > 0 \
        WHERE (u.settled_kind = $1 AND u.settled_id = $2) OR (u.credit_kind = $1 AND u.credit_id = $2)) given";

pub async fn given_back_on(db: &impl Reads, key: &DocumentKey) -> Result<Option<Date>, StoreError> {
    let statement =
        Statement::from_sql_and_values(db.backend(), LAST, [key.kind.name().into(), key.id.as_str().into()]);
    let found: Vec<Last> = db.records(statement).await?;
    let name = RowName { table: "posting", key: &key.id };
    found.into_iter().find_map(|last| last.day).map(|day| name.date("posting_date", &day)).transpose()
}
