//! Fiscal years, and their close.

pub mod handlers;
pub mod wire;

use poem_openapi::OpenApi;

use self::handlers::FiscalYearApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    FiscalYearApi(app.clone())
}
