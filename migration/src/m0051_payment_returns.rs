//! The day on which a payment came back. When, by whom and why stands in the columns of what came back to its author.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, Statement};

use crate::{m0025_facts, m0047_standing};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, &["ALTER TABLE document ADD COLUMN returned_on TEXT"]).await?;
        m0025_facts::make(manager).await?;
        m0047_standing::make(manager).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        let any = Statement::from_string(
            db.get_database_backend(),
            "SELECT 1 AS one FROM document WHERE returned_on IS NOT NULL LIMIT 1",
        );
        if db.query_one_raw(any).await?.is_some() {
            return Err(DbErr::Custom("a payment came back: the program before this step cannot read that".into()));
        }
        crate::run(manager, &["ALTER TABLE document DROP COLUMN returned_on"]).await?;
        m0025_facts::make(manager).await?;
        m0047_standing::make(manager).await
    }
}
