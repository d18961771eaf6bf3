//! One of each thing that rules may guard an action on.

use engine::values::kind::Action;
use tests::prelude::*;

/// An entry in the far future.
pub fn recurring(id: &str) -> Value {
    json!({
        "recurring_document_id": id, "name": "Rent", "document_type": "journal_entry", "makes": "draft",
        "document": { "lines": [debit(EXPENSE, "5.00"), credit(CASH, "5.00")] },
        "schedule": { "every": "month", "day": 31, "start_date": "2999-01-01" },
    })
}

/// The line of a bill of its own, over three months.
pub fn deferral(id: &str) -> Value {
    json!({
        "deferral_id": id, "document_type": "bill", "document_id": format!("BILL-{id}"), "line_number": 1, "account_id": EXPENSE,
        "start_date": "2024-01-01", "months": 3,
    })
}

/// What months in the far future have before they are closed.
pub fn close_task(id: &str) -> Value {
    json!({ "close_task_id": id, "kind": "manual", "title": "Count the cash", "from_date": "2999-01-01" })
}

pub fn dimension(id: &str) -> Value {
    json!({ "dimension_id": id, "dimension_name": "Region" })
}

pub fn dimension_value(id: &str) -> Value {
    json!({ "dimension_id": "department", "value_id": id, "value_name": "Sales" })
}

/// Ute's signatures for Nora, for as long as anybody tests.
pub fn delegated(id: &str) -> Value {
    json!({
        "delegation_id": id, "from_user_id": "ute", "to_user_id": "nora", "first_day": "2020-01-01",
        "last_day": "2999-12-31", "reason": "holidays",
    })
}

/// A year that is closed, with something to be carried that was posted into its period of adjustments since.
async fn closed_year(app: &TestApp) {
    let admin = app.admin();
    let year = json!({
        "fiscal_year_id": "FY1", "fiscal_year_name": "First", "start_date": "2024-04-01", "end_date": "2024-04-30",
        "adjustment_period": true,
    });
    app.post("fiscal-years", &admin, year).await.expect(201);
    app.close("2024-04", "all").await;
    app.close("FY1-ADJ", "all").await;
    app.post("fiscal-years/FY1/close", &admin, json!({})).await.expect(200);
    app.post("accounting-periods/FY1-ADJ/reopen", &admin, json!({ "reason": "audit" })).await.expect(200);
    app.posted(JOURNAL_ENTRY, dated(entry_named("JE-ADJ", "7.00"), "FY1-ADJ", "2024-04-30")).await;
    app.close("FY1-ADJ", "all").await;
}

/// Books with all that rules may guard: a period before all others that is closed, and one after.
pub async fn open(app: &TestApp) {
    app.open_debts().await;
    app.more_debts().await;
    let admin = app.admin();
    for kind in all_kinds() {
        app.posted(kind, kind.of_amount("A-1", "5.00")).await;
        app.posted(kind, kind.of_amount("K-1", "5.00")).await;
        if kind.has(Action::Void) {
            app.posted(kind, kind.of_amount("V-1", "5.00")).await;
        }
    }
    for (credit, credited) in credits() {
        let path = app.posted(credit, credit.of_amount("B-1", "5.00")).await;
        let apply = credit.application(&credited.debt(), "1.00");
        app.post(&format!("{path}/apply"), &admin, apply).await.expect(200);
    }
    for (kind, done, day, _) in ending_kinds() {
        app.posted(kind, kind.of_amount("C-1", "5.00")).await;
        app.posted(kind, kind.of_amount("M-1", "5.00")).await;
        let back = app.posted(kind, kind.of_amount("R-1", "5.00")).await;
        let by_mistake = json!({ "return_date": "2024-01-31", "reason": "r" });
        app.post(&format!("{back}/return"), &admin, by_mistake).await.expect(200);
        let path = app.posted(kind, kind.of_amount("B-1", "5.00")).await;
        app.post(&format!("{path}/{done}"), &admin, json!({ day: "2024-01-31" })).await.expect(200);
    }
    let december = period("2023-12", "December", "2023-12-01", "2023-12-31");
    app.post("accounting-periods", &admin, december).await.expect(201);
    app.close("2023-12", "all").await;
    app.close("2024-02", "all").await;
    app.rate("CHF", "2024-01-01", "1.10").await;
    app.post("users", &admin, json!({ "user_id": "ute", "name": "Ute" })).await.expect(201);
    app.post("roles", &admin, json!({ "role_id": "reader", "permissions": ["*.read"] })).await.expect(201);
    app.post("delegations", &admin, delegated("D-0")).await.expect(201);
    closed_year(app).await;
    let rule = json!({ "matching_rule_id": "MR-0", "text_contains": "rent", "account_id": "6000" });
    app.post("matching-rules", &admin, rule).await.expect(201);
    for id in ["RD-0", "RD-P", "RD-E"] {
        app.post("recurring-documents", &admin, recurring(id)).await.expect(201);
    }
    app.act("recurring-documents/RD-P/pause", &admin).await.expect(200);
    app.deferred("DF-0").await;
    app.post("close-tasks", &admin, close_task("CT-0")).await.expect(201);
    app.post("dimension-values", &admin, dimension_value("D-1")).await.expect(201);
    let line = json!({ "account_id": EXPENSE, "period_id": "2024-04", "amount": 5 });
    let budget = json!({ "budget_id": "BG-0", "budget_name": "First", "fiscal_year_id": "FY1", "lines": [line] });
    app.post("budgets", &admin, budget).await.expect(201);
    app.post("tax-codes", &admin, tax_code("V-0")).await.expect(201);
    app.post("period-exceptions", &admin, period_exception("PE-0", "2024-02", "JE-LATE")).await.expect(201);
    app.post("payment-terms", &admin, payment_terms("NET-0")).await.expect(201);
    app.post("write-off-rules", &admin, write_off_rule("W-0")).await.expect(201);
    app.prepaid("BILL-DF-1", "30.00").await;
    let bank = with(account("1010", "Empty", "asset"), json!({ "subtype": "bank" }));
    app.post("accounts", &admin, bank).await.expect(201);
    let session = json!({
        "reconciliation_id": "R-1", "account_id": "1010", "statement_date": "2024-01-31", "statement_ending_balance": 0,
    });
    app.post("reconciliations", &admin, session).await.expect(201);
    let bank = with(account("1011", "Empty, too", "asset"), json!({ "subtype": "bank" }));
    app.post("accounts", &admin, bank).await.expect(201);
    let session = json!({
        "reconciliation_id": "R-0", "account_id": "1011", "statement_date": "2024-01-31", "statement_ending_balance": 0,
    });
    app.post("reconciliations", &admin, session).await.expect(201);
    app.act("reconciliations/R-0/complete", &admin).await.expect(200);
}
