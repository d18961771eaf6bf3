//! Sessions of the console. Every change names the row as it was found: of several processes one changes it.

use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter, Set, UpdateMany};

use super::StoreError;
use super::row::session as row;
use crate::access::UserId;
use crate::clock::Timestamp;
use crate::entity::console_session::{ActiveModel, Column, Entity};
use crate::session::{Found, Session};

/// A session that begins, with the hash of its secret.
pub async fn begin(tx: &impl ConnectionTrait, session: &Session, secret_hash: &str) -> Result<(), StoreError> {
    Entity::insert(row::begun(session, secret_hash)?.into_active_model()).exec_without_returning(tx).await?;
    Ok(())
}

/// The session of this secret, present or former, unless it was ended.
pub async fn find(db: &impl ConnectionTrait, hash: &str) -> Result<Option<Found>, StoreError> {
    let by_either = Condition::any().add(Column::SecretHash.eq(hash)).add(Column::FormerHash.eq(hash));
    let found = Entity::find().filter(by_either).filter(Column::EndedAt.is_null()).one(db).await?;
    found.map(|found| row::read(found, hash)).transpose()
}

/// Writes down that something was asked in it.
pub async fn seen(tx: &impl ConnectionTrait, session_id: &str, now: Timestamp) -> Result<(), StoreError> {
    let seen = ActiveModel { seen_at: Set(now.micros()), ..ActiveModel::default() };
    live().set(seen).filter(Column::SessionId.eq(session_id)).exec(tx).await?;
    Ok(())
}

/// The hashes of a secret, and of the one that replaces it.
#[derive(Clone, Copy)]
pub struct Rotation<'a> {
    pub from: &'a str,
    pub to: &'a str,
}

/// Replaces the secret. False: another request was faster, or the session was ended.
pub async fn rotate(tx: &impl ConnectionTrait, hashes: Rotation<'_>, now: Timestamp) -> Result<bool, StoreError> {
    let rotated = ActiveModel {
        secret_hash: Set(hashes.to.to_owned()),
        former_hash: Set(Some(hashes.from.to_owned())),
        rotated_at: Set(now.micros()),
        seen_at: Set(now.micros()),
        ..ActiveModel::default()
    };
    let written = live().set(rotated).filter(Column::SecretHash.eq(hashes.from)).exec(tx).await?;
    Ok(written.rows_affected == 1)
}

/// Ends a session, for good.
pub async fn end(tx: &impl ConnectionTrait, session_id: &str, now: Timestamp) -> Result<(), StoreError> {
    live().set(ended(now)).filter(Column::SessionId.eq(session_id)).exec(tx).await?;
    Ok(())
}

/// Ends the sessions of a person, however they spelt their id; how many there were.
pub async fn end_all_of(tx: &impl ConnectionTrait, user_id: &UserId, now: Timestamp) -> Result<u64, StoreError> {
    let of_person = live().filter(Column::UserKey.eq(user_id.folded())).filter(Column::EndsAt.gt(now.micros()));
    Ok(of_person.set(ended(now)).exec(tx).await?.rows_affected)
}

fn live() -> UpdateMany<Entity> {
    Entity::update_many().filter(Column::EndedAt.is_null())
}

fn ended(now: Timestamp) -> ActiveModel {
    ActiveModel { ended_at: Set(Some(now.micros())), ..ActiveModel::default() }
}

/// Deletes the sessions that were over before this.
pub async fn purge(tx: &impl ConnectionTrait, before: Timestamp) -> Result<u64, StoreError> {
    let over = Condition::any().add(Column::EndsAt.lt(before.micros())).add(Column::EndedAt.lt(before.micros()));
    Ok(Entity::delete_many().filter(over).exec(tx).await?.rows_affected)
}
