//! Whether what was to be reversed by the end of a period is. See docs/rules/close-checklist.md#checks.

use sea_orm::{
    ColumnTrait, Condition, DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};

use crate::books::close_check::{Finding, MOST_NAMED, Month};
use crate::kernel::entity::document;
use crate::kernel::entity::document::Column::{DocumentId, ReversalDate};
use crate::kernel::store::{StoreError, status};

pub async fn finding(tx: &DatabaseTransaction, month: &Month) -> Result<Finding, StoreError> {
    let due = ReversalDate.lte(month.end.to_string());
    let due = Condition::all().add(status::due_for_reversal()).add(status::not_reversed()).add(due);
    let due = document::Entity::find().filter(due);
    let count = due.clone().count(tx).await?;
    let named = due.select_only().column(DocumentId).order_by_asc(ReversalDate).order_by_asc(DocumentId);
    let ids: Vec<String> = named.limit(MOST_NAMED).into_tuple().all(tx).await?;
    Ok(Finding::of(count, "journal_entry", ids))
}
