//! Upgrades books and goes on with the work: signs the half-signed, posts the approved, completes the reconciliation,
//! replays kept answers.

use reqwest::Method;
use tests::fixture;

use super::{RELEASES, agree, fine};
use tests::prelude::*;

/// The documents that had all signatures when the old program stopped, and were not posted: each type that it knew.
const APPROVED: [(Kind, &str); 8] = [
    (JOURNAL_ENTRY, "JE-APPROVED"),
    (BILL, "B-APPROVED"),
    (INVOICE, "I-APPROVED"),
    (CREDIT_MEMO, "CM-APPROVED"),
    (EXPENSE_REPORT, "E-APPROVED"),
    (BILL_PAYMENT, "BP-APPROVED"),
    (INVOICE_PAYMENT, "IP-APPROVED"),
    (JOURNAL_ENTRY, "PENDING-entry"),
];

/// Asks for every kept answer again, with the same key.
async fn kept_answers_are_given_again(app: &TestApp, release: &str, backend: Backend) {
    for kept in fixture::kept(release, backend) {
        let text = |field: &str| kept[field].as_str().unwrap_or_else(|| panic!("no {field} in {kept}"));
        let roles: Vec<_> = kept["roles"].as_array().expect("roles").iter().filter_map(Value::as_str).collect();
        let token = app.token(text("user"), &roles, &[]);
        let method = text("method").parse::<Method>().expect("a method");
        let headers = [("X-Idempotency-Key", text("key"))];
        let again = app.send_text(method, text("path"), &token, &headers, kept["body"].as_str()).await;
        let found = (again.status.to_string(), again.text.as_str(), again.header("Idempotent-Replayed"));
        assert_eq!(found, (kept["status"].to_string(), text("answer"), "true"), "{}", text("path"));
    }
}

/// Repeats the requests whose process died before it answered.
async fn the_answer_that_was_cut_off_is_given(app: &TestApp) {
    let headers = [("X-Idempotency-Key", "cut-off")];
    let path = "journal-entries/PENDING-entry/approve";
    let told = app.send(Method::POST, path, &app.manager(), &headers, None).await.expect(200);
    assert_eq!(told["status"], "Posted", "{}", told.text);
}

async fn what_was_half_signed_is_signed_and_posted(app: &TestApp) {
    for path in ["journal-entries/JE-HALF", "bills/B-HALF"] {
        // Nobody signs two levels, not even as a delegate.
        for who in ["mona", "hanna"] {
            app.act(&format!("{path}/approve"), &app.token(who, &["manager"], &[])).await.expect(403);
        }
        let signed = app.act(&format!("{path}/approve"), &app.controller()).await.expect(200);
        assert_eq!(signed["status"], "Posted", "{}", signed.text);
    }
    for path in ["journal-entries/JE-SECOND-ROUND", "invoices/PENDING-invoice", "expenses/PENDING-expense"] {
        assert_eq!(app.approve(path).await.expect(200)["status"], "Posted");
    }
    app.act("bills/HELD-bill/unhold", &app.manager()).await.expect(200);
    let signed = app.act("bills/HELD-bill/approve", &app.manager()).await.expect(200);
    assert_eq!(signed["status"], "Posted", "{}", signed.text);
}

async fn a_period_that_was_closed_by_force_is_opened(app: &TestApp) {
    app.reopen("2024-03").await;
    let signed = app.approve("bills/B-STRANDED-PENDING").await.expect(200);
    assert_eq!(signed["status"], "Posted", "{}", signed.text);
}

async fn reconciliations_go_on(app: &TestApp) {
    let controller = app.controller();
    let before = app.get("reconciliations/REC-FEB/worksheet", &controller).await.expect(200);
    assert_eq!(before["summary"]["difference"].to_string(), "0.00", "{}", before.text);
    app.act("reconciliations/REC-FEB/complete", &controller).await.expect(200);
    let january = app.get("reconciliations/REC-JAN", &controller).await.expect(200);
    assert_eq!(january["status"], "Completed");
}

async fn goes_on(backend: Backend) {
    for release in RELEASES {
        let database = fixture::books(release, backend).await;
        fine(&["migrate", "up"], &database);
        agree(&database);
        fixture::make_fresh(&database, "").await;
        let app = TestApp::start_on(database, &[]).await;
        what_came_back_is_told(&app).await;
        kept_answers_are_given_again(&app, release, backend).await;
        for (kind, id) in APPROVED {
            app.eventually(&kind.at(id), &app.controller(), |document| document["status"] == "Posted").await;
        }
        the_answer_that_was_cut_off_is_given(&app).await;
        reconciliations_go_on(&app).await;
        what_was_half_signed_is_signed_and_posted(&app).await;
        a_period_that_was_closed_by_force_is_opened(&app).await;
        people_and_roles_are_as_they_were(&app).await;
        every_trail_and_document_can_be_read(&app).await;
        app.end().check().await;
        app.books_agree();
    }
}

/// What the old program sent back or rejected says by whom and why, as its trail does, and its author has it listed.
async fn what_came_back_is_told(app: &TestApp) {
    for path in ["journal-entries/REJECTED-entry", "bills/REJECTED-bill", "invoice-payments/REJECTED-invoice_payment"] {
        let read = app.get(path, &app.controller()).await.expect(200);
        let returned = &read["returned"];
        assert_eq!((&returned["by"], &returned["comments"]), (&json!("mona"), &json!("Not ours")), "{}", read.text);
        let author = app.token(&read.string("created_by").to_uppercase(), &["clerk"], &[]);
        let listed = app.get("approvals/returned?limit=200", &author).await.expect(200);
        assert!(listed.data().iter().any(|row| path.ends_with(row["document_id"].as_str().unwrap_or("?"))), "{path}");
    }
}

/// Users whose ids differ in case alone all stay, and no inactive user becomes active; the built-in roles get new
/// permissions, and their trail records it.
async fn people_and_roles_are_as_they_were(app: &TestApp) {
    let admin = app.admin();
    for user_id in ["Nora", "nora"] {
        assert_eq!(app.get(&format!("users/{user_id}"), &admin).await.expect(200).string("user_id"), user_id);
    }
    app.post("users", &admin, json!({ "user_id": "NORA", "name": "N" })).await.expect(409).problem("already_exists");
    app.put("users/nora", &admin, json!({ "is_active": false })).await.expect(200);
    for (user, status) in [("nora", 401), ("Nora", 200), ("NORA", 200)] {
        app.get("users", &app.token(user, &[], &["user.read"])).await.expect(status);
    }
    let people = app.get("users?limit=200", &admin).await.expect(200);
    for user in people.data().iter().filter(|user| user["is_active"] == false) {
        assert_eq!(user["inactive_by_admin"], true, "{user}");
    }
    for (role, has) in [("accountant", true), ("controller", true), ("cfo", true), ("clerk", false), ("viewer", false)]
    {
        for path in [format!("roles/{role}"), format!("roles/{role}/audit-trail")] {
            let read = app.get(&path, &admin).await.expect(200);
            for (credit, _) in credits() {
                assert_eq!(read.text.contains(&format!("{}.apply", credit.name)), has, "{path}: {}", read.text);
            }
        }
    }
}

/// This program can read every list, document and trail that the old program wrote.
async fn every_trail_and_document_can_be_read(app: &TestApp) {
    let admin = app.admin();
    let master = [
        ("accounts", "account_id"),
        ("approval-rules", "rule_id"),
        ("users", "user_id"),
        ("roles", "role_id"),
        ("accounting-periods", "period_id"),
        ("reconciliations", "reconciliation_id"),
    ];
    let documents = all_kinds().map(|kind| (kind.path, kind.id));
    let later = all_kinds().into_iter().filter(|kind| !APPROVED.iter().any(|(known, _)| known == kind));
    let later: Vec<_> = later.map(|kind| kind.path).collect();
    for (collection, id) in master.into_iter().chain(documents) {
        let list = app.get(&format!("{collection}?limit=200"), &admin).await.expect(200);
        assert_eq!(list.data().is_empty(), later.contains(&collection), "{collection}");
        for one in list.data() {
            let path = format!("{collection}/{}", one[id].as_str().expect("an id"));
            app.get(&path, &admin).await.expect(200);
            let trail = app.get(&format!("{path}/audit-trail"), &admin).await.expect(200);
            assert_ne!(trail["audit_trail"].as_array().map(Vec::len), Some(0), "{path}");
        }
    }
    for path in ["jobs?limit=200", "customers", "vendors", "reports/trial-balance?as_of=2024-12-31"] {
        app.get(path, &admin).await.expect(200);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_books_go_on_with_sqlite() {
    goes_on(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_books_go_on_with_postgres() {
    goes_on(Backend::Postgres).await;
}
