//! Layouts of statements.

pub mod handlers;
pub mod wire;

use poem_openapi::OpenApi;

use self::handlers::ReportLayoutApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    ReportLayoutApi(app.clone())
}
