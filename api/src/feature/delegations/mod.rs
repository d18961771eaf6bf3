//! Delegations.

pub mod handlers;
pub mod wire;

use poem_openapi::OpenApi;

use self::handlers::DelegationApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    DelegationApi(app.clone())
}
