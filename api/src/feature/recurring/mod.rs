//! Recurring documents: templates with a schedule, of which a job makes documents.

pub mod document;
pub mod handlers;
pub mod schedule;
pub mod wire;

use poem_openapi::OpenApi;

use self::handlers::RecurringDocumentApi;
pub use self::wire::RecurringProblem;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    RecurringDocumentApi(app.clone())
}
