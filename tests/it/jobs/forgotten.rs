//! What the purge forgets: each start of a worker leaves a row in apalis' table, which nobody else takes away.

use std::collections::BTreeSet;

use sea_orm::{ConnectionTrait, DbBackend, Statement};
use tests::prelude::*;

/// A worker that was last heard of so many hours ago.
async fn worker(db: &impl ConnectionTrait, id: &str, hours: i64) {
    let sql = match db.get_database_backend() {
        DbBackend::Postgres => format!(
            "INSERT INTO apalis.workers (id, worker_type, storage_name, last_seen) \
             VALUES ('{id}', 'post_document', 'test', now() - interval '{hours} hours')"
        ),
        _ => format!(
            "INSERT INTO Workers (id, worker_type, storage_name, last_seen) \
             VALUES ('{id}', 'post_document', 'test', strftime('%s', 'now') - {hours} * 3600)"
        ),
    };
    db.execute_unprepared(&sql).await.expect("a worker");
}

/// A job that a worker of that name has just done.
async fn done_by(db: &impl ConnectionTrait, worker: &str) {
    let (table, job, metadata, now) = match db.get_database_backend() {
        DbBackend::Postgres => ("apalis.jobs", "'{}'::bytea", "''::hstore", "now()"),
        _ => ("Jobs", "'{}'", "'{}'", "strftime('%s', 'now')"),
    };
    let sql = format!(
        "INSERT INTO {table} (id, job_type, job, status, attempts, max_attempts, run_at, priority, metadata, lock_by, lock_at, done_at) \
         VALUES ('01KGEPWZ9CFS8RY2HW7B5XM001', 'post_document', {job}, 'Done', 1, 25, {now}, 0, {metadata}, '{worker}', {now}, {now})"
    );
    db.execute_unprepared(&sql).await.expect("a job");
}

async fn workers(db: &impl ConnectionTrait) -> BTreeSet<String> {
    let table = if db.get_database_backend() == DbBackend::Postgres { "apalis.workers" } else { "Workers" };
    let asked = Statement::from_string(db.get_database_backend(), format!("SELECT id FROM {table}"));
    let rows = db.query_all_raw(asked).await.expect("workers");
    rows.iter().map(|row| row.try_get_by_index(0).expect("a name")).collect()
}

tests::on_both! {
    async fn dead_workers_are_forgotten_after_a_day(app: TestApp) {
        let db = &app.engine().store.writer;
        app.eventually("/readyz", &Token::none(), |ready| ready["workers"] == "alive").await;
        let alive = workers(db).await;
        for (id, hours) in [("long-dead", 25), ("dead-with-a-job", 25), ("silent", 23)] {
            worker(db, id, hours).await;
        }
        done_by(db, "dead-with-a-job").await;
        app.engine().purge().await.expect("a purge");
        let left: BTreeSet<_> = workers(db).await.difference(&alive).cloned().collect();
        assert_eq!(left, ["dead-with-a-job", "silent"].map(str::to_owned).into());
        assert!(workers(db).await.is_superset(&alive), "who works stays");
    }
}
