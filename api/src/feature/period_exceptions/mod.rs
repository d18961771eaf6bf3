//! Exceptions of a close.

pub mod handlers;
pub mod wire;

use poem_openapi::OpenApi;

use self::handlers::PeriodExceptionApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    PeriodExceptionApi(app.clone())
}
