//! Bank statements, their lines, and which of these are matched with what. A statement and its lines are never updated.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend, Statement};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "CREATE TABLE bank_statement (
        statement_id TEXT NOT NULL PRIMARY KEY, account_id TEXT NOT NULL, currency TEXT NOT NULL, format TEXT NOT NULL,
        bank_account TEXT, number TEXT, from_date TEXT NOT NULL, to_date TEXT NOT NULL, opening_balance BIGINT,
        closing_balance BIGINT, total BIGINT NOT NULL, line_count BIGINT NOT NULL, new_lines BIGINT NOT NULL,
        content TEXT NOT NULL, lines_digest TEXT NOT NULL, created_at BIGINT NOT NULL, created_by TEXT NOT NULL)",
    "CREATE UNIQUE INDEX bank_statement_content ON bank_statement (account_id, content)",
    "CREATE INDEX bank_statement_newest ON bank_statement (created_at, statement_id)",
    "CREATE INDEX bank_statement_account ON bank_statement (account_id, created_at, statement_id)",
    "CREATE TABLE bank_statement_line (
        line_id TEXT NOT NULL PRIMARY KEY, statement_id TEXT NOT NULL, account_id TEXT NOT NULL, position BIGINT NOT NULL,
        booking_date TEXT NOT NULL, value_date TEXT, amount BIGINT NOT NULL, currency TEXT NOT NULL, counterparty_name TEXT,
        counterparty_account TEXT, bank_reference TEXT, end_to_end_id TEXT, remittance TEXT, code TEXT,
        is_reversal BOOLEAN NOT NULL, transactions BIGINT NOT NULL, identity TEXT NOT NULL)",
    "CREATE UNIQUE INDEX bank_statement_line_identity ON bank_statement_line (account_id, identity)",
    "CREATE UNIQUE INDEX bank_statement_line_position ON bank_statement_line (statement_id, position)",
    "CREATE INDEX bank_statement_line_day ON bank_statement_line (account_id, booking_date, line_id)",
    "CREATE TABLE bank_csv_mapping (
        account_id TEXT NOT NULL PRIMARY KEY, mapping TEXT NOT NULL, version BIGINT NOT NULL, updated_at BIGINT NOT NULL,
        updated_by TEXT NOT NULL)",
    "CREATE TABLE bank_match (
        match_id TEXT NOT NULL PRIMARY KEY, account_id TEXT NOT NULL, reason TEXT, points BIGINT, last_date TEXT NOT NULL,
        matched_at BIGINT NOT NULL, matched_by TEXT NOT NULL, completed_in TEXT, completed_at BIGINT)",
    "CREATE INDEX bank_match_newest ON bank_match (account_id, matched_at, match_id)",
    "CREATE INDEX bank_match_completed ON bank_match (completed_in)",
    "CREATE TABLE bank_match_line (line_id TEXT NOT NULL PRIMARY KEY, match_id TEXT NOT NULL)",
    "CREATE INDEX bank_match_line_match ON bank_match_line (match_id)",
    "CREATE TABLE bank_match_transaction (
        account_id TEXT NOT NULL, source_kind TEXT NOT NULL, source_id TEXT NOT NULL, line_number BIGINT NOT NULL,
        match_id TEXT NOT NULL, cleared_date TEXT NOT NULL, PRIMARY KEY (account_id, source_kind, source_id, line_number))",
    "CREATE INDEX bank_match_transaction_source ON bank_match_transaction (source_kind, source_id)",
    "CREATE INDEX bank_match_transaction_match ON bank_match_transaction (match_id)",
];

/// Those that have rows are not dropped.
const TABLES: [&str; 6] = [
    "bank_match_transaction",
    "bank_match_line",
    "bank_match",
    "bank_csv_mapping",
    "bank_statement_line",
    "bank_statement",
];

/// Never updated.
const FIXED: [&str; 2] = ["bank_statement", "bank_statement_line"];

/// For the built-in roles of old books.
const STATEMENTS: &[(&str, &[&str])] = &[
    ("viewer", &["bank_statement.read"]),
    ("accountant", &["bank_statement.read", "bank_statement.write", "bank_statement.match"]),
    ("manager", &["bank_statement.read"]),
    ("controller", &["bank_statement.read", "bank_statement.write", "bank_statement.match"]),
    ("cfo", &["bank_statement.read", "bank_statement.write", "bank_statement.match"]),
];

fn fixing(table: &str, backend: DbBackend) -> String {
    if backend == DbBackend::Postgres {
        return format!(
            "CREATE TRIGGER {table}_update BEFORE UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION gl_append_only()"
        );
    }
    format!(
        "CREATE TRIGGER {table}_update BEFORE UPDATE ON {table} BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
    )
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await?;
        let backend = manager.get_connection().get_database_backend();
        let fixing = FIXED.map(|table| fixing(table, backend));
        crate::run(manager, &fixing.each_ref().map(String::as_str)).await?;
        crate::grant::give(manager, STATEMENTS).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        for table in TABLES {
            let any = format!("SELECT 1 AS one FROM {table} LIMIT 1");
            if db.query_one_raw(Statement::from_string(db.get_database_backend(), any)).await?.is_some() {
                return Err(DbErr::Custom(format!(
                    "table {table} has rows: the program before this step cannot read them"
                )));
            }
        }
        crate::grant::take_back(manager, STATEMENTS).await?;
        crate::run(manager, &TABLES.map(|table| format!("DROP TABLE {table}")).each_ref().map(String::as_str)).await
    }
}
