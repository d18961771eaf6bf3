//! A key by which employees are found, however a document spells them (`engine/src/kernel/store/party_key.rs`).

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub struct Migration;

const DOWN: &[&str] = &[
    "DROP INDEX document_party",
    "CREATE INDEX document_party ON document (kind, party_id, created_at, document_id) WHERE party_id IS NOT NULL",
    "ALTER TABLE document DROP COLUMN party_key",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // Older books have ids of ASCII characters only. "C" keeps the language of a server out of the folding.
        let plain = match manager.get_database_backend() {
            DbBackend::Postgres => "party_id COLLATE \"C\"",
            _ => "party_id",
        };
        let fill = format!(
            "UPDATE document SET party_key = CASE WHEN kind = 'expense' OR settles_kind = 'expense'
                THEN 'person ' || lower({plain}) ELSE party_id END WHERE party_id IS NOT NULL"
        );
        let up = [
            "ALTER TABLE document ADD COLUMN party_key TEXT",
            &fill,
            "DROP INDEX document_party",
            "CREATE INDEX document_party ON document (kind, party_key, created_at, document_id) WHERE party_key IS NOT NULL",
        ];
        crate::run(manager, &up).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, DOWN).await
    }
}
