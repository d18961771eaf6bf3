//! The tables of each feature, with the words that its rows are written in and what they lead to.

pub(crate) mod accounts;
pub(crate) mod accruals;
mod bank_statements;
pub(crate) mod budgets;
pub(crate) mod change_requests;
pub(crate) mod close_tasks;
pub(crate) mod deferrals;
pub(crate) mod delegations;
pub(crate) mod dimensions;
pub(crate) mod exchange_rates;
pub(crate) mod fiscal_years;
mod matching;
mod part_discounts;
pub(crate) mod parties;
pub(crate) mod payment_terms;
pub(crate) mod people;
pub(crate) mod period_exceptions;
pub(crate) mod periods;
pub(crate) mod reconciliation;
pub(crate) mod recurring;
pub(crate) mod replay;
pub(crate) mod report_layouts;
pub(crate) mod revaluations;
pub(crate) mod rule_sets;
pub(crate) mod tax_codes;
pub(crate) mod write_offs;
