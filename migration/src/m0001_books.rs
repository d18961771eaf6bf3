//! The books: catalog, documents, ledger, trail, jobs.
//!
//! Money is a whole number of minor units, an instant a whole number of microseconds since 1970,
//! a date its text, a decimal (rates, quantities) its text: exact on both databases.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

#[derive(DeriveMigrationName)]
pub struct Migration;

const TABLES: &[&str] = &[
    "CREATE TABLE catalog_revision (id BIGINT NOT NULL PRIMARY KEY, revision BIGINT NOT NULL, base_currency TEXT)",
    "INSERT INTO catalog_revision (id, revision) VALUES (1, 1)",
    "CREATE TABLE account (
        account_id TEXT NOT NULL PRIMARY KEY, account_name TEXT NOT NULL, account_type TEXT NOT NULL, subtype TEXT,
        currency TEXT, is_active BOOLEAN NOT NULL, version BIGINT NOT NULL, created_at BIGINT NOT NULL, created_by TEXT NOT NULL)",
    "CREATE TABLE party (
        party_kind TEXT NOT NULL, party_id TEXT NOT NULL, party_name TEXT NOT NULL, is_active BOOLEAN NOT NULL,
        version BIGINT NOT NULL, created_at BIGINT NOT NULL, created_by TEXT NOT NULL, PRIMARY KEY (party_kind, party_id))",
    "CREATE TABLE role (
        role_id TEXT NOT NULL PRIMARY KEY, permissions TEXT NOT NULL, is_builtin BOOLEAN NOT NULL,
        version BIGINT NOT NULL, updated_at BIGINT NOT NULL, updated_by TEXT NOT NULL)",
    "CREATE TABLE directory_user (
        user_id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, manager_user_id TEXT, is_active BOOLEAN NOT NULL,
        delegations TEXT NOT NULL, version BIGINT NOT NULL, updated_at BIGINT NOT NULL, updated_by TEXT NOT NULL)",
    "CREATE TABLE approval_rule (
        rule_id TEXT NOT NULL PRIMARY KEY, document_type TEXT NOT NULL, rule TEXT NOT NULL, version BIGINT NOT NULL,
        created_at BIGINT NOT NULL)",
    "CREATE TABLE period (
        period_id TEXT NOT NULL PRIMARY KEY, period_name TEXT NOT NULL, start_date TEXT NOT NULL, end_date TEXT NOT NULL,
        closing_gl TEXT NOT NULL, closing_ap TEXT NOT NULL, closing_ar TEXT NOT NULL, closing_payroll TEXT NOT NULL,
        last_change TEXT, version BIGINT NOT NULL, created_at BIGINT NOT NULL, created_by TEXT NOT NULL)",
    "CREATE TABLE document (
        kind TEXT NOT NULL, document_id TEXT NOT NULL, version BIGINT NOT NULL, status TEXT NOT NULL, sub_ledger TEXT NOT NULL,
        tran_date TEXT NOT NULL, due_date TEXT, period_id TEXT NOT NULL, currency TEXT NOT NULL, exchange_rate TEXT NOT NULL,
        memo TEXT, entry_type TEXT, original_entry_id TEXT, party_id TEXT, control_account_id TEXT, cash_account_id TEXT,
        settles_kind TEXT, settles_id TEXT, reference TEXT, payment_method TEXT,
        total BIGINT NOT NULL, subtotal BIGINT NOT NULL, tax_total BIGINT NOT NULL, base_total BIGINT NOT NULL,
        amount_paid BIGINT NOT NULL, settled_on TEXT, settled_at BIGINT, void_reason TEXT,
        round BIGINT NOT NULL, submitted_at BIGINT, submitted_by TEXT, plan TEXT, digest TEXT, current_level BIGINT NOT NULL,
        signed_by TEXT NOT NULL, held_by TEXT, posted_at BIGINT,
        created_at BIGINT NOT NULL, created_by TEXT NOT NULL, edited_by TEXT NOT NULL,
        PRIMARY KEY (kind, document_id))",
    "CREATE INDEX document_newest ON document (kind, created_at, document_id)",
    "CREATE INDEX document_status ON document (status, kind)",
    "CREATE INDEX document_period ON document (period_id, status)",
    "CREATE INDEX document_settles ON document (settles_kind, settles_id)",
    "CREATE INDEX document_original ON document (original_entry_id)",
    "CREATE INDEX document_party ON document (party_id, kind)",
    "CREATE TABLE document_line (
        kind TEXT NOT NULL, document_id TEXT NOT NULL, line_number BIGINT NOT NULL, account_id TEXT NOT NULL, amount BIGINT NOT NULL,
        memo TEXT, department_id TEXT, cost_center_id TEXT, quantity TEXT, rate TEXT, tax_rate TEXT, tax_amount BIGINT,
        tax_account_id TEXT, PRIMARY KEY (kind, document_id, line_number))",
    "CREATE INDEX document_line_account ON document_line (account_id)",
    "CREATE TABLE signature (
        kind TEXT NOT NULL, document_id TEXT NOT NULL, round BIGINT NOT NULL, level BIGINT NOT NULL, user_id TEXT NOT NULL,
        signed_at BIGINT NOT NULL, digest TEXT NOT NULL, comments TEXT, PRIMARY KEY (kind, document_id, round, level))",
    "CREATE TABLE posting (
        source_kind TEXT NOT NULL, source_id TEXT NOT NULL, kind TEXT NOT NULL, period_id TEXT NOT NULL, sub_ledger TEXT NOT NULL,
        posting_date TEXT NOT NULL, currency TEXT NOT NULL, posted_at BIGINT NOT NULL, PRIMARY KEY (source_kind, source_id, kind))",
    "CREATE INDEX posting_date ON posting (posting_date)",
    "CREATE TABLE posting_line (
        source_kind TEXT NOT NULL, source_id TEXT NOT NULL, kind TEXT NOT NULL, position BIGINT NOT NULL, line_number BIGINT NOT NULL,
        account_id TEXT NOT NULL, posting_date TEXT NOT NULL, currency TEXT NOT NULL, amount BIGINT NOT NULL, base_amount BIGINT NOT NULL,
        memo TEXT, PRIMARY KEY (source_kind, source_id, kind, position))",
    "CREATE INDEX posting_line_account ON posting_line (account_id, posting_date)",
    "CREATE TABLE balance (
        account_id TEXT NOT NULL, period_id TEXT NOT NULL, currency TEXT NOT NULL, debit BIGINT NOT NULL, credit BIGINT NOT NULL,
        base_debit BIGINT NOT NULL, base_credit BIGINT NOT NULL, PRIMARY KEY (account_id, period_id, currency))",
    "CREATE TABLE audit_entry (
        seq {serial}, at BIGINT NOT NULL, performed_by TEXT NOT NULL, resource TEXT NOT NULL, resource_id TEXT NOT NULL,
        action TEXT NOT NULL, before_status TEXT, after_status TEXT, details TEXT NOT NULL)",
    "CREATE INDEX audit_resource ON audit_entry (resource, resource_id, seq)",
    "CREATE TABLE idempotency (
        user_id TEXT NOT NULL, idempotency_key TEXT NOT NULL, fingerprint TEXT NOT NULL, answer TEXT, running_in TEXT,
        created_at BIGINT NOT NULL, PRIMARY KEY (user_id, idempotency_key))",
    "CREATE INDEX idempotency_age ON idempotency (created_at)",
    "CREATE TABLE job (
        job_id TEXT NOT NULL PRIMARY KEY, job_type TEXT NOT NULL, resource_id TEXT NOT NULL, payload TEXT NOT NULL, state TEXT NOT NULL,
        starts BIGINT NOT NULL, last_error TEXT, result TEXT, created_at BIGINT NOT NULL, created_by TEXT NOT NULL,
        started_at BIGINT, finished_at BIGINT)",
    "CREATE INDEX job_state ON job (state, job_type)",
    "CREATE INDEX job_newest ON job (created_at, job_id)",
    "CREATE INDEX job_resource ON job (resource_id)",
];

/// Newest first, so that no table is dropped before those that refer to it.
const NAMES: [&str; 16] = [
    "job",
    "idempotency",
    "audit_entry",
    "balance",
    "posting_line",
    "posting",
    "signature",
    "document_line",
    "document",
    "period",
    "approval_rule",
    "directory_user",
    "role",
    "party",
    "account",
    "catalog_revision",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        let serial = match db.get_database_backend() {
            DbBackend::Postgres => "BIGSERIAL PRIMARY KEY",
            _ => "INTEGER PRIMARY KEY AUTOINCREMENT",
        };
        for table in TABLES {
            crate::resume::execute(db, &table.replace("{serial}", serial)).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for name in NAMES {
            manager.get_connection().execute_unprepared(&format!("DROP TABLE {name}")).await?;
        }
        Ok(())
    }
}
