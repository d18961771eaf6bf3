//! Whether nothing is left to revalue at the end of a period. See docs/rules/close-checklist.md#checks.

use std::collections::BTreeSet;

use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, QuerySelect};

use super::proposal::{Proposal, without_rate};
use super::reads;
use crate::books::close_check::{Finding, Month};
use crate::kernel::entity::account;
use crate::kernel::store::StoreError;
use crate::values::account::Subtype;

pub async fn finding(tx: &DatabaseTransaction, month: &Month) -> Result<Finding, StoreError> {
    let state = reads::see(tx, month.end, month.base).await?;
    let without = without_rate(&state, month.end);
    if !without.is_empty() {
        return Ok(Finding::of_all("exchange_rate", without.into_iter().map(str::to_owned).collect()));
    }
    let of = account::Column::Subtype.is_in([Subtype::Ar, Subtype::Ap].map(Subtype::name));
    let controls: Vec<String> = account::Entity::find()
        .select_only()
        .column(account::Column::AccountId)
        .filter(of)
        .into_tuple()
        .all(tx)
        .await?;
    let controls: BTreeSet<String> = controls.into_iter().collect();
    let proposal = Proposal::of_state(month.end, &state, month.base, |id| controls.contains(id))
        .map_err(|refusal| StoreError::TooLarge(refusal.detail().clone()))?;
    let is_any = !proposal.accounts.is_empty();
    let missing = proposal.accounts.into_iter().filter(|row| !row.missing.is_zero()).map(|row| row.account_id);
    Ok(Finding::of_all("account", missing.collect()).where_any(is_any))
}
