//! Reports of the lines of one value of a dimension, and statements in columns by value and by party.
//! See docs/rules/dimensions.md#reports-of-a-value.

use tests::prelude::*;

use super::lines;

/// A line with a department, and a project where one is named.
fn naming(line: Value, department: &str, project: &str) -> Value {
    let line = with(line, json!({ "department_id": department }));
    if project.is_empty() {
        return line;
    }
    with(line, json!({ "dimensions": [{ "dimension_id": "project", "value_id": project }] }))
}

/// In January costs of 40.00 of sales for P-2, a part of P-1, and 10.00 of sales for none; 25.00 of the shop for P-3; 5.00 of nobody.
/// An invoice of 100.00 to customer C-1. In February costs of 7.00 of sales for P-1.
async fn books(app: &TestApp) {
    app.open_books().await;
    app.dimension("project").await;
    for (id, parent) in [("P-1", Value::Null), ("P-2", json!("P-1")), ("P-3", Value::Null)] {
        let body = json!({ "dimension_id": "project", "value_id": id, "value_name": format!("Project {id}"), "parent_id": parent });
        app.post("dimension-values", &app.controller(), body).await.expect(201);
    }
    let costs = vec![
        naming(debit(EXPENSE, "40.00"), "sales", "P-2"),
        naming(debit(EXPENSE, "10.00"), "sales", ""),
        naming(debit(EXPENSE, "25.00"), "shop", "P-3"),
        debit(EXPENSE, "5.00"),
        credit(CASH, "80.00"),
    ];
    app.posted(JOURNAL_ENTRY, with(entry_of(costs), json!({ "journal_entry_id": "JE-1" }))).await;
    app.posted(INVOICE, invoice("INV-1", "100.00")).await;
    let later = entry_of(vec![naming(debit(EXPENSE, "7.00"), "sales", "P-1"), credit(CASH, "7.00")]);
    app.posted(JOURNAL_ENTRY, on(with(later, json!({ "journal_entry_id": "JE-2" })), "2024-02-05")).await;
}

fn expenses(report: &Answer) -> String {
    report.json["expenses"]["total"].to_string()
}

/// Each column as its kind, id and expenses.
fn parts(report: &Answer) -> Vec<String> {
    let columns = report.json["comparatives"].as_array().cloned().unwrap_or_default();
    let told = |column: &Value| {
        let part = &column["part"];
        format!("{} {} {}", part["kind"], part["id"], column["expenses"]).replace('"', "")
    };
    columns.iter().map(told).collect()
}

tests::on_both! {
    async fn a_report_of_one_value(app: TestApp) {
        books(&app).await;
        for (query, total) in [
            ("dimension_id=department&value_id=sales", "50.00"),
            ("dimension_id=department&value_id=none", "5.00"),
            ("dimension_id=department&value_id=nobody", "0.00"),
            // With its parts.
            ("dimension_id=project&value_id=P-1", "40.00"),
            ("dimension_id=project&value_id=P-2", "40.00"),
            ("dimension_id=project&value_id=P-3", "25.00"),
            ("dimension_id=project&value_id=none", "15.00"),
        ] {
            let report = app.report(&format!("income-statement?period_id=2024-01&{query}")).await;
            assert_eq!(expenses(&report), total, "{query}");
        }
        let trial = app.report("trial-balance?period_id=2024-02&dimension_id=department&value_id=sales").await;
        let columns = ["account_id", "opening_balance", "debit", "credit", "closing_balance"];
        assert_eq!(lines(trial.data(), &columns), ["6000 50.00 7.00 0.00 57.00"], "{}", trial.text);
        let sheet = app.report("balance-sheet?as_of=2024-02-29&dimension_id=department&value_id=sales").await;
        let equity = &sheet["equity"];
        assert_eq!((equity["current_earnings"].to_string(), equity["balancing_item"].to_string()), ("-57.00".into(), "57.00".into()));
        let item = app.csv("balance-sheet?as_of=2024-02-29&dimension_id=department&value_id=sales").await;
        assert!(item.iter().any(|row| row["row"] == "balancing_item" && row["balance"] == "57.00"), "{item:?}");
        assert!(app.report("balance-sheet?as_of=2024-02-29").await["equity"].get("balancing_item").is_none());
        let ledger = format!("general-ledger?account_id={EXPENSE}&from=2024-02-01&dimension_id=project&value_id=P-1");
        let report = app.report(&ledger).await;
        assert_eq!(report.number("opening_balance"), "40.00");
        assert_eq!(lines(report.data(), &["document_id", "debit", "balance"]), ["JE-2 7.00 47.00"], "{}", report.text);
        let rows = app.csv(&ledger).await;
        assert_eq!(rows.iter().map(|row| row["balance"].as_str()).collect::<Vec<_>>(), ["40.00", "47.00", "47.00"]);
        // Of a posting the lines that name it alone.
        let journal = app.report("journal?from=2024-01-01&to=2024-01-31&dimension_id=department&value_id=sales").await;
        assert_eq!((journal.number("total_debit"), journal.number("total_credit")), ("50.00".into(), "0.00".into()));
        assert_eq!(lines(journal.data()[0]["lines"].as_array().expect("lines"), &["account_id", "debit"]), ["6000 40.00", "6000 10.00"]);
        assert_eq!(app.csv("journal?from=2024-01-01&to=2024-01-31&dimension_id=department&value_id=sales").await.len(), 2);
    }

    async fn a_statement_in_columns(app: TestApp) {
        books(&app).await;
        let by_project = app.report("income-statement?period_id=2024-01&split_by=dimension:project").await;
        assert_eq!(parts(&by_project), ["named P-1 40.00", "named P-3 25.00", "none null 15.00"], "{}", by_project.text);
        assert_eq!(by_project["comparatives"][0]["part"]["name"], "Project P-1");
        let within = app.report("income-statement?dimension_id=project&value_id=P-1&split_by=dimension:project").await;
        assert_eq!(parts(&within), ["named P-1 7.00", "named P-2 40.00"], "{}", within.text);
        let narrow = app.report("income-statement?period_id=2024-01&split_by=dimension:project&columns=3").await;
        assert_eq!(parts(&narrow), ["others null 65.00", "none null 15.00"], "{}", narrow.text);
        let of_sales = app.report("income-statement?period_id=2024-01&dimension_id=department&value_id=sales&split_by=dimension:project").await;
        assert_eq!(parts(&of_sales), ["named P-1 40.00", "none null 10.00"], "{}", of_sales.text);
        let rows = app.csv("income-statement?period_id=2024-01&split_by=dimension:project").await;
        let total = rows.last().expect("rows");
        assert_eq!([&total["balance"], &total["balance P-1"], &total["balance (none)"]], ["20.00", "-40.00", "85.00"]);
        let customers = app.report("income-statement?period_id=2024-01&split_by=customer").await;
        let told = &customers["comparatives"][0];
        assert_eq!((told["part"]["kind"].as_str(), told["income"].to_string()), (Some("named"), "100.00".into()), "{}", customers.text);
        assert!(told["part"]["name"].is_string(), "{}", customers.text);
        let trial = app.csv("trial-balance?as_of=2024-01-31&split_by=customer").await;
        let receivable = trial.iter().find(|row| row["account_id"] == RECEIVABLE).expect("a row");
        let of_customer = format!("closing_balance {}", told["part"]["id"].as_str().expect("a customer"));
        assert_eq!((receivable[&of_customer].as_str(), receivable["closing_balance"].as_str()), ("100.00", "100.00"));
        app.get("reports/trial-balance?split_by=dimension:department&format=xlsx", &app.controller()).await.expect(200);
    }

    /// Each column has what balances it, and none is read for itself: together they are the sheet.
    async fn a_balance_sheet_in_columns(app: TestApp) {
        books(&app).await;
        let told = |report: &Answer| {
            let columns = report.json["comparatives"].as_array().cloned().unwrap_or_default();
            let told = |column: &Value| {
                let part = &column["part"];
                let figures = ["assets", "current_earnings", "balancing_item", "equity"].map(|name| column[name].to_string());
                format!("{} {} {}", part["kind"], part["id"], figures.join(" ")).replace('"', "")
            };
            columns.iter().map(told).collect::<Vec<_>>()
        };
        let by_project = app.report("balance-sheet?as_of=2024-01-31&split_by=dimension:project").await;
        assert_eq!(
            told(&by_project),
            ["named P-1 0.00 -40.00 40.00 0.00", "named P-3 0.00 -25.00 25.00 0.00", "none null 20.00 85.00 -65.00 20.00"],
            "{}",
            by_project.text
        );
        assert_eq!((by_project["equity"]["current_earnings"].to_string(), by_project["equity"]["balancing_item"].to_string()), ("20.00".into(), "0.00".into()));
        assert_eq!(by_project["comparatives"][0]["part"]["name"], "Project P-1");
        // Of one department alone it is split as a whole is.
        let of_sales = app.report("balance-sheet?as_of=2024-01-31&dimension_id=department&value_id=sales&split_by=dimension:project").await;
        assert_eq!(told(&of_sales), ["named P-1 0.00 -40.00 40.00 0.00", "none null 0.00 -10.00 10.00 0.00"], "{}", of_sales.text);
        assert_eq!(of_sales["equity"]["balancing_item"].to_string(), "50.00");
        let customers = app.report("balance-sheet?as_of=2024-01-31&split_by=customer").await;
        let receivable = &customers["assets"]["accounts"].as_array().expect("accounts")[1];
        assert_eq!((&receivable["account_id"], receivable["comparatives"].to_string()), (&json!(RECEIVABLE), "[100.00,0.00]".into()), "{}", customers.text);
        // The earnings of the years before stand where they were earned.
        let year = json!({ "fiscal_year_id": "FY", "fiscal_year_name": "FY", "start_date": "2024-01-01", "end_date": "2024-01-31" });
        app.post("fiscal-years", &app.controller(), year).await.expect(201);
        let later = app.report("balance-sheet?as_of=2024-02-29&split_by=dimension:project&columns=3").await;
        let earlier = |column: &Value| format!("{} {}", column["earlier_earnings"], column["current_earnings"]);
        let columns: Vec<String> = later["comparatives"].as_array().expect("columns").iter().map(earlier).collect();
        assert_eq!(columns, ["-65.00 -7.00", "85.00 0.00"], "{}", later.text);
        let rows = app.csv("balance-sheet?as_of=2024-01-31&split_by=dimension:project").await;
        let item = rows.iter().find(|row| row["row"] == "balancing_item").expect("a row");
        assert_eq!([&item["balance"], &item["balance P-1"], &item["balance (none)"]], ["0.00", "40.00", "-65.00"]);
        app.get("reports/balance-sheet?split_by=customer&format=xlsx", &app.controller()).await.expect(200);
    }

    async fn what_is_refused(app: TestApp) {
        app.open_books().await;
        for (query, wrong) in [
            ("trial-balance?value_id=sales", "dimension_id"),
            ("trial-balance?dimension_id=department", "value_id"),
            ("trial-balance?dimension_id=moon&value_id=sales", "dimension_id"),
            ("income-statement?dimension_id=moon&value_id=none", "dimension_id"),
            ("balance-sheet?dimension_id=moon&value_id=none", "dimension_id"),
            ("journal?dimension_id=moon&value_id=none", "dimension_id"),
            ("journal?value_id=none", "dimension_id"),
            ("budget-vs-actual?budget_id=B&value_id=none", "dimension_id"),
            ("general-ledger?account_id=1000&dimension_id=moon&value_id=none", "dimension_id"),
            ("general-ledger?account_id=1000&dimension_id=department", "value_id"),
            ("income-statement?split_by=moon", "split_by"),
            ("income-statement?split_by=dimension:moon", "split_by"),
            ("income-statement?split_by=customer&columns=2", "columns"),
            ("income-statement?split_by=customer&columns=14", "columns"),
            ("trial-balance?split_by=customer&compare=previous_period", "compare"),
            ("balance-sheet?split_by=dimension:moon", "split_by"),
            ("balance-sheet?split_by=vendor&compare=previous_period", "compare"),
            ("balance-sheet?split_by=vendor&columns=2", "columns"),
        ] {
            let refused = app.get(&format!("reports/{query}"), &app.controller()).await.expect(422);
            refused.problem("invalid").names(wrong);
        }
        let all = app.get("reports/trial-balance?value_id=x&split_by=moon&columns=1&compare=previous_period", &app.controller()).await;
        all.expect(422).names("dimension_id").names("split_by").names("columns").names("compare");
    }
}
