//! Calls that wait for signatures.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, Statement};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "CREATE TABLE change_request (
        change_request_id TEXT NOT NULL PRIMARY KEY, document_type TEXT NOT NULL, action TEXT NOT NULL, resource_id TEXT,
        amount BIGINT, requested_by TEXT NOT NULL, requester_key TEXT NOT NULL, requested_at BIGINT NOT NULL, method TEXT NOT NULL,
        uri TEXT NOT NULL, if_match TEXT, body TEXT NOT NULL, roles TEXT NOT NULL, permissions TEXT NOT NULL, plan TEXT NOT NULL,
        digest TEXT NOT NULL, digest_version BIGINT NOT NULL, beneficiaries TEXT NOT NULL, level BIGINT NOT NULL,
        signed_by TEXT NOT NULL, status TEXT NOT NULL, decided_by TEXT, changed_at BIGINT, reason TEXT, job_id TEXT, refusal TEXT,
        version BIGINT NOT NULL)",
    "CREATE INDEX change_request_newest ON change_request (requested_at, change_request_id)",
    "CREATE INDEX change_request_status ON change_request (status, requested_at, change_request_id)",
    "CREATE INDEX change_request_requester ON change_request (requester_key, requested_at, change_request_id)",
];

/// For the built-in roles of old books.
const CHANGE_REQUESTS: &[(&str, &[&str])] = &[
    ("viewer", &["change_request.read"]),
    ("accountant", &["change_request.read"]),
    ("manager", &["change_request.read", "change_request.approve"]),
    ("controller", &["change_request.read", "change_request.approve"]),
    ("cfo", &["change_request.read", "change_request.approve"]),
];

/// What the program before this step cannot read.
const WRITTEN_SINCE: &str = "SELECT change_request_id AS id FROM change_request
    UNION ALL SELECT rule_id FROM approval_rule WHERE rule LIKE '{\"v\":3%' ORDER BY id LIMIT 1";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await?;
        crate::grant::give(manager, CHANGE_REQUESTS).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        let since = db.query_one_raw(Statement::from_string(db.get_database_backend(), WRITTEN_SINCE)).await?;
        if let Some(row) = since {
            let id: String = row.try_get("", "id")?;
            return Err(DbErr::Custom(format!(
                "{id:?} and perhaps others were asked for or written since this step was taken: the program before it cannot read them"
            )));
        }
        crate::grant::take_back(manager, CHANGE_REQUESTS).await?;
        crate::run(manager, &["DROP TABLE change_request"]).await
    }
}
