//! The refusals of a revaluation. See docs/rules/revaluation.md.

use tests::prelude::*;

use super::named_refusals::refused;

const REVALUE: &str = "POST revaluations";

tests::on_both! {
    async fn revaluations(app: TestApp) {
        app.open_books().await;
        let (admin, january) = (app.admin(), json!({ "period_id": "2024-01" }));
        app.posted(INVOICE, in_currency(on(invoice("I-1", "100.00"), "2024-01-10"), "EUR", "1.10")).await;
        app.posted(INVOICE, in_currency(on(invoice("I-2", "100.00"), "2024-03-20"), "EUR", "1.10")).await;
        app.rate("EUR", "2024-01-31", "1.20").await;
        app.rate("EUR", "2024-03-31", "1.20").await;
        let stale = app.get("revaluations/proposal?period_id=2024-02", &admin).await;
        assert_eq!(stale.status, 200, "29 days old: {}", stale.text);

        let both = json!({ "period_id": "2031-01", "exchange_gain_loss_account_id": "1000" });
        let told = app.post("revaluations", &admin, both).await.expect(422).problem("invalid");
        told.names("/period_id").names("/exchange_gain_loss_account_id");
        let kept = json!({ "period_id": "2024-01", "reverse": false });
        app.post("revaluations", &admin, kept).await.expect(422).problem("invalid").names("/reverse");
        app.get("revaluations/proposal?period_id=2031-01", &admin).await.expect(422).problem("invalid");

        refused(&app, REVALUE, json!({ "period_id": "2024-03" }), 422, "no_open_period").await;
        app.close("2024-02", "ar").await;
        refused(&app, REVALUE, january.clone(), 409, "period_closed").await;
        app.reopen("2024-02").await;
        app.put("accounts/7900", &admin, json!({ "is_active": false })).await.expect(200);
        refused(&app, REVALUE, january.clone(), 422, "missing_account").await;
        app.put("accounts/7900", &admin, json!({ "is_active": true })).await.expect(200);

        for level in 1..=3 {
            app.delete(&format!("approval-rules/journal_entry-{level}"), &admin).await.expect(204);
        }
        let small = rule("small", "journal_entry", 1, "0", Some("1"), "manager");
        app.post("approval-rules", &admin, small).await.expect(201);
        refused(&app, REVALUE, january.clone(), 422, "no_matching_rule").await;
        let change = json!({ "max_amount": null, "approver_type": "manager" });
        app.put("approval-rules/small", &admin, change).await.expect(200);
        refused(&app, REVALUE, january.clone(), 422, "no_manager").await;
        app.post("users", &admin, json!({ "user_id": "boss", "name": "Boss", "is_active": false })).await.expect(201);
        app.post("users", &admin, json!({ "user_id": "carl", "name": "Carl", "manager_user_id": "boss" })).await.expect(201);
        refused(&app, REVALUE, january.clone(), 422, "no_approver").await;

        // A currency of which nobody recorded a rate of the last 31 days.
        app.posted(INVOICE, in_currency(on(invoice("I-3", "100.00"), "2024-01-10"), "CHF", "1.10")).await;
        let old = app.get("revaluations/proposal?period_id=2024-03", &admin).await.expect(422).problem("no_exchange_rate");
        assert_eq!(old["currencies"], json!(["CHF"]), "{}", old.text);
        refused(&app, REVALUE, json!({ "period_id": "2024-03" }), 422, "no_exchange_rate").await;
    }
}
