//! Optimistic sets, on PostgreSQL: they read without a lock, and write only what still stands. See
//! docs/write-path.md#postgresql.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use reqwest::Method;
use sea_orm::{ConnectionTrait, Statement};
use tests::database::{Backend, Database};
use tests::prelude::*;
use tokio::task::JoinSet;

/// How many sets were written optimistically.
fn optimistic(app: &TestApp) -> u64 {
    app.engine().set_figures().optimistic.load(Ordering::Relaxed)
}

/// The catalog's revision.
async fn revision(app: &TestApp) -> i64 {
    let db = &app.engine().store.writer;
    let asked = Statement::from_string(db.get_database_backend(), "SELECT revision FROM catalog_revision WHERE id = 1");
    db.query_one_raw(asked).await.expect("it answers").expect("a row").try_get("", "revision").expect("a number")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_life_is_optimistic_and_without_the_function_under_locks() {
    let app = TestApp::start(Backend::Postgres).await;
    let end = app.end();
    app.open_books().await;
    // The first posting fixes the base currency.
    app.posted(JOURNAL_ENTRY, entry_named("JE-1", "100.00")).await;
    let before = optimistic(&app);
    app.posted(JOURNAL_ENTRY, entry_named("JE-2", "100.00")).await;
    let created_submitted_approved_posted = 4;
    assert_eq!(optimistic(&app) - before, created_submitted_approved_posted);

    // What rests on rows of which others may come goes under locks: whether the entry is reversed already.
    let before = optimistic(&app);
    app.post("journal-entries/JE-2/reverse", &app.accountant(), json!({ "reversal_date": DAY })).await.expect(201);
    assert_eq!(optimistic(&app), before);

    // As behind a pooler that does not pass a connection's settings on. What another process made is not remembered here.
    let other = TestApp::start_on(Database::at(app.database.url().to_owned()), &[]).await;
    other.post("journal-entries", &app.clerk(), entry_named("JE-3", "100.00")).await.expect(201);
    app.run("ALTER FUNCTION gl_look_facts(json, boolean, json) RENAME TO gl_gone").await;
    for (action, who) in [("submit-for-approval", app.clerk()), ("approve", app.manager())] {
        app.act(&format!("journal-entries/JE-3/{action}"), &who).await.expect(200);
    }
    app.eventually("journal-entries/JE-3", &app.clerk(), |entry| entry["status"] == "Posted").await;
    assert_eq!(optimistic(&app), before);
    drop(other);
    app.run("ALTER FUNCTION gl_gone(json, boolean, json) RENAME TO gl_look_facts").await;
    drop(app);
    end.check().await;
}

/// All that a bill, an invoice and their payments rest on is known to the process that made it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_paid_is_written_optimistically_and_without_a_look() {
    let app = TestApp::start(Backend::Postgres).await;
    let end = app.end();
    app.open_books().await;
    app.posted(JOURNAL_ENTRY, entry_named("JE-1", "100.00")).await;
    // The parties are looked at once, and so is the base currency.
    for (kind, id) in [(BILL, "B-0"), (INVOICE, "I-0")] {
        app.posted(kind, kind.of_amount(id, "50.00")).await;
    }
    app.run("ALTER FUNCTION gl_look_facts(json, boolean, json) RENAME TO gl_gone").await;
    let mut seen = optimistic(&app);
    for (kind, body) in [
        (BILL, with(bill("B-1", "50.00"), json!({ "reference": "R-1" }))),
        (BILL_PAYMENT, bill_payment("BP-1", "B-1", "50.00")),
        (INVOICE, invoice("I-1", "50.00")),
        (INVOICE_PAYMENT, invoice_payment("IP-1", "I-1", "20.00")),
    ] {
        app.posted(kind, body).await;
        let created_submitted_approved_posted = 4;
        assert_eq!(optimistic(&app) - seen, created_submitted_approved_posted, "{}", kind.path);
        seen = optimistic(&app);
    }
    let (received, received_and_posted) = (app.receive("I-1", "30.00").await, 2);
    received.expect(201);
    app.eventually("invoices/I-1", &app.clerk(), |invoice| invoice["status"] == "Paid").await;
    assert_eq!(optimistic(&app) - seen, received_and_posted);
    app.run("ALTER FUNCTION gl_gone(json, boolean, json) RENAME TO gl_look_facts").await;
    drop(app);
    end.check().await;
}

/// What has nothing to read does not look; who is refused by what was only assumed is looked at. See
/// docs/write-path.md#what-is-known-without-reading.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_documents_are_written_without_a_look_and_nobody_is_refused_without_one() {
    let app = TestApp::start(Backend::Postgres).await;
    let end = app.end();
    app.open_books().await;
    app.posted(JOURNAL_ENTRY, entry_named("JE-1", "100.00")).await;
    // A first look shows that the base currency is fixed.
    app.posted(JOURNAL_ENTRY, entry_named("JE-2", "100.00")).await;

    app.run("ALTER FUNCTION gl_look_facts(json, boolean, json) RENAME TO gl_gone").await;
    let before = optimistic(&app);
    app.post("journal-entries", &app.clerk(), entry_named("JE-3", "5.00")).await.expect(201);
    assert_eq!(optimistic(&app) - before, 1);
    app.run("ALTER FUNCTION gl_gone(json, boolean, json) RENAME TO gl_look_facts").await;

    // The id is taken, and the key is that of the request before.
    app.post("journal-entries", &app.clerk(), entry_named("JE-3", "5.00")).await.expect(409);
    let with_key = async |id: &str| {
        let body = Some(entry_named(id, "5.00"));
        app.send(Method::POST, "journal-entries", &app.clerk(), &[("X-Idempotency-Key", "key-1")], body).await
    };
    let (first, again) = (with_key("JE-4").await.expect(201), with_key("JE-4").await.expect(201));
    assert_eq!(first.text, again.text);
    with_key("JE-5").await.expect(422);
    app.get("journal-entries/JE-5", &app.clerk()).await.expect(404);

    // Another process has changed the catalog, and this one does not know of it yet.
    app.run("UPDATE catalog_revision SET revision = revision + 1").await;
    let before = optimistic(&app);
    app.post("journal-entries", &app.clerk(), entry_named("JE-6", "5.00")).await.expect(201);
    assert_eq!(optimistic(&app), before);
    drop(app);
    end.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_statement_refuses_what_no_longer_stands() {
    let app = TestApp::start(Backend::Postgres).await;
    let end = app.end();
    app.open_books().await;
    let present = revision(&app).await;
    let settings = "SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_seqscan = off";
    for (call, refused) in [
        (format!("SELECT gl_enter_at({present}, NULL)"), Some("has not the settings")),
        (format!("BEGIN; {settings}; SELECT gl_enter_at({present}, NULL); ROLLBACK"), None),
        (
            format!("BEGIN; {settings}; SELECT gl_enter_at({}, NULL); ROLLBACK", present - 1),
            Some("the catalog changed"),
        ),
        ("SELECT gl_all_written(2, 2)".to_owned(), None),
        ("SELECT gl_all_written(1, 2)".to_owned(), Some("a row changed")),
    ] {
        // A connection for each: a refusal leaves its transaction behind.
        let db = tests::postgres::connect(app.database.url()).await;
        let outcome = db.execute_unprepared(&call).await.err().map(|error| error.to_string());
        match refused {
            None => assert_eq!(outcome, None, "{call}"),
            Some(why) => assert!(outcome.as_ref().is_some_and(|said| said.contains(why)), "{call}: {outcome:?}"),
        }
        db.close().await.expect("closed");
    }
    drop(app);
    end.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_services_on_one_document_have_one_winner() {
    let app = TestApp::start(Backend::Postgres).await;
    let end = app.end();
    app.open_books().await;
    app.posted(JOURNAL_ENTRY, entry_named("JE-0", "100.00")).await;
    let other = Arc::new(TestApp::start_on(Database::at(app.database.url().to_owned()), &[]).await);
    let app = Arc::new(app);
    let managers = ["max", "mia"].map(|name| app.token(name, &["manager"], &[]));
    for number in 1..=20 {
        let id = format!("JE-{number}");
        let mut made = JoinSet::new();
        for service in [&app, &other] {
            let (service, clerk, body) = (Arc::clone(service), app.clerk(), entry_named(&id, "100.00"));
            made.spawn(async move { service.post("journal-entries", &clerk, body).await.status });
        }
        let mut statuses = made.join_all().await;
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 409], "one id");
        app.act(&format!("journal-entries/{id}/submit-for-approval"), &app.clerk()).await.expect(200);
        let mut signed = JoinSet::new();
        for (service, manager) in [&app, &other].into_iter().zip(&managers) {
            let (service, manager, path) =
                (Arc::clone(service), manager.clone(), format!("journal-entries/{id}/approve"));
            signed.spawn(async move { service.act(&path, &manager).await.status });
        }
        let mut statuses = signed.join_all().await;
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "one level");
    }
    assert!(optimistic(&app) > 0 && optimistic(&other) > 0);
    drop((app, other));
    end.check().await;
}

tests::on_both! {
    /// What was decided before a reconciliation was completed has an earlier instant, and must not be written after it.
    async fn what_was_decided_before_a_completion_is_decided_again(app: TestApp) {
        app.open_books().await;
        let body = json!({ "reconciliation_id": "R-1", "account_id": CASH, "statement_date": DAY, "statement_ending_balance": 0 });
        app.post("reconciliations", &app.controller(), body).await.expect(201);
        let before = revision(&app).await;
        app.act("reconciliations/R-1/complete", &app.controller()).await.expect(200);
        let completed = revision(&app).await;
        assert!(completed > before);
        let why = json!({ "reason": "a line was missed" });
        app.post("reconciliations/R-1/reopen", &app.controller(), why).await.expect(200);
        assert!(revision(&app).await > completed);
    }
}
