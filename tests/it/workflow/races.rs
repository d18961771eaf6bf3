//! Races have one winner and no in-between, thrown at each other again and again. See docs/rules/documents.md#races.

use std::sync::Arc;

use reqwest::Method;
use tests::prelude::*;
use tokio::task::JoinSet;

/// Throws of each race.
const THROWS: usize = 100;
/// So many go on beside each other, each with documents, and a period, of its own.
const LANES: usize = 5;

/// All throws of one race: the app, the lane's period, and a number for each throw.
async fn throw<F>(app: TestApp, one: impl Fn(Arc<TestApp>, String, usize) -> F + Copy + Send + 'static) -> Arc<TestApp>
where
    F: Future<Output = ()> + Send,
{
    app.open_books().await;
    let app = Arc::new(app);
    let mut lanes = JoinSet::new();
    for lane in 0..LANES {
        let id = format!("2024-0{}", 4 + lane);
        app.post("accounting-periods", &app.admin(), period(&id, &id, &format!("{id}-01"), &format!("{id}-30")))
            .await
            .expect(201);
        let app = Arc::clone(&app);
        lanes.spawn(async move {
            for round in (lane..THROWS).step_by(LANES) {
                one(Arc::clone(&app), id.clone(), round).await;
            }
        });
    }
    lanes.join_all().await;
    app
}

fn in_period(body: Value, period: &str) -> Value {
    with(body, json!({ "posting_period_id": period, "tran_date": format!("{period}-15") }))
}

/// A submitted entry; its path.
async fn pending(app: &TestApp, period: &str, round: usize) -> String {
    let (clerk, id) = (app.clerk(), format!("JE-{round}"));
    app.post("journal-entries", &clerk, in_period(entry_named(&id, "100.00"), period)).await.expect(201);
    app.act(&format!("journal-entries/{id}/submit-for-approval"), &clerk).await.expect(200);
    format!("journal-entries/{id}")
}

/// The statuses of two requests sent at once, in order.
fn sorted(one: &Answer, other: &Answer) -> (u16, u16) {
    (one.status.min(other.status), one.status.max(other.status))
}

/// Two who may both sign level 1.
fn two(app: &TestApp) -> (Token, Token) {
    (app.token("mia", &["manager"], &[]), app.token("max", &["manager"], &[]))
}

async fn signed_by_both(app: Arc<TestApp>, period: String, round: usize) {
    let (one, other) = two(&app);
    let entry = pending(&app, &period, round).await;
    let path = format!("{entry}/approve");
    let (a, b) = tokio::join!(app.act(&path, &one), app.act(&path, &other));
    assert_eq!(sorted(&a, &b), (200, 409), "{} {}", a.text, b.text);
    app.eventually(&entry, &one, |entry| entry["status"] == "Posted").await;
}

async fn approved_and_refused(app: Arc<TestApp>, period: String, round: usize) {
    let (one, other) = two(&app);
    let entry = pending(&app, &period, round).await;
    let (action, refused) = if round.is_multiple_of(2) { ("hold", "On Hold") } else { ("reject", "Rejected") };
    let (approve, against) = (format!("{entry}/approve"), format!("{entry}/{action}"));
    let (a, b) = tokio::join!(app.act(&approve, &one), app.post(&against, &other, json!({ "reason": "wait" })));
    assert_eq!(sorted(&a, &b), (200, 409), "{} {}", a.text, b.text);
    let wanted = if a.status == 200 { "Posted" } else { refused };
    app.eventually(&entry, &one, |entry| entry["status"] == wanted).await;
}

async fn reversed_twice(app: Arc<TestApp>, period: String, round: usize) {
    let controller = app.controller();
    let entry = pending(&app, &period, round).await;
    app.act(&format!("{entry}/approve"), &app.manager()).await.expect(200);
    app.eventually(&entry, &controller, |entry| entry["status"] == "Posted").await;
    let (path, body) = (format!("{entry}/reverse"), json!({ "reversal_date": format!("{period}-28") }));
    let (a, b) = tokio::join!(app.post(&path, &controller, body.clone()), app.post(&path, &controller, body));
    assert_eq!(sorted(&a, &b), (201, 409), "{} {}", a.text, b.text);
}

async fn one_id(app: Arc<TestApp>, period: String, round: usize) {
    let (clerk, body) = (app.clerk(), in_period(entry_named(&format!("JE-{round}"), "1.00"), &period));
    let create = || app.post("journal-entries", &clerk, body.clone());
    let (a, b) = tokio::join!(create(), create());
    assert_eq!(sorted(&a, &b), (201, 409), "{} {}", a.text, b.text);
}

async fn one_key(app: Arc<TestApp>, period: String, round: usize) {
    let (clerk, key, body) = (app.clerk(), format!("key-{round}"), in_period(entry("2.00"), &period));
    let headers = [("X-Idempotency-Key", key.as_str())];
    let send = || app.send(Method::POST, "journal-entries", &clerk, &headers, Some(body.clone()));
    let (a, b) = tokio::join!(send(), send());
    assert!(matches!(sorted(&a, &b), (201, 201 | 409)), "{} {}", a.text, b.text);
    if a.status == b.status {
        assert_eq!(a.text, b.text);
    }
}

/// Approved in time means posted by the close; too late means still pending.
async fn approved_and_closed(app: Arc<TestApp>, period: String, round: usize) {
    let (manager, controller) = (app.manager(), app.controller());
    let (entry, period) = (pending(&app, &period, round).await, format!("accounting-periods/{period}"));
    let (approve, close) = (format!("{entry}/approve"), format!("{period}/close"));
    let (approved, closed) =
        tokio::join!(app.act(&approve, &manager), app.post(&close, &controller, json!({ "force": true })));
    if closed.status == 202 {
        // A busy machine: the close outlasted the wait.
        let job = format!("jobs/{}", closed.string("job_id"));
        app.eventually(&job, &controller, |job| job["state"] == "done").await;
    } else {
        assert_eq!(closed.status, 200, "{}", closed.text);
    }
    let stands = app.get(&entry, &manager).await.expect(200);
    match approved.status {
        200 => assert_eq!(stands["status"], "Posted", "approved before the close, so posted by it"),
        409 => assert_eq!(stands["status"], "Pending Approval"),
        other => panic!("{other}: {}", approved.text),
    }
    app.post(&format!("{period}/reopen"), &controller, json!({ "reason": "next round" })).await.expect(200);
    if approved.status == 409 {
        app.post(&format!("{entry}/reject"), &manager, json!({ "reason": "x" })).await.expect(200);
    }
}

async fn as_many_as(app: &TestApp, documents: usize) {
    let made = app.get("journal-entries?count=true&limit=1", &app.clerk()).await.expect(200);
    assert_eq!(made.number("total"), documents.to_string());
}

tests::on_both! {
    async fn one_level_is_signed_once(app: TestApp) {
        throw(app, signed_by_both).await.books_agree();
    }

    async fn an_approval_and_a_refusal_cannot_both_win(app: TestApp) {
        throw(app, approved_and_refused).await.books_agree();
    }

    async fn an_entry_is_reversed_once(app: TestApp) {
        let app = throw(app, reversed_twice).await;
        as_many_as(&app, 2 * THROWS).await;
        app.books_agree();
    }

    async fn one_id_is_taken_once(app: TestApp) {
        as_many_as(&*throw(app, one_id).await, THROWS).await;
    }

    async fn one_key_makes_one_document(app: TestApp) {
        as_many_as(&*throw(app, one_key).await, THROWS).await;
    }

    async fn an_approval_and_a_close_agree_on_what_is_in_the_period(app: TestApp) {
        throw(app, approved_and_closed).await.books_agree();
    }
}
