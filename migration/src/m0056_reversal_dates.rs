//! A journal entry may name the day on which it is reversed, and says what became of that.

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
];

const DOWN: &[&str] = &[
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
        crate::run(manager, DOWN).await?;
        m0025_facts::make(manager).await?;
        m0047_standing::make(manager).await
    }
}
