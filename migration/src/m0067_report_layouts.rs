//! Layouts of statements, each version by itself.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "CREATE TABLE report_layout (
        layout_version_id TEXT NOT NULL PRIMARY KEY, layout_id TEXT NOT NULL, version BIGINT NOT NULL, layout_name TEXT NOT NULL,
        statement TEXT NOT NULL, lines TEXT NOT NULL, created_at BIGINT NOT NULL, created_by TEXT NOT NULL, updated_at BIGINT NOT NULL,
        updated_by TEXT NOT NULL)",
    "CREATE UNIQUE INDEX report_layout_version ON report_layout (layout_id, version)",
    "CREATE INDEX report_layout_newest ON report_layout (created_at, layout_id)",
];

/// For the built-in roles of old books.
const GRANTS: &[(&str, &[&str])] = &[
    ("accountant", &["report_layout.write"]),
    ("controller", &["report_layout.write"]),
    ("cfo", &["report_layout.write"]),
];

const DOWN: &[&str] = &["DROP TABLE report_layout"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await?;
        crate::grant::give(manager, GRANTS).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::refuse_if_any(
            manager,
            &[(
                "SELECT 1 AS one FROM report_layout LIMIT 1",
                "table report_layout has rows: the program before this step cannot read them",
            )],
        )
        .await?;
        crate::grant::take_back(manager, GRANTS).await?;
        crate::run(manager, DOWN).await
    }
}
