//! Reads that the replica may answer: reports, exports and the audit list. The caller's permission is checked on the primary before.
//! See docs/rules/operation.md#read-replica.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use engine::kernel::engine::Engine;
pub use engine::kernel::replica::Asks;
use poem::http::{HeaderName, HeaderValue};
use poem::{IntoResponse, Response};
use poem_openapi::ApiResponse;
use poem_openapi::registry::{MetaHeader, MetaResponses, MetaSchema, MetaSchemaRef, Registry};

use crate::app::App;
use crate::problem::Problem;

/// The header of an answer that was read from the replica.
pub const LAG: &str = "X-Replica-Lag-Ms";
pub const LAG_SAYS: &str = "Only when a read replica answered: everything that was committed until so many milliseconds before the \
    request is in the answer";

/// An answer with the lag of the replica that it was read from; without one when the primary answered.
#[derive(Debug)]
pub struct Aged<R> {
    answer: R,
    lag: Option<Duration>,
}

/// Reads from the replica when it is fit, else from the primary. Only a success counts there: a refusal may rest on what it has
/// not got yet, and a failure is no fault of the request, so after either the primary is asked.
pub async fn read<R, F>(app: &App, asks: Asks, read: impl Fn(Arc<Engine>) -> F) -> Result<Aged<R>, Problem>
where
    F: Future<Output = Result<R, Problem>>,
{
    if let Some(replica) = &app.replica
        && let Some(fit) = replica.fit(asks).await
    {
        match read(fit.books).await {
            Ok(answer) => {
                replica.answered();
                return Ok(Aged { answer, lag: Some(fit.lag) });
            }
            Err(problem) if problem.status >= 500 => replica.failed(&problem.to_string()),
            Err(_) => {}
        }
    }
    Ok(Aged { answer: read(Arc::clone(&app.engine)).await?, lag: None })
}

impl<R: IntoResponse> IntoResponse for Aged<R> {
    fn into_response(self) -> Response {
        let mut response = self.answer.into_response();
        // Rounded up, so that it never says less than there is.
        let millis = self.lag.map(|lag| lag.as_micros().div_ceil(1_000).to_string());
        if let Some(Ok(value)) = millis.map(HeaderValue::try_from) {
            response.headers_mut().insert(HeaderName::from_static("x-replica-lag-ms"), value);
        }
        response
    }
}

impl<R: ApiResponse> ApiResponse for Aged<R> {
    fn meta() -> MetaResponses {
        let mut meta = R::meta();
        for response in &mut meta.responses {
            response.headers.push(header());
        }
        meta
    }

    fn register(registry: &mut Registry) {
        R::register(registry);
    }
}

fn header() -> MetaHeader {
    MetaHeader {
        name: LAG.into(),
        description: Some(LAG_SAYS.into()),
        required: false,
        deprecated: false,
        schema: MetaSchemaRef::Inline(Box::new(MetaSchema::new("string"))),
    }
}
