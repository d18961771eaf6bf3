//! References are compared as people see them: without invisible characters, whatever hyphen and whatever width. Every document gets its
//! key anew. Those of older books that meet by it stay: `reference_twin` tells them apart, as in m0011, a new document with the
//! reference is refused beside both, and the log and `gl check` name them.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, Statement, Value};

use crate::reference_key::reference_key;

#[derive(DeriveMigrationName)]
pub struct Migration;

/// How many documents are read and written at a time.
const PAGE: usize = 500;

/// The words of the index (m0022), and of the engine's query (`engine/src/kernel/store/snapshot.rs`).
const LIVING: &str = "reference_key IS NOT NULL AND status <> 'Voided' AND status <> 'Rejected'";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        rekey(manager, reference_key).await?;
        tell(manager.get_connection()).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        rekey(manager, crate::m0011_refusals::reference_key).await
    }
}

/// Gives every document with a key its key by this function, and tells apart those that meet.
async fn rekey(manager: &SchemaManager<'_>, key: fn(&str) -> String) -> Result<(), DbErr> {
    crate::run(manager, &["DROP INDEX document_reference"]).await?;
    let db = manager.get_connection();
    let mut last = (String::new(), String::new());
    while let Some(end) = page(db, &last, key).await? {
        last = end;
    }
    let twins = format!(
        "UPDATE document SET reference_twin = document_id WHERE {LIVING} AND reference_twin = '' AND (kind, party_id, reference_key) IN (
            SELECT kind, party_id, reference_key FROM document WHERE {LIVING} GROUP BY kind, party_id, reference_key HAVING COUNT(*) > 1)"
    );
    let index = format!(
        "CREATE UNIQUE INDEX document_reference ON document (kind, party_id, reference_key, reference_twin) WHERE {LIVING}"
    );
    crate::run(manager, &[&twins, &index]).await
}

/// The documents after this one: `None` when there are no more, else the last of them.
async fn page(
    db: &impl ConnectionTrait,
    (kind, id): &(String, String),
    key: fn(&str) -> String,
) -> Result<Option<(String, String)>, DbErr> {
    let backend = db.get_database_backend();
    let sql = format!(
        "SELECT kind, document_id, reference, reference_key FROM document
            WHERE reference_key IS NOT NULL AND reference IS NOT NULL AND (kind, document_id) > ($1, $2)
            ORDER BY kind, document_id LIMIT {PAGE}"
    );
    let from = [kind.clone().into(), id.clone().into()];
    let rows = db.query_all_raw(Statement::from_sql_and_values(backend, sql, from)).await?;
    let (mut last, mut values) = (None, Vec::<Value>::new());
    for row in &rows {
        let (kind, id): (String, String) = (row.try_get("", "kind")?, row.try_get("", "document_id")?);
        let own = key(&row.try_get::<String>("", "reference")?);
        if own != row.try_get::<String>("", "reference_key")? {
            values.extend([kind.clone().into(), id.clone().into(), own.into()]);
        }
        last = Some((kind, id));
    }
    if !values.is_empty() {
        let places = (0..values.len() / 3).map(|row| row * 3);
        let places: Vec<String> = places.map(|at| format!("(${}, ${}, ${})", at + 1, at + 2, at + 3)).collect();
        let sql = format!(
            "WITH keyed (kind, id, own) AS (VALUES {}) UPDATE document SET reference_key = keyed.own FROM keyed
                WHERE document.kind = keyed.kind AND document.document_id = keyed.id",
            places.join(", ")
        );
        db.execute_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
    }
    Ok(last)
}

/// Names the documents that meet, a page at a time.
async fn tell(db: &impl ConnectionTrait) -> Result<(), DbErr> {
    let backend = db.get_database_backend();
    let (mut kind, mut id) = (String::new(), String::new());
    loop {
        let sql = format!(
            "SELECT kind, document_id, party_id, reference FROM document
                WHERE {LIVING} AND reference_twin <> '' AND (kind, document_id) > ($1, $2) ORDER BY kind, document_id LIMIT {PAGE}"
        );
        let from = [kind.clone().into(), id.clone().into()];
        let rows = db.query_all_raw(Statement::from_sql_and_values(backend, sql, from)).await?;
        for row in &rows {
            (kind, id) = (row.try_get("", "kind")?, row.try_get("", "document_id")?);
            let party: Option<String> = row.try_get("", "party_id")?;
            let reference: Option<String> = row.try_get("", "reference")?;
            tracing::warn!(
                kind,
                id,
                party,
                reference,
                "another living document of this type and party has the same reference"
            );
        }
        if rows.len() < PAGE {
            return Ok(());
        }
    }
}
