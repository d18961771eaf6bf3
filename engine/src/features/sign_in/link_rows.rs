//! Links that sign a person in once.

use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter, Set};

use crate::approval::access::UserId;
use crate::kernel::entity::sign_in_link::{ActiveModel, Column, Entity, Model};
use crate::kernel::session::SessionKey;
use crate::kernel::store::StoreError;
use crate::values::clock::Timestamp;

const TABLE: &str = "sign_in_link";

/// A link that is made: for whom, and until when it may be used.
pub struct NewLink<'a> {
    pub secret_hash: &'a str,
    pub user_id: &'a UserId,
    pub made_at: Timestamp,
    pub ends_at: Timestamp,
}

pub async fn make(tx: &impl ConnectionTrait, key: &SessionKey, link: &NewLink<'_>) -> Result<(), StoreError> {
    let row = Model {
        secret_hash: link.secret_hash.to_owned(),
        user_id: link.user_id.to_string(),
        made_at: link.made_at.micros(),
        ends_at: link.ends_at.micros(),
        used_at: None,
        mac: String::new(),
    };
    let mac = with_fields(&row, |fields| key.mac(TABLE, fields));
    Entity::insert(Model { mac, ..row }.into_active_model()).exec_without_returning(tx).await?;
    Ok(())
}

fn with_fields<T>(row: &Model, then: impl FnOnce(&[Option<&str>]) -> T) -> T {
    let [made_at, ends_at] = [row.made_at, row.ends_at].map(|at| at.to_string());
    then(&[Some(&row.secret_hash), Some(&row.user_id), Some(&made_at), Some(&ends_at)])
}

/// Whom the link of this secret signs in, while it may be used. A row without a right MAC is none.
pub async fn find(
    db: &impl ConnectionTrait,
    key: &SessionKey,
    hash: &str,
    now: Timestamp,
) -> Result<Option<UserId>, StoreError> {
    let Some(row) = Entity::find().filter(usable(hash, now)).one(db).await? else { return Ok(None) };
    if !with_fields(&row, |fields| key.is_mac(&row.mac, TABLE, fields)) {
        tracing::warn!(user_id = row.user_id, "a sign-in link that this service did not write");
        return Ok(None);
    }
    Ok(Some(row.user_id.into()))
}

/// Uses it up. False: another request was faster, or its time is over.
pub async fn use_up(tx: &impl ConnectionTrait, hash: &str, now: Timestamp) -> Result<bool, StoreError> {
    let used = ActiveModel { used_at: Set(Some(now.micros())), ..ActiveModel::default() };
    let written = Entity::update_many().set(used).filter(usable(hash, now)).exec(tx).await?;
    Ok(written.rows_affected == 1)
}

fn usable(hash: &str, now: Timestamp) -> Condition {
    Condition::all().add(Column::SecretHash.eq(hash)).add(Column::UsedAt.is_null()).add(Column::EndsAt.gt(now.micros()))
}

/// Deletes the links that were used, or could be used no more, before this.
pub async fn purge(tx: &impl ConnectionTrait, before: Timestamp) -> Result<u64, StoreError> {
    let over = Condition::any().add(Column::EndsAt.lt(before.micros())).add(Column::UsedAt.lt(before.micros()));
    Ok(Entity::delete_many().filter(over).exec(tx).await?.rows_affected)
}
