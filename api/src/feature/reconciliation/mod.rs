//! Reconciliations of bank accounts.

pub mod handlers;
pub mod wire;
pub mod worksheets;

use poem_openapi::OpenApi;

use self::handlers::ReconciliationApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    ReconciliationApi(app.clone())
}
