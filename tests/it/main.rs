//! All integration tests, in one binary: one PostgreSQL server and one link for all of them.
#![allow(clippy::doc_markdown, reason = "PostgreSQL and SQLite are names")]
#![allow(
    clippy::format_collect,
    clippy::comparison_to_empty,
    clippy::manual_is_multiple_of,
    reason = "a test reads plainer so"
)]

/// That of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod accruals;
mod architecture;
mod bank_statements;
mod budgets;
mod bulk;
mod changes;
mod check;
mod close_tasks;
mod command_line;
mod console;
mod crash;
mod deferrals;
mod demo;
mod deploy;
mod dimensions;
mod examples;
mod first_person;
mod fiscal_years;
mod harness;
mod jobs;
mod laws;
mod openapi;
mod outage;
mod payment_terms;
mod payments;
mod payroll;
mod period_exceptions;
mod postings;
mod rates;
mod reconciliation;
mod recurring;
mod report_layouts;
mod reports;
mod revaluations;
mod routes;
mod stored_columns;
mod taken_back;
mod tax;
mod traces;
mod upgrade;
mod workflow;
