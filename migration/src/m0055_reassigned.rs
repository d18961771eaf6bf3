//! A payment may be reassigned: by applications of the payment itself, which earlier programs do not know.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::refuse_if_any(manager, &[("SELECT 1 AS one FROM credit_application WHERE credit_kind IN ('bill_payment', 'invoice_payment') LIMIT 1", "a payment was reassigned: the program before this step cannot read that")]).await
    }
}
