//! The features, a folder each: the model, the commands, what is read, what runs as a job. A feature imports from the storeys below and
//! meets another at its `mod.rs`.

pub mod accounts;
pub mod accruals;
pub mod bank_statements;
pub mod budgets;
pub mod change_requests;
pub mod check;
pub mod close_tasks;
pub mod deferrals;
pub mod delegations;
pub mod dimensions;
pub mod documents;
pub mod exchange_rates;
pub mod export;
pub mod fiscal_years;
pub mod jobs;
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
pub(crate) mod sign_in;
pub mod tax_codes;
pub mod trail;
pub mod write_off_rules;

use crate::kernel::records::AllRecords;

/// The records that features bring.
pub const RECORDS: AllRecords = AllRecords(&[
    &exchange_rates::records::RateRecords,
    &rule_sets::records::RuleSetRecords,
    &replay::records::ReplayRecords,
    &reconciliation::records::SessionRecords,
    &bank_statements::records::StatementRecords,
    &matching::records::MatchRecords,
    &matching::rules::records::RuleRecords,
    &fiscal_years::records::YearRecords,
    &recurring::records::RecurringRecords,
    &revaluations::records::RevaluationRecords,
    &deferrals::records::DeferralRecords,
    &close_tasks::records::TaskRecords,
    &dimensions::records::DimensionRecords,
    &budgets::records::BudgetRecords,
    &report_layouts::records::LayoutRecords,
    &tax_codes::records::RECORDS,
    &period_exceptions::records::RECORDS,
    &payment_terms::records::RECORDS,
    &write_off_rules::records::RECORDS,
]);
