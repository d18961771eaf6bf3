//! Whoever changed the content of a document does not sign it, whoever edited it later; and who sends what stands there already changed
//! nothing. See docs/rules/signing.md#authors-do-not-sign.

use reqwest::Method;
use sea_orm::{ConnectionTrait, Statement};
use tests::prelude::*;

/// Three who write and may sign.
fn three(app: &TestApp) -> [Token; 3] {
    ["ann", "ben", "cy"].map(|name| app.token(name, &["manager", "clerk"], &[]))
}

async fn trail(app: &TestApp, path: &str) -> Vec<(String, String)> {
    let read = app.get(&format!("{path}/audit-trail"), &app.admin()).await.expect(200);
    let text = |row: &Value, field: &str| row[field].as_str().unwrap_or_default().to_owned();
    let rows = read["audit_trail"].as_array().cloned().unwrap_or_default();
    rows.iter().map(|row| (text(row, "action"), text(row, "performed_by"))).collect()
}

async fn submit(app: &TestApp, path: &str) {
    app.act(&format!("{path}/submit-for-approval"), &app.clerk()).await.expect(200);
}

/// The people in a column of a document, in the order of their names.
async fn editors(app: &TestApp, kind: Kind, id: &str) -> Vec<String> {
    let db = &app.engine().store.writer;
    let sql = format!("SELECT editors FROM document WHERE kind = '{}' AND document_id = '{id}'", kind.name);
    let row =
        db.query_one_raw(Statement::from_string(db.get_database_backend(), sql)).await.expect("read").expect("a row");
    let text: Option<String> = row.try_get("", "editors").expect("a text or none");
    let mut names: Vec<String> = text.map_or_else(Vec::new, |text| serde_json::from_str(&text).expect("names"));
    names.sort();
    names
}

/// Asserts that this person may not sign what waits: told so, and not shown it.
async fn is_kept_from(app: &TestApp, path: &str, who: &Token) {
    let refused = app.act(&format!("{path}/approve"), who).await.expect(403).problem("forbidden");
    assert!(refused.string("detail").contains("created, edited or submitted"), "{}", refused.text);
    let read = app.get(&format!("{path}?explain=true"), who).await.expect(200);
    assert!(!read["allowed_actions"].to_string().contains("approve"), "{}", read.text);
    assert!(read["why_not"]["approve"].to_string().contains("created, edited or submitted"), "{}", read.text);
    assert_eq!(app.get("approvals/pending", who).await.expect(200).number("total"), "0");
}

tests::on_both! {
    async fn who_wrote_it_does_not_sign_it_whoever_edited_it_later(app: TestApp) {
        app.open_debts().await;
        let [ann, ben, cy] = three(&app);
        for kind in all_kinds() {
            let path = app.draft(kind, kind.of_amount("E-1", "2.00")).await;
            app.put(&path, &ann, kind.of_amount("E-1", "3.00")).await.expect(200);
            app.put(&path, &ben, kind.of_amount("E-1", "4.00")).await.expect(200);
            // What Cy sends changes nothing.
            app.put(&path, &cy, kind.of_amount("E-1", "4.00")).await.expect(200);
            submit(&app, &path).await;
            for author in [&ann, &ben] {
                is_kept_from(&app, &path, author).await;
            }
            // Nor after it came back, and was edited and submitted anew.
            app.post(&format!("{path}/request-change"), &cy, json!({ "comments": "less" })).await.expect(200);
            app.put(&path, &app.clerk(), kind.of_amount("E-1", "2.50")).await.expect(200);
            submit(&app, &path).await;
            is_kept_from(&app, &path, &ann).await;
            let signed = app.act(&format!("{path}/approve"), &cy).await.expect(200);
            assert_eq!(signed["status"], "Posted", "{}", signed.text);
            assert_eq!(editors(&app, kind, "E-1").await, ["ann", "ben", "carl"], "{}", kind.name);
        }
        app.books_agree();
    }

    /// As an independent look would find it: read, and put back as it was read.
    async fn what_is_put_back_as_it_was_read_is_written_nowhere(app: TestApp) {
        app.open_debts().await;
        let [ann, ..] = three(&app);
        for kind in all_kinds() {
            let path = app.draft(kind, kind.of_amount("E-1", "2.00")).await;
            let before = app.get(&path, &ann).await.expect(200);
            let rows = trail(&app, &path).await;
            let headers = [("X-Idempotency-Key", kind.name), ("If-Match", before.header("etag"))];
            let same = Some(kind.of_amount("E-1", "2.00"));
            let put = || app.send(Method::PUT, &path, &ann, &headers, same.clone());
            let (first, again) = (put().await.expect(200), put().await.expect(200));
            assert_eq!((first.header("etag"), &first["version"]), (before.header("etag"), &before["version"]), "{}", first.text);
            assert_eq!((again.header("Idempotent-Replayed"), &again.text), ("true", &first.text));
            for field in ["updated_by", "version", "status"] {
                assert_eq!(first[field], before[field], "{}: {}", kind.name, first.text);
            }
            assert_eq!(trail(&app, &path).await, rows, "{}", kind.name);
            // It is not the sender's: they may sign it.
            submit(&app, &path).await;
            let signed = app.act(&format!("{path}/approve"), &ann).await.expect(200);
            assert_eq!(signed["status"], "Posted", "{}", signed.text);
        }
        app.books_agree();
    }

    async fn what_was_made_anew_has_its_own_editors(app: TestApp) {
        app.open_books().await;
        let [ann, ..] = three(&app);
        let path = app.draft(BILL, bill("B-1", "10.00")).await;
        app.put(&path, &ann, bill("B-1", "11.00")).await.expect(200);
        app.delete(&path, &app.clerk()).await.expect(204);
        app.draft(BILL, bill("B-1", "11.00")).await;
        assert_eq!(editors(&app, BILL, "B-1").await, Vec::<String>::new());
        submit(&app, &path).await;
        assert_eq!(app.act(&format!("{path}/approve"), &ann).await.expect(200)["status"], "Posted");
        app.books_agree();
    }

    /// The last of them stands; all of them wrote it.
    async fn of_edits_at_once_each_makes_an_editor(app: TestApp) {
        app.open_books().await;
        let [ann, ben, cy] = three(&app);
        for (kind, id) in [(JOURNAL_ENTRY, "JE-1"), (BILL, "B-1"), (EXPENSE_REPORT, "E-1")] {
            let path = app.draft(kind, kind.of_amount(id, "2.00")).await;
            let put = |who, amount| app.put(&path, who, kind.of_amount(id, amount));
            let (a, b, c) = tokio::join!(put(&ann, "3.00"), put(&ben, "4.00"), put(&cy, "5.00"));
            for answer in [a, b, c] {
                answer.expect(200);
            }
            assert_eq!(editors(&app, kind, id).await, ["ann", "ben", "cy"]);
            submit(&app, &path).await;
            for who in [&ann, &ben, &cy] {
                app.act(&format!("{path}/approve"), who).await.expect(403).problem("forbidden");
            }
            assert_eq!(app.approve(&path).await.expect(200)["status"], "Posted");
        }
        app.books_agree();
    }
}
