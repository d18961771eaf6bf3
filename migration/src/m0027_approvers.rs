//! Who has which role, and how much each may sign; several people sign one level, each for themselves or for another.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend, Statement};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE directory_user ADD COLUMN roles TEXT NOT NULL DEFAULT '[]'",
    "ALTER TABLE directory_user ADD COLUMN approval_limits TEXT NOT NULL DEFAULT '{}'",
    "ALTER TABLE role ADD COLUMN approval_limits TEXT NOT NULL DEFAULT '{}'",
    "ALTER TABLE signature ADD COLUMN on_behalf_of TEXT",
    "CREATE TABLE delegation (
        delegation_id TEXT NOT NULL PRIMARY KEY, from_user_id TEXT NOT NULL, to_user_id TEXT NOT NULL, first_day TEXT NOT NULL,
        last_day TEXT NOT NULL, document_types TEXT, amount_limit BIGINT, reason TEXT NOT NULL, is_revoked BOOLEAN NOT NULL,
        version BIGINT NOT NULL, created_at BIGINT NOT NULL, created_by TEXT NOT NULL, updated_at BIGINT NOT NULL,
        updated_by TEXT NOT NULL)",
];

/// Delegations, for the built-in roles of old books.
const DELEGATIONS: &[(&str, &[&str])] = &[
    ("viewer", &["delegation.read"]),
    ("accountant", &["delegation.read"]),
    ("manager", &["delegation.read", "delegation.write"]),
    ("controller", &["delegation.read", "delegation.write"]),
    ("cfo", &["delegation.read", "delegation.write"]),
];

const KEY_ON_POSTGRES: &[&str] = &[
    "ALTER TABLE signature DROP CONSTRAINT signature_pkey",
    "ALTER TABLE signature ADD CONSTRAINT signature_pkey PRIMARY KEY (kind, document_id, round, level, user_id)",
];

/// The same by a new table: SQLite changes no key.
const KEY_ON_SQLITE: &[&str] = &[
    "CREATE TABLE signature_new (
        kind TEXT NOT NULL, document_id TEXT NOT NULL, round BIGINT NOT NULL, level BIGINT NOT NULL, user_id TEXT NOT NULL,
        signed_at BIGINT NOT NULL, digest TEXT NOT NULL, comments TEXT, digest_version BIGINT NOT NULL DEFAULT 0, on_behalf_of TEXT,
        PRIMARY KEY (kind, document_id, round, level, user_id))",
    "INSERT INTO signature_new
        SELECT kind, document_id, round, level, user_id, signed_at, digest, comments, digest_version, on_behalf_of FROM signature",
    "DROP TABLE signature",
    "ALTER TABLE signature_new RENAME TO signature",
];

/// Only where nothing was signed since: one signature a level.
const KEY_BEFORE_ON_POSTGRES: &[&str] = &[
    "ALTER TABLE signature DROP CONSTRAINT signature_pkey",
    "ALTER TABLE signature ADD CONSTRAINT signature_pkey PRIMARY KEY (kind, document_id, round, level)",
    "ALTER TABLE signature DROP COLUMN on_behalf_of",
];

const KEY_BEFORE_ON_SQLITE: &[&str] = &[
    "CREATE TABLE signature_old (
        kind TEXT NOT NULL, document_id TEXT NOT NULL, round BIGINT NOT NULL, level BIGINT NOT NULL, user_id TEXT NOT NULL,
        signed_at BIGINT NOT NULL, digest TEXT NOT NULL, comments TEXT, digest_version BIGINT NOT NULL DEFAULT 0,
        PRIMARY KEY (kind, document_id, round, level))",
    "INSERT INTO signature_old
        SELECT kind, document_id, round, level, user_id, signed_at, digest, comments, digest_version FROM signature",
    "DROP TABLE signature",
    "ALTER TABLE signature_old RENAME TO signature",
];

const DOWN: &[&str] = &[
    "DROP TABLE delegation",
    "ALTER TABLE role DROP COLUMN approval_limits",
    "ALTER TABLE directory_user DROP COLUMN approval_limits",
    "ALTER TABLE directory_user DROP COLUMN roles",
];

/// Documents and rules that the program before this step cannot read.
const WRITTEN_SINCE: &str =
    "SELECT document_id AS id FROM document WHERE signed_by LIKE '{\"v\":1%' OR plan LIKE '{\"v\":2%'
    UNION ALL SELECT delegation_id FROM delegation
    UNION ALL SELECT rule_id FROM approval_rule WHERE rule LIKE '{\"v\":1%' ORDER BY id LIMIT 1";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await?;
        crate::grant::give(manager, DELEGATIONS).await?;
        match manager.get_connection().get_database_backend() {
            DbBackend::Postgres => crate::run(manager, KEY_ON_POSTGRES).await,
            _ => crate::run(manager, KEY_ON_SQLITE).await,
        }
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        let since = db.query_one_raw(Statement::from_string(db.get_database_backend(), WRITTEN_SINCE)).await?;
        if let Some(row) = since {
            let id: String = row.try_get("", "id")?;
            return Err(DbErr::Custom(format!(
                "{id:?} and perhaps others were signed or written since this step was taken: the program before it cannot read them"
            )));
        }
        crate::grant::take_back(manager, DELEGATIONS).await?;
        match db.get_database_backend() {
            DbBackend::Postgres => crate::run(manager, KEY_BEFORE_ON_POSTGRES).await?,
            _ => crate::run(manager, KEY_BEFORE_ON_SQLITE).await?,
        }
        crate::run(manager, DOWN).await
    }
}
