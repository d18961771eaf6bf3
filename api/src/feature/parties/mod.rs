//! Customers and vendors.

pub mod handlers;
pub mod wire;

use poem_openapi::OpenApi;

use self::handlers::PartyApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    PartyApi(app.clone())
}
