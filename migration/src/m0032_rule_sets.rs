//! Rule sets: which rules were in force together, and drafts of the next. The rules that stand are the first set.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, Statement};

use crate::m0025_facts::make;

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "CREATE TABLE rule_set (number BIGINT NOT NULL PRIMARY KEY, in_force_from BIGINT, put_in_force_by TEXT, draft_id TEXT)",
    "CREATE TABLE rule_version (
        rule_id TEXT NOT NULL, from_set BIGINT NOT NULL, until_set BIGINT, rule TEXT NOT NULL, PRIMARY KEY (rule_id, from_set))",
    "CREATE TABLE rule_set_draft (
        draft_id TEXT NOT NULL PRIMARY KEY, description TEXT NOT NULL, based_on BIGINT NOT NULL, rules TEXT NOT NULL,
        status TEXT NOT NULL, in_force_from BIGINT, put_in_force_by TEXT, rule_set BIGINT, version BIGINT NOT NULL,
        created_at BIGINT NOT NULL, created_by TEXT NOT NULL, updated_at BIGINT NOT NULL, updated_by TEXT NOT NULL)",
    "CREATE INDEX rule_set_draft_newest ON rule_set_draft (created_at, draft_id)",
    // One at most is scheduled.
    "CREATE UNIQUE INDEX rule_set_draft_scheduled ON rule_set_draft (status) WHERE status = 'Scheduled'",
    "INSERT INTO rule_set (number) VALUES (1)",
    "INSERT INTO rule_version (rule_id, from_set, rule) SELECT rule_id, 1, rule FROM approval_rule",
    "ALTER TABLE document ADD COLUMN rule_set BIGINT",
    "ALTER TABLE change_request ADD COLUMN rule_set BIGINT",
];

const DOWN: &[&str] = &[
    "ALTER TABLE change_request DROP COLUMN rule_set",
    "ALTER TABLE document DROP COLUMN rule_set",
    "DROP TABLE rule_set_draft",
    "DROP TABLE rule_version",
    "DROP TABLE rule_set",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await?;
        make(manager).await
    }

    /// Sets and drafts are lost; what is scheduled would never come into force.
    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        let scheduled = "SELECT draft_id FROM rule_set_draft WHERE status = 'Scheduled'";
        if db.query_one_raw(Statement::from_string(db.get_database_backend(), scheduled)).await?.is_some() {
            return Err(DbErr::Custom("a rule set is scheduled: take it back first".into()));
        }
        crate::run(manager, DOWN).await?;
        make(manager).await
    }
}
