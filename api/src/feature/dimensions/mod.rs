//! Dimensions and their values, as master data.

pub mod handlers;
pub mod values;
pub mod wire;

use poem_openapi::OpenApi;

use self::handlers::DimensionApi;
use self::values::DimensionValueApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    (DimensionApi(app.clone()), DimensionValueApi(app.clone()))
}
