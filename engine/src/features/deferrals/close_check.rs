//! Whether parts of deferrals were recognised up to the end of a period. See docs/rules/close-checklist.md#checks.

use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};

use super::model::RESOURCE;
use crate::books::close_check::{Finding, MOST_NAMED, Month};
use crate::kernel::entity::deferral;
use crate::kernel::entity::deferral::Column::{DeferralId, NextDate};
use crate::kernel::store::StoreError;

pub async fn finding(tx: &DatabaseTransaction, month: &Month) -> Result<Finding, StoreError> {
    let due = deferral::Entity::find().filter(NextDate.lte(month.end.to_string()));
    let count = due.clone().count(tx).await?;
    let named = due.select_only().column(DeferralId).order_by_asc(NextDate).order_by_asc(DeferralId);
    let ids: Vec<String> = named.limit(MOST_NAMED).into_tuple().all(tx).await?;
    let is_any = deferral::Entity::find().one(tx).await?.is_some();
    Ok(Finding::of(count, RESOURCE, ids).where_any(is_any))
}
