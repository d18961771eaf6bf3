//! Who wrote a document hears that it came back: a draft that was returned, and what was rejected, say when, by whom and why, and stand
//! in an index of those whom it concerns. Older books get this from their trail. And what is under way for one document is found by
//! an index that has nothing else.

use icu_casemap::CaseMapper;
use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend, Statement};
use unicode_normalization::UnicodeNormalization;

use crate::{m0025_facts, m0034_ahead};

#[derive(DeriveMigrationName)]
pub struct Migration;

const COLUMNS: &[&str] = &[
    "ALTER TABLE document ADD COLUMN returned_at BIGINT",
    "ALTER TABLE document ADD COLUMN returned_by TEXT",
    "ALTER TABLE document ADD COLUMN returned_comments TEXT",
    "ALTER TABLE document ADD COLUMN returned_author TEXT",
    "ALTER TABLE document ADD COLUMN returned_submitter TEXT",
];

const INDEXES: &[&str] = &[
    "CREATE INDEX document_returned_author ON document (returned_author, returned_at) WHERE returned_author IS NOT NULL",
    "CREATE INDEX document_returned_submitter ON document (returned_submitter, returned_at)
        WHERE returned_submitter IS NOT NULL",
    "CREATE INDEX document_under_way ON document (settles_id, settles_kind)
        WHERE settles_id IS NOT NULL AND status IN ('Pending Approval', 'On Hold', 'Approved')",
];

const DOWN: &[&str] = &[
    "DROP INDEX document_under_way",
    "DROP INDEX document_returned_submitter",
    "DROP INDEX document_returned_author",
    "ALTER TABLE document DROP COLUMN returned_submitter",
    "ALTER TABLE document DROP COLUMN returned_author",
    "ALTER TABLE document DROP COLUMN returned_comments",
    "ALTER TABLE document DROP COLUMN returned_by",
    "ALTER TABLE document DROP COLUMN returned_at",
];

/// The last row of the trail that sent the document back, or rejected it. A draft that was submitted once has come back since.
fn told(what: &str) -> String {
    format!(
        "(SELECT {what} FROM audit_entry a WHERE a.resource = document.kind AND a.resource_id = document.document_id
            AND a.action = CASE WHEN document.status = 'Draft' THEN 'Request Change' ELSE 'Reject' END
            ORDER BY a.seq DESC LIMIT 1)"
    )
}

/// Fills the columns from the trail. Ids are folded in ASCII, the few beyond it by [`fold_the_rest`].
fn fill(backend: DbBackend) -> Vec<String> {
    let (words, folded): (_, fn(&str) -> String) = match backend {
        DbBackend::Postgres => ("COALESCE(a.details::json->>'comments', a.details::json->>'reason')", |column| {
            format!("lower({column} COLLATE \"C\")")
        }),
        _ => ("COALESCE(json_extract(a.details, '$.comments'), json_extract(a.details, '$.reason'))", |column| {
            format!("lower({column})")
        }),
    };
    let (author, submitter, by) = (folded("created_by"), folded("submitted_by"), folded("returned_by"));
    vec![
        format!(
            "UPDATE document SET returned_at = {}, returned_by = {}, returned_comments = {}
                WHERE (status = 'Draft' AND round > 0) OR status = 'Rejected'",
            told("a.at"),
            told("a.performed_by"),
            told(words)
        ),
        format!("UPDATE document SET returned_author = {author} WHERE returned_at IS NOT NULL AND {author} <> {by}"),
        format!(
            "UPDATE document SET returned_submitter = {submitter}
                WHERE returned_at IS NOT NULL AND {submitter} <> {by} AND {submitter} <> {author}"
        ),
    ]
}

/// As `UserId` folds (`engine/src/approval/access/user_id.rs`): decomposed, case-folded, composed.
fn fold(id: &str) -> String {
    let decomposed: String = id.nfd().collect();
    CaseMapper::new().fold_string(&decomposed).nfc().collect()
}

/// Whom it concerns, where an id has letters that the databases do not fold, or each in its own way.
async fn fold_the_rest(db: &impl ConnectionTrait) -> Result<(), DbErr> {
    let backend = db.get_database_backend();
    let ids = "created_by || COALESCE(submitted_by, '') || returned_by";
    let rows = db
        .query_all_raw(Statement::from_string(
            backend,
            format!(
                "SELECT kind, document_id, created_by, submitted_by, returned_by FROM document
                    WHERE returned_at IS NOT NULL AND length({ids}) <> octet_length({ids})"
            ),
        ))
        .await?;
    for row in rows {
        let id = |column: &str| -> Result<Option<String>, DbErr> {
            Ok(row.try_get::<Option<String>>("", column)?.map(|id| fold(&id)))
        };
        let (author, submitter, by) = (id("created_by")?, id("submitted_by")?, id("returned_by")?);
        let submitter = submitter.filter(|who| Some(who) != author.as_ref() && Some(who) != by.as_ref());
        let (kind, document): (String, String) = (row.try_get("", "kind")?, row.try_get("", "document_id")?);
        db.execute_raw(Statement::from_sql_and_values(
            backend,
            "UPDATE document SET returned_author = $1, returned_submitter = $2 WHERE kind = $3 AND document_id = $4",
            [author.filter(|who| Some(who) != by.as_ref()).into(), submitter.into(), kind.into(), document.into()],
        ))
        .await?;
    }
    Ok(())
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, COLUMNS).await?;
        let fill = fill(manager.get_connection().get_database_backend());
        crate::run(manager, &fill.iter().map(String::as_str).collect::<Vec<_>>()).await?;
        fold_the_rest(manager.get_connection()).await?;
        crate::run(manager, INDEXES).await?;
        m0025_facts::make(manager).await?;
        m0034_ahead::make(manager).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, DOWN).await?;
        m0025_facts::make(manager).await?;
        m0034_ahead::make(manager).await
    }
}
