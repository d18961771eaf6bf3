//! `/expenses`: what an employee has laid out. See docs/rules/documents.md#expense.

use super::every_type;
use tests::prelude::*;

const SHOWN: &str =
    "expense_id employee_id ap_account_id tran_date posting_period_id currency exchange_rate status subtotal
    tax_total total amount_paid amount_due amount_pending amount_left lines current_approval_level created_at created_by updated_by version
    allowed_actions";

const WRONG: [(&str, &str, &str); 6] = [
    ("employee_id", "null", "/employee_id"),
    ("employee_id", r#"" a""#, "/employee_id"),
    ("vendor_id", r#""V-1""#, "/vendor_id"),
    ("ap_account_id", r#""1000""#, "/ap_account_id"),
    ("lines", "null", "/lines"),
    ("lines.0.quantity", "0", "/lines/0/quantity"),
];

tests::on_both! {
    async fn an_expense_is_kept_as_written(app: TestApp) {
        app.prepare(EXPENSE_REPORT).await;
        every_type::is_kept_as_written(&app, EXPENSE_REPORT, SHOWN).await;
        every_type::requires(&app, EXPENSE_REPORT, "/employee_id /ap_account_id /tran_date /lines").await;
        every_type::refuses_wrong_values(&app, EXPENSE_REPORT, &WRONG).await;
    }

    async fn an_expense_walks_the_workflow(app: TestApp) {
        app.prepare(EXPENSE_REPORT).await;
        every_type::walks_the_workflow(&app, EXPENSE_REPORT).await;
        every_type::asks_for_permissions(&app, EXPENSE_REPORT).await;
        every_type::heeds_if_match(&app, EXPENSE_REPORT).await;
    }

    async fn an_expense_can_be_tried_and_retried(app: TestApp) {
        app.prepare(EXPENSE_REPORT).await;
        every_type::can_be_tried_dry(&app, EXPENSE_REPORT, "2000 -100.00 -100.00\n 6000 100.00 100.00").await;
        every_type::can_be_retried(&app, EXPENSE_REPORT, &[("void", json!({ "reason": "r" }))]).await;
    }

    async fn an_employee_is_named_and_an_inactive_one_gets_nothing(app: TestApp) {
        app.prepare(EXPENSE_REPORT).await;
        let (admin, clerk) = (app.admin(), app.clerk());
        let person = |is_active| json!({ "user_id": "emil", "name": "Emil Ek", "is_active": is_active });
        app.post("users", &admin, person(true)).await.expect(201);
        let path = app.draft(EXPENSE_REPORT, with(expense("E-1", "12.00"), json!({ "due_date": "2024-02-01", "reference": "train" }))).await;
        app.expect_fields(&path, &[("employee_name", "Emil Ek"), ("due_date", "2024-02-01"), ("reference", "train")]).await;
        let made = app.post("expenses", &clerk, with(expense("", "1.00"), json!({ "expense_id": null }))).await.expect(201);
        assert!(made.string("expense_id").starts_with("EXP-"));
        app.put("users/emil", &admin, json!({ "name": "Emil Ek", "is_active": false })).await.expect(200);
        app.post("expenses", &clerk, expense("E-2", "1.00")).await.expect(422).problem("invalid").names("/employee_id");
        let late = app.act(&format!("{path}/submit-for-approval"), &clerk).await;
        late.expect(422).problem("invalid").names("/employee_id");
    }
}
