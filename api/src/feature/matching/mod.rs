//! Matching of bank statement lines.

pub mod handlers;
pub mod proposals;
pub mod wire;

use poem_openapi::OpenApi;

use self::handlers::MatchingApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    MatchingApi(app.clone())
}
