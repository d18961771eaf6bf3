//! A payment may be reassigned: by applications of the payment itself, which earlier programs do not know.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, Statement};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        let any = Statement::from_string(
            db.get_database_backend(),
            "SELECT 1 AS one FROM credit_application WHERE credit_kind IN ('bill_payment', 'invoice_payment') LIMIT 1",
        );
        if db.query_one_raw(any).await?.is_some() {
            return Err(DbErr::Custom(
                "a payment was reassigned: the program before this step cannot read that".into(),
            ));
        }
        Ok(())
    }
}
