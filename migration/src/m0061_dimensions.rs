//! Dimensions with their values, what accounts require of them, and what lines name. Departments and cost centers are the first two: they
//! stay where they stand, on the lines of documents, which posted lines are lines of.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, Statement};

use crate::{m0025_facts, m0047_standing};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "CREATE TABLE dimension (
        dimension_id TEXT NOT NULL PRIMARY KEY, dimension_name TEXT NOT NULL, takes TEXT NOT NULL, is_active BOOLEAN NOT NULL,
        version BIGINT NOT NULL, created_at BIGINT NOT NULL, created_by TEXT NOT NULL, updated_at BIGINT NOT NULL,
        updated_by TEXT NOT NULL)",
    "CREATE TABLE dimension_value (
        dimension_value_id TEXT NOT NULL PRIMARY KEY, value_name TEXT NOT NULL, parent_id TEXT, valid_from TEXT, valid_to TEXT,
        is_active BOOLEAN NOT NULL, version BIGINT NOT NULL, created_at BIGINT NOT NULL, created_by TEXT NOT NULL,
        updated_at BIGINT NOT NULL, updated_by TEXT NOT NULL)",
    "INSERT INTO dimension VALUES
        ('department', 'Department', 'any', TRUE, 1, 0, 'system', 0, 'system'),
        ('cost_center', 'Cost center', 'any', TRUE, 1, 0, 'system', 0, 'system')",
    "ALTER TABLE account ADD COLUMN required_dimensions TEXT",
    "ALTER TABLE document_line ADD COLUMN dimensions TEXT",
];

/// For the built-in roles of old books.
const GRANTS: &[(&str, &[&str])] = &[
    ("viewer", &["dimension.read"]),
    ("accountant", &["dimension.read", "dimension.write"]),
    ("manager", &["dimension.read"]),
    ("controller", &["dimension.read", "dimension.write"]),
    ("cfo", &["dimension.read", "dimension.write"]),
];

const DOWN: &[&str] = &[
    "ALTER TABLE document_line DROP COLUMN dimensions",
    "ALTER TABLE account DROP COLUMN required_dimensions",
    "DROP TABLE dimension_value",
    "DROP TABLE dimension",
];

/// What the program before this step could not read, or would lose.
const USES: [(&str, &str); 4] = [
    ("dimensions were changed", "SELECT 1 AS one FROM dimension WHERE created_by <> 'system' OR version > 1 LIMIT 1"),
    ("dimensions have values", "SELECT 1 AS one FROM dimension_value LIMIT 1"),
    ("accounts require dimensions", "SELECT 1 AS one FROM account WHERE required_dimensions IS NOT NULL LIMIT 1"),
    ("lines name dimensions", "SELECT 1 AS one FROM document_line WHERE dimensions IS NOT NULL LIMIT 1"),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await?;
        m0025_facts::make(manager).await?;
        m0047_standing::make(manager).await?;
        crate::grant::give(manager, GRANTS).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        for (what, any) in USES {
            if db.query_one_raw(Statement::from_string(db.get_database_backend(), any)).await?.is_some() {
                return Err(DbErr::Custom(format!("{what}: the program before this step cannot read them")));
            }
        }
        crate::refuse_if_guarded(manager, "dimension").await?;
        crate::refuse_if_guarded(manager, "dimension_value").await?;
        crate::grant::take_back(manager, GRANTS).await?;
        crate::run(manager, DOWN).await?;
        m0025_facts::make(manager).await?;
        m0047_standing::make(manager).await
    }
}
