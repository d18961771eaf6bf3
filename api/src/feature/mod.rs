//! The features of the interface, a folder each: what goes over the wire, the handlers, and what they are mounted by. A feature meets
//! another at its `mod.rs`.

pub mod accounts;
pub mod bank_statements;
pub mod budgets;
pub mod change_requests;
pub mod close_tasks;
pub mod deferrals;
pub mod delegations;
pub mod dimensions;
pub mod documents;
pub mod exchange_rates;
pub mod export;
pub mod fiscal_years;
pub mod jobs;
pub mod master;
pub mod matching;
pub mod parties;
pub mod payment_terms;
pub mod people;
pub mod period_exceptions;
pub mod periods;
pub mod reconciliation;
pub mod recurring;
pub mod replay;
pub mod report_layouts;
pub mod reports;
pub mod revaluations;
pub mod rule_sets;
pub mod tax_codes;
pub mod trail;
pub mod write_off_rules;

use poem_openapi::OpenApi;

use crate::app::App;

/// Every handler of the service.
pub fn api(app: &App) -> impl OpenApi + 'static {
    (
        (
            accounts::api(app),
            change_requests::api(app),
            delegations::api(app),
            documents::api(app),
            exchange_rates::api(app),
        ),
        (
            bank_statements::api(app),
            matching::api(app),
            recurring::api(app),
            deferrals::api(app),
            close_tasks::api(app),
        ),
        (export::api(app), fiscal_years::api(app), revaluations::api(app), budgets::api(app), report_layouts::api(app)),
        dimensions::api(app),
        (tax_codes::api(app), period_exceptions::api(app), payment_terms::api(app), write_off_rules::api(app)),
        (jobs::api(app), parties::api(app), people::api(app), periods::api(app)),
        (reconciliation::api(app), replay::api(app), reports::api(app), rule_sets::api(app), trail::api(app)),
    )
}
