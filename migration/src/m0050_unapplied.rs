//! An application of a credit may be taken back: by another one of the opposite amounts, which names the one that it undoes.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, Statement};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, &["ALTER TABLE credit_application ADD COLUMN undoes BIGINT"]).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        let any = Statement::from_string(
            db.get_database_backend(),
            "SELECT 1 AS one FROM credit_application WHERE undoes IS NOT NULL LIMIT 1",
        );
        if db.query_one_raw(any).await?.is_some() {
            return Err(DbErr::Custom(
                "an application of a credit was taken back: the program before this step cannot read that".into(),
            ));
        }
        crate::run(manager, &["ALTER TABLE credit_application DROP COLUMN undoes"]).await
    }
}
