//! Tax codes, lines of documents that bear them, and what each ledger line is of the tax of its document's line.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::{m0025_facts, m0047_standing};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "CREATE TABLE tax_code (
        tax_code_id TEXT NOT NULL PRIMARY KEY, tax_code_name TEXT NOT NULL, used_for TEXT NOT NULL, rates TEXT NOT NULL,
        account_id TEXT NOT NULL, recoverable TEXT NOT NULL, reverse_charge_account_id TEXT, is_active BOOLEAN NOT NULL,
        version BIGINT NOT NULL, created_at BIGINT NOT NULL, created_by TEXT NOT NULL, updated_at BIGINT NOT NULL,
        updated_by TEXT NOT NULL)",
    "ALTER TABLE document_line ADD COLUMN tax_code_id TEXT",
    "ALTER TABLE document_line ADD COLUMN not_recoverable_tax BIGINT",
    "ALTER TABLE document_line ADD COLUMN reverse_charge_tax BIGINT",
    "ALTER TABLE document_line ADD COLUMN reverse_charge_account_id TEXT",
    "ALTER TABLE posting_line ADD COLUMN tax_part TEXT",
    "CREATE INDEX posting_line_taxed ON posting_line (posting_date, source_kind, source_id, kind, line_number)
        WHERE tax_part IS NOT NULL",
];

/// For the built-in roles of old books.
const GRANTS: &[(&str, &[&str])] = &[
    ("viewer", &["tax_code.read"]),
    ("clerk", &["tax_code.read"]),
    ("accountant", &["tax_code.read"]),
    ("manager", &["tax_code.read"]),
    ("controller", &["tax_code.read", "tax_code.write"]),
    ("cfo", &["tax_code.read", "tax_code.write"]),
];

const DOWN: &[&str] = &[
    "DROP INDEX posting_line_taxed",
    "ALTER TABLE posting_line DROP COLUMN tax_part",
    "ALTER TABLE document_line DROP COLUMN reverse_charge_account_id",
    "ALTER TABLE document_line DROP COLUMN reverse_charge_tax",
    "ALTER TABLE document_line DROP COLUMN not_recoverable_tax",
    "ALTER TABLE document_line DROP COLUMN tax_code_id",
    "DROP TABLE tax_code",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await?;
        crate::grant::give(manager, GRANTS).await?;
        m0025_facts::make(manager).await?;
        m0047_standing::make(manager).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::refuse_if_any(
            manager,
            &[
                (
                    "SELECT 1 AS one FROM tax_code LIMIT 1",
                    "table tax_code has rows: the program before this step cannot read them",
                ),
                (
                    "SELECT 1 AS one FROM document_line WHERE tax_code_id IS NOT NULL LIMIT 1",
                    "a document has a tax code: the program before this step cannot verify its digest",
                ),
            ],
        )
        .await?;
        crate::refuse_if_guarded(manager, "tax_code").await?;
        crate::grant::take_back(manager, GRANTS).await?;
        crate::run(manager, DOWN).await?;
        m0025_facts::make(manager).await?;
        m0047_standing::make(manager).await
    }
}
