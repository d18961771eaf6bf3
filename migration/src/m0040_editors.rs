//! A document keeps everybody who changed its content since it was made: none of them signs it, whoever edited it later. The editors
//! of old documents are those that their trail names, since they were last made under their id. An older release made a row of each
//! edit, also of one that changed nothing: who sent that one counts, too.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

#[derive(DeriveMigrationName)]
pub struct Migration;

const ADD: &str = "ALTER TABLE document ADD COLUMN editors TEXT";

/// The database gathers them, by the index of actions and that of what rows are about.
fn fill(postgres: bool) -> String {
    let gathered =
        if postgres { "json_agg(DISTINCT e.performed_by)::text" } else { "json_group_array(DISTINCT e.performed_by)" };
    format!(
        "UPDATE document SET editors = found.editors FROM (
            SELECT e.resource, e.resource_id, {gathered} AS editors FROM audit_entry e
                WHERE e.action = 'Updated' AND EXISTS
                        (SELECT 1 FROM document d WHERE d.kind = e.resource AND d.document_id = e.resource_id)
                    AND NOT EXISTS (SELECT 1 FROM audit_entry c WHERE c.resource = e.resource
                        AND c.resource_id = e.resource_id AND c.seq > e.seq AND c.action = 'Created')
                GROUP BY e.resource, e.resource_id
        ) found WHERE document.kind = found.resource AND document.document_id = found.resource_id"
    )
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let postgres = manager.get_connection().get_database_backend() == DbBackend::Postgres;
        crate::run(manager, &[ADD, &fill(postgres)]).await?;
        crate::m0025_facts::make(manager).await?;
        crate::m0034_ahead::make(manager).await
    }

    /// The trail still names them.
    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, &["ALTER TABLE document DROP COLUMN editors"]).await?;
        crate::m0025_facts::make(manager).await?;
        crate::m0034_ahead::make(manager).await
    }
}
