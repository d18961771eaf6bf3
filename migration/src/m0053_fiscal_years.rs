//! Fiscal years: which periods belong together, and how often their income was carried into equity.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, Statement};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &["CREATE TABLE fiscal_year (
    fiscal_year_id TEXT NOT NULL PRIMARY KEY, fiscal_year_name TEXT NOT NULL, start_date TEXT NOT NULL, end_date TEXT NOT NULL,
    adjustment_period_id TEXT,
    is_closed BOOLEAN NOT NULL, closings BIGINT NOT NULL, changed_at BIGINT, changed_by TEXT, reason TEXT,
    version BIGINT NOT NULL, created_at BIGINT NOT NULL, created_by TEXT NOT NULL)"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        let any = Statement::from_string(db.get_database_backend(), "SELECT 1 AS one FROM fiscal_year LIMIT 1");
        if db.query_one_raw(any).await?.is_some() {
            return Err(DbErr::Custom(
                "table fiscal_year has rows: the program before this step cannot read them".into(),
            ));
        }
        crate::refuse_if_guarded(manager, "fiscal_year").await?;
        crate::run(manager, &["DROP TABLE fiscal_year"]).await
    }
}
