//! Answers kept for retries. A record commits with what it guards. See docs/rules/interface.md#idempotency.

use rusqlite::Connection;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Set,
};

use super::StoreError;
use super::row::{RowName, to_json};
use crate::books::request::{Idempotency, Kept, LedTo, StoredAnswer};
use crate::kernel::entity::{JsonText, idempotency};
use crate::values::clock::Timestamp;

/// What is kept under a key.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    pub fingerprint: String,
    pub answer: Option<StoredAnswer>,
    /// What an answer will be made from that comes later.
    pub led_to: Option<LedTo>,
    /// The process that still works on the answer.
    pub running_in: Option<String>,
    /// The caller was allowed it without the permission for it.
    pub without_permission: bool,
    /// When the request was carried out.
    pub created_at: Timestamp,
}

/// The rows of a person's key. They hold the folded user id; rows of older releases hold it as it was spelt.
fn of(key: &Idempotency) -> Condition {
    Condition::all()
        .add(idempotency::Column::UserId.is_in([key.user_id.folded(), key.user_id.as_str()]))
        .add(idempotency::Column::IdempotencyKey.eq(key.key.as_str()))
}

pub async fn find(db: &impl ConnectionTrait, key: &Idempotency) -> Result<Option<Record>, StoreError> {
    present(idempotency::Entity::find().filter(of(key)).all(db).await?, key)
}

/// The row of the folded user id comes before one of an older release.
fn present(mut found: Vec<idempotency::Model>, key: &Idempotency) -> Result<Option<Record>, StoreError> {
    found.sort_by_key(|row| row.user_id != key.user_id.folded());
    found.into_iter().next().map(record).transpose()
}

/// As [`find`], on SQLite's own thread.
pub fn find_inline(books: &Connection, key: &Idempotency) -> Result<Option<Record>, StoreError> {
    let mut statement = books.prepare_cached(
        "SELECT user_id, idempotency_key, fingerprint, answer, running_in, led_to, without_permission, created_at \
         FROM idempotency WHERE user_id IN (?, ?) AND idempotency_key = ?",
    )?;
    let keys = [key.user_id.folded(), key.user_id.as_str(), key.key.as_str()];
    let found = statement.query_map(keys, |row| {
        Ok(idempotency::Model {
            user_id: row.get(0)?,
            idempotency_key: row.get(1)?,
            fingerprint: row.get(2)?,
            answer: row.get::<_, Option<String>>(3)?.map(JsonText),
            running_in: row.get(4)?,
            led_to: row.get::<_, Option<String>>(5)?.map(JsonText),
            without_permission: row.get(6)?,
            created_at: row.get(7)?,
        })
    })?;
    present(found.collect::<Result<_, _>>()?, key)
}

/// What a row keeps.
pub fn record(row: idempotency::Model) -> Result<Record, StoreError> {
    let name = RowName { table: "idempotency", key: &row.idempotency_key };
    Ok(Record {
        answer: row.answer.as_ref().map(|text| name.json("answer", text)).transpose()?,
        led_to: row.led_to.as_ref().map(|text| name.json("led_to", text)).transpose()?,
        fingerprint: row.fingerprint,
        running_in: row.running_in,
        without_permission: row.without_permission,
        created_at: Timestamp::from_micros(row.created_at),
    })
}

/// The row that keeps the answer, or that this process works on it and from what it will be made.
pub fn row(
    key: &Idempotency,
    kept: &Kept,
    without_permission: bool,
    process: &str,
    now: Timestamp,
) -> Result<Option<idempotency::ActiveModel>, StoreError> {
    let (answer, led_to) = match kept {
        Kept::Answer(answer) => (Some(answer), None),
        Kept::Later(led_to) => (None, Some(led_to)),
        Kept::Nothing => return Ok(None),
    };
    Ok(Some(idempotency::ActiveModel {
        user_id: Set(key.user_id.folded().to_owned()),
        idempotency_key: Set(key.key.clone()),
        fingerprint: Set(key.fingerprint.clone()),
        answer: Set(answer.map(to_json).transpose()?),
        led_to: Set(led_to.map(to_json).transpose()?),
        running_in: Set(answer.is_none().then(|| process.to_owned())),
        without_permission: Set(without_permission),
        created_at: Set(now.micros()),
    }))
}

/// Completes a running record with the answer that is sent.
pub async fn complete(tx: &impl ConnectionTrait, key: &Idempotency, answer: &StoredAnswer) -> Result<(), StoreError> {
    idempotency::Entity::update_many()
        .col_expr(idempotency::Column::Answer, Expr::value(to_json(answer)?))
        .col_expr(idempotency::Column::RunningIn, Expr::value(Option::<String>::None))
        .filter(of(key))
        .exec(tx)
        .await?;
    Ok(())
}

/// Forgets a running record whose outcome was a refusal: only successes are kept. Another process may have kept an answer meanwhile, as it
/// waited for the same: that stays.
pub async fn forget(tx: &impl ConnectionTrait, key: &Idempotency) -> Result<(), StoreError> {
    let running = of(key).add(idempotency::Column::Answer.is_null());
    idempotency::Entity::delete_many().filter(running).exec(tx).await?;
    Ok(())
}

/// Forgets the oldest of what was made before, at most so many.
pub async fn purge(tx: &impl ConnectionTrait, before: Timestamp, at_most: u64) -> Result<u64, StoreError> {
    let key = [idempotency::Column::UserId, idempotency::Column::IdempotencyKey];
    let oldest = idempotency::Entity::find()
        .select_only()
        .columns(key)
        .filter(idempotency::Column::CreatedAt.lt(before.micros()))
        .order_by_asc(idempotency::Column::CreatedAt)
        .limit(at_most);
    Ok(idempotency::Entity::delete_many()
        .filter(Expr::tuple(key.map(ColumnTrait::into_expr)).in_subquery(oldest.into_query()))
        .exec(tx)
        .await?
        .rows_affected)
}
