//! Write-off rules, and the small differences that payments write off by them.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::{m0025_facts, m0047_standing};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "CREATE TABLE write_off_rule (
        write_off_rule_id TEXT NOT NULL PRIMARY KEY, write_off_rule_name TEXT NOT NULL, currency TEXT NOT NULL,
        tolerance BIGINT NOT NULL, account_id TEXT NOT NULL, is_active BOOLEAN NOT NULL, version BIGINT NOT NULL,
        created_at BIGINT NOT NULL, created_by TEXT NOT NULL, updated_at BIGINT NOT NULL, updated_by TEXT NOT NULL)",
    "ALTER TABLE document ADD COLUMN write_off_amount BIGINT",
    "ALTER TABLE document ADD COLUMN write_off_account_id TEXT",
    "ALTER TABLE document ADD COLUMN write_off_rule_id TEXT",
];

/// For the built-in roles of old books: who reads accounts reads the rules.
const GRANTS: &[(&str, &[&str])] = &[
    ("viewer", &["write_off_rules.read"]),
    ("clerk", &["write_off_rules.read"]),
    ("accountant", &["write_off_rules.read"]),
    ("manager", &["write_off_rules.read"]),
    ("controller", &["write_off_rules.read", "write_off_rules.write"]),
    ("cfo", &["write_off_rules.read", "write_off_rules.write"]),
];

const DOWN: &[&str] = &[
    "ALTER TABLE document DROP COLUMN write_off_rule_id",
    "ALTER TABLE document DROP COLUMN write_off_account_id",
    "ALTER TABLE document DROP COLUMN write_off_amount",
    "DROP TABLE write_off_rule",
];

/// What the program before this step could not read, or verify, and why.
const KEPT: &[(&str, &str)] = &[
    (
        "SELECT 1 AS one FROM write_off_rule LIMIT 1",
        "table write_off_rule has rows: the program before this step cannot read them",
    ),
    (
        "SELECT 1 AS one FROM document WHERE write_off_amount IS NOT NULL LIMIT 1",
        "a payment writes a difference off: the program before this step cannot verify its digest",
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
        crate::refuse_if_guarded(manager, "write_off_rules").await?;
        crate::grant::take_back(manager, GRANTS).await?;
        crate::run(manager, DOWN).await?;
        m0025_facts::make(manager).await?;
        m0047_standing::make(manager).await
    }
}
