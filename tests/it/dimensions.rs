//! Dimensions: what lines name, what accounts require, and how reports tell it apart. See docs/rules/dimensions.md.

use tests::prelude::*;

fn project(id: &str) -> Value {
    json!({ "dimensions": [{ "dimension_id": "project", "value_id": id }] })
}

async fn value(app: &TestApp, id: &str, more: Value) {
    let body = with(json!({ "dimension_id": "project", "value_id": id, "value_name": id }), more);
    app.post("dimension-values", &app.controller(), body).await.expect(201);
}

fn entry(id: &str, named: Value) -> Value {
    let lines = vec![with(debit(EXPENSE, "40.00"), named), credit(CASH, "40.00")];
    with(entry_of(lines), json!({ "journal_entry_id": id }))
}

async fn sign(app: &TestApp, path: &str) {
    app.act(&format!("{path}/submit-for-approval"), &app.clerk()).await.expect(200);
    app.approve(path).await.expect(200);
}

/// The rows of a report by account and value.
fn rows(report: &Answer) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let row = |row: &Value| {
        format!("{} {} {} {}", text(&row["account_id"]), text(&row["value_id"]), row["debit"], row["credit"])
    };
    report.data().iter().map(row).collect()
}

tests::on_both! {
    /// Department and cost center are there from the start, as they always were.
    async fn the_first_two(app: TestApp) {
        app.open_books().await;
        let all = app.get("dimensions", &app.token("vera", &["viewer"], &[])).await.expect(200);
        let ids: Vec<_> = all.data().iter().map(|one| (one["dimension_id"].clone(), one["takes"].clone())).collect();
        assert_eq!(ids, [(json!("department"), json!("any")), (json!("cost_center"), json!("any"))], "{}", all.text);
        let named = json!({ "department_id": "D-1", "cost_center_id": "whatever" });
        app.posted(JOURNAL_ENTRY, entry("JE-1", named)).await;
        let listed = app.put("dimensions/department", &app.controller(), json!({ "takes": "listed" })).await.expect(200);
        assert_eq!(listed["version"], 2);
        let refused = app.post("journal-entries", &app.clerk(), entry("JE-2", json!({ "department_id": "D-1" }))).await;
        refused.expect(422).names("/lines/0/department_id");
        let d1 = json!({ "dimension_id": "department", "value_id": "D-1", "value_name": "Sales" });
        app.post("dimension-values", &app.controller(), d1.clone()).await.expect(201);
        app.post("dimension-values", &app.controller(), d1).await.expect(409).problem("already_exists");
        let again = json!({ "dimension_id": "department", "dimension_name": "Again" });
        app.post("dimensions", &app.controller(), again).await.expect(409).problem("already_exists");
        app.posted(JOURNAL_ENTRY, entry("JE-2", json!({ "department_id": "D-1" }))).await;
        let report = app.report("by-dimension?dimension_id=department&period_id=2024-01").await;
        assert_eq!(rows(&report), ["1000 - 0.00 80.00", "6000 D-1 80.00 0.00"], "{}", report.text);
        assert_eq!(report["values"][1]["value_name"], "Sales", "{}", report.text);
        app.report("by-dimension?dimension_id=cost_center").await;
        app.get("reports/by-dimension?dimension_id=moon", &app.controller()).await.expect(422).problem("invalid").names("dimension_id");
    }

    /// From the draft over the signature into the ledger, its reversal and its reports.
    async fn what_lines_name_is_signed_and_reported(app: TestApp) {
        app.open_books().await;
        app.dimension("project").await;
        value(&app, "P-1", json!({})).await;
        value(&app, "P-2", json!({ "parent_id": "P-1", "valid_from": "2024-01-01", "valid_to": "2024-01-31" })).await;
        value(&app, "P-3", json!({})).await;
        let created = app.post("journal-entries", &app.clerk(), entry("JE-1", project("P-1"))).await.expect(201);
        assert_eq!(created["lines"][0]["dimensions"], project("P-1")["dimensions"], "{}", created.text);
        assert_eq!(created["lines"][1]["dimensions"], json!(null), "{}", created.text);
        // What a read shows can be put back, and another value is told in the trail.
        let put = app.put("journal-entries/JE-1", &app.clerk(), created.json.clone()).await.expect(200);
        assert_eq!(put["version"], created["version"]);
        app.put("journal-entries/JE-1", &app.clerk(), entry("JE-1", project("P-2"))).await.expect(200);
        let trail = app.get("journal-entries/JE-1/audit-trail", &app.clerk()).await.expect(200);
        let change = json!([{ "field": "lines/1/dimensions", "before": "project=P-1", "after": "project=P-2" }]);
        assert_eq!(trail["audit_trail"][1]["details"]["changes"], change, "{}", trail.text);
        sign(&app, "journal-entries/JE-1").await;
        let items = json!([with(json!({ "account_id": EXPENSE, "quantity": 1, "rate": 25 }), project("P-1"))]);
        app.posted(BILL, with(bill("BILL-1", "25.00"), json!({ "lines": items }))).await;
        let late = on(entry("JE-2", project("P-2")), "2024-02-01");
        let refused = app.post("journal-entries", &app.clerk(), late).await.expect(422);
        refused.names("/lines/0/dimensions/0/value_id");
        let report = app.report("by-dimension?dimension_id=project&period_id=2024-01").await;
        assert_eq!(
            rows(&report),
            ["1000 - 0.00 40.00", "2000 - 0.00 25.00", "6000 P-1 25.00 0.00", "6000 P-2 40.00 0.00"],
            "{}",
            report.text
        );
        let of_p1 = report["values"].as_array().expect("values").iter().find(|of| of["value_id"] == "P-1").expect("P-1").clone();
        assert_eq!((of_p1["own_expenses"].to_string(), of_p1["expenses"].to_string()), ("25.00".into(), "65.00".into()));
        let ledger = app.report(&format!("general-ledger?account_id={EXPENSE}")).await;
        let named: Vec<_> = ledger.data().iter().map(|line| line["dimensions"][0]["value_id"].clone()).collect();
        assert_eq!(named, [json!("P-1"), json!("P-2")], "{}", ledger.text);
        let journal = app.report("journal?from=2024-01-01&to=2024-01-31").await;
        let lines = journal.data().iter().flat_map(|posting| posting["lines"].as_array().cloned().unwrap_or_default());
        let named = lines.filter(|line| line["dimensions"] != json!([])).count();
        assert_eq!(named, 2, "{}", journal.text);
        // A reversal takes back what it named, though the value is switched off meanwhile.
        app.put("dimension-values/project:P-2", &app.controller(), json!({ "is_active": false })).await.expect(200);
        let back = json!({ "reversal_date": "2024-01-31" });
        let reversed = app.post("journal-entries/JE-1/reverse", &app.controller(), back).await.expect(201);
        let id = reversed.string("journal_entry_id").to_owned();
        sign(&app, &format!("journal-entries/{id}")).await;
        app.void("bills/BILL-1").await.expect(200);
        let report = app.report("by-dimension?dimension_id=project&period_id=2024-01").await;
        assert!(report["values"].as_array().expect("values").iter().all(|of| of["expenses"] == number("0.00")), "{}", report.text);
    }

    /// A line without what its account requires is refused when it is submitted, and named.
    async fn what_accounts_require(app: TestApp) {
        app.open_books().await;
        app.dimension("project").await;
        value(&app, "P-1", json!({})).await;
        let required = json!({ "required_dimensions": ["project", "department"] });
        let saved = app.put(&format!("accounts/{EXPENSE}"), &app.admin(), required).await.expect(200);
        assert_eq!(saved["required_dimensions"], json!(["department", "project"]));
        app.post("bills", &app.clerk(), bill("BILL-1", "25.00")).await.expect(201);
        let refused = app.act("bills/BILL-1/submit-for-approval", &app.clerk()).await.expect(422);
        refused.names("/lines/0/dimensions").names("/lines/0/department_id");
        let in_use = app.put("dimensions/project", &app.controller(), json!({ "is_active": false })).await.expect(409);
        in_use.problem("in_use");
        let unknown = json!({ "required_dimensions": ["project", "moon"] });
        app.put(&format!("accounts/{EXPENSE}"), &app.admin(), unknown).await.expect(422).names("/required_dimensions/1");
        let line = with(json!({ "account_id": EXPENSE, "quantity": 1, "rate": 25, "department_id": "D" }), project("P-1"));
        app.put("bills/BILL-1", &app.clerk(), with(bill("BILL-1", "25.00"), json!({ "lines": [line] }))).await.expect(200);
        app.act("bills/BILL-1/submit-for-approval", &app.clerk()).await.expect(200);
    }
}
