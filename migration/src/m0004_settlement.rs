//! The settlement of documents: the settled amount, its share in base currency, the person who paid off, cleared or
//! deposited the document, and the applications of credit memos. A vendor's number is unique among the vendor's bills
//! that are not Voided or Rejected.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE document ADD COLUMN amount_settled BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE document ADD COLUMN base_settled BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE document ADD COLUMN settled_by TEXT",
    "CREATE UNIQUE INDEX document_bill_reference ON document (party_id, reference)
        WHERE kind = 'bill' AND reference IS NOT NULL AND status <> 'Voided' AND status <> 'Rejected'",
    "CREATE TABLE credit_application (
        credit_memo_id TEXT NOT NULL, position BIGINT NOT NULL, invoice_id TEXT NOT NULL, amount BIGINT NOT NULL,
        base_amount BIGINT NOT NULL, memo_base_amount BIGINT NOT NULL, applied_on TEXT NOT NULL, applied_at BIGINT NOT NULL, applied_by TEXT NOT NULL,
        PRIMARY KEY (credit_memo_id, position))",
    "CREATE INDEX credit_application_invoice ON credit_application (invoice_id)",
];

const DOWN: &[&str] = &[
    "DROP TABLE credit_application",
    "DROP INDEX document_bill_reference",
    "ALTER TABLE document DROP COLUMN settled_by",
    "ALTER TABLE document DROP COLUMN base_settled",
    "ALTER TABLE document DROP COLUMN amount_settled",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::resume::run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, DOWN).await
    }
}
