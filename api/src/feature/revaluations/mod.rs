//! Revaluations at a period's end.

pub mod handlers;
pub mod wire;

use poem_openapi::OpenApi;

use self::handlers::RevaluationApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    RevaluationApi(app.clone())
}
