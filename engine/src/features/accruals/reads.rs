//! Reads of accruals.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::books::document::Document;
use crate::kernel::entity::document;
use crate::kernel::entity::document::Column::{DocumentId, ReversalDate};
use crate::kernel::store::StoreError;
use crate::kernel::store::read::documents::bare;
use crate::values::clock::Date;

/// As the index `document_reversal_due` has them.
pub(super) const OPEN: &str =
    "document.reversal_date IS NOT NULL AND document.dated_reversal_id IS NULL AND document.status = 'Posted'";
/// What somebody reversed by hand.
pub(super) const NOT_REVERSED: &str =
    "NOT EXISTS (SELECT 1 FROM document r WHERE r.original_entry_id = document.document_id
    AND r.status NOT IN ('Rejected', 'Voided'))";

/// The posted accruals that are to be reversed on the day or before and are not, without their lines: by the day; after the one of this
/// day and id.
pub async fn due(
    db: &impl ConnectionTrait,
    day: Date,
    after: Option<&(Date, String)>,
    limit: u64,
) -> Result<Vec<Document>, StoreError> {
    let mut due = Condition::all().add(Expr::cust(OPEN)).add(Expr::cust(NOT_REVERSED));
    due = due.add(ReversalDate.lte(day.to_string()));
    if let Some((date, id)) = after {
        let date = date.to_string();
        let same_day = Condition::all().add(ReversalDate.eq(date.as_str())).add(DocumentId.gt(id.as_str()));
        due = due.add(Condition::any().add(ReversalDate.gt(date)).add(same_day));
    }
    let rows = document::Entity::find()
        .filter(due)
        .order_by_asc(ReversalDate)
        .order_by_asc(DocumentId)
        .limit(limit)
        .all(db)
        .await?;
    bare(rows)
}
