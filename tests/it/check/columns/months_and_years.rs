//! What comes back each month and each year: fiscal years, recurring documents, deferrals, tasks of the close, budgets, layouts.

use tests::prelude::*;

use super::books::made;

pub async fn make(app: &TestApp) {
    fiscal_years(app).await;
    recurring_documents(app).await;
    deferrals(app).await;
    close_tasks(app).await;
    dimensions(app).await;
    budgets(app).await;
    report_layouts(app).await;
}

/// One that was changed, with a value that has all there is and one with nothing; an account that requires them.
async fn dimensions(app: &TestApp) {
    let bo = app.token("bo", &["controller"], &[]);
    app.dimension("project").await;
    app.put("dimensions/project", &bo, json!({ "dimension_name": "Projects" })).await.expect(200);
    let bare = json!({ "dimension_id": "project", "value_id": "P-1", "value_name": "Bridge" });
    let more = json!({ "value_id": "P-2", "parent_id": "P-1", "valid_from": "2024-01-01", "valid_to": "2024-12-31" });
    made(app, "dimension-values", [bare.clone(), with(bare, more)]).await;
    app.put("dimension-values/project:P-2", &bo, json!({ "value_name": "Pier" })).await.expect(200);
    let required = json!({ "required_dimensions": ["department", "project"] });
    made(app, "accounts", [with(account("6900", "Bridges", "expense"), required)]).await;
    let named = json!({ "department_id": "D-1", "dimensions": [{ "dimension_id": "project", "value_id": "P-2" }] });
    let lines = vec![with(debit("6900", "5.00"), named), credit(CASH, "5.00")];
    app.draft(JOURNAL_ENTRY, with(entry_of(lines), json!({ "journal_entry_id": "JE-DIM" }))).await;
    tax_codes(app).await;
    period_exceptions(app).await;
    payment_terms(app).await;
}

/// One that was closed and reopened, one that nothing happened to.
async fn fiscal_years(app: &TestApp) {
    let full = json!({
        "fiscal_year_id": "FY1", "fiscal_year_name": "First", "start_date": "2034-01-01", "end_date": "2034-01-31",
        "adjustment_period": true,
    });
    let next = json!({
        "fiscal_year_id": "FY2", "fiscal_year_name": "Next", "start_date": "2034-02-01", "end_date": "2034-02-28",
    });
    made(app, "fiscal-years", [full, next]).await;
    for period in ["2034-01", "FY1-ADJ"] {
        app.close(period, "all").await;
    }
    app.post("fiscal-years/FY1/close", &app.admin(), json!({})).await.expect(200);
    app.post("fiscal-years/FY1/reopen", &app.admin(), json!({ "reason": "audit" })).await.expect(200);
}

/// One in two versions.
async fn report_layouts(app: &TestApp) {
    let lines = json!([
        { "line_id": "sales", "title": "Sales", "accounts": ["4000..4999"] },
        { "line_id": "net", "title": "Net", "sum_of": ["sales"] },
    ]);
    let layout =
        json!({ "layout_id": "RL-1", "layout_name": "First", "statement": "income_statement", "lines": lines });
    made(app, "report-layouts", [layout]).await;
    let bo = app.token("bo", &["controller"], &[]);
    app.put("report-layouts/RL-1", &bo, json!({ "layout_name": "Second" })).await.expect(200);
}

/// One in force, with a line of a department and a cost center and one without; a copy of it.
async fn budgets(app: &TestApp) {
    let line = json!({ "account_id": EXPENSE, "period_id": "2034-01", "amount": 5, "department_id": "D-1", "cost_center_id": "C-1" });
    let plain = json!({ "account_id": EXPENSE, "period_id": "2034-01", "amount": 6 });
    let full = json!({ "budget_id": "BG-1", "budget_name": "First", "fiscal_year_id": "FY1", "lines": [line, plain] });
    made(app, "budgets", [full, json!({ "budget_id": "BG-2", "budget_name": "Second", "copy_of": "BG-1" })]).await;
    let bo = app.token("bo", &["controller"], &[]);
    app.put("budgets/BG-2", &bo, json!({ "budget_name": "Next" })).await.expect(200);
    app.act("budgets/BG-1/activate", &bo).await.expect(200);
}

/// A task with all that there is, one with nothing; a sign-off that rests on postings, one that rests on none, and one that was withdrawn.
async fn close_tasks(app: &TestApp) {
    let full = json!({
        "close_task_id": "CT-1", "kind": "suspense_empty", "account_id": "1021", "owner": "bo", "due_days": 3, "is_required": false,
        "from_date": "2024-01-01",
    });
    let manual = json!({ "close_task_id": "CT-2", "kind": "manual", "title": "Count the cash", "is_required": false });
    made(app, "close-tasks", [full, manual]).await;
    app.put("close-tasks/CT-1", &app.token("bo", &["controller"], &[]), json!({ "due_days": 4 })).await.expect(200);
    let signed = async |period: &str| {
        let path = format!("accounting-periods/{period}/checklist/CT-2");
        app.post(&format!("{path}/sign-off"), &app.admin(), json!({ "evidence": "counted" })).await.expect(200);
        path
    };
    signed("2024-01").await;
    signed("2034-02").await;
    let path = signed("2024-02").await;
    app.post(&format!("{path}/withdraw"), &app.admin(), json!({ "reason": "wrong" })).await.expect(200);
}

/// One that serves and was changed by somebody else, one that was revoked.
async fn period_exceptions(app: &TestApp) {
    app.close("2034-02", "all").await;
    made(app, "period-exceptions", ["PE-1", "PE-2"].map(|id| period_exception(id, "2034-02", "JE-LATE"))).await;
    let bo = app.token("bo", &["controller"], &[]);
    app.put("period-exceptions/PE-1", &bo, json!({ "reason": "Another" })).await.expect(200);
    app.delete("period-exceptions/PE-2", &app.admin()).await.expect(204);
}

/// A code with all that there is, one with little; a line with a code, and one with a reverse charge.
async fn tax_codes(app: &TestApp) {
    let input = with(account("1400", "Input tax", "asset"), json!({ "subtype": "tax" }));
    made(app, "accounts", [input]).await;
    let reversed =
        json!({ "used_for": "purchases", "reverse_charge_account_id": "1400", "recoverable": number("0.5") });
    made(app, "tax-codes", [with(tax_code("RC"), reversed), tax_code("V19")]).await;
    app.put("tax-codes/RC", &app.token("bo", &["controller"], &[]), json!({ "tax_code_name": "Abroad" }))
        .await
        .expect(200);
    app.put("tax-codes/V19", &app.admin(), json!({ "is_active": true, "tax_code_name": "Full" })).await.expect(200);
    let line = |code: &str| with(item(EXPENSE, "1", "100.00"), json!({ "tax_code_id": code }));
    app.posted(BILL, with(bill("BILL-TAX", "1"), json!({ "lines": [line("V19"), line("RC")] }))).await;
}

/// Terms with all that there is, and with little; documents and parties with them, and a payment with a discount.
async fn payment_terms(app: &TestApp) {
    let little = json!({ "payment_terms_id": "NET", "payment_terms_name": "Net", "net_days": 14 });
    made(app, "payment-terms", [tests::prelude::payment_terms("2-10"), little]).await;
    let bo = app.token("bo", &["controller"], &[]);
    app.put("payment-terms/2-10", &bo, json!({ "net_days": 31 })).await.expect(200);
    made(app, "vendors", [with(vendor("V-TERMS", "With terms"), json!({ "payment_terms_id": "2-10" }))]).await;
    app.posted(BILL, with(bill("BILL-TERMS", "100.00"), json!({ "payment_terms_id": "2-10" }))).await;
    app.draft(BILL_PAYMENT, with(bill_payment("BP-TERMS", "BILL-TERMS", "98.00"), json!({ "discount": 2 }))).await;
    write_offs(app).await;
}

/// A rule that was changed by somebody else, one that was not, and a payment that writes a difference off.
async fn write_offs(app: &TestApp) {
    made(app, "write-off-rules", ["W-1", "W-2"].map(write_off_rule)).await;
    let bo = app.token("bo", &["controller"], &[]);
    app.put("write-off-rules/W-1", &bo, json!({ "write_off_rule_name": "Cents", "tolerance": 1 })).await.expect(200);
    let off = json!({ "write_off": number("-0.02"), "write_off_rule_id": "W-1" });
    app.draft(BILL_PAYMENT, with(bill_payment("BP-OFF", "BILL-TERMS", "100.02"), off)).await;
}

/// One over months, in part recognised and stuck since; one over days that cannot begin; and one that has ended.
async fn deferrals(app: &TestApp) {
    let bo = app.token("bo", &["accountant"], &["bill.*"]);
    for (id, changes) in [
        ("DF-1", json!({ "start_date": "2024-02-01" })),
        ("DF-2", json!({ "start_date": "2025-01-01", "months": null, "end_date": "2026-12-31" })),
        ("DF-3", json!({ "start_date": "2025-01-01" })),
    ] {
        let body = with(app.prepaid(&format!("BILL-{id}"), "30.00").await, json!({ "deferral_id": id }));
        app.post("deferrals", &bo, with(body, changes)).await.expect(201);
    }
    app.act("deferrals/DF-3/end", &app.admin()).await.expect(200);
    app.engine().recognize_due_deferrals().await.expect("a tick");
}

/// One that has made a bill, one that was changed by somebody else and cannot make the next one.
async fn recurring_documents(app: &TestApp) {
    let bo = app.token("bo", &["accountant"], &["bill.*"]);
    let day = app.engine().clock.wall().date().to_string();
    let of = |id: &str, document: Value, times: u32| {
        json!({
            "recurring_document_id": id, "name": "Rent", "document_type": "journal_entry", "makes": "draft", "document": document,
            "schedule": {
                "every": "month", "day": day[8..].parse::<u32>().expect("a day"), "start_date": day, "occurrences": times, "holidays": ["2024-05-01"],
            },
        })
    };
    let entry = json!({ "lines": [debit(EXPENSE, "5.00"), credit(CASH, "5.00")] });
    let bill = json!({
        "vendor_id": "V-1", "ap_account_id": PAYABLE, "lines": [{ "account_id": EXPENSE, "quantity": 1, "rate": 5 }],
    });
    let bill = with(of("RD-2", bill, 3), json!({ "document_type": "bill", "due_days": 3 }));
    app.post("recurring-documents", &bo, bill).await.expect(201);
    app.post("recurring-documents", &bo, of("RD-3", entry, 3)).await.expect(201);
    app.put("recurring-documents/RD-3", &app.admin(), json!({ "makes": "submitted" })).await.expect(200);
    app.act("recurring-documents/RD-2/skip", &bo).await.expect(200);
    // No period holds the day.
    app.engine().make_due_documents().await.expect("a tick");
}
