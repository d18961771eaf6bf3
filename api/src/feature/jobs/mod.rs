//! Jobs and their queues.

pub mod handlers;
pub mod queues;
pub mod wire;

pub(crate) use self::wire::WireJobState;

use poem_openapi::OpenApi;

use self::handlers::JobApi;
use self::queues::QueueApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    (JobApi(app.clone()), QueueApi(app.clone()))
}
