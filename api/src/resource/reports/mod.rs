//! Reports, one file each: as JSON or, with `Accept: text/csv` or `format=csv`, as CSV.
//! See docs/rules/reports.md#figures-of-reports.

pub mod aging;
pub mod balance_sheet;
pub mod general_ledger;
pub mod income_statement;
pub mod reply;
pub mod section;
pub mod trial_balance;

use engine::clock::Date;
use engine::command::Wants;
use poem_openapi::OpenApi;

use crate::app::App;
use crate::auth::Auth;
use crate::problem::Problem;
use crate::schema::WireDate;

/// Every report.
pub fn api(app: &App) -> impl OpenApi + 'static {
    (
        trial_balance::TrialBalanceApi(app.clone()),
        general_ledger::GeneralLedgerApi(app.clone()),
        balance_sheet::BalanceSheetApi(app.clone()),
        income_statement::IncomeStatementApi(app.clone()),
        aging::AgingApi(app.clone()),
    )
}

/// Today, when the caller may read reports (`report.read`).
async fn today(app: &App, auth: &Auth) -> Result<Date, Problem> {
    Ok(app.look(&auth.0, "report", &Wants::default()).await?.today)
}

/// The day that was asked for, or today.
async fn day(app: &App, auth: &Auth, asked: Option<WireDate>) -> Result<Date, Problem> {
    let today = today(app, auth).await?;
    Ok(asked.map_or(today, |day| day.0))
}
