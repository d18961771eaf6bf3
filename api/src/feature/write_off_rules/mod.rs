//! Write-off rules, as master data.

pub mod handlers;
pub mod wire;

use poem_openapi::OpenApi;

use self::handlers::WriteOffRuleApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    WriteOffRuleApi(app.clone())
}
