//! Answers kept for retries (C16). A record commits with what it guards.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Set};

use super::StoreError;
use super::row::{RowName, to_json};
use crate::clock::Timestamp;
use crate::entity::idempotency;
use crate::perform::{Idempotency, StoredAnswer};

/// What is kept under a key.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    pub fingerprint: String,
    pub answer: Option<StoredAnswer>,
    /// The process that still works on the answer.
    pub running_in: Option<String>,
    /// When the request was carried out.
    pub created_at: Timestamp,
}

pub async fn find(db: &impl ConnectionTrait, key: &Idempotency) -> Result<Option<Record>, StoreError> {
    let found = idempotency::Entity::find_by_id((key.user_id.clone(), key.key.clone())).one(db).await?;
    let Some(row) = found else { return Ok(None) };
    let name = RowName { table: "idempotency", key: &key.key };
    Ok(Some(Record {
        answer: row.answer.as_deref().map(|text| name.json("answer", text)).transpose()?,
        fingerprint: row.fingerprint,
        running_in: row.running_in,
        created_at: Timestamp::from_micros(row.created_at),
    }))
}

/// Keeps the answer, or, without one, that this process works on it.
pub async fn insert(
    tx: &impl ConnectionTrait,
    key: &Idempotency,
    answer: Option<&StoredAnswer>,
    process: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    let model = idempotency::ActiveModel {
        user_id: Set(key.user_id.clone()),
        idempotency_key: Set(key.key.clone()),
        fingerprint: Set(key.fingerprint.clone()),
        answer: Set(answer.map(to_json).transpose()?),
        running_in: Set(answer.is_none().then(|| process.to_owned())),
        created_at: Set(now.micros()),
    };
    idempotency::Entity::insert(model).exec_without_returning(tx).await?;
    Ok(())
}

/// Completes a running record with the answer that is sent.
pub async fn complete(tx: &impl ConnectionTrait, key: &Idempotency, answer: &StoredAnswer) -> Result<(), StoreError> {
    idempotency::Entity::update_many()
        .col_expr(idempotency::Column::Answer, Expr::value(to_json(answer)?))
        .col_expr(idempotency::Column::RunningIn, Expr::value(Option::<String>::None))
        .filter(idempotency::Column::UserId.eq(key.user_id.as_str()))
        .filter(idempotency::Column::IdempotencyKey.eq(key.key.as_str()))
        .exec(tx)
        .await?;
    Ok(())
}

/// Forgets a running record whose outcome was a refusal: only successes are kept.
pub async fn forget(tx: &impl ConnectionTrait, key: &Idempotency) -> Result<(), StoreError> {
    idempotency::Entity::delete_by_id((key.user_id.clone(), key.key.clone())).exec(tx).await?;
    Ok(())
}

/// Forgets what is older than seven days.
pub async fn purge(tx: &impl ConnectionTrait, before: Timestamp) -> Result<u64, StoreError> {
    Ok(idempotency::Entity::delete_many()
        .filter(idempotency::Column::CreatedAt.lt(before.micros()))
        .exec(tx)
        .await?
        .rows_affected)
}
