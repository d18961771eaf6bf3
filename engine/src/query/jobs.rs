//! Background jobs, newest first.

use crate::access::Actor;
use crate::command::Wants;
use crate::engine::Engine;
use crate::error::{Error, Refusal};
use crate::page::{Page, PageRequest};
use crate::queue::{JobRecord, JobState};
use crate::store::read::jobs::list;

pub use crate::store::read::jobs::cursor;

const RESOURCE: &str = "job";

impl Engine {
    /// One page of jobs, of one state or of all.
    pub async fn list_jobs(
        &self,
        actor: &Actor,
        state: Option<JobState>,
        page: &PageRequest,
    ) -> Result<Page<JobRecord>, Error> {
        self.look_up(actor, RESOURCE, &Wants::default()).await?;
        Ok(list(&self.store.reader, state, page).await?)
    }

    /// One job. The user who asked for it may read it without the permission.
    pub async fn read_job(&self, actor: &Actor, job_id: &str) -> Result<JobRecord, Error> {
        let seen = self.look(actor, &Wants { job: Some(job_id.to_owned()), ..Wants::default() }).await?;
        let own = seen.job.as_ref().is_some_and(|job| actor.user_id == job.created_by.as_str().into());
        if !own {
            seen.require(RESOURCE, "read")?;
        }
        Ok(seen.job.ok_or_else(|| Refusal::not_found("job", job_id))?)
    }
}
