//! A journal entry may name the day on which it is reversed, and says what became of that; and lines of bills and invoices are deferred.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, Statement};

use crate::{m0025_facts, m0047_standing};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE document ADD COLUMN reversal_date TEXT",
    "ALTER TABLE document ADD COLUMN dated_reversal_id TEXT",
    "ALTER TABLE document ADD COLUMN reversal_problem_code TEXT",
    "ALTER TABLE document ADD COLUMN reversal_problem_detail TEXT",
    "CREATE INDEX document_reversal_due ON document (reversal_date, document_id)
        WHERE reversal_date IS NOT NULL AND dated_reversal_id IS NULL AND status = 'Posted'",
    "CREATE TABLE deferral (
        deferral_id TEXT NOT NULL PRIMARY KEY, document_type TEXT NOT NULL, document_id TEXT NOT NULL, line_number BIGINT NOT NULL,
        from_account_id TEXT NOT NULL, account_id TEXT NOT NULL, currency TEXT NOT NULL, amount BIGINT NOT NULL,
        start_date TEXT NOT NULL, months BIGINT, end_date TEXT, posted_on TEXT NOT NULL, status TEXT NOT NULL, owner TEXT NOT NULL,
        owner_roles TEXT NOT NULL, owner_permissions TEXT NOT NULL, recognized_through TEXT, next_date TEXT, problem_code TEXT,
        problem_detail TEXT, problem_at BIGINT, version BIGINT NOT NULL, created_at BIGINT NOT NULL, created_by TEXT NOT NULL,
        updated_at BIGINT NOT NULL, updated_by TEXT NOT NULL)",
    "CREATE INDEX deferral_newest ON deferral (created_at, deferral_id)",
    "CREATE INDEX deferral_due ON deferral (next_date, deferral_id)",
    "CREATE UNIQUE INDEX deferral_line ON deferral (document_id, document_type, line_number) WHERE status = 'active'",
    "CREATE INDEX deferral_document ON deferral (document_id)",
];

/// For the built-in roles of old books.
const GRANTS: &[(&str, &[&str])] = &[
    ("viewer", &["deferral.read"]),
    ("accountant", &["deferral.read", "deferral.write"]),
    ("manager", &["deferral.read"]),
    ("controller", &["deferral.read", "deferral.write"]),
    ("cfo", &["deferral.read", "deferral.write"]),
];

const DOWN: &[&str] = &[
    "DROP TABLE deferral",
    "DROP INDEX document_reversal_due",
    "ALTER TABLE document DROP COLUMN reversal_problem_detail",
    "ALTER TABLE document DROP COLUMN reversal_problem_code",
    "ALTER TABLE document DROP COLUMN dated_reversal_id",
    "ALTER TABLE document DROP COLUMN reversal_date",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await?;
        crate::grant::give(manager, GRANTS).await?;
        m0025_facts::make(manager).await?;
        m0047_standing::make(manager).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        let any = "SELECT 1 AS one FROM document WHERE reversal_date IS NOT NULL LIMIT 1";
        if db.query_one_raw(Statement::from_string(db.get_database_backend(), any)).await?.is_some() {
            return Err(DbErr::Custom(
                "a journal entry names the day of its reversal: the program before this step cannot verify its digest"
                    .into(),
            ));
        }
        let any = "SELECT 1 AS one FROM deferral LIMIT 1";
        if db.query_one_raw(Statement::from_string(db.get_database_backend(), any)).await?.is_some() {
            return Err(DbErr::Custom("table deferral has rows: the program before this step cannot read them".into()));
        }
        crate::refuse_if_guarded(manager, "deferral").await?;
        crate::grant::take_back(manager, GRANTS).await?;
        crate::run(manager, DOWN).await?;
        m0025_facts::make(manager).await?;
        m0047_standing::make(manager).await
    }
}
