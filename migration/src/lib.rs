//! The schema of the books, one file per step, the same for SQLite and PostgreSQL.
//!
//! [`runner`] applies them, each in one transaction with its mark. apalis keeps its job tables with migrations of its own; [`up`]
//! runs both.

mod crash;
mod grant;
mod job_tables;
mod m0001_books;
mod m0002_audit_chain;
mod m0003_reconciliation;
mod m0004_settlement;
mod m0005_journal_order;
mod m0006_enter;
mod m0007_whole_balances;
mod m0008_digest_version;
mod m0009_exchange_rates;
mod m0010_signers;
mod m0011_refusals;
mod m0012_inactive_admins;
mod m0013_lists;
mod m0015_adjustment_items;
mod m0016_party_key;
mod m0017_job_about;
mod m0018_schedule;
mod m0019_led_to;
mod m0020_credit_by_type;
mod m0021_document_type;
mod m0022_references;
mod m0023_sets;
mod m0024_indexes;
mod m0025_facts;
mod m0026_open;
mod m0027_approvers;
mod m0028_deadlines;
mod m0029_splitting;
mod m0030_change_request;
mod m0031_replay;
mod m0032_rule_sets;
mod m0033_sessions;
mod m0034_ahead;
mod m0035_less_written;
mod m0036_jobs_taken;
mod m0037_called_off;
mod m0038_returned;
mod m0040_editors;
mod m0041_pinned;
mod m0043_sealed_sessions;
mod m0044_sign_in_states;
mod m0045_marks_of_sessions;
mod m0046_reference_keys;
mod m0047_standing;
mod m0048_bank_statements;
mod m0049_matching_rules;
mod m0050_unapplied;
mod m0051_payment_returns;
mod m0052_corrections;
mod m0053_fiscal_years;
mod m0054_recurring_documents;
mod m0055_reassigned;
mod m0056_accruals;
mod m0057_revaluations;
mod m0058_payroll;
mod m0059_party_details;
mod m0060_close_tasks;
mod m0061_dimensions;
mod m0062_payments_of_several;
mod m0064_tax_codes;
mod m0066_budgets;
mod m0067_report_layouts;
mod m0068_payment_terms;
mod m0072_period_exceptions;
mod m0073_write_offs;
mod m0074_part_discounts;
mod m0075_returns_taken_back;
pub mod reference_key;
mod resume;
mod runner;

pub use sea_orm_migration::prelude::{DbErr, MigratorTrait};
use sea_orm_migration::prelude::{MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, DatabaseConnection, Statement};

/// Runs these statements, in order.
async fn run(manager: &SchemaManager<'_>, statements: &[&str]) -> Result<(), DbErr> {
    for statement in statements {
        crash::here();
        manager.get_connection().execute_unprepared(statement).await?;
    }
    Ok(())
}

/// Refuses a step back over books in which any of these queries finds a row: what the program before the step could not read, or verify,
/// and why.
async fn refuse_if_any(manager: &SchemaManager<'_>, kept: &[(&str, &str)]) -> Result<(), DbErr> {
    let db = manager.get_connection();
    for (any, why) in kept {
        if db.query_one_raw(Statement::from_string(db.get_database_backend(), *any)).await?.is_some() {
            return Err(DbErr::Custom((*why).into()));
        }
    }
    Ok(())
}

/// Refuses a step back over books in which an approval rule, in any of its versions, or a change request names this thing, or this
/// action: the program before the step knows none.
async fn refuse_if_guarded(manager: &SchemaManager<'_>, thing: &str) -> Result<(), DbErr> {
    let rule = |table: &str| format!("SELECT 1 AS one FROM {table} WHERE rule LIKE '%\"{thing}\"%' LIMIT 1");
    let asked =
        format!("SELECT 1 AS one FROM change_request WHERE document_type = '{thing}' OR action = '{thing}' LIMIT 1");
    let why = |what: &str| format!("{what} names {thing}: the program before this step cannot read it");
    let (of_rule, of_request) = (why("an approval rule"), why("a change request"));
    let kept = [(&*rule("approval_rule"), &*of_rule), (&*rule("rule_version"), &*of_rule), (&*asked, &*of_request)];
    refuse_if_any(manager, &kept).await
}

/// The steps, oldest first.
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m0001_books::Migration),
            Box::new(m0002_audit_chain::Migration),
            Box::new(m0003_reconciliation::Migration),
            Box::new(m0004_settlement::Migration),
            Box::new(m0005_journal_order::Migration),
            Box::new(m0006_enter::Migration),
            Box::new(m0007_whole_balances::Migration),
            Box::new(m0008_digest_version::Migration),
            Box::new(m0009_exchange_rates::Migration),
            Box::new(m0010_signers::Migration),
            Box::new(m0011_refusals::Migration),
            Box::new(m0012_inactive_admins::Migration),
            Box::new(m0013_lists::Migration),
            Box::new(m0015_adjustment_items::Migration),
            Box::new(m0016_party_key::Migration),
            Box::new(m0017_job_about::Migration),
            Box::new(m0018_schedule::Migration),
            Box::new(m0019_led_to::Migration),
            Box::new(m0020_credit_by_type::Migration),
            Box::new(m0021_document_type::Migration),
            Box::new(m0022_references::Migration),
            Box::new(m0023_sets::Migration),
            Box::new(m0024_indexes::Migration),
            Box::new(m0025_facts::Migration),
            Box::new(m0026_open::Migration),
            Box::new(m0027_approvers::Migration),
            Box::new(m0028_deadlines::Migration),
            Box::new(m0029_splitting::Migration),
            Box::new(m0030_change_request::Migration),
            Box::new(m0031_replay::Migration),
            Box::new(m0032_rule_sets::Migration),
            Box::new(m0033_sessions::Migration),
            Box::new(m0034_ahead::Migration),
            Box::new(m0035_less_written::Migration),
            Box::new(m0036_jobs_taken::Migration),
            Box::new(m0037_called_off::Migration),
            Box::new(m0038_returned::Migration),
            Box::new(m0040_editors::Migration),
            Box::new(m0041_pinned::Migration),
            Box::new(m0043_sealed_sessions::Migration),
            Box::new(m0044_sign_in_states::Migration),
            Box::new(m0045_marks_of_sessions::Migration),
            Box::new(m0046_reference_keys::Migration),
            Box::new(m0047_standing::Migration),
            Box::new(m0048_bank_statements::Migration),
            Box::new(m0049_matching_rules::Migration),
            Box::new(m0050_unapplied::Migration),
            Box::new(m0051_payment_returns::Migration),
            Box::new(m0052_corrections::Migration),
            Box::new(m0053_fiscal_years::Migration),
            Box::new(m0054_recurring_documents::Migration),
            Box::new(m0055_reassigned::Migration),
            Box::new(m0056_accruals::Migration),
            Box::new(m0057_revaluations::Migration),
            Box::new(m0058_payroll::Migration),
            Box::new(m0059_party_details::Migration),
            Box::new(m0060_close_tasks::Migration),
            Box::new(m0061_dimensions::Migration),
            Box::new(m0066_budgets::Migration),
            Box::new(m0067_report_layouts::Migration),
            Box::new(m0062_payments_of_several::Migration),
            Box::new(m0064_tax_codes::Migration),
            Box::new(m0072_period_exceptions::Migration),
            Box::new(m0068_payment_terms::Migration),
            Box::new(m0073_write_offs::Migration),
            Box::new(m0074_part_discounts::Migration),
            Box::new(m0075_returns_taken_back::Migration),
        ]
    }
}

/// How the database's schema compares with this program's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SchemaState {
    /// Every step of this program is applied, and no other.
    Current,
    /// Steps are missing: `gl migrate up`.
    TooOld,
    /// A newer program wrote this schema.
    TooNew,
}

/// Brings the schema up to date. Safe when many processes start at once, and when any of them is killed.
pub async fn up(db: &DatabaseConnection) -> Result<(), DbErr> {
    if state(db).await? == SchemaState::Current {
        return Ok(());
    }
    runner::up(db, None).await?;
    job_tables::up(db).await
}

/// As [`up`], but no further than this step: the books of an earlier release, for tests.
pub async fn up_to(db: &DatabaseConnection, last: &str) -> Result<(), DbErr> {
    runner::up(db, Some(last)).await?;
    job_tables::up(db).await
}

/// Takes back the newest step of the books' schema.
pub async fn down(db: &DatabaseConnection) -> Result<(), DbErr> {
    runner::down(db).await
}

/// The names of the steps with whether each is applied.
pub async fn status(db: &DatabaseConnection) -> Result<Vec<(String, bool)>, DbErr> {
    let applied: Vec<String> = runner::marks(db).await?;
    let names = runner::steps().iter().map(|step| step.name().to_owned()).collect::<Vec<_>>();
    Ok(names.into_iter().map(|name| (name.clone(), applied.contains(&name))).collect())
}

/// Whether this program can work with the schema of the database.
pub async fn state(db: &DatabaseConnection) -> Result<SchemaState, DbErr> {
    let applied = runner::marks(db).await?;
    let known: Vec<String> = runner::steps().iter().map(|step| step.name().to_owned()).collect();
    if applied.iter().any(|name| !known.contains(name)) {
        return Ok(SchemaState::TooNew);
    }
    if known.iter().any(|name| !applied.contains(name)) {
        return Ok(SchemaState::TooOld);
    }
    // A process that was killed between the two left the books' tables without the job tables.
    job_tables::state(db).await
}
