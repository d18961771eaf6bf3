//! The purge deletes jobs that ended long ago, and the rows of dead apalis workers: each start leaves one.

use std::collections::BTreeSet;

use engine::books::action::post::{PostOutcome, PostingJob};
use engine::values::kind::{DocumentKey, DocumentKind};
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use tests::prelude::*;

/// A worker whose last heartbeat was so many hours ago.
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

const DAYS: i64 = 24 * 3_600_000_000;

/// A second job, in this state, about the subject of the first one.
async fn another_job(db: &impl ConnectionTrait, id: &str, state: &str) {
    let copy = format!(
        "INSERT INTO job (job_id, job_type, resource_type, resource_id, payload, state, starts, created_at, created_by) \
         SELECT '{id}', job_type, resource_type, resource_id, payload, '{state}', 0, created_at, created_by \
         FROM job WHERE resource_id = 'JE-1' ORDER BY job_id LIMIT 1"
    );
    db.execute_unprepared(&copy).await.expect("a job");
}

tests::on_both! {
    /// A job alone in its set is deleted too. Rows of earlier releases have no end time; their creation time counts.
    async fn a_job_that_found_nothing_to_do_ends_with_its_time_and_is_forgotten(app: TestApp) {
        app.open_books().await;
        app.posted(JOURNAL_ENTRY, entry_named("JE-1", "5.00")).await;
        let (engine, db) = (app.engine(), &app.engine().store.writer);
        another_job(db, "01ZZZZZZZZZZZZZZZZZZZZZZZ1", "queued").await;
        let key = DocumentKey::new(DocumentKind::JournalEntry, "JE-1");
        let job = PostingJob::of(Some("01ZZZZZZZZZZZZZZZZZZZZZZZ1".into()), key.clone());
        let outcomes = engine.run_postings(vec![job]).await;
        assert!(matches!(outcomes.get(&key), Some(Ok(PostOutcome::NothingToDo))), "{outcomes:?}");
        let job = app.get("jobs/01ZZZZZZZZZZZZZZZZZZZZZZZ1", &app.admin()).await.expect(200);
        assert_eq!((job.string("state"), &job["result"]), ("done", &json!({ "posted": true })));
        assert!(job["finished_at"].is_string(), "it ended at no time: {}", job.text);

        another_job(db, "01ZZZZZZZZZZZZZZZZZZZZZZZ2", "done").await;
        another_job(db, "01ZZZZZZZZZZZZZZZZZZZZZZZ3", "done").await;
        let age = [
            format!("UPDATE job SET created_at = created_at - {0}, finished_at = finished_at - {0} WHERE job_id LIKE '%Z1'", 8 * DAYS),
            format!("UPDATE job SET created_at = created_at - {} WHERE job_id LIKE '%Z2'", 8 * DAYS),
            format!("UPDATE job SET created_at = created_at - {} WHERE job_id LIKE '%Z3'", 6 * DAYS),
        ];
        for statement in age {
            db.execute_unprepared(&statement).await.expect("aged");
        }
        engine.purge().await.expect("a purge");
        for (number, status) in [(1, 404), (2, 404), (3, 200)] {
            app.get(&format!("jobs/01ZZZZZZZZZZZZZZZZZZZZZZZ{number}"), &app.admin()).await.expect(status);
        }
    }
}

/// So many jobs and kept answers of eight days ago: more than one transaction deletes.
async fn old_ones(db: &impl ConnectionTrait, many: i64, now: i64) {
    let made = now - 8 * DAYS;
    let numbers = format!("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {many})");
    let jobs = format!(
        "{numbers} INSERT INTO job (job_id, job_type, resource_type, resource_id, payload, state, starts, created_at, created_by) \
         SELECT 'old-' || i, job_type, resource_type, resource_id, payload, 'done', 0, {made}, created_by \
         FROM n, job WHERE resource_id = 'JE-1'"
    );
    let answers = format!(
        "{numbers} INSERT INTO idempotency (user_id, idempotency_key, fingerprint, without_permission, created_at) \
         SELECT 'ann', 'old-' || i, 'f', false, {made} FROM n"
    );
    for statement in [jobs, answers] {
        db.execute_unprepared(&statement).await.expect("old rows");
    }
}

tests::on_both! {
    async fn whatever_is_due_goes_in_several_transactions(app: TestApp) {
        app.open_books().await;
        app.posted(JOURNAL_ENTRY, entry_named("JE-1", "5.00")).await;
        let (engine, db) = (app.engine(), &app.engine().store.writer);
        old_ones(db, 2_300, engine.clock.wall().micros()).await;
        engine.purge().await.expect("a purge");
        for table in ["job WHERE job_id", "idempotency WHERE idempotency_key"] {
            let left = format!("SELECT COUNT(*) FROM {table} LIKE 'old-%'");
            let left = db.query_one_raw(Statement::from_string(db.get_database_backend(), left)).await.expect("a count");
            assert_eq!(left.map(|row| row.try_get_by_index::<i64>(0).expect("a number")), Some(0), "{table}");
        }
        app.get("journal-entries/JE-1", &app.admin()).await.expect(200);
    }
}
