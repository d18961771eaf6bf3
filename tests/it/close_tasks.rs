//! The checklist of a close. See docs/rules/close-checklist.md.

use tests::prelude::*;

const CHECKLIST: &str = "accounting-periods/2024-01/checklist";

async fn task(app: &TestApp, id: &str, kind: &str, more: Value) {
    let body = with(json!({ "close_task_id": id, "kind": kind }), more);
    app.post("close-tasks", &app.controller(), body).await.expect(201);
}

/// The tasks of a month by their ids: how each stands, what its check says, and what it misses.
async fn tasks(app: &TestApp, period: &str) -> Vec<(String, String, String, String)> {
    let list = app.get(&format!("accounting-periods/{period}/checklist"), &app.accountant()).await.expect(200);
    let row = |task: &Value| {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let ids = task["check"]["missing"].as_array().into_iter().flatten().map(|missing| text(&missing["id"]));
        let ids: Vec<String> = ids.collect();
        (text(&task["close_task_id"]), text(&task["status"]), text(&task["check"]["state"]), ids.join(" "))
    };
    list["tasks"].as_array().expect("tasks").iter().map(row).collect()
}

#[track_caller]
fn is(found: &[(String, String, String, String)], id: &str, expected: (&str, &str, &str)) {
    let one = found.iter().find(|row| row.0 == id).unwrap_or_else(|| panic!("no {id} in {found:?}"));
    assert_eq!((one.1.as_str(), one.2.as_str(), one.3.as_str()), expected, "{id}");
}

async fn sign(app: &TestApp, id: &str) -> Answer {
    app.post(&format!("{CHECKLIST}/{id}/sign-off"), &app.accountant(), json!({ "evidence": "Looked at it" })).await
}

async fn reconciled(app: &TestApp, balance: &str, ids: &[&str]) {
    let session = json!({
        "reconciliation_id": "R-1", "account_id": CASH, "statement_date": "2024-01-31", "statement_ending_balance": number(balance),
    });
    app.post("reconciliations", &app.accountant(), session).await.expect(201);
    let marks = json!({ "transaction_ids": ids, "cleared_date": "2024-01-31" });
    app.post("reconciliations/R-1/clear", &app.accountant(), marks).await.expect(200);
    app.act("reconciliations/R-1/complete", &app.accountant()).await.expect(200);
}

fn moved(id: &str, day: &str, debited: &str, credited: &str, amount: &str) -> Value {
    let lines = vec![debit(debited, amount), credit(credited, amount)];
    on(with(entry_of(lines), json!({ "journal_entry_id": id })), day)
}

tests::on_both! {
    /// What each check finds in an empty month, and in one where something is missing.
    async fn what_the_checks_find(app: TestApp) {
        app.open_books().await;
        for kind in ["bank_reconciled", "statement_lines_matched", "nothing_pending", "revaluation_done", "sub_ledgers_agree"] {
            task(&app, kind, kind, json!({})).await;
        }
        task(&app, "suspense_empty", "suspense_empty", json!({ "account_id": EXPENSE })).await;
        task(&app, "by-hand", "manual", json!({ "title": "Count the cash", "due_days": 3, "owner": "carl" })).await;
        let nothing = tasks(&app, "2024-01").await;
        for kind in ["bank_reconciled", "statement_lines_matched", "revaluation_done"] {
            is(&nothing, kind, ("ready", "not_applicable", ""));
        }
        for kind in ["nothing_pending", "sub_ledgers_agree", "suspense_empty"] {
            is(&nothing, kind, ("ready", "done", ""));
        }
        is(&nothing, "by-hand", ("ready", "", ""));
        let last = app.get(CHECKLIST, &app.accountant()).await.expect(200);
        let by_hand = last["tasks"].as_array().and_then(|tasks| tasks.last()).expect("a task").clone();
        assert_eq!((&by_hand["due_date"], &by_hand["owner"]), (&json!("2024-02-03"), &json!("carl")), "{}", last.text);
        assert_eq!((&last["bars_close"], &by_hand["check"]), (&json!(true), &json!(null)), "{}", last.text);

        app.posted(JOURNAL_ENTRY, moved("JE-1", "2024-01-10", CASH, REVENUE, "50.00")).await;
        app.posted(JOURNAL_ENTRY, moved("JE-2", "2024-01-11", RECEIVABLE, EXPENSE, "5.00")).await;
        app.draft(BILL, bill("BILL-1", "5.00")).await;
        app.posted(INVOICE, in_currency(invoice("INV-EUR", "100.00"), "EUR", "1.10")).await;
        app.rate("EUR", "2024-01-31", "1.20").await;
        let statement = ":20:1\n:25:DE1\n:28C:1/1\n:60F:C240101USD0,\n:61:2401050105C1,00NTRF\n:62F:C240105USD1,00\n";
        let path = format!("bank-statements?account_id={CASH}");
        let brought = app.send_text(reqwest::Method::POST, &path, &app.admin(), &[], Some(statement)).await.expect(200);
        let line = format!("{}-1", brought["statements"][0]["statement_id"].as_str().expect("an id"));
        let found = tasks(&app, "2024-01").await;
        is(&found, "bank_reconciled", ("open", "open", CASH));
        is(&found, "statement_lines_matched", ("open", "open", &line));
        is(&found, "nothing_pending", ("open", "open", "BILL-1"));
        is(&found, "revaluation_done", ("open", "open", RECEIVABLE));
        is(&found, "sub_ledgers_agree", ("open", "open", RECEIVABLE));
        is(&found, "suspense_empty", ("open", "open", EXPENSE));
        let refused = sign(&app, "nothing_pending").await.expect(409).problem("close_tasks_open");
        assert_eq!((&refused["missing_count"], refused.string("detail").contains("bill BILL-1")), (&json!(1), true), "{}", refused.text);
        // Who may read no bills sees that one is missing, and not which.
        let narrow = app.token("nora", &[], &["close_task.read", "journal_entry.read"]);
        let narrow = app.get(CHECKLIST, &narrow).await.expect(200);
        let pending = narrow["tasks"].as_array().expect("tasks").iter().find(|task| task["kind"] == "nothing_pending").expect("it");
        assert_eq!((&pending["check"]["missing_count"], &pending["check"]["missing"]), (&json!(1), &json!([])), "{}", narrow.text);

        app.delete("bills/BILL-1", &app.clerk()).await.expect(204);
        app.post(&format!("accounts/{CASH}/match"), &app.admin(), json!({ "line_ids": [line], "reason": "Interest" })).await.expect(200);
        app.posted(JOURNAL_ENTRY, moved("JE-5", "2024-01-31", EXPENSE, RECEIVABLE, "5.00")).await;
        let done = tasks(&app, "2024-01").await;
        for kind in ["statement_lines_matched", "nothing_pending", "sub_ledgers_agree", "suspense_empty"] {
            is(&done, kind, ("ready", "done", ""));
        }
    }

    /// What falls due by a month's end: in a year that no job has come to.
    async fn what_falls_due(app: TestApp) {
        app.open_books().await;
        for kind in ["recurring_made", "accruals_reversed", "deferrals_recognized"] {
            task(&app, kind, kind, json!({})).await;
        }
        app.post("accounting-periods", &app.admin(), period("2999-01", "January", "2999-01-01", "2999-01-31")).await.expect(201);
        let nothing = tasks(&app, "2999-01").await;
        is(&nothing, "recurring_made", ("ready", "not_applicable", ""));
        is(&nothing, "accruals_reversed", ("ready", "done", ""));
        is(&nothing, "deferrals_recognized", ("ready", "not_applicable", ""));
        let template = json!({
            "recurring_document_id": "RD-1", "name": "Rent", "document_type": "journal_entry", "makes": "draft",
            "document": { "lines": [debit(EXPENSE, "5.00"), credit(CASH, "5.00")] },
            "schedule": { "every": "month", "day": 31, "start_date": "2999-01-01" },
        });
        app.post("recurring-documents", &app.admin(), template).await.expect(201);
        let accrual = moved("JE-3", "2999-01-12", EXPENSE, TAX, "7.00");
        app.posted(JOURNAL_ENTRY, with(accrual, json!({ "reversal_date": "2999-01-31" }))).await;
        let deferral = app.prepaid("BILL-0", "1.00").await;
        let line = json!([{ "account_id": "1500", "quantity": 1, "rate": 30 }]);
        app.posted(BILL, on(with(bill("BILL-9", "30.00"), json!({ "lines": line })), "2999-01-05")).await;
        let deferral = with(deferral, json!({ "deferral_id": "DF-1", "document_id": "BILL-9", "start_date": "2999-01-01" }));
        app.post("deferrals", &app.admin(), deferral).await.expect(201);
        let found = tasks(&app, "2999-01").await;
        is(&found, "recurring_made", ("open", "open", "RD-1"));
        is(&found, "accruals_reversed", ("open", "open", "JE-3"));
        is(&found, "deferrals_recognized", ("open", "open", "DF-1"));
        app.act("recurring-documents/RD-1/skip", &app.admin()).await.expect(200);
        app.act("deferrals/DF-1/end", &app.admin()).await.expect(200);
        let reversal = json!({ "reversal_date": "2999-01-31" });
        app.post("journal-entries/JE-3/reverse", &app.controller(), reversal).await.expect(201);
        let done = tasks(&app, "2999-01").await;
        for kind in ["recurring_made", "accruals_reversed", "deferrals_recognized"] {
            is(&done, kind, ("ready", "done", ""));
        }
    }

    /// What is posted after a sign-off suspends it and is named; signing again puts it right, and the month closes.
    async fn a_sign_off_rests_on_postings(app: TestApp) {
        app.open_books().await;
        app.posted(JOURNAL_ENTRY, moved("JE-1", "2024-01-10", CASH, REVENUE, "50.00")).await;
        task(&app, "CT-B", "bank_reconciled", json!({ "account_id": CASH })).await;
        task(&app, "CT-M", "manual", json!({ "title": "Count the cash", "due_days": 2 })).await;
        task(&app, "CT-O", "manual", json!({ "title": "Tell the board", "is_required": false })).await;
        task(&app, "CT-L", "manual", json!({ "title": "Later", "from_date": "2024-02-01" })).await;
        let close = "accounting-periods/2024-01/close";
        let barred = app.post(close, &app.controller(), json!({})).await.expect(409).problem("close_tasks_open");
        assert_eq!(barred["close_task_ids"], json!(["CT-B", "CT-M"]), "{}", barred.text);
        app.post(&format!("{close}?dry_run=true"), &app.controller(), json!({})).await.expect(409).problem("close_tasks_open");
        // A part is closed before the others.
        let part = app.post(close, &app.controller(), json!({ "close_type": "ap" })).await.expect(200);
        assert_eq!(part["open_tasks"].as_array().map(Vec::len), Some(3), "{}", part.text);
        app.reopen("2024-01").await;
        sign(&app, "CT-B").await.expect(409).problem("close_tasks_open");
        reconciled(&app, "50.00", &["JE-1#1"]).await;
        for id in ["CT-B", "CT-M"] {
            let signed = sign(&app, id).await.expect(200);
            assert_eq!((&signed["status"], &signed["sign_off"]["signed_by"]), (&json!("signed_off"), &json!("abel")), "{}", signed.text);
        }
        sign(&app, "CT-M").await.expect(409).problem("wrong_status");
        app.posted(JOURNAL_ENTRY, moved("JE-2", "2024-01-20", EXPENSE, PAYABLE, "9.00")).await;
        app.posted(JOURNAL_ENTRY, on(entry_named("JE-3", "1.00"), "2024-02-01")).await;
        let found = tasks(&app, "2024-01").await;
        is(&found, "CT-B", ("signed_off", "done", ""));
        is(&found, "CT-M", ("suspended", "", ""));
        let list = app.get(CHECKLIST, &app.accountant()).await.expect(200);
        let by_hand = list["tasks"].as_array().expect("tasks").iter().find(|task| task["close_task_id"] == "CT-M").expect("it");
        let posted = json!([{ "document_type": "journal_entry", "document_id": "JE-2" }]);
        assert_eq!((&by_hand["suspended"]["because"], &by_hand["suspended"]["documents"]), (&json!("1 posting came after it"), &posted), "{}", list.text);
        let barred = app.post(close, &app.controller(), json!({ "force": true })).await.expect(409).problem("close_tasks_open");
        assert_eq!(barred["close_task_ids"], json!(["CT-M"]), "{}", barred.text);
        sign(&app, "CT-M").await.expect(200);
        // A posting into the bank account suspends what was reconciled.
        app.posted(JOURNAL_ENTRY, moved("JE-4", "2024-01-21", EXPENSE, CASH, "3.00")).await;
        is(&tasks(&app, "2024-01").await, "CT-B", ("suspended", "done", ""));
        app.post("reconciliations/R-1/reopen", &app.controller(), json!({ "reason": "JE-4" })).await.expect(200);
        is(&tasks(&app, "2024-01").await, "CT-B", ("suspended", "open", CASH));
        app.post("reconciliations/R-1/clear", &app.accountant(), json!({ "transaction_ids": ["JE-4#2"], "cleared_date": "2024-01-31" })).await.expect(200);
        app.put("reconciliations/R-1", &app.accountant(), json!({ "statementEndingBalance": 47 })).await.expect(200);
        app.act("reconciliations/R-1/complete", &app.accountant()).await.expect(200);
        for id in ["CT-B", "CT-M"] {
            sign(&app, id).await.expect(200);
        }
        let dry = app.post(&format!("{close}?dry_run=true"), &app.controller(), json!({})).await.expect(200);
        let left = json!([{ "close_task_id": "CT-O", "title": "Tell the board", "is_required": false, "status": "ready" }]);
        assert_eq!((&dry["open_tasks"], &dry["would_post"]), (&left, &json!([])), "{}", dry.text);
        let closed = app.post(close, &app.controller(), json!({})).await.expect(200);
        assert_eq!((&closed["is_closed"], &closed["open_tasks"]), (&json!(true), &left), "{}", closed.text);

        let wrong = json!({ "reason": "Counted wrong" });
        let path = format!("{CHECKLIST}/CT-M/withdraw");
        let back = app.post(&path, &app.accountant(), wrong.clone()).await.expect(200);
        assert_eq!((&back["status"], &back["sign_off"], &back["bars_close"]), (&json!("ready"), &json!(null), &json!(true)), "{}", back.text);
        app.post(&path, &app.accountant(), wrong.clone()).await.expect(409).problem("wrong_status");
        let hard = "accounting-periods/2024-01/hard-close";
        app.post(hard, &app.controller(), json!({ "reason": "audited" })).await.expect(409).problem("close_tasks_open");
        sign(&app, "CT-M").await.expect(200);
        app.post(hard, &app.controller(), json!({ "reason": "audited" })).await.expect(200);
        sign(&app, "CT-O").await.expect(409).problem("hard_closed");
        app.post(&path, &app.accountant(), wrong).await.expect(409).problem("hard_closed");
        let trail = app.get("accounting-periods/2024-01/audit-trail", &app.controller()).await.expect(200);
        let of_tasks = trail["audit_trail"].as_array().expect("rows").iter().filter(|row| row["details"]["close_task_id"] == "CT-M");
        let actions: Vec<&str> = of_tasks.filter_map(|row| row["action"].as_str()).collect();
        let (signed, withdrawn) = ("Task Signed Off", "Task Sign-off Withdrawn");
        assert_eq!(actions, [signed, signed, signed, withdrawn, signed], "{}", trail.text);
    }

    /// Books without tasks close as before; a period of adjustments has no checklist; all that is wrong is named.
    async fn without_tasks_and_with_wrong_ones(app: TestApp) {
        app.open_books().await;
        let empty = app.get(CHECKLIST, &app.accountant()).await.expect(200);
        assert_eq!((&empty["tasks"], &empty["bars_close"]), (&json!([]), &json!(false)), "{}", empty.text);
        let closed = app.post("accounting-periods/2024-01/close", &app.controller(), json!({})).await.expect(200);
        assert!(closed["open_tasks"].is_null(), "{}", closed.text);
        let year = json!({
            "fiscal_year_id": "FY1", "fiscal_year_name": "First", "start_date": "2024-02-01", "end_date": "2024-02-29", "adjustment_period": true,
        });
        app.post("fiscal-years", &app.admin(), year).await.expect(201);
        task(&app, "CT-1", "nothing_pending", json!({})).await;
        let adjusting = app.get("accounting-periods/FY1-ADJ/checklist", &app.accountant()).await.expect(200);
        assert_eq!(adjusting["tasks"], json!([]), "{}", adjusting.text);
        app.get("accounting-periods/none/checklist", &app.accountant()).await.expect(404).problem("not_found");
        let twice = json!({ "close_task_id": "CT-1", "kind": "nothing_pending" });
        app.post("close-tasks", &app.controller(), twice).await.expect(409).problem("already_exists");
        let wrong = json!({ "kind": "nothing_pending", "account_id": "none", "due_days": 400, "title": " ", "from_date": "soon" });
        let wrong = app.post("close-tasks", &app.controller(), wrong).await.expect(422).problem("invalid");
        let mut named: Vec<_> = wrong["errors"].as_array().expect("errors").iter().filter_map(|error| error["pointer"].as_str()).collect();
        named.sort_unstable();
        assert_eq!(named, ["/account_id", "/due_days", "/from_date", "/title"], "{}", wrong.text);
        app.post("close-tasks", &app.accountant(), json!({ "kind": "manual", "title": "Mine" })).await.expect(403).problem("forbidden");
        app.post(&format!("{CHECKLIST}/CT-1/sign-off"), &app.clerk(), json!({ "evidence": "e" })).await.expect(403).problem("forbidden");
        app.post(&format!("{CHECKLIST}/CT-1/sign-off"), &app.accountant(), json!({ "evidence": " " })).await.expect(422).problem("invalid");
        let tasks = app.get("close-tasks?is_active=true&kind=nothing_pending&count=true", &app.accountant()).await.expect(200);
        assert_eq!((&tasks["total"], &tasks.data()[0]["title"]), (&json!(1), &json!("Nothing is pending")), "{}", tasks.text);
    }
}
