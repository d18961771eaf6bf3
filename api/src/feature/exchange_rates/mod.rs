//! The table of exchange rates.

pub mod handlers;
pub mod wire;

use poem_openapi::OpenApi;

use self::handlers::ExchangeRateApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    ExchangeRateApi(app.clone())
}
