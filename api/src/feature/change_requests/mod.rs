//! Change requests.

pub mod handlers;

use poem_openapi::OpenApi;

use self::handlers::ChangeRequestApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    ChangeRequestApi(app.clone())
}
