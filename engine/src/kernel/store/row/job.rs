//! Jobs.

use std::time::Duration;

use super::{RowName, to_json};
use crate::books::queue::{JobRecord, JobState, NewJob};
use crate::kernel::entity::job;
use crate::kernel::store::StoreError;
use crate::values::clock::Timestamp;

pub fn read(row: job::Model) -> Result<JobRecord, StoreError> {
    let name = RowName { table: "job", key: &row.job_id };
    Ok(JobRecord {
        task: name.json("payload", &row.payload)?,
        state: name.some("state", JobState::parse(&row.state))?,
        end: row.result.as_ref().map(|text| name.json("result", text)).transpose()?,
        job_id: row.job_id.clone(),
        starts: row.starts,
        last_error: row.last_error,
        created_at: Timestamp::from_micros(row.created_at),
        created_by: row.created_by,
        started_at: row.started_at.map(Timestamp::from_micros),
        finished_at: row.finished_at.map(Timestamp::from_micros),
    })
}

/// `due`: how long after `at` it is delivered again, unless it ended or began before.
pub fn new(job: &NewJob, at: Timestamp, due: Duration) -> Result<job::Model, StoreError> {
    let (resource_type, resource_id) = job.task.about();
    Ok(job::Model {
        job_id: job.job_id.clone(),
        job_type: job.task.queue().name().into(),
        resource_type: resource_type.into(),
        resource_id: resource_id.into(),
        payload: to_json(&job.task)?,
        state: JobState::Queued.name().into(),
        starts: 0,
        last_error: None,
        result: None,
        created_at: at.micros(),
        created_by: job.created_by.clone(),
        started_at: None,
        due_at: Some(at.plus(due).micros()),
        finished_at: None,
    })
}
