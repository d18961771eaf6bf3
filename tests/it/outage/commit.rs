//! A commit whose answer is lost: the caller gets 503, and a retry with the key gets the result.
//! See docs/rules/interface.md#interrupted-answers.

use tests::postgres::own::Server;
use tests::prelude::*;
use tests::proxy::Proxy;

use super::clients::{exactly_once, insist};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_of_unknown_outcome_is_settled_by_the_key() {
    let server = Server::start(&[]);
    server.run("CREATE DATABASE gl").await;
    let proxy = Proxy::to(server.port).await;
    // There are no workers: the proxy could lose one of their commits instead.
    let database = Database::at(format!("postgres://postgres@127.0.0.1:{}/gl", proxy.port));
    let app = TestApp::start_on(database, &[("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "100ms")]).await;
    app.open_books().await;
    let (clerk, manager) = (app.clerk(), app.manager());
    let steps = [
        ("journal-entries", &clerk, Some(entry_named("JE-1", "5.00")), 201),
        ("journal-entries/JE-1/submit-for-approval", &clerk, None, 200),
        ("journal-entries/JE-1/approve", &manager, None, 200),
    ];
    for (path, token, body, status) in steps {
        proxy.lose_the_answer_to_a_commit();
        let text = body.as_ref().map(Value::to_string);
        let headers = [("X-Idempotency-Key", path)];
        let lost = app.send_text(reqwest::Method::POST, path, token, &headers, text.as_deref()).await;
        lost.expect(503).problem("unavailable");
        assert!(proxy.has_lost_one(), "{path}: no commit came by");
        let settled = insist(&app, path, token, path, body.clone()).await.expect(status);
        // An answer that is known at once is kept with the commit. The answer of an approve is built anew by the retry,
        // and kept then.
        let again = insist(&app, path, token, path, body).await.expect(status);
        assert_eq!((&settled.json, again.header("idempotent-replayed")), (&again.json, "true"), "{path}");
    }
    let entries = app.get("journal-entries?count=true", &clerk).await.expect(200);
    assert_eq!(entries.number("total"), "1");
    app.work_off().await;
    exactly_once(&app, "JE-1").await;
}
