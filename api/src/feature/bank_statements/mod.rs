//! Bank statements.

pub mod handlers;
pub mod import;
pub mod mapping;
pub mod of_account;
pub mod wire;

use poem_openapi::OpenApi;

use self::handlers::BankStatementApi;
use self::of_account::StatementsOfAccountApi;
use crate::app::App;

pub use self::wire::BankLine;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    (BankStatementApi(app.clone()), StatementsOfAccountApi(app.clone()))
}
