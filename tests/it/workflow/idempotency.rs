//! Retries: the same user, key and request get the first answer again. See docs/rules/interface.md#idempotency.

use engine::books::request::Idempotency;
use reqwest::Method;
use tests::prelude::*;

tests::on_both! {
    async fn a_retry_gets_the_first_answer_byte_for_byte(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        let headers = [("X-Idempotency-Key", "create-1")];
        let first = app.send(Method::POST, "journal-entries", &clerk, &headers, Some(entry("3.00"))).await.expect(201);
        let again = app.send(Method::POST, "journal-entries", &clerk, &headers, Some(entry("3.00"))).await.expect(201);
        assert_eq!(first.text, again.text);
        assert_eq!(again.header("Idempotent-Replayed"), "true");
        assert_eq!(first.header("Location"), again.header("Location"));
        let other = app.send(Method::POST, "journal-entries", &clerk, &headers, Some(entry("4.00"))).await;
        other.expect(422).problem("idempotency_key_reused");
        let someone = app.token("else", &["clerk"], &[]);
        let theirs = app.send(Method::POST, "journal-entries", &someone, &headers, Some(entry("4.00"))).await.expect(201);
        assert_ne!(theirs.text, first.text);
    }

    async fn an_approval_is_answered_the_same_however_often_it_is_sent(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        app.post("journal-entries", &clerk, entry_named("JE-1", "3.00")).await.expect(201);
        app.act("journal-entries/JE-1/submit-for-approval", &clerk).await.expect(200);
        let headers = [("X-Idempotency-Key", "sign-1")];
        let manager = app.manager();
        let approve = || app.send(Method::POST, "journal-entries/JE-1/approve", &manager, &headers, None);
        let (first, again) = (approve().await.expect(200), approve().await.expect(200));
        assert_eq!((first.text.as_str(), first.string("status")), (again.text.as_str(), "Posted"));
        let trail = app.get("journal-entries/JE-1/audit-trail", &clerk).await.expect(200);
        assert_eq!(trail["audit_trail"].as_array().map(Vec::len), Some(4));
    }

    async fn no_body_is_the_same_request_as_an_empty_object(app: TestApp) {
        app.open_books().await;
        let path = app.draft(JOURNAL_ENTRY, entry_named("JE-1", "3.00")).await;
        let (headers, clerk) = ([("X-Idempotency-Key", "submit-1")], app.clerk());
        let submit = format!("{path}/submit-for-approval");
        let first = app.send(Method::POST, &submit, &clerk, &headers, None).await.expect(200);
        let again = app.send(Method::POST, &submit, &clerk, &headers, Some(json!({}))).await.expect(200);
        assert_eq!((again.header("Idempotent-Replayed"), &again.text), ("true", &first.text));
    }

    async fn also_a_simulation_is_answered_the_same(app: TestApp) {
        app.open_books().await;
        let (path, headers, admin) = ("approval-rules/simulate", [("X-Idempotency-Key", "what-if-1")], app.admin());
        let ask = |amount: u32| Some(json!({ "document_type": "bill", "amount": amount }));
        let first = app.send(Method::POST, path, &admin, &headers, ask(1)).await.expect(200);
        app.post("approval-rules", &admin, rule("R-1", "bill", 2, "0", None, "cfo")).await.expect(201);
        let again = app.send(Method::POST, path, &admin, &headers, ask(1)).await.expect(200);
        assert_eq!((again.header("Idempotent-Replayed"), &again.text), ("true", &first.text));
        app.send(Method::POST, path, &admin, &headers, ask(2)).await.expect(422).problem("idempotency_key_reused");
        let unkept = app.post(path, &admin, json!({ "document_type": "bill", "amount": 1 })).await.expect(200);
        assert_ne!(unkept.text, first.text, "the rules are others now");
    }

    async fn a_kept_answer_is_for_who_may_still_ask(app: TestApp) {
        app.open_books().await;
        let headers = [("X-Idempotency-Key", "k-1")];
        let create = |who: Token| {
            let app = &app;
            async move { app.send(Method::POST, "journal-entries", &who, &headers, Some(entry("3.00"))).await }
        };
        let first = create(app.token("nina", &["clerk"], &[])).await.expect(201);
        create(app.token("nina", &["viewer"], &[])).await.expect(403).problem("forbidden");
        // The key is hers in every spelling of her id.
        let again = create(app.token("NINA", &["clerk"], &[])).await.expect(201);
        assert_eq!((again.header("Idempotent-Replayed"), &again.text), ("true", &first.text));
        let gone = json!({ "user_id": "Nina", "name": "Nina", "is_active": false });
        app.post("users", &app.admin(), gone).await.expect(201);
        create(app.token("nina", &["clerk"], &[])).await.expect(401).problem("user_inactive");
        app.put("users/nina", &app.admin(), json!({ "is_active": true })).await.expect(200);
        create(app.token("nina", &["clerk"], &[])).await.expect(201);
    }

    async fn who_recalled_or_released_hears_it_again_without_the_right_to_sign(app: TestApp) {
        app.open_books().await;
        let path = app.pending(JOURNAL_ENTRY, entry_named("JE-1", "3.00")).await;
        let (clerk, reason) = (app.clerk(), json!({ "reason": "r" }));
        let send = |key: &'static str, action: &'static str, who: Token, body: Value| {
            let (app, path) = (&app, format!("{path}/{action}"));
            async move { app.send(Method::POST, &path, &who, &[("X-Idempotency-Key", key)], Some(body)).await }
        };
        app.post(&format!("{path}/hold"), &app.manager(), reason).await.expect(200);
        // The user who put it on hold may release it, although they have lost the permission to approve meanwhile.
        let mona = || app.token("mona", &[], &[]);
        let released = send("u-1", "unhold", mona(), json!({})).await.expect(200);
        assert_eq!(send("u-1", "unhold", mona(), json!({})).await.expect(200).text, released.text);
        let comments = json!({ "comments": "c" });
        let recalled = send("c-1", "request-change", clerk.clone(), comments.clone()).await.expect(200);
        let again = send("c-1", "request-change", clerk.clone(), comments.clone()).await.expect(200);
        assert_eq!((again.header("Idempotent-Replayed"), &again.text), ("true", &recalled.text));
        // A user who did it with the permission to approve, and has lost that, does not get the answer again.
        app.act(&format!("{path}/submit-for-approval"), &clerk).await.expect(200);
        send("c-2", "request-change", app.manager(), comments.clone()).await.expect(200);
        send("c-2", "request-change", mona(), comments).await.expect(403).problem("forbidden");
    }

    /// Two processes wait for the outcome of one request: the first keeps its answer, and then the other finds a refusal.
    async fn a_refusal_does_not_take_away_what_is_kept(app: TestApp) {
        app.open_books().await;
        let (clerk, headers) = (app.clerk(), [("X-Idempotency-Key", "both")]);
        let first = app.send(Method::POST, "journal-entries", &clerk, &headers, Some(entry("3.00"))).await.expect(201);
        let key = Idempotency { user_id: "carl".into(), key: "both".into(), fingerprint: String::new() };
        app.engine().complete(key, None).await.expect("forgotten, if it is still running");
        let again = app.send(Method::POST, "journal-entries", &clerk, &headers, Some(entry("3.00"))).await.expect(201);
        assert_eq!((again.header("Idempotent-Replayed"), &again.text), ("true", &first.text));
    }

    async fn a_refusal_is_not_kept(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        let headers = [("X-Idempotency-Key", "late-1")];
        let early = with(entry("3.00"), json!({ "posting_period_id": "2024-04", "tran_date": "2024-04-02" }));
        app.send(Method::POST, "journal-entries", &clerk, &headers, Some(early.clone())).await.expect(422);
        let april = period("2024-04", "April 2024", "2024-04-01", "2024-04-30");
        app.post("accounting-periods", &app.admin(), april).await.expect(201);
        app.send(Method::POST, "journal-entries", &clerk, &headers, Some(early)).await.expect(201);
        for wrong in ["", &"x".repeat(256)] {
            let headers = [("X-Idempotency-Key", wrong)];
            app.send(Method::POST, "journal-entries", &clerk, &headers, Some(entry("1.00"))).await.expect(422);
        }
    }
}

/// The second request comes while the first waits for a posting, and no worker runs.
async fn a_retry_beside_the_first_request_is_told_to_wait(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "2s")]).await;
    let end = app.end();
    app.open_books().await;
    let path = app.pending(JOURNAL_ENTRY, entry_named("JE-1", "3.00")).await;
    let (approve, headers, manager) = (format!("{path}/approve"), [("X-Idempotency-Key", "sign-1")], app.manager());
    let send = || app.send(Method::POST, &approve, &manager, &headers, None);
    let beside = async {
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        send().await
    };
    let (first, second) = tokio::join!(send(), beside);
    assert_eq!(first.expect(200).string("status"), "Approved");
    second.expect(409).problem("idempotency_in_progress");
    end.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_retry_beside_the_first_request_is_told_to_wait_on_sqlite() {
    a_retry_beside_the_first_request_is_told_to_wait(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_retry_beside_the_first_request_is_told_to_wait_on_postgres() {
    a_retry_beside_the_first_request_is_told_to_wait(Backend::Postgres).await;
}
