//! The queues of jobs, their workers, and how far behind they are. See docs/rules/operation.md#jobs.

use engine::books::command::Takes;
use poem_openapi::OpenApi;

use crate::app::App;
use crate::auth::reads::{Readable, Reads};
use crate::feature::jobs::wire::queue::Queues;
use crate::problem::Problem;
use crate::reply::{Ok200, Reply};

/// What works on jobs.
pub struct QueueApi(pub App);

impl Readable for QueueApi {
    const TAKES: Takes = Takes::These(&[("job", "read")]);
}

#[OpenApi(prefix_path = "/queues")]
impl QueueApi {
    /// List the queues
    ///
    /// How many workers each has, in whatever process, what waits in it and since when. Needs `job.read`.
    #[oai(path = "/", method = "get", operation_id = "listQueues")]
    async fn list(&self, auth: Reads<Self>) -> Result<Reply<Ok200, Queues>, Problem> {
        let found = self.0.engine.list_queues(&auth.0).await?;
        Ok(Reply::new(&Queues { data: found.into_iter().map(Into::into).collect() }))
    }
}
