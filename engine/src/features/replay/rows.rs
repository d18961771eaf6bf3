//! Replays as they are written: the progress of a run, what it finds, and its end.
//!
//! A run is a start of its job. What it writes, it writes only while no later one has begun: a job that is delivered twice leaves the
//! rows of the last.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter, QuerySelect};

use super::row;
use crate::approval::replay::Diverted;
use crate::approval::replay::summary::Summary;
use crate::books::queue::{JobState, UNHEARD};
use crate::kernel::entity::{job, replay, replay_document};
use crate::kernel::store::StoreError;
use crate::kernel::store::batch::Batch;
use crate::kernel::store::row::to_json;
use crate::kernel::store::rows::Rows;
use crate::values::clock::Timestamp;

/// One start of the job of a replay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    pub replay_id: String,
    pub job_id: String,
    /// A fresh id: the mark that it leaves in the row of the replay.
    pub mark: String,
}

/// Begins the run: what an earlier one found is gone. False when the replay is gone.
pub async fn begin(tx: &impl ConnectionTrait, run: &Run, total: i64) -> Result<bool, StoreError> {
    let begun = replay::Entity::update_many()
        .col_expr(replay::Column::Run, Expr::value(run.mark.as_str()))
        .col_expr(replay::Column::Done, Expr::value(0))
        .col_expr(replay::Column::Total, Expr::value(total))
        .filter(replay::Column::ReplayId.eq(run.replay_id.as_str()))
        .exec(tx)
        .await?;
    replay_document::Entity::delete_many()
        .filter(replay_document::Column::ReplayId.eq(run.replay_id.as_str()))
        .exec(tx)
        .await?;
    Ok(begun.rows_affected > 0)
}

/// Adds what the run found since, and says how far it is. False, and the caller rolls back, when a later one has begun.
pub async fn go_on(
    tx: &impl ConnectionTrait,
    run: &Run,
    done: i64,
    found: &[Diverted],
    now: Timestamp,
) -> Result<bool, StoreError> {
    let going = own(run).col_expr(replay::Column::Done, Expr::value(done)).exec(tx).await?;
    if going.rows_affected == 0 {
        return Ok(false);
    }
    add(tx, run, found).await?;
    // The sweep leaves alone what is seen to live.
    job::Entity::update_many()
        .col_expr(job::Column::DueAt, Expr::value(now.plus(UNHEARD).micros()))
        .filter(job::Column::JobId.eq(run.job_id.as_str()))
        .filter(job::Column::State.eq(JobState::Running.name()))
        .exec(tx)
        .await?;
    Ok(true)
}

/// Writes the figures of the run, and the last of what it found. False, and the caller rolls back, when a later one has begun.
pub async fn finish(
    tx: &impl ConnectionTrait,
    run: &Run,
    done: i64,
    found: &[Diverted],
    summary: &Summary,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let finished = own(run)
        .col_expr(replay::Column::Done, Expr::value(done))
        .col_expr(replay::Column::Total, Expr::value(done))
        .col_expr(replay::Column::Summary, Expr::value(to_json(summary)?.0))
        .col_expr(replay::Column::FinishedAt, Expr::value(now.micros()))
        .exec(tx)
        .await?;
    if finished.rows_affected == 0 {
        return Ok(false);
    }
    add(tx, run, found).await?;
    Ok(true)
}

/// The row of the replay, while the run is its last.
fn own(run: &Run) -> sea_orm::UpdateMany<replay::Entity> {
    replay::Entity::update_many()
        .filter(replay::Column::ReplayId.eq(run.replay_id.as_str()))
        .filter(replay::Column::Run.eq(run.mark.as_str()))
}

async fn add(tx: &impl ConnectionTrait, run: &Run, found: &[Diverted]) -> Result<(), StoreError> {
    let models = found.iter().map(|one| Ok(row::diverted(&run.replay_id, one)?.into_active_model()));
    let models = models.collect::<Result<Vec<_>, StoreError>>()?;
    let mut batch = Batch::on(tx.get_database_backend());
    batch.insert(Rows::of::<replay_document::Entity>(models));
    batch.send(tx).await
}

/// Deletes the replays that were asked for before this, with what they found, whose jobs are gone.
pub async fn purge(tx: &impl ConnectionTrait, before: Timestamp) -> Result<u64, StoreError> {
    let jobs = job::Entity::find().select_only().column(job::Column::JobId);
    let old = replay::Entity::find()
        .select_only()
        .column(replay::Column::ReplayId)
        .filter(replay::Column::RequestedAt.lt(before.micros()))
        .filter(replay::Column::JobId.not_in_subquery(sea_orm::QueryTrait::into_query(jobs)))
        .into_tuple::<String>()
        .all(tx)
        .await?;
    if old.is_empty() {
        return Ok(0);
    }
    replay_document::Entity::delete_many().filter(replay_document::Column::ReplayId.is_in(&old)).exec(tx).await?;
    let gone = replay::Entity::delete_many().filter(replay::Column::ReplayId.is_in(&old)).exec(tx).await?;
    Ok(gone.rows_affected)
}
