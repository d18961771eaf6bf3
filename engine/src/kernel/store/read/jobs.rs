//! Lists of jobs, and the figures that operators watch.

use std::collections::BTreeMap;

use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbBackend, EntityTrait, FromQueryResult, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect,
};

use super::after;
use super::payroll::posts_no_payroll;
use crate::approval::access::UserId;
use crate::books::queue::{JobRecord, JobState, Queue};
use crate::kernel::entity::job;
use crate::kernel::store::{StoreError, row, status};
use crate::values::clock::Timestamp;
use crate::values::page::{Cursor, Page, PageRequest};

/// One page of jobs, newest first; with `payroll`, those that post payroll as well.
pub async fn list(
    db: &impl ConnectionTrait,
    state: Option<JobState>,
    payroll: bool,
    page: &PageRequest,
) -> Result<Page<JobRecord>, StoreError> {
    let living = state.filter(|state| *state != JobState::Done).map(|_| status::not_done());
    let wanted = Condition::all().add_option(living).add_option(state.map(|state| job::Column::State.eq(state.name())));
    let wanted = wanted.add_option((!payroll).then(posts_no_payroll));
    let total = if page.count { Some(job::Entity::find().filter(wanted.clone()).count(db).await?) } else { None };
    let rows = job::Entity::find()
        .filter(wanted)
        .filter(after(job::Column::CreatedAt, job::Column::JobId, page.after.as_ref()))
        .order_by_desc(job::Column::CreatedAt)
        .order_by_desc(job::Column::JobId)
        .limit(page.limit.saturating_add(1))
        .all(db)
        .await?;
    let records = rows.into_iter().map(row::job::read).collect::<Result<Vec<_>, _>>()?;
    Ok(Page::of(records, page.limit, total, cursor))
}

/// Those of these jobs that are kept, by their ids.
pub async fn of_ids(
    db: &impl ConnectionTrait,
    ids: impl IntoIterator<Item = &str>,
) -> Result<BTreeMap<String, JobRecord>, StoreError> {
    let rows = job::Entity::find().filter(job::Column::JobId.is_in(ids)).all(db).await?;
    let read = |found| row::job::read(found).map(|record| (record.job_id.clone(), record));
    rows.into_iter().map(read).collect()
}

/// On PostgreSQL requests for replays are counted and made one after another; SQLite has one writer.
const ONE_AT_A_TIME: &str = "SELECT pg_advisory_xact_lock(422776367989)";

/// The ids of a person's replays that wait or run, the oldest first. With the lock, no other request is counted until the transaction
/// ends.
pub async fn replays_of(db: &impl ConnectionTrait, person: &UserId, lock: bool) -> Result<Vec<String>, StoreError> {
    if lock && db.get_database_backend() == DbBackend::Postgres {
        db.execute_unprepared(ONE_AT_A_TIME).await?;
    }
    let rows: Vec<(String, String)> = job::Entity::find()
        .select_only()
        .columns([job::Column::ResourceId, job::Column::CreatedBy])
        .filter(status::not_done())
        .filter(job::Column::State.is_in([JobState::Queued, JobState::Running].map(JobState::name)))
        .filter(job::Column::JobType.eq(Queue::Replay.policy().name))
        .order_by_asc(job::Column::CreatedAt)
        .order_by_asc(job::Column::JobId)
        .into_tuple()
        .all(db)
        .await?;
    // People are compared by their folded ids.
    Ok(rows.into_iter().filter(|(_, by)| UserId::from(by.as_str()) == *person).map(|(id, _)| id).collect())
}

/// Where a job stands in the list.
pub fn cursor(record: &JobRecord) -> Cursor {
    Cursor { at: record.created_at.micros(), id: record.job_id.clone() }
}

/// How many jobs stand in each state, but for those that are done: they are many, and nobody waits for them.
pub async fn by_state(db: &impl ConnectionTrait) -> Result<BTreeMap<String, i64>, StoreError> {
    let rows: Vec<(String, i64)> = job::Entity::find()
        .select_only()
        .column(job::Column::State)
        .column_as(job::Column::JobId.count(), "jobs")
        .filter(status::not_done())
        .group_by(job::Column::State)
        .into_tuple()
        .all(db)
        .await?;
    Ok(rows.into_iter().collect())
}

/// Jobs of one type in one state.
#[derive(Clone, Debug, FromQueryResult)]
pub struct OpenJobs {
    pub job_type: String,
    pub state: String,
    pub jobs: i64,
    /// When the oldest of them was made, in microseconds since 1970.
    pub oldest: i64,
}

/// The jobs that are not done, by type and state.
pub async fn open_by_type(db: &impl ConnectionTrait) -> Result<Vec<OpenJobs>, StoreError> {
    let rows = job::Entity::find()
        .select_only()
        .columns([job::Column::JobType, job::Column::State])
        .column_as(job::Column::JobId.count(), "jobs")
        .column_as(job::Column::CreatedAt.min(), "oldest")
        .filter(status::not_done())
        .group_by(job::Column::JobType)
        .group_by(job::Column::State)
        .into_model::<OpenJobs>()
        .all(db)
        .await?;
    Ok(rows)
}

/// When the oldest job that is not ended yet was made.
pub async fn oldest_waiting(db: &impl ConnectionTrait) -> Result<Option<Timestamp>, StoreError> {
    let found: Option<Option<i64>> = job::Entity::find()
        .select_only()
        .column_as(job::Column::CreatedAt.min(), "oldest")
        .filter(status::not_done())
        .filter(job::Column::State.is_in([JobState::Queued.name(), JobState::Running.name()]))
        .into_tuple()
        .one(db)
        .await?;
    Ok(found.flatten().map(Timestamp::from_micros))
}
