//! The trail: of one thing, and the audit of all.

pub mod handlers;
pub mod trails;
pub mod wire;

pub(crate) use self::trails::{of, of_document, of_known, of_period};

use poem_openapi::OpenApi;

use self::handlers::AuditApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    AuditApi(app.clone())
}
