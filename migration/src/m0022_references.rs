//! What a vendor calls a document is unique among the living documents of one type, whatever types keep such a number; so far only
//! bills did (`reference_key`, m0011).

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

/// As the engine asks for it (`engine/src/kernel/store/snapshot.rs`).
const UP: &[&str] = &[
    "DROP INDEX document_vendor_reference",
    "CREATE UNIQUE INDEX document_reference ON document (kind, party_id, reference_key, reference_twin)
        WHERE reference_key IS NOT NULL AND status <> 'Voided' AND status <> 'Rejected'",
];

const DOWN: &[&str] = &[
    "DROP INDEX document_reference",
    "CREATE UNIQUE INDEX document_vendor_reference ON document (party_id, reference_key, reference_twin)
        WHERE kind = 'bill' AND reference_key IS NOT NULL AND status <> 'Voided' AND status <> 'Rejected'",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, UP).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, DOWN).await
    }
}
