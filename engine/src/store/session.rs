//! Sessions of the console. Every change names the row as it was found: of several processes one changes it.

use sea_orm::{
    ActiveValue, ColumnTrait, Condition, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter, Set, UpdateMany,
};

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

/// Writes down that a person asked something in it.
pub async fn seen(tx: &impl ConnectionTrait, session_id: &str, now: Timestamp) -> Result<(), StoreError> {
    let seen = ActiveModel { seen_at: Set(now.micros()), ..ActiveModel::default() };
    live().set(seen).filter(Column::SessionId.eq(session_id)).exec(tx).await?;
    Ok(())
}

/// When a secret was used, and when a person asked something by it: a page that asks by itself leaves that as it is.
#[derive(Clone, Copy)]
pub struct Used {
    pub now: Timestamp,
    pub seen_at: Option<Timestamp>,
}

impl Used {
    fn seen_at(self) -> ActiveValue<i64> {
        self.seen_at.map_or(ActiveValue::NotSet, |at| Set(at.micros()))
    }
}

/// Writes down that the present secret, of this hash, was used. False: another request did, or it is the present one no more.
pub async fn confirm(tx: &impl ConnectionTrait, hash: &str, at: Used) -> Result<bool, StoreError> {
    let confirmed =
        ActiveModel { confirmed_at: Set(Some(at.now.micros())), seen_at: at.seen_at(), ..ActiveModel::default() };
    let unconfirmed = live().filter(Column::SecretHash.eq(hash)).filter(Column::ConfirmedAt.is_null());
    Ok(unconfirmed.set(confirmed).exec(tx).await?.rows_affected == 1)
}

/// The hashes of the secret that a request came with, and of a new one.
#[derive(Clone, Copy)]
pub struct Rotation<'a> {
    pub from: &'a str,
    pub to: &'a str,
}

/// Makes the new secret the present one, and that of the request the former one: in place of the present secret, or of one that was
/// never used. False: another request was faster, or the session was ended.
pub async fn rotate(
    tx: &impl ConnectionTrait,
    found: &Found,
    hashes: Rotation<'_>,
    at: Used,
) -> Result<bool, StoreError> {
    let as_found = if found.by_former {
        let unconfirmed = Condition::all().add(Column::FormerHash.eq(hashes.from)).add(Column::ConfirmedAt.is_null());
        unconfirmed.add(Column::RotatedAt.eq(found.rotated_at.micros()))
    } else {
        Condition::all().add(Column::SecretHash.eq(hashes.from))
    };
    let rotated = ActiveModel {
        secret_hash: Set(hashes.to.to_owned()),
        former_hash: Set(Some(hashes.from.to_owned())),
        rotated_at: Set(at.now.micros()),
        confirmed_at: Set(None),
        seen_at: at.seen_at(),
        ..ActiveModel::default()
    };
    Ok(live().set(rotated).filter(as_found).exec(tx).await?.rows_affected == 1)
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
