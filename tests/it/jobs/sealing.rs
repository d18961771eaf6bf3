//! Reading the trail while it is written. See docs/rules/audit.md#sealed-rows.

use std::time::Duration;

use engine::kernel::chain::line::Line;
use engine::kernel::engine::Engine;
use engine::kernel::outsiders::{Reach, connect};
use engine::values::clock::Clock;
use sea_orm::{ConnectionTrait, Statement, TransactionTrait};
use tests::prelude::*;

tests::on_both! {
    /// A walk through a long trail takes longer than a row may go without a seal; that does not make its rows late.
    async fn how_late_a_row_is_counts_from_the_start_of_the_walk(app: TestApp) {
        app.open_books().await;
        let clock = Clock::system();
        let (mut begun, mut read_at) = (None, None);
        let walked = app.engine().store.audit_lines(&clock, |line| {
            begun.get_or_insert_with(|| clock.now().micros());
            if let Line::Head(head) = line {
                read_at = Some(head.read_at);
            }
            Ok::<_, ()>(())
        });
        walked.await.expect("the trail can be read").expect("nobody objects");
        assert!(read_at.expect("a head") <= begun.expect("a line"), "read at {read_at:?}, begun at {begun:?}");
    }
}

/// Seals until no row is without a seal.
async fn all_sealed(app: &TestApp) {
    let db = &app.engine().store.reader;
    for _ in 0..100 {
        app.engine().seal(Reach::Recent).await.expect("sealed");
        let asked = "SELECT count(*) AS rows FROM audit_entry WHERE seq NOT IN (SELECT seq FROM audit_seal)";
        let found = db.query_one_raw(Statement::from_string(db.get_database_backend(), asked)).await;
        let left: i64 = found.expect("it answers").expect("a row").try_get("", "rows").expect("a number");
        if left == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("a row is left without a seal");
}

/// On PostgreSQL a row comes to light after rows with higher numbers, and some numbers never come. What a process knows of such gaps
/// is no longer so when another one has sealed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_row_that_comes_to_light_late_is_sealed_whoever_sealed_before() {
    const ROW: &str = "INSERT INTO audit_entry (at, performed_by, resource, resource_id, action, details) \
                       SELECT max(at), 'test', 'journal_entry', 'LATE', 'note', '{}' FROM audit_entry";
    let app = TestApp::start(Backend::Postgres).await;
    let end = app.end();
    app.open_books().await;
    let writer = app.engine().store.writer.clone();
    let here = app.engine();
    let store = connect(app.database.url(), 2).await.expect("the books open");
    let beside = Engine::open(store, here.clock.clone(), here.settings, engine::features::RECORDS)
        .await
        .expect("the books open");
    for (round, commits) in [true, false, true, true].into_iter().enumerate() {
        all_sealed(&app).await;
        let late = writer.begin().await.expect("begun");
        late.execute_unprepared(ROW).await.expect("inserted");
        app.post("journal-entries", &app.clerk(), entry_named(&format!("JE-{round}"), "1.00")).await.expect(201);
        all_sealed(&app).await;
        if round == 3 {
            app.post("journal-entries", &app.clerk(), entry_named("JE-BESIDE", "1.00")).await.expect(201);
            beside.seal(Reach::Recent).await.expect("sealed");
        }
        if commits {
            late.commit().await.expect("committed");
        } else {
            late.rollback().await.expect("undone");
        }
        all_sealed(&app).await;
    }
    drop((app, beside));
    end.check().await;
}
