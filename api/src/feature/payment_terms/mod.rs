//! Payment terms, as master data.

pub mod handlers;
pub mod wire;

use poem_openapi::OpenApi;

use self::handlers::PaymentTermsApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    PaymentTermsApi(app.clone())
}
