//! Whether recurring documents were made up to the end of a period. See docs/rules/close-checklist.md#checks.

use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};

use super::model::RESOURCE;
use crate::books::close_check::{Finding, MOST_NAMED, Month};
use crate::kernel::entity::recurring_document;
use crate::kernel::entity::recurring_document::Column::{NextDate, RecurringDocumentId};
use crate::kernel::store::StoreError;

pub async fn finding(tx: &DatabaseTransaction, month: &Month) -> Result<Finding, StoreError> {
    let due = recurring_document::Entity::find().filter(NextDate.lte(month.end.to_string()));
    let count = due.clone().count(tx).await?;
    let named = due.select_only().column(RecurringDocumentId).order_by_asc(NextDate).order_by_asc(RecurringDocumentId);
    let ids: Vec<String> = named.limit(MOST_NAMED).into_tuple().all(tx).await?;
    let is_any = recurring_document::Entity::find().one(tx).await?.is_some();
    Ok(Finding::of(count, RESOURCE, ids).where_any(is_any))
}
