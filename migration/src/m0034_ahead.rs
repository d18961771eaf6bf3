//! What a set of commands calls that looks ahead: it reads without a lock and later writes in one statement, which takes the books'
//! lock, compares what was read, and commits (PostgreSQL). See docs/write-path.md#postgresql.
//!
//! - `gl_look_facts` reads one state of the books: a stable function sees what its caller's statement sees.
//! - `gl_enter_at` takes the books' lock, shared, and refuses when the catalog has another revision than the set decided by. It is
//!   volatile, so it reads the revision as it is once the lock is there. It refuses, too, where the connection has not the settings
//!   of the planner that such a statement needs (`gl_read_set` says what for): a pooler may have passed another connection on.
//! - `gl_all_written` refuses when the guarded parts of the statement touched fewer rows than they name.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

#[derive(DeriveMigrationName)]
pub struct Migration;

/// As `gl_read_facts`, without what that locks and reaches.
const LOOK: &str = "DO $make$ BEGIN EXECUTE replace(replace($function$
    CREATE OR REPLACE FUNCTION gl_look_facts(keys json, answers json)
    RETURNS TABLE (what text, body text) LANGUAGE plpgsql STABLE AS $$
    BEGIN
        what := 'books';
        SELECT json_build_object('revision', c.revision, 'base_currency', c.base_currency)::text INTO body
            FROM catalog_revision c WHERE c.id = 1;
        RETURN NEXT;
        RETURN QUERY SELECT 'document', d::text FROM json_to_recordset(keys) AS k(kind text, id text)
            JOIN document d ON d.kind = k.kind AND d.document_id = k.id AND k.kind || '' = k.kind;
        IF FOUND THEN
            what := 'columns of documents';
            body := '{columns of documents}';
            RETURN NEXT;
            what := 'columns of lines';
            body := '{columns of lines}';
            RETURN NEXT;
            RETURN QUERY SELECT 'line', l::text FROM json_to_recordset(keys) AS k(kind text, id text)
                JOIN document_line l ON l.kind = k.kind AND l.document_id = k.id AND k.kind || '' = k.kind;
        END IF;
        IF json_array_length(answers) > 0 THEN
            RETURN QUERY SELECT 'answer', row_to_json(i)::text
                FROM json_to_recordset(answers) AS k(user_id text, key text)
                JOIN idempotency i ON i.user_id = k.user_id AND i.idempotency_key = k.key AND k.key || '' = k.key;
        END IF;
    END $$
    $function$,
    '{columns of documents}', (SELECT string_agg(attname, ' ' ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = 'document'::regclass AND attnum > 0 AND NOT attisdropped)),
    '{columns of lines}', (SELECT string_agg(attname, ' ' ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = 'document_line'::regclass AND attnum > 0 AND NOT attisdropped));
END $make$";

pub const ENTER_AT: &str = "CREATE FUNCTION gl_enter_at(wanted bigint) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
    DECLARE
        present bigint;
        ignored text;
    BEGIN
        IF current_setting('plan_cache_mode') <> 'force_generic_plan' OR current_setting('enable_seqscan') <> 'off' THEN
            RAISE EXCEPTION 'this connection has not the settings that gl began it with'
                USING ERRCODE = 'object_not_in_prerequisite_state';
        END IF;
        ignored := pg_advisory_xact_lock_shared(422776367987)::text;
        SELECT c.revision INTO present FROM catalog_revision c WHERE c.id = 1;
        IF present IS DISTINCT FROM wanted THEN
            RAISE EXCEPTION 'the catalog changed meanwhile' USING ERRCODE = 'serialization_failure';
        END IF;
        RETURN true;
    END $$";

const ALL_WRITTEN: &str = "CREATE FUNCTION gl_all_written(touched bigint, named bigint) RETURNS boolean
    LANGUAGE plpgsql VOLATILE AS $$
    BEGIN
        IF touched <> named THEN
            RAISE EXCEPTION 'a row changed meanwhile' USING ERRCODE = 'serialization_failure';
        END IF;
        RETURN true;
    END $$";

/// Makes the reading function anew, as [`crate::m0025_facts::make`]: a step that adds a column to `document` or `document_line`
/// calls both.
pub async fn make(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    match manager.get_connection().get_database_backend() {
        DbBackend::Postgres => crate::run(manager, &[LOOK]).await,
        _ => Ok(()),
    }
}

const GONE: &[&str] = &[
    "DROP FUNCTION gl_all_written(bigint, bigint)",
    "DROP FUNCTION gl_enter_at(bigint)",
    "DROP FUNCTION gl_look_facts(json, json)",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        if manager.get_connection().get_database_backend() == DbBackend::Postgres {
            make(manager).await?;
            crate::run(manager, &[ENTER_AT, ALL_WRITTEN]).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        if manager.get_connection().get_database_backend() == DbBackend::Postgres {
            crate::run(manager, GONE).await?;
        }
        Ok(())
    }
}
