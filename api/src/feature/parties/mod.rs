//! Customers and vendors.

pub mod bank_details;
pub mod handlers;
pub mod wire;

use poem_openapi::OpenApi;

use self::bank_details::BankDetailsApi;
use self::handlers::PartyApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    (PartyApi(app.clone()), BankDetailsApi(app.clone()))
}
