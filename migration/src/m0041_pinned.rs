//! What a change request acts on is pinned when it is asked for: version and instant of making, and the figures of a worksheet.
//! What was asked for before has none, and goes on without.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, Statement};

#[derive(DeriveMigrationName)]
pub struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE change_request ADD COLUMN pinned_version BIGINT",
    "ALTER TABLE change_request ADD COLUMN pinned_made_at BIGINT",
    "ALTER TABLE change_request ADD COLUMN pinned_figures TEXT",
];

const DOWN: &[&str] = &[
    "ALTER TABLE change_request DROP COLUMN pinned_figures",
    "ALTER TABLE change_request DROP COLUMN pinned_made_at",
    "ALTER TABLE change_request DROP COLUMN pinned_version",
];

/// Its digest is of a form that the program before this step does not know: it would fail what was signed.
const ASKED_SINCE: &str =
    "SELECT change_request_id FROM change_request WHERE digest_version > 1 ORDER BY change_request_id LIMIT 1";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        let since = db.query_one_raw(Statement::from_string(db.get_database_backend(), ASKED_SINCE)).await?;
        if let Some(row) = since {
            let id: String = row.try_get("", "change_request_id")?;
            return Err(DbErr::Custom(format!(
                "{id:?} and perhaps others were asked for since this step was taken: the program before it does not know their digests"
            )));
        }
        crate::run(manager, DOWN).await
    }
}
