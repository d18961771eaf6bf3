//! Sessions of the console. Every change names the row as it was found, by its MAC: of several processes one changes it.

use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter, Set};

use crate::approval::access::UserId;
use crate::features::sign_in::row;
use crate::kernel::entity::console_session::{ActiveModel, Column, Entity, Model};
use crate::kernel::session::{Found, Session, SessionKey};
use crate::kernel::store::StoreError;
use crate::values::clock::Timestamp;

/// A session that begins, with the hash of its secret.
pub async fn begin(
    tx: &impl ConnectionTrait,
    key: &SessionKey,
    session: &Session,
    secret_hash: &str,
) -> Result<(), StoreError> {
    let row = row::sealed(key, row::begun(session, secret_hash)?);
    Entity::insert(row.into_active_model()).exec_without_returning(tx).await?;
    Ok(())
}

/// A session with its row, as it was found.
pub struct Kept {
    pub found: Found,
    row: Model,
}

/// The session of this secret, present or former, unless it was ended. A row without a right MAC is none: somebody wrote it who has no
/// key.
pub async fn find(db: &impl ConnectionTrait, key: &SessionKey, hash: &str) -> Result<Option<Kept>, StoreError> {
    let by_either = Condition::any().add(Column::SecretHash.eq(hash)).add(Column::FormerHash.eq(hash));
    let found = Entity::find().filter(by_either).filter(Column::EndedAt.is_null()).one(db).await?;
    let Some(row) = found else { return Ok(None) };
    if !row::is_sealed(key, &row) {
        tracing::warn!(session_id = row.session_id, user_id = row.user_id, "a session that this service did not write");
        return Ok(None);
    }
    Ok(Some(Kept { found: row::read(row.clone(), hash)?, row }))
}

/// When a secret was used, and when a person asked something by it: a page that asks by itself leaves that as it is.
#[derive(Clone, Copy)]
pub struct Used {
    pub now: Timestamp,
    pub seen_at: Option<Timestamp>,
}

impl Kept {
    /// Writes down that a person asked something in it. False, here and below: another request changed the row, or it is ended.
    pub async fn seen(&self, tx: &impl ConnectionTrait, key: &SessionKey, at: Used) -> Result<bool, StoreError> {
        self.change(tx, key, Model { seen_at: self.seen_at(at), ..self.row.clone() }).await
    }

    /// Writes down that the present secret was used.
    pub async fn confirm(&self, tx: &impl ConnectionTrait, key: &SessionKey, at: Used) -> Result<bool, StoreError> {
        let confirmed_at = Some(at.now.micros());
        self.change(tx, key, Model { confirmed_at, seen_at: self.seen_at(at), ..self.row.clone() }).await
    }

    /// Makes a new secret the present one, and that of the request the former one: in place of the present secret, or of one that was
    /// never used.
    pub async fn rotate(
        &self,
        tx: &impl ConnectionTrait,
        key: &SessionKey,
        hashes: Rotation<'_>,
        at: Used,
    ) -> Result<bool, StoreError> {
        let rotated = Model {
            secret_hash: hashes.to.to_owned(),
            former_hash: Some(hashes.from.to_owned()),
            rotated_at: at.now.micros(),
            confirmed_at: None,
            seen_at: self.seen_at(at),
            ..self.row.clone()
        };
        self.change(tx, key, rotated).await
    }

    fn seen_at(&self, at: Used) -> i64 {
        at.seen_at.map_or(self.row.seen_at, Timestamp::micros)
    }

    async fn change(&self, tx: &impl ConnectionTrait, key: &SessionKey, row: Model) -> Result<bool, StoreError> {
        let row = row::sealed(key, row);
        let changed = ActiveModel {
            secret_hash: Set(row.secret_hash),
            former_hash: Set(row.former_hash),
            rotated_at: Set(row.rotated_at),
            confirmed_at: Set(row.confirmed_at),
            seen_at: Set(row.seen_at),
            mac: Set(row.mac),
            ..ActiveModel::default()
        };
        let as_found = Condition::all().add(Column::SessionId.eq(row.session_id)).add(Column::Mac.eq(&*self.row.mac));
        let live = Entity::update_many().filter(Column::EndedAt.is_null());
        Ok(live.set(changed).filter(as_found).exec(tx).await?.rows_affected == 1)
    }
}

/// The hashes of the secret that a request came with, and of a new one.
#[derive(Clone, Copy)]
pub struct Rotation<'a> {
    pub from: &'a str,
    pub to: &'a str,
}

/// Ends a session, for good; whose it was. `None`: there is none, or it was ended before.
pub async fn end(tx: &impl ConnectionTrait, session_id: &str, now: Timestamp) -> Result<Option<UserId>, StoreError> {
    let ended = Entity::update_many().set(ended(now)).filter(Column::EndedAt.is_null());
    if ended.filter(Column::SessionId.eq(session_id)).exec(tx).await?.rows_affected == 0 {
        return Ok(None);
    }
    Ok(Entity::find_by_id(session_id).one(tx).await?.map(|row| row.user_id.into()))
}

/// The sessions of a person that go on, however they spelt their id.
pub async fn of_person(tx: &impl ConnectionTrait, user_id: &UserId, now: Timestamp) -> Result<Vec<String>, StoreError> {
    let of_person = Entity::find().filter(Column::UserKey.eq(user_id.folded())).filter(Column::EndedAt.is_null());
    let found = of_person.filter(Column::EndsAt.gt(now.micros())).all(tx).await?;
    Ok(found.into_iter().map(|row| row.session_id).collect())
}

fn ended(now: Timestamp) -> ActiveModel {
    ActiveModel { ended_at: Set(Some(now.micros())), ..ActiveModel::default() }
}

/// Deletes the sessions that were over before this.
pub async fn purge(tx: &impl ConnectionTrait, before: Timestamp) -> Result<u64, StoreError> {
    let over = Condition::any().add(Column::EndsAt.lt(before.micros())).add(Column::EndedAt.lt(before.micros()));
    Ok(Entity::delete_many().filter(over).exec(tx).await?.rows_affected)
}
