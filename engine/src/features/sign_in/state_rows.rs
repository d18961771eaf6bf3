//! Sign-ins that began at a provider. Each comes back once, to whichever process.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter};

use crate::kernel::entity::sign_in_state::{Column, Entity, Model};
use crate::kernel::store::StoreError;
use crate::values::clock::Timestamp;

/// One that begins, and is good until then.
pub async fn begin(tx: &impl ConnectionTrait, state_hash: &str, ends_at: Timestamp) -> Result<(), StoreError> {
    let row = Model { state_hash: state_hash.to_owned(), ends_at: ends_at.micros() };
    Entity::insert(row.into_active_model()).exec_without_returning(tx).await?;
    Ok(())
}

/// Takes it away. False: another request was faster, its time is over, or none began with it.
pub async fn use_up(tx: &impl ConnectionTrait, state_hash: &str, now: Timestamp) -> Result<bool, StoreError> {
    let usable = Entity::delete_many().filter(Column::StateHash.eq(state_hash)).filter(Column::EndsAt.gt(now.micros()));
    Ok(usable.exec(tx).await?.rows_affected == 1)
}

/// Deletes those that never came back.
pub async fn purge(tx: &impl ConnectionTrait, now: Timestamp) -> Result<u64, StoreError> {
    Ok(Entity::delete_many().filter(Column::EndsAt.lte(now.micros())).exec(tx).await?.rows_affected)
}
