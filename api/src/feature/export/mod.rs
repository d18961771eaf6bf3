//! The journal as plain text.

pub mod handlers;

use poem_openapi::OpenApi;

use self::handlers::ExportApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    ExportApi(app.clone())
}
