//! By when a step is to be signed. `escalates_at` and `overdue_at` are of the step that waits, and null while none does, so that the
//! scheduled job and the list of what is overdue read only what is late.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, Statement};

use crate::m0025_facts::make;

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE document ADD COLUMN held_at BIGINT",
    "ALTER TABLE document ADD COLUMN stood_still BIGINT",
    "ALTER TABLE document ADD COLUMN escalates_at BIGINT",
    "ALTER TABLE document ADD COLUMN overdue_at BIGINT",
    "CREATE INDEX document_escalates ON document (escalates_at) WHERE escalates_at IS NOT NULL",
    "CREATE INDEX document_overdue ON document (overdue_at, kind, document_id) WHERE overdue_at IS NOT NULL",
];

const DOWN: &[&str] = &[
    "DROP INDEX document_overdue",
    "DROP INDEX document_escalates",
    "ALTER TABLE document DROP COLUMN overdue_at",
    "ALTER TABLE document DROP COLUMN escalates_at",
    "ALTER TABLE document DROP COLUMN stood_still",
    "ALTER TABLE document DROP COLUMN held_at",
];

/// What the program before this step cannot read.
const WRITTEN_SINCE: &str = "SELECT document_id AS id FROM document WHERE plan LIKE '{\"v\":3%'
    UNION ALL SELECT rule_id FROM approval_rule WHERE rule LIKE '{\"v\":2%' ORDER BY id LIMIT 1";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await?;
        make(manager).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        let since = db.query_one_raw(Statement::from_string(db.get_database_backend(), WRITTEN_SINCE)).await?;
        if let Some(row) = since {
            let id: String = row.try_get("", "id")?;
            return Err(DbErr::Custom(format!(
                "{id:?} and perhaps others have deadlines, which the program before this step cannot read"
            )));
        }
        crate::run(manager, DOWN).await?;
        make(manager).await
    }
}
