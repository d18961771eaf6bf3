//! Templates of documents with a schedule, of which a job makes documents.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, Statement};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "CREATE TABLE recurring_document (
        recurring_document_id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, document_type TEXT NOT NULL, document TEXT NOT NULL,
        makes TEXT NOT NULL, due_days BIGINT, schedule TEXT NOT NULL, status TEXT NOT NULL, owner TEXT NOT NULL,
        owner_roles TEXT NOT NULL, owner_permissions TEXT NOT NULL, writers TEXT NOT NULL, handled_through TEXT, next_date TEXT,
        made BIGINT NOT NULL, last_document_id TEXT, problem_code TEXT, problem_detail TEXT, problem_at BIGINT,
        version BIGINT NOT NULL, created_at BIGINT NOT NULL, created_by TEXT NOT NULL, updated_at BIGINT NOT NULL,
        updated_by TEXT NOT NULL)",
    "CREATE INDEX recurring_document_newest ON recurring_document (created_at, recurring_document_id)",
    "CREATE INDEX recurring_document_due ON recurring_document (next_date, recurring_document_id)",
];

/// For the built-in roles of old books.
const GRANTS: &[(&str, &[&str])] = &[
    ("viewer", &["recurring_document.read"]),
    ("accountant", &["recurring_document.read", "recurring_document.write"]),
    ("manager", &["recurring_document.read"]),
    ("controller", &["recurring_document.read", "recurring_document.write"]),
    ("cfo", &["recurring_document.read", "recurring_document.write"]),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await?;
        crate::grant::give(manager, GRANTS).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        let any = Statement::from_string(db.get_database_backend(), "SELECT 1 AS one FROM recurring_document LIMIT 1");
        if db.query_one_raw(any).await?.is_some() {
            return Err(DbErr::Custom(
                "table recurring_document has rows: the program before this step cannot read them".into(),
            ));
        }
        crate::refuse_if_guarded(manager, "recurring_document").await?;
        crate::grant::take_back(manager, GRANTS).await?;
        crate::run(manager, &["DROP TABLE recurring_document"]).await
    }
}
