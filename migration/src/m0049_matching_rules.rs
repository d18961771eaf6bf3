//! Rules that say of lines of bank statements whose they are, and what an entry of them is.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, Statement};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "CREATE TABLE matching_rule (
        matching_rule_id TEXT NOT NULL PRIMARY KEY, bank_account_id TEXT, direction TEXT, counterparty_account TEXT,
        text_contains TEXT, party_kind TEXT, party_id TEXT, account_id TEXT, makes TEXT, memo TEXT, is_active BOOLEAN NOT NULL,
        version BIGINT NOT NULL, created_at BIGINT NOT NULL, created_by TEXT NOT NULL, updated_at BIGINT NOT NULL,
        updated_by TEXT NOT NULL)",
    "CREATE INDEX matching_rule_newest ON matching_rule (created_at, matching_rule_id)",
];

/// For the built-in roles of old books.
const GRANTS: &[(&str, &[&str])] = &[
    ("viewer", &["matching_rule.read"]),
    ("accountant", &["matching_rule.read", "matching_rule.write"]),
    ("manager", &["matching_rule.read"]),
    ("controller", &["matching_rule.read", "matching_rule.write"]),
    ("cfo", &["matching_rule.read", "matching_rule.write"]),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await?;
        crate::grant::give(manager, GRANTS).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        let any = Statement::from_string(db.get_database_backend(), "SELECT 1 AS one FROM matching_rule LIMIT 1");
        if db.query_one_raw(any).await?.is_some() {
            return Err(DbErr::Custom(
                "table matching_rule has rows: the program before this step cannot read them".into(),
            ));
        }
        crate::grant::take_back(manager, GRANTS).await?;
        crate::run(manager, &["DROP TABLE matching_rule"]).await
    }
}
