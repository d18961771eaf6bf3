//! The audit trail's seals, and triggers that keep trail and ledger append-only.
//!
//! A seal stands in a table of its own: writing it into the audit row would be the very update that the
//! triggers refuse. `audit_head` alone may be updated, by the sealing job.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

#[derive(DeriveMigrationName)]
pub struct Migration;

/// Tables whose rows are written once.
const APPEND_ONLY: [&str; 4] = ["audit_entry", "audit_seal", "posting", "posting_line"];

/// A copy of `engine::kernel::chain::GENESIS`, in hex: migrations do not depend on the engine.
const GENESIS: &str = "0000000000000000000000000000000000000000000000000000000000000000";

const REFUSE: &str = "CREATE FUNCTION gl_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        for statement in [
            "CREATE TABLE audit_seal (position BIGINT NOT NULL PRIMARY KEY, seq BIGINT NOT NULL UNIQUE, hash TEXT NOT NULL)",
            "CREATE TABLE audit_head (
                id BIGINT NOT NULL PRIMARY KEY, position BIGINT NOT NULL, seq BIGINT NOT NULL, hash TEXT NOT NULL, sealed_at BIGINT NOT NULL)",
        ] {
            crate::resume::execute(db, statement).await?;
        }
        let head =
            format!("INSERT INTO audit_head (id, position, seq, hash, sealed_at) VALUES (1, 0, 0, '{GENESIS}', 0)");
        crate::resume::execute(db, &head).await?;
        let postgres = db.get_database_backend() == DbBackend::Postgres;
        if postgres {
            db.execute_unprepared(REFUSE).await?;
        }
        for table in APPEND_ONLY {
            for statement in if postgres { on_postgres(table) } else { on_sqlite(table) } {
                crate::resume::execute(db, &statement).await?;
            }
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        let postgres = db.get_database_backend() == DbBackend::Postgres;
        for table in APPEND_ONLY {
            for name in if postgres { vec!["rows", "truncate"] } else { vec!["update", "delete"] } {
                let on = if postgres { format!(" ON {table}") } else { String::new() };
                db.execute_unprepared(&format!("DROP TRIGGER {table}_{name}{on}")).await?;
            }
        }
        if postgres {
            db.execute_unprepared("DROP FUNCTION gl_append_only()").await?;
        }
        db.execute_unprepared("DROP TABLE audit_seal").await?;
        db.execute_unprepared("DROP TABLE audit_head").await.map(drop)
    }
}

fn on_sqlite(table: &str) -> Vec<String> {
    let refusing = |what: &str| {
        format!(
            "CREATE TRIGGER {table}_{what} BEFORE {what} ON {table} BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        )
    };
    vec![refusing("update"), refusing("delete")]
}

fn on_postgres(table: &str) -> Vec<String> {
    vec![
        format!(
            "CREATE TRIGGER {table}_rows BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION gl_append_only()"
        ),
        format!(
            "CREATE TRIGGER {table}_truncate BEFORE TRUNCATE ON {table} FOR EACH STATEMENT EXECUTE FUNCTION gl_append_only()"
        ),
    ]
}

#[cfg(test)]
mod tests {
    use sea_orm_migration::sea_orm::{ConnectionTrait, Database};

    const ROWS: [&str; 4] = [
        "INSERT INTO audit_entry (at, performed_by, resource, resource_id, action, details) VALUES (1, 'a', 'r', 'i', 'Created', '{}')",
        "INSERT INTO audit_seal VALUES (1, 1, 'h')",
        "INSERT INTO posting VALUES ('bill', 'b', 'document', 'p', 'ap', '2024-01-01', 'USD', 1)",
        "INSERT INTO posting_line (source_kind, source_id, kind, position, line_number, account_id, posting_date, currency, amount, \
            base_amount, memo) VALUES ('bill', 'b', 'document', 1, 1, 'a', '2024-01-01', 'USD', 1, 1, NULL)",
    ];

    #[tokio::test]
    async fn trail_and_ledger_refuse_update_and_delete() {
        let file = std::env::temp_dir().join(format!("gl-append-only-{}.db", std::process::id()));
        let db = Database::connect(format!("sqlite://{}?mode=rwc", file.display())).await.expect("open");
        crate::up(&db).await.expect("up");
        for row in ROWS {
            db.execute_unprepared(row).await.expect(row);
        }
        for (table, column) in
            [("audit_entry", "action"), ("audit_seal", "hash"), ("posting", "currency"), ("posting_line", "memo")]
        {
            for statement in [format!("UPDATE {table} SET {column} = 'x'"), format!("DELETE FROM {table}")] {
                let told = db.execute_unprepared(&statement).await.expect_err(&statement).to_string();
                assert!(told.contains(&format!("{table} is append-only")), "{told}");
            }
        }
        std::fs::remove_file(file).expect("removed");
    }
}
