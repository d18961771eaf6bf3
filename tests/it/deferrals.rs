//! Deferrals: lines that are recognised month by month. See docs/rules/deferrals.md.

use tests::prelude::*;

const PREPAID: &str = "1500";

async fn tick(app: &TestApp) -> u64 {
    app.engine().recognize_due_deferrals().await.expect("a tick")
}

async fn sign(app: &TestApp, id: &str) {
    app.approve(&format!("journal-entries/{id}")).await.expect(200);
}

tests::on_both! {
    /// Each part once, however many look at once; in approval, not by its owner; to the last cent.
    async fn each_part_is_recognised_once(app: TestApp) {
        app.open_books().await;
        let body = with(app.prepaid("BILL-1", "100.00").await, json!({ "deferral_id": "DF-1" }));
        let kept = app.post("deferrals", &app.accountant(), body.clone()).await.expect(201);
        assert_eq!((&kept["status"], &kept["amount"], &kept["from_account_id"]), (&json!("active"), &number("100.00"), &json!(PREPAID)), "{}", kept.text);
        let part = |date: &str, amount: &str, is_recognized: bool| json!({
            "date": date, "amount": number(amount), "journal_entry_id": format!("DF-1-{date}"), "is_recognized": is_recognized,
        });
        let days = [("2024-01-31", "33.33"), ("2024-02-29", "33.34"), ("2024-03-31", "33.33")];
        assert_eq!(kept["parts"], json!(days.map(|(date, amount)| part(date, amount, false))), "{}", kept.text);
        app.post("deferrals", &app.accountant(), body.clone()).await.expect(409).problem("already_exists");
        let again = with(body.clone(), json!({ "deferral_id": "DF-9" }));
        let twice = app.post("deferrals", &app.accountant(), again).await.expect(409).problem("already_exists");
        assert_eq!(twice["detail"], "deferral \"DF-1\" defers this line already", "{}", twice.text);
        app.draft(BILL, bill("BILL-9", "5.00")).await;
        let line = json!([{ "account_id": PREPAID, "quantity": 1, "rate": 5 }]);
        app.put("bills/BILL-9", &app.clerk(), with(bill("BILL-9", "5.00"), json!({ "lines": line }))).await.expect(200);
        let early = with(body.clone(), json!({ "deferral_id": "DF-9", "document_id": "BILL-9" }));
        app.post("deferrals", &app.accountant(), early).await.expect(409).problem("wrong_status");
        let wrong = json!({ "deferral_id": "DF-9", "line_number": 7, "account_id": CASH, "end_date": "2024-03-01" });
        let wrong = app.post("deferrals", &app.accountant(), with(body.clone(), wrong)).await.expect(422).problem("invalid");
        let mut named: Vec<_> = wrong["errors"].as_array().expect("errors").iter().filter_map(|error| error["pointer"].as_str()).collect();
        named.sort_unstable();
        assert_eq!(named, ["/account_id", "/end_date", "/line_number"], "{}", wrong.text);
        // Two processes look at once, and one of them twice; the schedule of either may be faster.
        let other = TestApp::start_on(Database::at(app.database.url().to_owned()), &[]).await;
        let (engine, beside) = (app.engine(), other.engine());
        let (one, second, third) =
            tokio::join!(engine.recognize_due_deferrals(), beside.recognize_due_deferrals(), beside.recognize_due_deferrals());
        let made: u64 = [one, second, third].into_iter().map(|made| made.expect("a tick")).sum();
        tick(&app).await;
        assert!(made <= 3 && tick(&app).await == 0, "{made} were made");
        let first = app.get("journal-entries/DF-1-2024-01-31", &app.admin()).await.expect(200);
        assert_eq!((&first["status"], &first["entry_type"], &first["submitted_by"]), (&json!("Pending Approval"), &json!("Adjusting"), &kept["owner"]), "{}", first.text);
        assert_eq!(first["lines"][0]["account_id"], EXPENSE, "{}", first.text);
        let owner = app.token(kept.string("owner"), &["controller"], &[]);
        app.act("journal-entries/DF-1-2024-01-31/approve", &owner).await.expect(403).problem("forbidden");
        assert_eq!(app.balance(PREPAID).await, "100.00");
        for (day, _) in days {
            sign(&app, &format!("DF-1-{day}")).await;
        }
        assert_eq!((app.balance(PREPAID).await, app.balance(EXPENSE).await), ("0.00".into(), "100.00".into()));
        let done = app.get("deferrals/DF-1", &app.accountant()).await.expect(200);
        assert_eq!((&done["status"], &done["recognized_amount"], &done["version"]), (&json!("completed"), &number("100.00"), &json!(4)), "{}", done.text);
        app.act("deferrals/DF-1/end", &app.accountant()).await.expect(409).problem("wrong_status");
        let trail = app.get("deferrals/DF-1/audit-trail", &app.accountant()).await.expect(200);
        let rows: Vec<_> = trail["audit_trail"].as_array().expect("rows").iter().filter_map(|row| row["action"].as_str()).collect();
        assert_eq!(rows, ["Created", "Recognized", "Recognized", "Recognized"], "{}", trail.text);
    }

    /// A foreign bill at its own rate, by days; a closed month waits and the void of the bill ends the rest.
    async fn a_foreign_bill_a_closed_month_and_a_void(app: TestApp) {
        app.open_books().await;
        let who = app.accountant();
        app.prepaid("BILL-0", "1.00").await;
        let line = json!([{ "account_id": PREPAID, "quantity": 1, "rate": number("33.33") }]);
        app.posted(BILL, with(in_currency(bill("BILL-1", "33.33"), "EUR", "1.25"), json!({ "lines": line }))).await;
        app.close("2024-02", "all").await;
        let body = json!({
            "deferral_id": "DF-2", "document_type": "bill", "document_id": "BILL-1", "line_number": 1, "account_id": EXPENSE,
            "start_date": "2024-01-16", "end_date": "2024-03-15",
        });
        let kept = app.post("deferrals", &who, body).await.expect(201);
        assert_eq!((&kept["currency"], &kept["amount"]), (&json!("USD"), &number("41.66")), "{}", kept.text);
        let amounts: Vec<_> = kept["parts"].as_array().expect("parts").iter().map(|part| part["amount"].to_string()).collect();
        assert_eq!(amounts, ["11.11", "20.14", "10.41"], "{}", kept.text);
        tick(&app).await;
        assert_eq!(tick(&app).await, 0);
        let stuck = app.get("deferrals/DF-2", &who).await.expect(200);
        assert_eq!((&stuck["last_problem"]["code"], &stuck["version"]), (&json!("period_closed"), &json!(3)), "{}", stuck.text);
        app.reopen("2024-02").await;
        sign(&app, "DF-2-2024-01-31").await;
        app.post("bills/BILL-1/void", &app.controller(), json!({ "reason": "r" })).await.expect(200);
        assert_eq!(tick(&app).await, 0);
        let ended = app.get("deferrals?document_id=BILL-1&status=ended&count=true", &who).await.expect(200);
        assert_eq!((&ended["total"], &ended.data()[0]["recognized_amount"]), (&json!(1), &number("11.11")), "{}", ended.text);
        let trail = app.get("deferrals/DF-2/audit-trail", &who).await.expect(200);
        let last = trail["audit_trail"].as_array().expect("rows").last().expect("a row");
        assert_eq!(last["details"]["reason"], "bill \"BILL-1\" was voided", "{}", trail.text);
        // What was recognised is reversed by hand, and nothing is left of either.
        let reversed = app.post("journal-entries/DF-2-2024-01-31/reverse", &app.controller(), json!({ "reversal_date": "2024-02-01" })).await.expect(201);
        let path = format!("journal-entries/{}", reversed.string("journal_entry_id"));
        app.act(&format!("{path}/submit-for-approval"), &app.controller()).await.expect(200);
        app.approve(&path).await.expect(200);
        assert_eq!((app.balance(PREPAID).await, app.balance(EXPENSE).await), ("1.00".into(), "0.00".into()));
    }

    /// What the void of a bill has taken back is recognised by no entry that waited meanwhile.
    async fn entries_that_waited_while_the_bill_was_voided_are_barred(app: TestApp) {
        app.open_books().await;
        let body = with(app.prepaid("BILL-1", "100.00").await, json!({ "deferral_id": "DF-3" }));
        app.post("deferrals", &app.accountant(), body).await.expect(201);
        tick(&app).await;
        // A posted one, one that waits, one that was sent back, and one on hold.
        sign(&app, "DF-3-2024-01-31").await;
        let (waits, back) = ("journal-entries/DF-3-2024-02-29", "journal-entries/DF-3-2024-03-31");
        app.post(&format!("{back}/request-change"), &app.manager(), json!({ "comments": "why" })).await.expect(200);
        app.post("bills/BILL-1/void", &app.controller(), json!({ "reason": "r" })).await.expect(200);
        let signed = app.approve(waits).await.expect(409).problem("wrong_status");
        let why = "bill \"BILL-1\", of which it is a part, was voided; reject it";
        assert!(signed.string("detail").starts_with(why), "{}", signed.text);
        let sent = app.act(&format!("{back}/submit-for-approval"), &app.admin()).await.expect(409).problem("wrong_status");
        assert!(sent.string("detail").ends_with("delete it"), "{}", sent.text);
        app.post(&format!("{waits}/reject"), &app.manager(), json!({ "reason": "r" })).await.expect(200);
        app.delete(back, &app.admin()).await.expect(204);
        assert_eq!((app.balance(PREPAID).await, app.balance(EXPENSE).await), ("-33.33".into(), "33.33".into()));
    }
}
