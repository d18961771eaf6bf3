//! `gl_read_set`: all that a set of commands reads, in one call (PostgreSQL). See docs/write-path.md#which-way-a-command-takes.
//!
//! In a volatile function each statement sees what was committed before it. So rows are locked by one statement and read by the
//! next, which one plain statement that does both would not do: its snapshot is older than its wait.
//!
//! Statements over lists of keys are planned once for a connection, perhaps on empty books, where reading a whole table looks
//! cheap. So within these transactions plans are kept, and a table is read by its indexes wherever there is one. To plan these
//! statements takes longer than to run them. A condition such as `k.kind || '' = k.kind` always holds; by it the planner expects few
//! rows of JSON and not a hundred, and looks each of them up in the table instead of the other way round.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

#[derive(DeriveMigrationName)]
pub struct Migration;

pub const READ_SET: &str = "CREATE FUNCTION gl_read_set(paying json, others json, reach boolean, answers json)
    RETURNS TABLE (what text, body text) LANGUAGE plpgsql VOLATILE AS $$
    DECLARE
        kinds text[];
        ids text[];
        undoing boolean;
    BEGIN
        PERFORM pg_advisory_xact_lock_shared(422776367987);
        PERFORM set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
            set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true), set_config('jit', 'off', true);
        RETURN QUERY SELECT 'books', json_build_object('revision', c.revision, 'base_currency', c.base_currency)::text
            FROM catalog_revision c WHERE c.id = 1;
        SELECT array_agg(k.kind), array_agg(k.id), bool_or(d.original_entry_id IS NOT NULL) INTO kinds, ids, undoing
            FROM json_to_recordset(others) AS k(kind text, id text)
            LEFT JOIN document d ON d.kind = k.kind AND d.document_id = k.id;
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
            ) p;
        END IF;
        IF kinds IS NOT NULL THEN
            PERFORM 1 FROM unnest(kinds, ids) AS k(kind, id)
                JOIN document d ON d.kind = k.kind AND d.document_id = k.id
                ORDER BY d.kind, d.document_id FOR UPDATE OF d;
            RETURN QUERY SELECT 'document', json_build_object('header', d, 'lines', coalesce((
                    SELECT json_agg(l ORDER BY l.line_number) FROM document_line l
                    WHERE l.kind = d.kind AND l.document_id = d.document_id), '[]'::json))::text
                FROM unnest(kinds, ids) AS k(kind, id)
                JOIN document d ON d.kind = k.kind AND d.document_id = k.id;
        END IF;
        IF json_array_length(answers) > 0 THEN
            RETURN QUERY SELECT 'answer', row_to_json(i)::text
                FROM json_to_recordset(answers) AS k(user_id text, key text)
                JOIN idempotency i ON i.user_id = k.user_id AND i.idempotency_key = k.key AND k.key || '' = k.key;
        END IF;
    END $$";

/// While a table is empty, all its indexes look equally good to the planner, and it takes the newest. So on empty books that is the
/// key: a plan by another index would read all documents of a type for each one that it looks for.
const KEY: &str = "DO $$ BEGIN
        IF NOT EXISTS (SELECT 1 FROM document) THEN
            ALTER TABLE document DROP CONSTRAINT document_pkey;
            ALTER TABLE document ADD CONSTRAINT document_pkey PRIMARY KEY (kind, document_id);
        END IF;
    END $$";

/// As in the step that made it, with plans that are kept and read by index.
const ENTER: &str =
    "CREATE OR REPLACE FUNCTION gl_enter(alone boolean) RETURNS TABLE (revision bigint, base_currency text)
    LANGUAGE plpgsql VOLATILE AS $$
    BEGIN
        IF alone THEN
            PERFORM pg_advisory_xact_lock(422776367987);
        ELSE
            PERFORM pg_advisory_xact_lock_shared(422776367987);
        END IF;
        PERFORM set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
            set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true), set_config('jit', 'off', true);
        RETURN QUERY SELECT c.revision, c.base_currency FROM catalog_revision c WHERE c.id = 1;
    END $$";

const ENTER_BEFORE: &str =
    "CREATE OR REPLACE FUNCTION gl_enter(alone boolean) RETURNS TABLE (revision bigint, base_currency text)
    LANGUAGE plpgsql VOLATILE AS $$
    BEGIN
        IF alone THEN
            PERFORM pg_advisory_xact_lock(422776367987);
        ELSE
            PERFORM pg_advisory_xact_lock_shared(422776367987);
        END IF;
        RETURN QUERY SELECT c.revision, c.base_currency FROM catalog_revision c WHERE c.id = 1;
    END $$";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        if manager.get_connection().get_database_backend() == DbBackend::Postgres {
            crate::run(manager, &[READ_SET, ENTER, KEY]).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        if manager.get_connection().get_database_backend() == DbBackend::Postgres {
            let drop = "DROP FUNCTION gl_read_set(json, json, boolean, json)";
            crate::run(manager, &[ENTER_BEFORE, drop]).await?;
        }
        Ok(())
    }
}
