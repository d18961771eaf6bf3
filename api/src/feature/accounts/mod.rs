//! Accounts.

pub mod handlers;

use poem_openapi::OpenApi;

use self::handlers::AccountApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    AccountApi(app.clone())
}
