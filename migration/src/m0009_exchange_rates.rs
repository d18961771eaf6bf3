//! Exchange rates as master data: one for each currency and day. The built-in roles of old books learn of them.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::grant;

#[derive(DeriveMigrationName)]
pub struct Migration;

/// The unique index also finds the latest rate on or before a day; the other one has the order of the list.
const UP: [&str; 3] = [
    "CREATE TABLE exchange_rate (
        exchange_rate_id TEXT NOT NULL PRIMARY KEY, currency TEXT NOT NULL, date TEXT NOT NULL, rate TEXT NOT NULL, source TEXT,
        version BIGINT NOT NULL, created_at BIGINT NOT NULL, created_by TEXT NOT NULL, updated_at BIGINT NOT NULL,
        updated_by TEXT NOT NULL)",
    "CREATE UNIQUE INDEX exchange_rate_day ON exchange_rate (currency, date)",
    "CREATE INDEX exchange_rate_newest ON exchange_rate (date, exchange_rate_id)",
];

const DOWN: [&str; 1] = ["DROP TABLE exchange_rate"];

const GRANTS: [(&str, &[&str]); 6] = [
    ("viewer", &["exchange_rate.read"]),
    ("clerk", &["exchange_rate.read"]),
    ("accountant", &["exchange_rate.read"]),
    ("manager", &["exchange_rate.read"]),
    ("controller", &["exchange_rate.read", "exchange_rate.write"]),
    ("cfo", &["exchange_rate.override", "exchange_rate.read", "exchange_rate.write"]),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, &UP).await?;
        grant::give(manager, &GRANTS).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        grant::take_back(manager, &GRANTS).await?;
        crate::run(manager, &DOWN).await
    }
}
