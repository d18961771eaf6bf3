//! A document may be made to take the place of another, and both name each other.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::{m0025_facts, m0047_standing};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let columns =
            ["ALTER TABLE document ADD COLUMN corrects_id TEXT", "ALTER TABLE document ADD COLUMN correction_id TEXT"];
        crate::run(manager, &columns).await?;
        m0025_facts::make(manager).await?;
        m0047_standing::make(manager).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let columns =
            ["ALTER TABLE document DROP COLUMN correction_id", "ALTER TABLE document DROP COLUMN corrects_id"];
        crate::run(manager, &columns).await?;
        m0025_facts::make(manager).await?;
        m0047_standing::make(manager).await
    }
}
