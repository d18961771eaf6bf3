//! Runs the statements of the steps that release 1268427 knew: m0001 to m0007.
//!
//! On SQLite that release ran them outside of any transaction. When it was killed, or its disk was full, the first few
//! statements of a step are done and the step has no mark; the release itself then refused to open such books. Here the
//! result of each statement is looked for before it runs. An object with the very same text is left as it is, and the
//! step goes on. An object of the same name with another text was made by somebody else, and the step refuses.
//!
//! Later steps run in one transaction with their mark. They need none of this and must not use it.

use sea_orm_migration::prelude::{DbErr, SchemaManager, SchemaManagerConnection};
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend, Statement, Value};

use crate::crash;

/// Runs these statements in order, except those that are done already.
pub async fn run(manager: &SchemaManager<'_>, statements: &[&str]) -> Result<(), DbErr> {
    for statement in statements {
        execute(manager.get_connection(), statement).await?;
    }
    Ok(())
}

/// Runs this statement, unless it is done already.
pub async fn execute(db: &SchemaManagerConnection<'_>, statement: &str) -> Result<(), DbErr> {
    crash::here();
    #[cfg(test)]
    tests::cut_off()?;
    if db.get_database_backend() == DbBackend::Sqlite && is_done(db, statement).await? {
        return Ok(());
    }
    db.execute_unprepared(statement).await.map(drop)
}

async fn is_done(db: &SchemaManagerConnection<'_>, statement: &str) -> Result<bool, DbErr> {
    let words: Vec<&str> = statement.split_whitespace().collect();
    match words.as_slice() {
        ["CREATE", "UNIQUE", "INDEX", name, ..] | ["CREATE", "TABLE" | "INDEX" | "TRIGGER", name, ..] => {
            let found = "SELECT sql FROM sqlite_master WHERE name = $1";
            let Some(found) = text(db, found, &[name]).await? else {
                return Ok(false);
            };
            if found.split_whitespace().eq(words.iter().copied()) {
                return Ok(true);
            }
            Err(DbErr::Migration(format!("{name} is there already, and is not what this step makes")))
        }
        ["ALTER", "TABLE", table, "ADD", "COLUMN", column, ..] => {
            let found = "SELECT name FROM pragma_table_info($1) WHERE name = $2";
            Ok(text(db, found, &[table, column]).await?.is_some())
        }
        ["DROP", "INDEX", name] => {
            Ok(text(db, "SELECT name FROM sqlite_master WHERE name = $1", &[name]).await?.is_none())
        }
        ["INSERT", "INTO", table, ..] => {
            Ok(text(db, &format!("SELECT 'a row' FROM {table} LIMIT 1"), &[]).await?.is_some())
        }
        _ => Ok(false),
    }
}

/// The first column of the first row.
async fn text(db: &SchemaManagerConnection<'_>, sql: &str, values: &[&str]) -> Result<Option<String>, DbErr> {
    let values = values.iter().map(|value| Value::from((*value).to_owned()));
    let statement = Statement::from_sql_and_values(DbBackend::Sqlite, sql, values);
    db.query_one_raw(statement).await?.map(|row| row.try_get_by_index(0)).transpose()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use sea_orm_migration::sea_orm::{ConnectOptions, Database, DatabaseConnection};

    use super::*;
    use crate::{SchemaState, runner};

    thread_local! {
        /// The number of statements before the simulated kill.
        static LEFT: Cell<Option<usize>> = const { Cell::new(None) };
    }

    pub fn cut_off() -> Result<(), DbErr> {
        LEFT.with(|left| match left.get() {
            Some(0) => Err(DbErr::Custom("killed".into())),
            Some(more) => {
                left.set(Some(more - 1));
                Ok(())
            }
            None => Ok(()),
        })
    }

    async fn in_memory() -> DatabaseConnection {
        let mut options = ConnectOptions::new("sqlite::memory:");
        options.max_connections(1);
        Database::connect(options).await.expect("opened")
    }

    /// The whole schema of the database, and the rows that the steps inserted.
    async fn all_of(db: &DatabaseConnection) -> Vec<String> {
        let all = "SELECT type || ' ' || name || ': ' || coalesce(sql, '') AS line FROM sqlite_master
            UNION ALL SELECT 'revision ' || id FROM catalog_revision UNION ALL SELECT 'head ' || id FROM audit_head ORDER BY 1";
        let rows = db.query_all_raw(Statement::from_string(DbBackend::Sqlite, all)).await.expect("rows");
        rows.iter().map(|row| row.try_get("", "line").expect("a line")).collect()
    }

    /// Migrates as release 1268427 did: no transaction, and the mark at the end. False: all statements ran.
    async fn migrate_until_killed(db: &DatabaseConnection, statements: usize) -> bool {
        runner::up(db, Some("")).await.expect("a table of marks");
        LEFT.with(|left| left.set(Some(statements)));
        let mut killed = false;
        for step in runner::steps().iter().take(7) {
            killed = step.up(&SchemaManager::new(db)).await.is_err();
            if killed {
                break;
            }
            let mark = format!("INSERT INTO seaql_migrations (version, applied_at) VALUES ('{}', 0)", step.name());
            db.execute_unprepared(&mark).await.expect("marked");
        }
        LEFT.with(|left| left.set(None));
        killed
    }

    #[tokio::test]
    async fn books_that_the_old_release_left_half_migrated_are_finished() {
        let whole = in_memory().await;
        crate::up(&whole).await.expect("migrated");
        let whole = all_of(&whole).await;
        let mut statements = 0;
        loop {
            let db = in_memory().await;
            let killed = migrate_until_killed(&db, statements).await;
            crate::up(&db).await.unwrap_or_else(|error| panic!("killed after {statements} statements: {error}"));
            assert_eq!(crate::state(&db).await.expect("a state"), SchemaState::Current);
            assert_eq!(all_of(&db).await, whole, "killed after {statements} statements");
            if !killed {
                break;
            }
            statements += 1;
        }
        assert!(statements > 50, "only {statements} statements were cut off");
    }

    #[tokio::test]
    async fn what_somebody_else_made_is_refused_and_nothing_of_the_step_is_kept() {
        let db = in_memory().await;
        // The fifth statement of the third step finds another table.
        db.execute_unprepared("CREATE TABLE cleared_mark (id BIGINT)").await.expect("made");
        let told = crate::up(&db).await.expect_err("it is in the way").to_string();
        assert!(told.contains("step m0003_reconciliation was not applied, and nothing of it is kept"), "{told}");
        assert!(told.contains("cleared_mark is there already, and is not what this step makes"), "{told}");
        assert_eq!(runner::marks(&db).await.expect("marks"), ["m0001_books", "m0002_audit_chain"]);
        assert!(!all_of(&db).await.iter().any(|line| line.contains("table reconciliation")), "half a step stayed");
        db.execute_unprepared("DROP TABLE cleared_mark").await.expect("out of the way");
        crate::up(&db).await.expect("migrated");
    }
}
