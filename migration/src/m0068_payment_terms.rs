//! Payment terms: what bills and invoices have of them, what payments take of a discount, and the terms of customers and vendors.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::{m0025_facts, m0047_standing};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "CREATE TABLE payment_terms (
        payment_terms_id TEXT NOT NULL PRIMARY KEY, payment_terms_name TEXT NOT NULL, net_days BIGINT NOT NULL,
        discount_percent TEXT, discount_days BIGINT, sales_discount_account_id TEXT, purchase_discount_account_id TEXT,
        is_active BOOLEAN NOT NULL, version BIGINT NOT NULL, created_at BIGINT NOT NULL, created_by TEXT NOT NULL,
        updated_at BIGINT NOT NULL, updated_by TEXT NOT NULL)",
    "ALTER TABLE party ADD COLUMN payment_terms_id TEXT",
    "ALTER TABLE document ADD COLUMN payment_terms_id TEXT",
    "ALTER TABLE document ADD COLUMN discount_date TEXT",
    "ALTER TABLE document ADD COLUMN discount_amount BIGINT",
    "ALTER TABLE document ADD COLUMN discount_account_id TEXT",
];

/// For the built-in roles of old books: who reads accounts reads the terms.
const GRANTS: &[(&str, &[&str])] = &[
    ("viewer", &["payment_terms.read"]),
    ("clerk", &["payment_terms.read"]),
    ("accountant", &["payment_terms.read"]),
    ("manager", &["payment_terms.read"]),
    ("controller", &["payment_terms.read", "payment_terms.write"]),
    ("cfo", &["payment_terms.read", "payment_terms.write"]),
];

const DOWN: &[&str] = &[
    "ALTER TABLE document DROP COLUMN discount_account_id",
    "ALTER TABLE document DROP COLUMN discount_amount",
    "ALTER TABLE document DROP COLUMN discount_date",
    "ALTER TABLE document DROP COLUMN payment_terms_id",
    "ALTER TABLE party DROP COLUMN payment_terms_id",
    "DROP TABLE payment_terms",
];

/// What the program before this step could not read, or verify, and why.
const KEPT: &[(&str, &str)] = &[
    (
        "SELECT 1 AS one FROM payment_terms LIMIT 1",
        "table payment_terms has rows: the program before this step cannot read them",
    ),
    (
        "SELECT 1 AS one FROM document WHERE discount_amount IS NOT NULL OR payment_terms_id IS NOT NULL LIMIT 1",
        "a document has payment terms or a discount: the program before this step cannot verify its digest",
    ),
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
        crate::refuse_if_any(manager, KEPT).await?;
        crate::refuse_if_guarded(manager, "payment_terms").await?;
        crate::grant::take_back(manager, GRANTS).await?;
        crate::run(manager, DOWN).await?;
        m0025_facts::make(manager).await?;
        m0047_standing::make(manager).await
    }
}
