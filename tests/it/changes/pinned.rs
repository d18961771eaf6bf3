//! What a change request acts on is pinned when it is asked for: what was edited, made anew or edited back by the time that it has its
//! signatures is another thing, and fails. See docs/rules/change-requests.md#what-is-pinned.

use engine::books::change_request::Asked;
use engine::books::request::RecordedCall;
use engine::values::kind::Action;
use reqwest::Method;
use tests::prelude::*;

use super::each::take_away;
use super::guarded_things::open;
use super::pinned_documents::of_documents;

/// A call: method and path, and its body.
pub type Call = (String, Value);

/// What a rule guards; the call that it has wait; and what others do then, each time before the last signature.
pub struct Pinned {
    of: &'static str,
    action: &'static str,
    ask: Call,
    then: Vec<Vec<Call>>,
}

pub fn call(request: &str, body: Value) -> Call {
    (request.into(), body)
}

pub fn pinned(of: &'static str, action: &'static str, ask: Call, then: Vec<Vec<Call>>) -> Pinned {
    Pinned { of, action, ask, then }
}

/// A PUT of this, of that, and of both: an edit, and one that is edited back.
#[allow(clippy::needless_pass_by_value, reason = "the rows of the table name their bodies in place")]
pub fn put(path: &str, this: Value, that: Value) -> Vec<Vec<Call>> {
    let put = |body: &Value| call(&format!("PUT {path}"), body.clone());
    vec![vec![put(&this)], vec![put(&that), put(&this)]]
}

pub fn anew(collection: &str, id: &str, body: Value) -> Vec<Call> {
    vec![call(&format!("DELETE {collection}/{id}"), Value::Null), call(&format!("POST {collection}"), body)]
}

fn session(id: &str, account: &str) -> Value {
    json!({ "reconciliation_id": id, "account_id": account, "statement_date": "2024-01-31", "statement_ending_balance": 0 })
}

fn of_periods() -> Vec<Pinned> {
    let act =
        |period: &str, action: &str, body: Value| call(&format!("POST accounting-periods/{period}/{action}"), body);
    let reason = || json!({ "reason": "r" });
    let reopen = |period: &str| act(period, "reopen", reason());
    let close = |period: &str, scope: &str| act(period, "close", json!({ "close_type": scope, "force": true }));
    let (february, march, december) = ("2024-02", "2024-03", "2023-12");
    let close_year = || call("POST fiscal-years/FY1/close", json!({}));
    let reopen_year = || call("POST fiscal-years/FY1/reopen", reason());
    vec![
        pinned("fiscal_year", "close", close_year(), vec![vec![close_year()]]),
        pinned("fiscal_year", "reopen", reopen_year(), vec![vec![reopen_year(), close_year()]]),
        pinned(
            "period",
            "close",
            close(march, "all"),
            vec![vec![close(march, "ap"), reopen(march)], vec![close(march, "ap")]],
        ),
        pinned(
            "period",
            "reopen",
            reopen(february),
            vec![vec![reopen(february), close(february, "all")], vec![reopen(february)]],
        ),
        pinned(
            "period",
            "hard-close",
            act(december, "hard-close", reason()),
            vec![vec![reopen(december), close(december, "all")], vec![reopen(december)]],
        ),
    ]
}

/// The session is of an account with a deposit of 5.00, which nobody cleared.
fn of_reconciliations() -> Vec<Pinned> {
    let act = |request: &str| call(&format!("POST reconciliations/{request}"), Value::Null);
    let mark = |action: &str, more: Value| {
        call(&format!("POST reconciliations/R-1/{action}"), with(json!({ "transaction_ids": ["JE-5#1"] }), more))
    };
    let clear = || mark("clear", json!({ "cleared_date": "2024-01-20" }));
    let invented =
        json!({ "statementEndingBalance": -5000, "bankAdjustmentItems": [{ "amount": 5000, "reason": "as agreed" }] });
    let told = json!({ "statementEndingBalance": 0, "bankAdjustmentItems": [] });
    let mut then = put("reconciliations/R-1", json!({ "memo": "else" }), json!({ "memo": "then" }));
    then.push(anew("reconciliations", "R-1", session("R-1", "1010")));
    then.push(vec![call("PUT reconciliations/R-1", invented)]);
    then.push(vec![call("PUT reconciliations/R-1", told)]);
    then.push(vec![clear(), mark("unclear", json!({}))]);
    then.push(vec![clear()]);
    let reopen = || call("POST reconciliations/R-0/reopen", json!({ "reason": "wrong" }));
    let complete = || act("R-0/complete");
    let mut again = vec![reopen()];
    again.extend(anew("reconciliations", "R-0", session("R-0", "1011")));
    again.push(complete());
    vec![
        pinned("reconciliation", "complete", act("R-1/complete"), then),
        pinned("reconciliation", "reopen", reopen(), vec![vec![reopen(), complete()], again, vec![reopen()]]),
    ]
}

fn of_master_data() -> Vec<Pinned> {
    let account = || with(account("6009", "More", "expense"), json!({}));
    let role = || json!({ "role_id": "reader", "permissions": ["*.read"] });
    let mut accounts = put("accounts/6009", json!({ "account_name": "This" }), json!({ "account_name": "That" }));
    accounts.push(anew("accounts", "6009", account()));
    let mut roles = put("roles/reader", json!({ "permissions": ["bill.write"] }), json!({ "permissions": ["*.read"] }));
    roles.push(anew("roles", "reader", role()));
    let (rate, user) = ("exchange-rates/CHF-2024-01-01", "users/ute");
    let mut all = vec![
        pinned("account", "change", call("PUT accounts/6009", json!({ "is_active": false })), accounts),
        pinned("role", "change", call("PUT roles/reader", json!({ "permissions": [] })), roles),
    ];
    for (of, path, ask, this, that) in [
        ("exchange_rate", rate, json!({ "source": "paper" }), json!({ "rate": 1.11 }), json!({ "rate": 1.12 })),
        (
            "delegation",
            "delegations/D-0",
            json!({ "reason": "asked" }),
            json!({ "reason": "this" }),
            json!({ "reason": "that" }),
        ),
        (
            "matching_rule",
            "matching-rules/MR-0",
            json!({ "is_active": false }),
            json!({ "memo": "this" }),
            json!({ "memo": "that" }),
        ),
        ("user", user, json!({ "is_active": false }), json!({ "name": "This" }), json!({ "name": "That" })),
        (
            "approval_rule",
            "approval-rules/journal_entry-1",
            json!({ "rule_name": "named" }),
            json!({ "priority": 3 }),
            json!({ "priority": 4 }),
        ),
    ] {
        all.push(pinned(of, "change", call(&format!("PUT {path}"), ask), put(path, this, that)));
    }
    all
}

async fn send(app: &TestApp, (request, body): &Call) -> Answer {
    let (method, path) = request.split_once(' ').expect("a method and a path");
    let body = Some(body.clone()).filter(|body| !body.is_null());
    app.send(method.parse::<Method>().expect("a method"), path, &app.admin(), &[], body).await
}

/// Guards, asks, and takes the guard away; the id of the change request.
async fn asked(app: &TestApp, of: &Pinned, number: &str) -> String {
    let rule = with(guard(of.of, of.action, "manager"), json!({ "rule_id": number }));
    app.post("approval-rules", &app.admin(), rule).await.expect(201);
    let id = send(app, &of.ask).await.expect(202).string("change_request_id").to_owned();
    take_away(app, &format!("approval-rules/{number}"), &app.admin()).await;
    id
}

async fn signed(app: &TestApp, id: &str) -> Answer {
    app.act(&format!("change-requests/{id}/approve"), &app.manager()).await.expect(200)
}

fn is_not_as_signed(answer: &Answer) -> bool {
    answer["status"] == "Failed" && answer["problem"]["code"] == "not_as_signed"
}

/// Asks, has others do what they do, and signs, one after another; what went otherwise.
async fn each_fails(app: &TestApp, all: Vec<Pinned>) {
    let mut wrong = Vec::new();
    for (row, of) in all.into_iter().enumerate() {
        for (place, deeds) in of.then.iter().enumerate() {
            let id = asked(app, &of, &format!("G-{row}-{place}")).await;
            for deed in deeds {
                let done = send(app, deed).await;
                assert!(done.status < 300, "{}: {} {}", deed.0, done.status, done.text);
            }
            let answer = signed(app, &id).await;
            if !is_not_as_signed(&answer) {
                wrong.push(format!("{} after {deeds:?}: {}", of.ask.0, answer.text));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

tests::on_both! {
    async fn a_document_that_changed_is_not_what_was_signed(app: TestApp) {
        open(&app).await;
        for kind in kinds_with(Action::Void) {
            app.draft(kind, kind.of_amount("X-1", "2.00")).await;
        }
        each_fails(&app, of_documents()).await;
        app.books_agree();
    }

    async fn a_period_that_changed_is_not_what_was_signed(app: TestApp) {
        open(&app).await;
        each_fails(&app, of_periods()).await;
    }

    async fn a_reconciliation_that_changed_is_not_what_was_signed(app: TestApp) {
        open(&app).await;
        let entry = |id: &str| {
            with(entry_of(vec![debit("1010", "5.00"), credit(REVENUE, "5.00")]), json!({ "journal_entry_id": id }))
        };
        app.posted(JOURNAL_ENTRY, entry("JE-5")).await;
        each_fails(&app, of_reconciliations()).await;
        let read = app.get("reconciliations/R-1", &app.admin()).await.expect(200);
        assert_eq!((&read["status"], read.number("statement_ending_balance")), (&json!("In Progress"), "0.00".into()));
        // What is posted into the time of the statement changes what the completion stands for, though nobody touches the session.
        app.post("reconciliations/R-1/unclear", &app.admin(), json!({ "transaction_ids": ["JE-5#1"] })).await.expect(200);
        let complete = || pinned("reconciliation", "complete", call("POST reconciliations/R-1/complete", Value::Null), vec![]);
        let id = asked(&app, &complete(), "G-last").await;
        app.posted(JOURNAL_ENTRY, entry("JE-6")).await;
        let failed = signed(&app, &id).await;
        assert!(is_not_as_signed(&failed), "{}", failed.text);
        // As it stands, it is completed.
        let id = asked(&app, &complete(), "G-done").await;
        let read = app.get(&format!("change-requests/{id}"), &app.manager()).await.expect(200);
        let session = app.get("reconciliations/R-1", &app.admin()).await.expect(200);
        assert_eq!(read["resource_version"], session["version"], "{}", read.text);
        assert_eq!(signed(&app, &id).await["status"], "Done");
        app.books_agree();
    }

    async fn master_data_that_changed_is_not_what_was_signed(app: TestApp) {
        open(&app).await;
        app.post("accounts", &app.admin(), account("6009", "More", "expense")).await.expect(201);
        each_fails(&app, of_master_data()).await;
    }

    /// A draft is written without signatures, also while the rules are guarded.
    async fn a_draft_of_rules_that_changed_is_not_what_was_signed(app: TestApp) {
        open(&app).await;
        let (admin, draft) = (app.admin(), json!({ "draft_id": "D-1" }));
        app.post("approval-rules", &admin, guard("approval_rule", "change", "manager")).await.expect(201);
        app.post("approval-rule-drafts", &admin, draft.clone()).await.expect(201);
        let mut then = put("approval-rule-drafts/D-1", json!({ "description": "this" }), json!({ "description": "that" }));
        then.push(anew("approval-rule-drafts", "D-1", draft));
        for deeds in then {
            let version = app.get("approval-rule-drafts/D-1", &admin).await.expect(200)["version"].clone();
            let put_in_force = call("POST approval-rule-drafts/D-1/put-in-force", json!({ "version": version }));
            let id = send(&app, &put_in_force).await.expect(202).string("change_request_id").to_owned();
            for deed in &deeds {
                assert!(send(&app, deed).await.status < 300, "{}", deed.0);
            }
            let failed = signed(&app, &id).await;
            assert!(is_not_as_signed(&failed), "{deeds:?}: {}", failed.text);
        }
    }

    /// A PUT of what stands there already changes nothing, and so undoes no signature.
    async fn what_changes_nothing_does_not_stop_it(app: TestApp) {
        open(&app).await;
        let of = pinned("user", "change", call("PUT users/ute", json!({ "name": "Uta" })), vec![]);
        let id = asked(&app, &of, "G-1").await;
        app.put("users/ute", &app.admin(), json!({ "name": "Ute" })).await.expect(200);
        assert_eq!(signed(&app, &id).await["status"], "Done");
        assert_eq!(app.get("users/ute", &app.admin()).await.expect(200)["name"], "Uta");
    }

    /// What an older release asked for has no pin, and is carried out as that release would have; a pin that somebody changed in the
    /// database is none.
    async fn what_an_older_release_asked_for_goes_on(app: TestApp) {
        app.open_books().await;
        app.post("approval-rules", &app.admin(), guard("bill", "void", "manager")).await.expect(201);
        let ask = async |id: &str| {
            app.post("bills", &app.clerk(), bill(id, "10.00")).await.expect(201);
            let body = json!({ "reason": "r" });
            let asked = app.post(&format!("bills/{id}/void"), &app.controller(), body).await.expect(202);
            app.put(&format!("bills/{id}"), &app.clerk(), bill(id, "9.00")).await.expect(200);
            asked.string("change_request_id").to_owned()
        };
        let old = ask("B-1").await;
        let as_asked = RecordedCall {
            method: "POST".into(),
            uri: "/service/general-ledger/bills/B-1/void".into(),
            if_match: None,
            body: json!({ "reason": "r" }).to_string(),
        };
        let digest = Asked { words: ["bill", "void", "conrad"], call: &as_asked, pin: None }.hashed(1);
        app.run(&format!(
            "UPDATE change_request SET pinned_version = NULL, pinned_made_at = NULL, digest_version = 1, digest = '{digest}' \
             WHERE change_request_id = '{old}'"
        )).await;
        assert_eq!(signed(&app, &old).await["status"], "Done");
        let forged = ask("B-2").await;
        app.run(&format!("UPDATE change_request SET pinned_version = 2 WHERE change_request_id = '{forged}'")).await;
        let failed = signed(&app, &forged).await;
        assert!(is_not_as_signed(&failed), "{}", failed.text);
        assert_eq!(app.get("bills/B-2", &app.manager()).await.expect(200)["status"], "Draft");
    }

    /// The edit comes before what is carried out, which then fails; or after it, and is refused.
    async fn of_an_edit_and_the_last_signature_one_wins(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        app.post("approval-rules", &admin, guard("reconciliation", "complete", "manager")).await.expect(201);
        for round in 0..12 {
            let (bank, path) = (format!("BANK-{round}"), format!("reconciliations/R-{round}"));
            let body = with(account(&bank, "Bank", "asset"), json!({ "subtype": "bank" }));
            app.post("accounts", &admin, body).await.expect(201);
            app.post("reconciliations", &admin, session(&format!("R-{round}"), &bank)).await.expect(201);
            let asked = app.act(&format!("{path}/complete"), &admin).await.expect(202);
            let change = format!("change-requests/{}", asked.string("change_request_id"));
            let invented = json!({
                "statementEndingBalance": -5000, "bankAdjustmentItems": [{ "amount": 5000, "reason": "as agreed" }],
            });
            let (approve, mona) = (format!("{change}/approve"), app.manager());
            let (signed, edited) = tokio::join!(app.act(&approve, &mona), async {
                tokio::time::sleep(std::time::Duration::from_millis(2 * round)).await;
                app.put(&path, &admin, invented).await
            });
            signed.expect(200);
            let ended = app.eventually(&change, &mona, |read| read["status"] == "Done" || read["status"] == "Failed").await;
            let read = app.get(&path, &admin).await.expect(200);
            if edited.status == 200 {
                assert!(is_not_as_signed(&ended), "{}", ended.text);
                assert_eq!((&read["status"], read.number("statement_ending_balance")), (&json!("In Progress"), "-5000.00".into()));
            } else {
                edited.expect(409).problem("reconciliation_completed");
                assert_eq!(ended["status"], "Done", "{}", ended.text);
                assert_eq!((&read["status"], read.number("statement_ending_balance")), (&json!("Completed"), "0.00".into()));
            }
        }
        app.books_agree();
    }
}

/// Between the last signature and the job that carries it out.
async fn edited_before_the_job(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "20ms")]).await;
    app.open_books().await;
    app.post("approval-rules", &app.admin(), guard("bill", "void", "manager")).await.expect(201);
    app.post("bills", &app.clerk(), bill("B-1", "10.00")).await.expect(201);
    let asked = app.post("bills/B-1/void", &app.controller(), json!({ "reason": "r" })).await.expect(202);
    let change = format!("change-requests/{}", asked.string("change_request_id"));
    let signed = app.act(&format!("{change}/approve"), &app.manager()).await.expect(200);
    assert_eq!(signed["status"], "Approved", "{}", signed.text);
    app.put("bills/B-1", &app.clerk(), bill("B-1", "9.00")).await.expect(200);
    app.work_off().await;
    let failed = app.get(&change, &app.manager()).await.expect(200);
    assert!(is_not_as_signed(&failed), "{}", failed.text);
    assert_eq!(app.get("bills/B-1", &app.manager()).await.expect(200)["status"], "Draft");
}

#[tokio::test]
async fn edited_before_the_job_on_sqlite() {
    edited_before_the_job(Backend::Sqlite).await;
}

#[tokio::test]
async fn edited_before_the_job_on_postgres() {
    edited_before_the_job(Backend::Postgres).await;
}
