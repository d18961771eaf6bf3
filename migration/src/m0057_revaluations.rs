//! Revaluations: their entries are found by an index of their own, however many others there are.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, Statement};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &["CREATE INDEX document_revaluation ON document (tran_date) WHERE entry_type = 'Revaluation'"];

const ANY: &str = "SELECT 1 AS one FROM document WHERE entry_type = 'Revaluation' LIMIT 1";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        let any = Statement::from_string(db.get_database_backend(), ANY);
        if db.query_one_raw(any).await?.is_some() {
            return Err(DbErr::Custom(
                "table document has entries of type Revaluation: the program before this step cannot read them".into(),
            ));
        }
        crate::run(manager, &["DROP INDEX document_revaluation"]).await
    }
}
