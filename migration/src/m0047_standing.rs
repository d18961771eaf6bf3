//! What a set that looks ahead rests on besides the catalog and the documents that it changes (PostgreSQL). See
//! docs/write-path.md#guards.
//!
//! - `gl_look_facts` also reads the documents that those pay or undo.
//! - `gl_stand_as_written` says whether the rows of documents are those that these transactions wrote; bulks ask it, too.
//! - `gl_enter_at` is told what must stand, once the books' lock is there: rows of documents and of parties that were not read, by the
//!   transactions that wrote them, references that no living document has, and documents that are read and not changed, by their
//!   versions. These are locked against a change until the end of the statement; what changes parties takes the books' lock alone. It
//!   runs before anything is written, and each of its statements sees what was committed before it.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

use crate::m0034_ahead;

#[derive(DeriveMigrationName)]
pub struct Migration;

/// As `gl_read_facts`, without what that locks.
const LOOK: &str = "DO $make$ BEGIN EXECUTE replace(replace(replace($function$
    CREATE OR REPLACE FUNCTION gl_look_facts(keys json, reach boolean, answers json)
    RETURNS TABLE (what text, body text) LANGUAGE plpgsql STABLE AS $$
    DECLARE
        kinds text[];
        ids text[];
        reaching boolean;
    BEGIN
        what := 'books';
        SELECT json_build_object('revision', c.revision, 'base_currency', c.base_currency)::text, k.kinds, k.ids, k.reaching
            INTO body, kinds, ids, reaching
            FROM catalog_revision c LEFT JOIN LATERAL (
                SELECT array_agg(d.kind) AS kinds, array_agg(d.document_id) AS ids,
                        bool_or(d.settles_kind IS NOT NULL OR d.original_entry_id IS NOT NULL) AS reaching
                    FROM json_to_recordset(keys) AS o(kind text, id text)
                    JOIN document d ON d.kind = o.kind AND d.document_id = o.id AND o.kind || '' = o.kind
            ) k ON true
            WHERE c.id = 1;
        RETURN NEXT;
        IF reach AND reaching THEN
            SELECT kinds || array_agg(r.kind), ids || array_agg(r.id) INTO kinds, ids FROM (
                SELECT coalesce(d.settles_kind, d.kind) AS kind, coalesce(d.settles_id, d.original_entry_id) AS id
                    FROM unnest(kinds, ids) AS k(kind, id)
                    JOIN document d ON d.kind = k.kind AND d.document_id = k.id
                    WHERE d.settles_id IS NOT NULL OR d.original_entry_id IS NOT NULL
                {parts of payments}
            ) r;
        END IF;
        IF kinds IS NOT NULL THEN
            what := 'columns of documents';
            body := '{columns of documents}';
            RETURN NEXT;
            what := 'columns of lines';
            body := '{columns of lines}';
            RETURN NEXT;
            RETURN QUERY SELECT 'document', d::text FROM unnest(kinds, ids) AS k(kind, id)
                JOIN document d ON d.kind = k.kind AND d.document_id = k.id;
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
        'UNION ALL SELECT l.settled_kind, l.settled_id FROM unnest(kinds, ids) AS k(kind, id)
            JOIN document d ON d.kind = k.kind AND d.document_id = k.id
            JOIN document_line l ON l.kind = d.kind AND l.document_id = d.document_id
            WHERE d.settles_kind IS NOT NULL AND d.settles_id IS NULL AND l.settled_id IS NOT NULL'), '') FROM pg_attribute
        WHERE attrelid = 'document_line'::regclass AND attname = 'settled_id' AND NOT attisdropped));
END $make$";

const STAND_AS_WRITTEN: &str = "CREATE FUNCTION gl_stand_as_written(written json) RETURNS boolean
    LANGUAGE plpgsql VOLATILE AS $$
    DECLARE
        counted bigint;
    BEGIN
        SELECT count(*) INTO counted FROM json_to_recordset(written)
                AS u(kind text, document_id text, document text, lines text, line_count bigint)
            JOIN document d ON d.kind = u.kind AND d.document_id = u.document_id AND u.kind || '' = u.kind
            WHERE d.xmin = u.document::xid AND u.line_count = (
                SELECT CASE WHEN coalesce(bool_and(l.xmin = u.lines::xid), true) THEN count(*) END
                    FROM document_line l WHERE l.kind = u.kind AND l.document_id = u.document_id);
        RETURN counted = json_array_length(written);
    END $$";

const ENTER_AT: &str = "CREATE FUNCTION gl_enter_at(wanted bigint, standing json) RETURNS boolean
    LANGUAGE plpgsql VOLATILE AS $$
    DECLARE
        present bigint;
        counted bigint;
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
        IF standing IS NULL THEN
            RETURN true;
        END IF;
        IF json_array_length(standing -> 'written') > 0 AND NOT gl_stand_as_written(standing -> 'written') THEN
            RAISE EXCEPTION 'a document changed meanwhile' USING ERRCODE = 'serialization_failure';
        END IF;
        IF json_array_length(standing -> 'parties') > 0 THEN
            SELECT count(*) INTO counted FROM json_to_recordset(standing -> 'parties')
                    AS u(party_kind text, party_id text, written text)
                JOIN party p ON p.party_kind = u.party_kind AND p.party_id = u.party_id AND u.party_kind || '' = u.party_kind
                WHERE p.xmin = u.written::xid;
            IF counted <> json_array_length(standing -> 'parties') THEN
                RAISE EXCEPTION 'a party changed meanwhile' USING ERRCODE = 'serialization_failure';
            END IF;
        END IF;
        IF json_array_length(standing -> 'references') > 0 THEN
            PERFORM 1 FROM json_to_recordset(standing -> 'references') AS u(kind text, party_id text, reference_key text)
                JOIN document d ON d.kind = u.kind AND d.party_id = u.party_id AND d.reference_key = u.reference_key
                    AND u.kind || '' = u.kind
                WHERE d.reference_key IS NOT NULL AND d.status <> 'Voided' AND d.status <> 'Rejected' LIMIT 1;
            IF FOUND THEN
                RAISE EXCEPTION 'a reference is taken' USING ERRCODE = 'serialization_failure';
            END IF;
        END IF;
        IF json_array_length(standing -> 'read') > 0 THEN
            PERFORM 1 FROM json_to_recordset(standing -> 'read')
                    AS u(kind text, document_id text, created_at bigint, version bigint)
                JOIN document d ON d.kind = u.kind AND d.document_id = u.document_id AND u.kind || '' = u.kind
                WHERE d.created_at = u.created_at AND d.version = u.version
                ORDER BY d.kind, d.document_id FOR SHARE OF d;
            GET DIAGNOSTICS counted = ROW_COUNT;
            IF counted <> json_array_length(standing -> 'read') THEN
                RAISE EXCEPTION 'a document changed meanwhile' USING ERRCODE = 'serialization_failure';
            END IF;
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

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        if manager.get_connection().get_database_backend() == DbBackend::Postgres {
            let former = ["DROP FUNCTION gl_look_facts(json, json)", "DROP FUNCTION gl_enter_at(bigint)"];
            crate::run(manager, &former).await?;
            make(manager).await?;
            crate::run(manager, &[STAND_AS_WRITTEN, ENTER_AT]).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        if manager.get_connection().get_database_backend() == DbBackend::Postgres {
            let gone = [
                "DROP FUNCTION gl_look_facts(json, boolean, json)",
                "DROP FUNCTION gl_enter_at(bigint, json)",
                "DROP FUNCTION gl_stand_as_written(json)",
            ];
            crate::run(manager, &gone).await?;
            m0034_ahead::make(manager).await?;
            crate::run(manager, &[m0034_ahead::ENTER_AT]).await?;
        }
        Ok(())
    }
}
