//! Retries after the process died before it answered. See docs/rules/interface.md#interrupted-answers.

use reqwest::Method;
use sea_orm::ConnectionTrait;
use tests::database::Database;
use tests::prelude::*;

/// As if the process had died after its commit; at another instant than that of anything else, so that nothing is found by it.
async fn cut_off(app: &TestApp, key: &str) {
    let statement = format!(
        "UPDATE idempotency SET answer = NULL, running_in = 'process-gone', created_at = created_at + 1 WHERE idempotency_key = '{key}'"
    );
    let done = app.engine().store.writer.execute_unprepared(&statement).await.expect("cut off");
    assert_eq!(done.rows_affected(), 1, "{key}");
}

/// Sends it, cuts it off, and sends it again: both answers.
async fn twice(app: &TestApp, path: &str, who: &Token, body: Value, status: u16) -> (Answer, Answer) {
    let headers = [("X-Idempotency-Key", path)];
    let send = || app.send(Method::POST, path, who, &headers, Some(body.clone()));
    let first = send().await.expect(status);
    cut_off(app, path).await;
    let built = send().await.expect(status);
    // What was built is kept, and given again.
    let again = send().await;
    assert_eq!((again.header("Idempotent-Replayed"), &again.text), ("true", &built.text));
    (first, built)
}

tests::on_both! {
    async fn a_signature_is_answered_by_the_level_that_was_signed(app: TestApp) {
        app.open_books().await;
        let path = app.pending(JOURNAL_ENTRY, entry_named("JE-1", "5000.00")).await;
        let approve = format!("{path}/approve");
        // The entry has two levels: the rebuilt answer must report the first level, not the second.
        let (first, _) = twice(&app, &approve, &app.manager(), json!({}), 200).await;
        assert_eq!((first["level"].as_i64(), first.string("status")), (Some(1), "Pending Approval"));
        app.act(&approve, &app.controller()).await.expect(200);
        cut_off(&app, &approve).await;
        let headers = [("X-Idempotency-Key", approve.as_str())];
        let built = app.send(Method::POST, &approve, &app.manager(), &headers, Some(json!({}))).await.expect(200);
        assert_eq!((built["level"].as_i64(), built.string("status")), (Some(1), "Posted"), "{}", built.text);
    }

    async fn a_payment_is_answered_by_the_payment_that_was_made(app: TestApp) {
        app.open_books().await;
        app.posted(INVOICE, invoice("I-1", "100.00")).await;
        let body = json!({ "payment_date": PAY_DAY, "payment_amount": number("40.00"), "deposit_account_id": CASH });
        let path = "invoices/I-1/receive-payment";
        let (first, built) = twice(&app, path, &app.controller(), body, 201).await;
        assert_eq!((first.text.as_str(), first.header("Location")), (built.text.as_str(), built.header("Location")));
        let payments = app.get("invoice-payments?pays=I-1", &app.controller()).await.expect(200);
        assert_eq!(payments["data"].as_array().map(Vec::len), Some(1));
    }

    async fn a_close_is_answered_by_its_job(app: TestApp) {
        app.open_books().await;
        let path = format!("accounting-periods/{PERIOD}/close");
        let (first, built) = twice(&app, &path, &app.controller(), json!({}), 200).await;
        assert_eq!(first.text, built.text);
    }
}

/// The same key at two processes: the second is told to wait for the first, as long as that lives and can still answer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_that_another_process_works_on_still_runs() {
    let unposted = [("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "1s")];
    let app = TestApp::start_with(Backend::Postgres, &unposted).await;
    let end = app.end();
    let other = TestApp::start_on(Database::at(app.database.url().to_owned()), &unposted).await;
    app.open_books().await;
    let path = format!("{}/approve", app.pending(JOURNAL_ENTRY, entry_named("JE-1", "10.00")).await);
    let headers = [("X-Idempotency-Key", "K-1")];
    let manager = app.manager();
    let send = async |to: &TestApp| to.send(Method::POST, &path, &manager, &headers, Some(json!({}))).await;

    let (first, meanwhile) = tokio::join!(send(&app), async {
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        send(&other).await
    });
    meanwhile.expect(409).problem("idempotency_in_progress");
    let first = first.expect(200);
    assert_eq!(first.string("status"), "Approved");
    let again = send(&other).await.expect(200);
    assert_eq!((again.header("Idempotent-Replayed"), &again.text), ("true", &first.text));

    // It lives, and by now it would have kept its answer if it could.
    let lost = format!(
        "UPDATE idempotency SET answer = NULL, running_in = '{}', created_at = created_at - 60000000",
        app.engine().store.process
    );
    app.run(&lost).await;
    send(&other).await.expect(200);
    drop((app, other));
    end.check().await;
}
