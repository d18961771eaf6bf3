//! What the sweep looks for: documents and jobs that were left behind, and rows that nobody needs any more.

use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};

use crate::books::period::Period;
use crate::books::queue::{JobRecord, JobState, Queue, UNHEARD};
use crate::kernel::entity::{document, job};
use crate::kernel::store::{StoreError, row, status};
use crate::values::clock::Timestamp;
use crate::values::kind::SubLedger;

/// What stands in these periods, where its sub-ledger is open.
fn in_open(periods: &[&Period]) -> Condition {
    SubLedger::ALL.into_iter().fold(Condition::any(), |any, sub_ledger| {
        let open = periods.iter().filter(|period| period.is_open_for(sub_ledger));
        let here = document::Column::PeriodId.is_in(open.map(|period| period.period_id.as_str()));
        any.add(Condition::all().add(document::Column::SubLedger.eq(sub_ledger.name())).add(here))
    })
}

/// Approved documents of open periods that no live job will post. A bill and an invoice may have one id: the type says which of them a
/// job posts. What a forced close left unposted, however much, does not stand before them.
pub async fn approved_without_job(
    db: &impl ConnectionTrait,
    periods: &[&Period],
    limit: u64,
) -> Result<Vec<(String, String)>, StoreError> {
    let live = job::Entity::find()
        .select_only()
        .columns([job::Column::ResourceType, job::Column::ResourceId])
        .filter(status::not_done())
        .filter(job::Column::JobType.eq(Queue::PostDocument.name()))
        .filter(
            job::Column::State.is_in([JobState::Queued, JobState::Running, JobState::Quarantined].map(JobState::name)),
        );
    let key: [Expr; 2] = [document::Column::Kind, document::Column::DocumentId].map(ColumnTrait::into_expr);
    Ok(document::Entity::find()
        .select_only()
        .columns([document::Column::Kind, document::Column::DocumentId])
        .filter(status::approved())
        .filter(in_open(periods))
        .filter(Expr::tuple(key).not_in_subquery(live.into_query()))
        .order_by_asc(document::Column::CreatedAt)
        .limit(limit)
        .into_tuple()
        .all(db)
        .await?)
}

/// Queued or running, and due before `before`. An earlier release, which runs beside this one, writes none: its jobs are due some
/// time after they were made.
pub(super) fn due_before(before: Timestamp) -> Condition {
    let unheard = i64::try_from(UNHEARD.as_micros()).unwrap_or(i64::MAX);
    let made = Expr::col(job::Column::CreatedAt).add(unheard);
    let due = Func::coalesce([Expr::col(job::Column::DueAt), made]);
    Condition::all()
        .add(status::not_done())
        .add(job::Column::State.is_in([JobState::Queued, JobState::Running].map(JobState::name)))
        .add(Expr::expr(due).lt(before.micros()))
}

/// Jobs that are queued or running and were due before `before`.
pub async fn stale(db: &impl ConnectionTrait, before: Timestamp, limit: u64) -> Result<Vec<JobRecord>, StoreError> {
    let rows = job::Entity::find()
        .filter(due_before(before))
        .order_by_asc(job::Column::CreatedAt)
        .limit(limit)
        .all(db)
        .await?;
    // A job that cannot be read, perhaps of a later version, does not hold up the others.
    let readable = |row| row::job::read(row).inspect_err(|error| tracing::error!(%error, "a job is passed over")).ok();
    Ok(rows.into_iter().filter_map(readable).collect())
}

/// Deletes the oldest of the jobs that ended before, at most so many.
pub async fn purge(tx: &impl ConnectionTrait, before: Timestamp, at_most: u64) -> Result<u64, StoreError> {
    // Earlier releases left it open when a job found nothing to do.
    let ended = Func::coalesce([Expr::col(job::Column::FinishedAt), Expr::col(job::Column::CreatedAt)]);
    let oldest = job::Entity::find()
        .select_only()
        .column(job::Column::JobId)
        .filter(job::Column::State.is_in([JobState::Done, JobState::Refused].map(JobState::name)))
        .filter(Expr::expr(ended).lt(before.micros()))
        // By its index: what ended before was made before.
        .filter(job::Column::CreatedAt.lt(before.micros()))
        .order_by_asc(job::Column::CreatedAt)
        .limit(at_most);
    let gone = job::Entity::delete_many().filter(job::Column::JobId.in_subquery(oldest.into_query())).exec(tx).await?;
    Ok(gone.rows_affected)
}
