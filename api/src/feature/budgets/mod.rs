//! Budgets: versions of what a fiscal year is to bring.

pub mod handlers;
pub mod wire;

use poem_openapi::OpenApi;

use self::handlers::BudgetApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    BudgetApi(app.clone())
}
