//! Replays of approval rules.

pub mod handlers;
pub mod wire;

use poem_openapi::OpenApi;

use self::handlers::ReplayApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    ReplayApi(app.clone())
}
