//! Fiscal years and their close. See docs/rules/fiscal-years.md.

use tests::plain_text::equals_trial_balance;
use tests::prelude::*;

/// A quarter as a fiscal year, with a period of adjustments, and the month after it as the next one. A sale of 300.00 in January and of
/// 80.00 in February, rent of 120.00 on the last day of January and of 50.00 on that of the year, and 40.00 of the next year.
async fn books(app: &TestApp) {
    app.open_books().await;
    year(
        app,
        json!({ "fiscal_year_id": "FY1", "fiscal_year_name": "First", "start_date": "2024-01-01",
        "end_date": "2024-03-31", "adjustment_period": true }),
    )
    .await;
    year(
        app,
        json!({ "fiscal_year_id": "FY2", "fiscal_year_name": "Second", "start_date": "2024-04-01",
        "end_date": "2024-04-30" }),
    )
    .await;
    for (id, day, debited, credited, amount) in [
        ("JE-1", "2024-01-10", RECEIVABLE, REVENUE, "300.00"),
        ("JE-2", "2024-01-31", EXPENSE, CASH, "120.00"),
        ("JE-3", "2024-02-01", RECEIVABLE, REVENUE, "80.00"),
        ("JE-4", "2024-03-31", EXPENSE, PAYABLE, "50.00"),
        ("JE-5", "2024-04-10", RECEIVABLE, REVENUE, "40.00"),
    ] {
        app.posted(JOURNAL_ENTRY, moved(id, day, debited, credited, amount)).await;
    }
}

async fn year(app: &TestApp, body: Value) {
    app.post("fiscal-years", &app.controller(), body).await.expect(201);
}

fn moved(id: &str, day: &str, debited: &str, credited: &str, amount: &str) -> Value {
    let lines = vec![debit(debited, amount), credit(credited, amount)];
    on(with(entry_of(lines), json!({ "journal_entry_id": id })), day)
}

/// An entry of the year's last day, posted into the period of adjustments.
async fn adjust(app: &TestApp, id: &str, amount: &str) {
    let entry = with(moved(id, "2024-03-31", EXPENSE, PAYABLE, amount), json!({ "posting_period_id": "FY1-ADJ" }));
    app.posted(JOURNAL_ENTRY, entry).await;
}

async fn close_periods(app: &TestApp) {
    for period in ["2024-01", "2024-02", "2024-03", "FY1-ADJ"] {
        app.close(period, "all").await;
    }
}

async fn close_year(app: &TestApp, id: &str) -> Answer {
    app.post(&format!("fiscal-years/{id}/close"), &app.controller(), json!({})).await
}

async fn reopen(app: &TestApp, path: &str) -> Answer {
    app.post(&format!("{path}/reopen"), &app.controller(), json!({ "reason": "audit" })).await
}

/// What the close of a year leaves as it is: income statements of the year and of parts of it, and all days before its last one.
async fn kept(app: &TestApp) -> Vec<Value> {
    let mut found = Vec::new();
    for report in [
        "income-statement?from=2024-01-01&to=2024-03-31",
        "income-statement?from=2024-01-31&to=2024-04-30",
        "income-statement?period_id=2024-01",
        "income-statement?period_id=2024-03",
        "income-statement?period_id=FY1-ADJ",
        "balance-sheet?as_of=2024-01-31",
        "balance-sheet?as_of=2024-03-30",
        "trial-balance?as_of=2024-03-30",
        "trial-balance?period_id=2024-02",
        "trial-balance?period_id=2024-03",
        "aging?kind=ap&as_of=2024-03-31",
    ] {
        found.push(app.report(report).await.json);
    }
    found
}

/// Of the equity on a day: retained earnings, earnings of the year, of earlier years, and all of it.
async fn equity(app: &TestApp, day: &str) -> [String; 4] {
    let sheet = app.report(&format!("balance-sheet?as_of={day}")).await;
    let equity = &sheet["equity"];
    let accounts = equity["accounts"].as_array().cloned().unwrap_or_default();
    let retained = accounts.iter().find(|account| account["account_id"] == RETAINED_EARNINGS);
    let retained = retained.map_or_else(|| "0.00".to_owned(), |account| account["balance"].to_string());
    assert_eq!(sheet["assets"]["total"], sheet["total_liabilities_and_equity"], "{}", sheet.text);
    [
        retained,
        equity["current_earnings"].to_string(),
        equity["earlier_earnings"].to_string(),
        equity["total"].to_string(),
    ]
}

/// Account, opening balance, debits, credits and closing balance.
async fn trial(app: &TestApp, query: &str, account: &str) -> [String; 4] {
    let report = app.report(&format!("trial-balance?{query}")).await;
    let row = report.data().iter().find(|row| row["account_id"] == account).cloned().unwrap_or_default();
    ["opening_balance", "debit", "credit", "closing_balance"].map(|field| row[field].to_string())
}

tests::on_both! {
    async fn a_closed_year_still_shows_the_year(app: TestApp) {
        books(&app).await;
        adjust(&app, "JE-A", "10.00").await;
        assert_eq!(equity(&app, "2024-03-31").await, ["0.00", "200.00", "0.00", "200.00"]);
        assert_eq!(equity(&app, "2024-04-30").await, ["0.00", "40.00", "200.00", "240.00"]);
        let open = close_year(&app, "FY1").await.expect(409).problem("fiscal_year_not_ready");
        assert_eq!(open["period_ids"], json!(["2024-01", "2024-02", "2024-03", "FY1-ADJ"]), "{}", open.text);
        close_periods(&app).await;
        let before = kept(&app).await;

        let path = "fiscal-years/FY1/close?dry_run=true";
        let dry = app.post(path, &app.controller(), json!({})).await.expect(200);
        assert_eq!(equity(&app, "2024-03-31").await, ["0.00", "200.00", "0.00", "200.00"], "nothing was done");
        let closed = close_year(&app, "FY1").await.expect(200);
        assert_eq!(dry["would_post"].as_array().map(Vec::len), Some(3), "{}", dry.text);
        assert_eq!((&dry["lines"], &dry["carried"]), (&closed["lines"], &closed["carried"]), "as the dry run showed it");
        assert_eq!((closed.number("carried"), closed.string("journal_entry_id")), ("200.00".into(), "JE-CLOSE-FY1-1"));
        assert_eq!(kept(&app).await, before, "the year stays as it was");
        assert_eq!(equity(&app, "2024-03-31").await, ["200.00", "0.00", "0.00", "200.00"]);
        assert_eq!(equity(&app, "2024-04-30").await, ["200.00", "40.00", "0.00", "240.00"], "it is carried forward");
        let entry = app.get("journal-entries/JE-CLOSE-FY1-1", &app.controller()).await.expect(200);
        assert_eq!((entry.string("entry_type"), entry.string("status")), ("Closing", "Posted"), "{}", entry.text);
        assert_eq!(entry["allowed_actions"], json!([]), "{}", entry.text);
        let back = json!({ "reversal_date": "2024-04-01" });
        app.post("journal-entries/JE-CLOSE-FY1-1/reverse", &app.controller(), back).await.expect(409).problem("wrong_status");
        close_year(&app, "FY1").await.expect(409).problem("already_closed");
        reopen(&app, "accounting-periods/2024-02").await.expect(409).problem("fiscal_year_closed");
        equals_trial_balance(&app).await;

        let opened = reopen(&app, "fiscal-years/FY1").await.expect(200);
        assert_eq!((&opened["is_closed"], opened.string("reason")), (&json!(false), "audit"), "{}", opened.text);
        assert_eq!(kept(&app).await, before, "nor does its reopening change the year");
        assert_eq!(equity(&app, "2024-03-31").await, ["0.00", "200.00", "0.00", "200.00"]);
        app.expect_fields("journal-entries/JE-CLOSE-FY1-1", &[("status", "Voided")]).await;
        assert_eq!(close_year(&app, "FY1").await.expect(200).string("journal_entry_id"), "JE-CLOSE-FY1-2");
        assert_eq!(equity(&app, "2024-03-31").await, ["200.00", "0.00", "0.00", "200.00"]);
        equals_trial_balance(&app).await;
    }

    async fn an_adjustment_has_a_period_and_a_close_of_its_own(app: TestApp) {
        books(&app).await;
        close_periods(&app).await;
        close_year(&app, "FY1").await.expect(200);
        // Once with what is kept of closed periods, and once anew.
        assert_eq!(trial(&app, "as_of=2024-03-31", EXPENSE).await, ["0.00", "170.00", "170.00", "0.00"]);
        reopen(&app, "accounting-periods/FY1-ADJ").await.expect(200);
        adjust(&app, "JE-A", "10.00").await;
        adjust(&app, "JE-B", "5.00").await;
        // What names no period does not land there.
        let late = with(moved("JE-X", "2024-03-31", EXPENSE, PAYABLE, "1.00"), json!({ "posting_period_id": null }));
        app.post("journal-entries", &app.clerk(), late).await.expect(409).problem("period_closed");
        assert_eq!(equity(&app, "2024-03-31").await, ["210.00", "-15.00", "0.00", "195.00"]);
        assert_eq!(equity(&app, "2024-04-30").await, ["210.00", "40.00", "-15.00", "235.00"]);
        assert_eq!(trial(&app, "period_id=2024-03", EXPENSE).await, ["120.00", "50.00", "0.00", "170.00"]);
        assert_eq!(trial(&app, "period_id=FY1-ADJ", EXPENSE).await, ["170.00", "15.00", "170.00", "15.00"]);
        assert_eq!(trial(&app, "period_id=2024-04", PAYABLE).await, ["-65.00", "0.00", "0.00", "-65.00"]);
        assert_eq!(trial(&app, "as_of=2024-03-30", EXPENSE).await, ["0.00", "120.00", "0.00", "120.00"]);
        for (query, net) in [("period_id=2024-03", "-50.00"), ("period_id=FY1-ADJ", "-15.00"), ("from=2024-03-31&to=2024-03-31", "-65.00")] {
            assert_eq!(app.report(&format!("income-statement?{query}")).await.number("net_income"), net, "{query}");
        }
        app.close("FY1-ADJ", "all").await;
        let again = close_year(&app, "FY1").await.expect(200);
        assert_eq!((again.number("carried"), again.string("journal_entry_id")), ("-15.00".into(), "JE-CLOSE-FY1-2"));
        assert_eq!(equity(&app, "2024-03-31").await, ["195.00", "0.00", "0.00", "195.00"]);
        let year = app.report("income-statement?from=2024-01-01&to=2024-03-31").await;
        assert_eq!(year.number("net_income"), "195.00", "the movement of retained earnings is the net income of the year");
        // Line by line through the last day, which two periods share.
        let (mut path, mut balances) = ("general-ledger?account_id=6000&from=2024-03-31&to=2024-03-31&limit=1".to_owned(), Vec::new());
        loop {
            let page = app.report(&path).await;
            balances.extend(page.data().iter().map(|line| line["balance"].to_string()));
            let Some(next) = page["next_cursor"].as_str() else { break };
            path = format!("general-ledger?account_id=6000&from=2024-03-31&to=2024-03-31&limit=1&cursor={next}");
        }
        assert_eq!(balances, ["170.00", "180.00", "185.00", "15.00", "0.00"]);
        equals_trial_balance(&app).await;
    }

    /// See docs/rules/fiscal-years.md#period-of-adjustments.
    async fn what_is_undone_on_the_last_day_is_an_adjustment_once_the_month_is_closed(app: TestApp) {
        books(&app).await;
        let conrad = app.controller();
        for (kind, body) in [
            (INVOICE, on(invoice("I-1", "60.00"), "2024-03-10")),
            (INVOICE, on(invoice("I-3", "60.00"), "2024-03-10")),
            (BILL, on(bill("B-1", "50.00"), "2024-03-10")),
            (BILL_PAYMENT, on(bill_payment("P-1", "B-1", "50.00"), "2024-03-20")),
        ] {
            app.posted(kind, body).await;
        }
        let last = |name: &str| json!({ "reason": "audit", name: "2024-03-31" });
        for period in ["2024-01", "2024-02", "2024-03", "FY1-ADJ"] {
            app.close(period, "all").await;
        }
        let closed = app.post("invoices/I-1/void", &conrad, last("void_date")).await.expect(409).problem("period_closed");
        assert!(closed.string("detail").ends_with("the next open day is 2024-04-01"), "{}", closed.text);
        reopen(&app, "accounting-periods/FY1-ADJ").await.expect(200);
        let late = on(invoice("I-2", "1.00"), "2024-03-30");
        let told = app.post("invoices", &conrad, late).await.expect(409).problem("period_closed");
        let way = "send posting_period_id FY1-ADJ to adjust the year, or 2024-04 to post it later";
        assert!(told.string("detail").ends_with(way), "{}", told.text);
        let voided = app.post("invoices/I-1/void", &conrad, last("void_date")).await.expect(200);
        assert_eq!((voided.string("reversal_date"), voided.string("reversal_period_id")), ("2024-03-31", "FY1-ADJ"), "{}", voided.text);
        app.post("bill-payments/P-1/return", &conrad, last("return_date")).await.expect(200);
        let reversing = app.post("journal-entries/JE-4/reverse", &conrad, json!({ "reversal_date": "2024-03-31" })).await;
        assert_eq!(reversing.expect(201)["posting_period_id"], "FY1-ADJ");
        assert_eq!(trial(&app, "period_id=FY1-ADJ", CASH).await[1], "50.00");
        // Another day is not the year's last.
        let early = json!({ "reason": "r", "void_date": "2024-03-30" });
        app.post("invoices/I-3/void", &conrad, early).await.expect(409).problem("period_closed");
        equals_trial_balance(&app).await;
    }

    async fn of_many_closes_at_once_one_carries(app: TestApp) {
        books(&app).await;
        close_periods(&app).await;
        let close = || close_year(&app, "FY1");
        let (first, second, third, fourth) = tokio::join!(close(), close(), close(), close());
        let all = [first, second, third, fourth];
        let done = all.iter().filter(|answer| answer.status == 200).count();
        assert_eq!(done, 1, "{:?}", all.iter().map(|answer| &answer.text).collect::<Vec<_>>());
        assert!(all.iter().all(|answer| [200, 409, 412].contains(&answer.status)));
        assert_eq!(equity(&app, "2024-03-31").await, ["210.00", "0.00", "0.00", "210.00"]);
        let year = app.get("fiscal-years/FY1", &app.controller()).await.expect(200);
        assert_eq!(year["closing_entry_ids"], json!(["JE-CLOSE-FY1-1"]), "{}", year.text);
    }

    async fn a_year_is_made_with_its_periods(app: TestApp) {
        app.open_books().await;
        let whole = json!({ "fiscal_year_id": "FY", "fiscal_year_name": "2024", "start_date": "2024-01-01" });
        let made = app.post("fiscal-years", &app.controller(), whole).await.expect(201);
        let ids: Vec<String> = (1..=12).map(|month| format!("2024-{month:02}")).collect();
        assert_eq!((&made["period_ids"], made.string("end_date")), (&json!(ids), "2024-12-31"), "{}", made.text);
        let weeks = json!({
            "fiscal_year_id": "W", "fiscal_year_name": "Weeks", "start_date": "2026-01-05", "end_date": "2027-01-10",
            "period_pattern": "weeks-4-4-5",
        });
        app.post("fiscal-years", &app.controller(), weeks).await.expect(201);
        let last = app.get("accounting-periods/W-12", &app.controller()).await.expect(200);
        assert_eq!((last.string("start_date"), last.string("end_date")), ("2026-11-30", "2027-01-10"), "six weeks");
        assert_eq!(last["is_adjustment"], false, "{}", last.text);
        let list = app.get("fiscal-years?limit=1&count=true", &app.controller()).await.expect(200);
        assert_eq!((&list.data()[0]["fiscal_year_id"], &list["total"]), (&json!("W"), &json!(2)), "{}", list.text);
        let next = list.string("next_cursor").to_owned();
        let list = app.get(&format!("fiscal-years?limit=1&cursor={next}"), &app.controller()).await.expect(200);
        assert_eq!((&list.data()[0]["fiscal_year_id"], &list["has_more"]), (&json!("FY"), &json!(false)), "{}", list.text);
        let wrong = json!({ "fiscal_year_id": "X", "start_date": "2028-01-01", "end_date": "2027-01-01", "period_pattern": "days" });
        let wrong = app.post("fiscal-years", &app.controller(), wrong).await.expect(422);
        wrong.names("/fiscal_year_name");
    }
}
