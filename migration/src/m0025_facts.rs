//! `gl_read_facts`, in place of `gl_read_set`: what a set of commands reads comes as rows in PostgreSQL's own text, and no longer as
//! JSON that it makes of them. See docs/write-path.md#the-ways.
//!
//! As before, each statement of the function sees what was committed before it. A document is locked and read by one statement: what
//! `FOR UPDATE` returns of the row that it locked is the row as it is then. Its lines change only under that lock, so the next
//! statement reads those that belong to it.
//!
//! The text of a row has its values in the order in which these books got their columns, so the function names them. A step that adds
//! a column to one of the two tables makes the function anew, by [`make`]; otherwise there are more values than names, and the first
//! command says so. What a payment of several documents pays stands on its lines, in books that have the columns for it (m0062).

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

use crate::m0023_sets::READ_SET;

#[derive(DeriveMigrationName)]
pub struct Migration;

/// The lock and the planner's settings are values that are assigned: to run a statement for each takes several times as long.
/// `gl_read_set` says what the settings are for.
const MAKE: &str = "DO $make$ BEGIN EXECUTE replace(replace(replace($function$
    CREATE OR REPLACE FUNCTION gl_read_facts(paying json, others json, reach boolean, answers json)
    RETURNS TABLE (what text, body text) LANGUAGE plpgsql VOLATILE AS $$
    DECLARE
        kinds text[];
        ids text[];
        undoing boolean;
    BEGIN
        what := pg_advisory_xact_lock_shared(422776367987)::text;
        what := set_config('plan_cache_mode', 'force_generic_plan', true) || set_config('enable_seqscan', 'off', true)
            || set_config('enable_hashjoin', 'off', true) || set_config('enable_mergejoin', 'off', true)
            || set_config('jit', 'off', true);
        what := 'books';
        SELECT json_build_object('revision', c.revision, 'base_currency', c.base_currency)::text, k.kinds, k.ids, k.undoing
            INTO body, kinds, ids, undoing
            FROM catalog_revision c LEFT JOIN LATERAL (
                SELECT array_agg(d.kind) AS kinds, array_agg(d.document_id) AS ids,
                        bool_or(d.original_entry_id IS NOT NULL) AS undoing
                    FROM json_to_recordset(others) AS o(kind text, id text)
                    JOIN document d ON d.kind = o.kind AND d.document_id = o.id AND o.kind || '' = o.kind
            ) k ON true
            WHERE c.id = 1;
        RETURN NEXT;
        IF reach AND undoing THEN
            SELECT kinds || array_agg(d.kind), ids || array_agg(d.original_entry_id) INTO kinds, ids
                FROM unnest(kinds, ids) AS k(kind, id)
                JOIN document d ON d.kind = k.kind AND d.document_id = k.id
                WHERE d.original_entry_id IS NOT NULL;
        END IF;
        IF json_array_length(paying) > 0 THEN
            PERFORM 1 FROM json_to_recordset(paying) AS k(kind text, id text)
                JOIN document d ON d.kind = k.kind AND d.document_id = k.id AND k.kind || '' = k.kind
                ORDER BY d.kind, d.document_id FOR UPDATE OF d;
            SELECT kinds || array_agg(p.kind), ids || array_agg(p.id) INTO kinds, ids FROM (
                SELECT k.kind, k.id FROM json_to_recordset(paying) AS k(kind text, id text)
                UNION ALL SELECT d.settles_kind, d.settles_id FROM json_to_recordset(paying) AS k(kind text, id text)
                    JOIN document d ON d.kind = k.kind AND d.document_id = k.id AND k.kind || '' = k.kind
                    WHERE reach AND d.settles_id IS NOT NULL
                {parts of payments}
            ) p;
        END IF;
        IF kinds IS NOT NULL THEN
            what := 'columns of documents';
            body := '{columns of documents}';
            RETURN NEXT;
            what := 'columns of lines';
            body := '{columns of lines}';
            RETURN NEXT;
            RETURN QUERY SELECT 'document', d::text FROM unnest(kinds, ids) AS k(kind, id)
                JOIN document d ON d.kind = k.kind AND d.document_id = k.id
                ORDER BY d.kind, d.document_id FOR UPDATE OF d;
            RETURN QUERY SELECT 'line', l::text FROM unnest(kinds, ids) AS k(kind, id)
                JOIN document_line l ON l.kind = k.kind AND l.document_id = k.id;
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
        WHERE attrelid = 'document_line'::regclass AND attnum > 0 AND NOT attisdropped)),
    '{parts of payments}', (SELECT coalesce(max(
        'UNION ALL SELECT l.settled_kind, l.settled_id FROM json_to_recordset(paying) AS k(kind text, id text)
            JOIN document_line l ON l.kind = k.kind AND l.document_id = k.id AND k.kind || '''' = k.kind
            WHERE reach AND l.settled_id IS NOT NULL'), '') FROM pg_attribute
        WHERE attrelid = 'document_line'::regclass AND attname = 'settled_id' AND NOT attisdropped));
END $make$";

/// Makes the function anew, where the two tables have other columns than before. SQLite has none.
pub async fn make(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    match manager.get_connection().get_database_backend() {
        DbBackend::Postgres => crate::run(manager, &[MAKE]).await,
        _ => Ok(()),
    }
}

const GONE: &str = "DROP FUNCTION gl_read_set(json, json, boolean, json)";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        if manager.get_connection().get_database_backend() == DbBackend::Postgres {
            crate::run(manager, &[GONE, MAKE]).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        if manager.get_connection().get_database_backend() == DbBackend::Postgres {
            crate::run(manager, &["DROP FUNCTION gl_read_facts(json, json, boolean, json)", READ_SET]).await?;
        }
        Ok(())
    }
}
