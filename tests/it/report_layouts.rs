//! Layouts of statements. See docs/rules/report-layouts.md.

use tests::prelude::*;

async fn books(app: &TestApp) {
    app.open_books().await;
    for (id, day, debited, credited, amount) in [
        ("JE-1", "2024-01-02", CASH, "3000", "1000.00"),
        ("JE-2", "2024-01-10", RECEIVABLE, REVENUE, "300.00"),
        ("JE-3", "2024-01-31", EXPENSE, CASH, "120.00"),
        ("JE-4", "2024-02-01", RECEIVABLE, REVENUE, "80.00"),
        ("JE-5", "2024-02-29", EXPENSE, PAYABLE, "50.00"),
    ] {
        let entry =
            with(entry_of(vec![debit(debited, amount), credit(credited, amount)]), json!({ "journal_entry_id": id }));
        app.posted(JOURNAL_ENTRY, on(entry, day)).await;
    }
}

fn layout(id: &str, statement: &str, lines: &Value) -> Value {
    json!({ "layout_id": id, "layout_name": id, "statement": statement, "lines": lines })
}

/// Sales, and what is left of them.
fn result() -> Value {
    json!([
        { "line_id": "sales", "title": "Sales", "accounts": ["4000..4999"] },
        { "line_id": "rent", "title": "Rent", "positive": "debit", "accounts": ["6000"] },
        { "line_id": "result", "title": "Result", "sum_of": ["sales", "rent"] },
    ])
}

/// `sales group 300.00 80.00: 4000 300.00 80.00`.
fn told(report: &Answer) -> Vec<String> {
    let sums = |of: &Value, own: &str| {
        let beside = of["comparatives"].as_array().cloned().unwrap_or_default();
        format!("{}{}", of[own], beside.iter().map(|sum| format!(" {sum}")).collect::<String>())
    };
    let account = |of: &Value| format!(" {} {}", of["account_id"].as_str().unwrap_or_default(), sums(of, "balance"));
    let line = |of: &Value| {
        let accounts: Vec<String> = of["accounts"].as_array().expect("accounts").iter().map(account).collect();
        let text = |field: &str| of[field].as_str().unwrap_or_default().to_owned();
        format!("{} {} {}:{}", text("line_id"), text("kind"), sums(of, "total"), accounts.join(","))
    };
    report["layout"]["lines"].as_array().expect("lines").iter().map(line).collect()
}

tests::on_both! {
    async fn a_statement_by_its_lines(app: TestApp) {
        books(&app).await;
        app.post("report-layouts", &app.controller(), layout("RL-1", "income_statement", &result())).await.expect(201);
        let report = app.report("income-statement?period_id=2024-02&compare=previous_period&layout_id=RL-1").await;
        assert_eq!(
            told(&report),
            [
                "sales group 80.00 300.00: 4000 80.00 300.00",
                "rent group 50.00 120.00: 6000 50.00 120.00",
                "result subtotal 30.00 180.00:",
            ]
        );
        assert_eq!((&report["layout"]["layout_version"], report["net_income"].to_string()), (&json!(1), "30.00".to_owned()));
        let rows = app.csv("income-statement?period_id=2024-01&layout_id=RL-1").await;
        let row = |row: &std::collections::BTreeMap<String, String>| {
            ["row", "section", "account_id", "account_name", "balance"].map(|cell| row[cell].clone()).join(",")
        };
        let rows: Vec<String> = rows.iter().map(row).collect();
        assert_eq!((rows[1].as_str(), rows[4].as_str()), ("total,sales,,Sales,300.00", "subtotal,result,,Result,180.00"));
        assert_eq!(rows.last().map(String::as_str), Some("net_income,net_income,,,180.00"));

        let lines = json!([
            { "line_id": "money", "title": "Money", "positive": "debit", "accounts": ["1000..1099"] },
            { "line_id": "own", "title": "Own means", "accounts": ["3000..3999", "current_earnings", "earlier_earnings"] },
        ]);
        app.post("report-layouts", &app.controller(), layout("RL-2", "balance_sheet", &lines)).await.expect(201);
        let sheet = app.report("balance-sheet?as_of=2024-02-29&layout_id=RL-2").await;
        assert_eq!(
            told(&sheet),
            [
                "money group 880.00: 1000 880.00",
                "own group 1210.00: 3000 1000.00, current_earnings 210.00",
                "other_debit other 380.00: 1100 380.00",
                "other_credit other 50.00: 2000 50.00",
            ]
        );
        for (query, at) in [
            ("income-statement?layout_id=RL-9", "layout_id"),
            ("cash-flow?layout_id=RL-1", "layout_id"),
            ("cash-flow?layout_version=1", "layout_version"),
            ("income-statement?layout_id=RL-2", "layout_id"),
            ("balance-sheet?layout_id=RL-2&layout_version=2", "layout_version"),
            ("balance-sheet?layout_version=1", "layout_version"),
        ] {
            let wrong = app.get(&format!("reports/{query}"), &app.accountant()).await.expect(422);
            assert_eq!(wrong["errors"][0]["pointer"], json!(at), "{query}: {}", wrong.text);
        }
    }

    /// By either method what no group names stands beside the lines, so that they come to the change of cash.
    async fn a_cash_flow_by_its_lines(app: TestApp) {
        books(&app).await;
        let lines = json!([
            { "line_id": "sold", "title": "From customers", "accounts": ["net_income", "1100..1199", "4000..4999"] },
            { "line_id": "owners", "title": "From owners", "accounts": ["3000..3999"] },
            { "line_id": "in", "title": "Came in", "sum_of": ["sold", "owners"] },
        ]);
        app.post("report-layouts", &app.controller(), layout("RL-3", "cash_flow", &lines)).await.expect(201);
        let report = app.report("cash-flow?period_id=2024-02&compare=previous_period&layout_id=RL-3").await;
        assert_eq!(
            told(&report),
            [
                "sold group -50.00 -120.00: 1100 -80.00 -300.00, net_income 30.00 180.00",
                "owners group 0.00 1000.00: 3000 0.00 1000.00",
                "in subtotal -50.00 880.00:",
                "other_credit other 50.00 0.00: 2000 50.00 0.00",
            ]
        );
        assert_eq!((report["net_change"].to_string(), report["comparatives"][0]["net_change"].to_string()), ("0.00".into(), "880.00".into()));
        let direct = app.report("cash-flow?to=2024-02-29&method=direct&layout_id=RL-3&layout_version=1").await;
        assert_eq!(
            told(&direct),
            [
                "sold group 0.00:",
                "owners group 1000.00: 3000 1000.00",
                "in subtotal 1000.00:",
                &format!("other_credit other -120.00: {EXPENSE} -120.00"),
            ]
        );
        let rows = app.csv("cash-flow?period_id=2024-02&compare=previous_period&layout_id=RL-3").await;
        let row = |row: &std::collections::BTreeMap<String, String>| {
            ["row", "section", "account_name", "balance", "balance 2024-01-01..2024-01-31"].map(|cell| row[cell].clone()).join(",")
        };
        let rows: Vec<String> = rows.iter().map(row).collect();
        assert_eq!(rows.first().map(String::as_str), Some("opening_cash,cash,,880.00,0.00"));
        assert!(rows.contains(&"subtotal,in,Came in,-50.00,880.00".to_owned()), "{rows:?}");
        assert_eq!(rows[rows.len() - 2..], ["net_change,cash,,0.00,880.00", "closing_cash,cash,,880.00,880.00"]);
        app.get("reports/cash-flow?layout_id=RL-3&format=xlsx", &app.controller()).await.expect(200);
        let listed = app.get("report-layouts?statement=cash_flow", &app.accountant()).await.expect(200);
        assert_eq!(listed.data()[0]["layout_id"], "RL-3");
    }

    /// Each change is a version of its own, by which a report is drawn again, byte for byte.
    async fn a_report_by_an_earlier_version_stays(app: TestApp) {
        books(&app).await;
        let conrad = app.controller();
        app.post("report-layouts", &conrad, layout("RL-1", "income_statement", &result())).await.expect(201);
        let before = app.report("income-statement?period_id=2024-01&layout_id=RL-1").await;
        let fewer = json!([{ "line_id": "sales", "title": "Sales", "accounts": ["4000"] }]);
        let changed = app.put("report-layouts/RL-1", &conrad, json!({ "lines": fewer })).await.expect(200);
        assert_eq!(changed["version"], json!(2));
        let same = app.put("report-layouts/RL-1", &conrad, json!({ "layout_name": "RL-1" })).await.expect(200);
        assert_eq!(same["version"], json!(2));
        let now = app.report("income-statement?period_id=2024-01&layout_id=RL-1").await;
        assert_eq!(told(&now), ["sales group 300.00: 4000 300.00", "other_debit other 120.00: 6000 120.00"]);
        let again = app.report("income-statement?period_id=2024-01&layout_id=RL-1&layout_version=1").await;
        assert_eq!(again.text, before.text);
        let first = app.get("report-layouts/RL-1?layout_version=1", &app.accountant()).await.expect(200);
        assert_eq!((&first["version"], first["lines"].as_array().map(Vec::len)), (&json!(1), Some(3)));
        let listed = app.get("report-layouts?statement=income_statement&count=true", &app.accountant()).await.expect(200);
        assert_eq!((&listed["total"], &listed.data()[0]["version"]), (&json!(1), &json!(2)));
        let found = app.engine().check(|_| {}).await.expect("a check").differences;
        assert!(found.is_empty(), "{found:?}");
    }

    async fn what_is_wrong_with_a_layout_is_named(app: TestApp) {
        app.open_books().await;
        let conrad = app.controller();
        let lines = json!([
            { "line_id": "a", "title": "A", "accounts": ["4000..4999", "5..4"] },
            { "line_id": "a", "title": "B", "accounts": ["4500"] },
            { "line_id": "c", "title": "C" },
            { "line_id": "d", "title": "D", "accounts": ["1"], "sum_of": ["a"] },
            { "line_id": "e", "title": "E", "sum_of": ["a", "f"] },
            { "line_id": "f", "title": "F", "sum_of": ["e", "a"] },
            { "line_id": "other_debit", "title": "G", "accounts": ["7"] },
        ]);
        let wrong = app.post("report-layouts", &conrad, layout("RL-1", "income_statement", &lines)).await.expect(422);
        let pointers: Vec<&str> = wrong["errors"].as_array().expect("errors").iter().filter_map(|error| error["pointer"].as_str()).collect();
        assert_eq!(
            pointers,
            [
                "/lines/0/accounts/1", "/lines/1/line_id", "/lines/1/accounts/0", "/lines/2/accounts", "/lines/3/sum_of",
                "/lines/4/sum_of/1", "/lines/5/sum_of/1", "/lines/6/line_id",
            ]
        );
        app.get("report-layouts/RL-1", &conrad).await.expect(404);
        app.post("report-layouts", &conrad, layout("RL-1", "income_statement", &result())).await.expect(201);
        app.post("report-layouts", &conrad, layout("RL-1", "income_statement", &result())).await.expect(409).problem("already_exists");
        app.post("report-layouts", &app.token("vera", &["viewer"], &[]), layout("RL-2", "income_statement", &result())).await.expect(403);
        app.get("report-layouts/RL-1", &app.token("vera", &["viewer"], &[])).await.expect(200);
    }
}
