//! Budgets: versions of what a fiscal year is to bring, with their lines.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "CREATE TABLE budget (
        budget_id TEXT NOT NULL PRIMARY KEY, budget_name TEXT NOT NULL, fiscal_year_id TEXT NOT NULL, version_number BIGINT NOT NULL,
        status TEXT NOT NULL, copied_from TEXT, line_count BIGINT NOT NULL, lines_digest TEXT NOT NULL, activated_at BIGINT,
        activated_by TEXT, version BIGINT NOT NULL, created_at BIGINT NOT NULL, created_by TEXT NOT NULL, updated_at BIGINT NOT NULL,
        updated_by TEXT NOT NULL)",
    "CREATE INDEX budget_newest ON budget (created_at, budget_id)",
    "CREATE UNIQUE INDEX budget_version ON budget (fiscal_year_id, version_number)",
    "CREATE UNIQUE INDEX budget_active ON budget (fiscal_year_id) WHERE status = 'active'",
    "CREATE TABLE budget_line (
        budget_id TEXT NOT NULL, position BIGINT NOT NULL, account_id TEXT NOT NULL, period_id TEXT NOT NULL, department_id TEXT,
        cost_center_id TEXT, amount BIGINT NOT NULL, PRIMARY KEY (budget_id, position))",
    "CREATE INDEX budget_line_account ON budget_line (account_id)",
];

/// For the built-in roles of old books.
const GRANTS: &[(&str, &[&str])] = &[
    ("viewer", &["budget.read"]),
    ("accountant", &["budget.read", "budget.write"]),
    ("manager", &["budget.read"]),
    ("controller", &["budget.read", "budget.write"]),
    ("cfo", &["budget.read", "budget.write"]),
];

const DOWN: &[&str] = &["DROP TABLE budget_line", "DROP TABLE budget"];

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
                "SELECT 1 AS one FROM budget LIMIT 1",
                "table budget has rows: the program before this step cannot read them",
            )],
        )
        .await?;
        crate::refuse_if_guarded(manager, "budget").await?;
        crate::grant::take_back(manager, GRANTS).await?;
        crate::run(manager, DOWN).await
    }
}
