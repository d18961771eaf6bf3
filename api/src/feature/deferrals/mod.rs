//! Deferrals: lines of bills and invoices that are recognised in months to come.

pub mod handlers;
pub mod wire;

use poem_openapi::OpenApi;

use self::handlers::DeferralApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    DeferralApi(app.clone())
}
