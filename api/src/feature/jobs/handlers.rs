//! Jobs: what runs in the background, and what was set aside. See docs/rules/operation.md#jobs.

use engine::books::command::Takes;
use engine::books::command::takes::Own;
use engine::books::queue::JobRecord;
use engine::features::jobs::commands::RetryJob;
use engine::features::jobs::list::cursor as cursor_of;
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::call::Call;
use crate::feature::jobs::wire::{Job, WireJobState};
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Ok200, Reply};
use crate::schema::Id;
use crate::schema::page::{PageOf, filled, request};

/// Background jobs.
pub struct JobApi(pub App);

impl Readable for JobApi {
    const TAKES: Takes = Takes::These(&[("job", "read")]);
}

/// One of them, which who asked for it reads, too.
pub enum One {}

impl Readable for One {
    const TAKES: Takes = Takes::Own(Own::Job);
}

#[OpenApi(prefix_path = "/jobs")]
impl JobApi {
    /// List jobs
    ///
    /// Newest first. Ended jobs are kept for seven days; `state=quarantined` lists what needs a person.
    #[oai(path = "/", method = "get")]
    async fn list(
        &self,
        auth: Reads<Self>,
        /// Only jobs in this state.
        state: Query<Option<WireJobState>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<Job>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let found = self.0.engine.list_jobs(&auth.0, state.0.map(Into::into), &page).await?;
        Ok(filled(found, cursor_of, Job::from))
    }

    /// Read a job
    ///
    /// Who asked for a job may read it, too.
    #[oai(path = "/:job_id", method = "get")]
    async fn read(&self, auth: Reads<One>, job_id: Path<Id>) -> Result<Reply<Ok200, Job>, Problem> {
        let record = self.0.engine.read_job(&auth.0, &job_id.0).await?;
        Ok(Reply::new(&Job::from(record)))
    }

    /// Put a job that was set aside back into its queue
    ///
    /// Only a quarantined job, one that began five times without an end. Its count of starts begins again.
    #[oai(path = "/:job_id/retry", method = "post")]
    async fn retry(
        &self,
        auth: Auth,
        job_id: Path<Id>,
        key: IdempotencyKey,
        raw: &Request,
    ) -> Result<Reply<Ok200, Job>, Refused<RetryJob>> {
        let call = Call::new(auth, raw, key, IfMatch(None), &[]);
        let command = RetryJob { job_id: job_id.0.into() };
        self.0.run(call, command, |record: &JobRecord| Reply::new(&Job::from(record.clone()))).await
    }
}
