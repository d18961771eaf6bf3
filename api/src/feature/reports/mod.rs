//! Reports, one file each: as JSON, CSV or a workbook, by `Accept` or `format`.
//! See docs/rules/reports.md#figures-of-reports.

pub mod aging;
pub mod balance_sheet;
pub mod budget_vs_actual;
pub mod by_dimension;
pub mod cash_flow;
mod compared;
mod day;
pub mod general_ledger;
pub mod income_statement;
pub mod journal;
pub mod laid_out;
mod lines;
pub mod reply;
pub mod section;
pub mod statement_of_account;
pub mod trial_balance;
pub mod vat;
pub mod vat_lines;

use poem_openapi::OpenApi;

use crate::app::App;

/// Every report.
pub fn api(app: &App) -> impl OpenApi + 'static {
    (
        trial_balance::TrialBalanceApi(app.clone()),
        general_ledger::GeneralLedgerApi(app.clone()),
        balance_sheet::BalanceSheetApi(app.clone()),
        income_statement::IncomeStatementApi(app.clone()),
        aging::AgingApi(app.clone()),
        journal::JournalApi(app.clone()),
        cash_flow::CashFlowApi(app.clone()),
        by_dimension::ByDimensionApi(app.clone()),
        statement_of_account::StatementOfAccountApi(app.clone()),
        budget_vs_actual::BudgetVsActualApi(app.clone()),
        (vat::VatApi(app.clone()), vat_lines::VatLinesApi(app.clone())),
    )
}
