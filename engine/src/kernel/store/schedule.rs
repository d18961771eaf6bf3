//! The rows of the scheduled jobs. They use the clock of the database, which all processes share.

use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, DbBackend, EntityTrait, QueryFilter, QuerySelect, Set};

use super::StoreError;
use crate::books::queue::schedule::{Schedule, Standing};
use crate::kernel::entity::schedule::{ActiveModel, Column, Entity};
use crate::values::clock::Timestamp;

/// A row, and what time it is.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    pub standing: Standing,
    pub now: Timestamp,
}

/// What runs a tick.
#[derive(Clone, Debug)]
pub struct Claim<'a> {
    pub by: &'a str,
    pub until: Timestamp,
}

const fn now(backend: DbBackend) -> &'static str {
    match backend {
        DbBackend::Postgres => "CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)",
        _ => "CAST(unixepoch('now', 'subsec') * 1000000 AS INTEGER)",
    }
}

/// The row as it stands; none before any process ran by this schedule.
pub async fn read(db: &impl ConnectionTrait, schedule: &Schedule) -> Result<Option<Seen>, StoreError> {
    let found: Option<(i64, Option<i64>, i64, i64)> = Entity::find_by_id(schedule.name)
        .select_only()
        .columns([Column::DueAt, Column::HeldUntil, Column::Failures])
        .expr_as(Expr::cust(now(db.get_database_backend())), "now")
        .into_tuple()
        .one(db)
        .await?;
    Ok(found.map(|(due_at, held_until, failures, now)| Seen {
        standing: Standing {
            due_at: Timestamp::from_micros(due_at),
            held_until: held_until.map(Timestamp::from_micros),
            failures: u32::try_from(failures).unwrap_or(u32::MAX),
        },
        now: Timestamp::from_micros(now),
    }))
}

/// Makes the row, unless another process did: the first tick is due after one interval.
pub async fn begin(tx: &impl ConnectionTrait, schedule: &Schedule) -> Result<(), StoreError> {
    let every = i64::try_from(schedule.every.as_micros()).unwrap_or(i64::MAX);
    let first = Expr::cust(format!("{} + {every}", now(tx.get_database_backend())));
    let mut insert = sea_orm::sea_query::Query::insert();
    insert.into_table(Entity).columns([Column::Name, Column::DueAt, Column::Failures]);
    insert
        .values([schedule.name.into(), first, 0.into()])
        .map_err(|error| StoreError::Broken(error.to_string()))?
        .on_conflict(OnConflict::column(Column::Name).do_nothing().to_owned());
    tx.execute(&insert).await?;
    Ok(())
}

/// Claims the tick. False: the row is not as it was seen, for another was faster.
pub async fn claim(
    tx: &impl ConnectionTrait,
    schedule: &Schedule,
    seen: &Standing,
    claim: &Claim<'_>,
) -> Result<bool, StoreError> {
    let held = ActiveModel {
        held_until: Set(Some(claim.until.micros())),
        claimed_by: Set(Some(claim.by.to_owned())),
        ..ActiveModel::default()
    };
    write(tx, held, as_seen(schedule, seen)).await
}

/// Leaves out the tick. False: another was faster.
pub async fn leave_out(
    tx: &impl ConnectionTrait,
    schedule: &Schedule,
    seen: &Standing,
    next: Timestamp,
) -> Result<bool, StoreError> {
    let moved_on = ActiveModel {
        due_at: Set(next.micros()),
        held_until: Set(None),
        claimed_by: Set(None),
        failures: Set(0),
        ..ActiveModel::default()
    };
    write(tx, moved_on, as_seen(schedule, seen)).await
}

/// The tick is done; this one is the next. False: the claim had ended, and another took it.
pub async fn done(
    tx: &impl ConnectionTrait,
    schedule: &Schedule,
    claim: &Claim<'_>,
    at: Timestamp,
    next: Timestamp,
) -> Result<bool, StoreError> {
    let done = ActiveModel {
        due_at: Set(next.micros()),
        held_until: Set(None),
        claimed_by: Set(None),
        failures: Set(0),
        ran_at: Set(Some(at.micros())),
        ..ActiveModel::default()
    };
    write(tx, done, as_claimed(schedule, claim)).await
}

/// The tick failed, and no process runs it again before this instant.
pub async fn failed(
    tx: &impl ConnectionTrait,
    schedule: &Schedule,
    claim: &Claim<'_>,
    failures: u32,
    again: Timestamp,
) -> Result<bool, StoreError> {
    let failed = ActiveModel {
        held_until: Set(Some(again.micros())),
        claimed_by: Set(None),
        failures: Set(i64::from(failures)),
        ..ActiveModel::default()
    };
    write(tx, failed, as_claimed(schedule, claim)).await
}

/// The row as the process saw it.
fn as_seen(schedule: &Schedule, seen: &Standing) -> Condition {
    let held = match seen.held_until {
        Some(until) => Column::HeldUntil.eq(until.micros()),
        None => Column::HeldUntil.is_null(),
    };
    Condition::all().add(Column::Name.eq(schedule.name)).add(Column::DueAt.eq(seen.due_at.micros())).add(held)
}

/// The row as the claim left it.
fn as_claimed(schedule: &Schedule, claim: &Claim<'_>) -> Condition {
    Condition::all()
        .add(Column::Name.eq(schedule.name))
        .add(Column::ClaimedBy.eq(claim.by))
        .add(Column::HeldUntil.eq(claim.until.micros()))
}

async fn write(tx: &impl ConnectionTrait, changed: ActiveModel, row: Condition) -> Result<bool, StoreError> {
    let written = Entity::update_many().set(changed).filter(row).exec(tx).await?;
    Ok(written.rows_affected == 1)
}
