//! The operations of payment terms and of write-off rules, done: as [`super::tour`] has the others.

use tests::prelude::*;

const NOTHING: Value = Value::Null;

tests::on_both! {
    async fn payment_terms_are_kept(app: TestApp) {
        app.open_books().await;
        app.spend_keys().await;
        let kept = "payment_terms_id payment_terms_name net_days:integer discount_percent:number discount_days:integer \
            sales_discount_account_id purchase_discount_account_id is_active:boolean version:integer created_at updated_by";
        app.step("alma", "POST payment-terms", payment_terms("NET"), 201, kept).await;
        app.step("alma", "GET payment-terms/NET", NOTHING, 200, kept).await;
        let change = json!({ "net_days": 45, "discount_percent": null, "discount_days": null });
        let fields = "net_days:integer discount_percent:null discount_days:null version:integer";
        app.step("alma", "PUT payment-terms/NET", change, 200, fields).await;
        app.step("alma", "GET payment-terms?is_active=true", NOTHING, 200, "data.0.payment_terms_id has_more:boolean").await;
        app.step("alma", "GET payment-terms/NET/audit-trail", NOTHING, 200, "audit_trail.0.action").await;
    }

    async fn write_off_rules_are_kept(app: TestApp) {
        app.open_books().await;
        app.spend_keys().await;
        let kept = "write_off_rule_id write_off_rule_name currency tolerance:number account_id is_active:boolean \
            version:integer created_at updated_by";
        app.step("alma", "POST write-off-rules", write_off_rule("W-1"), 201, kept).await;
        app.step("alma", "GET write-off-rules/W-1", NOTHING, 200, kept).await;
        let change = json!({ "tolerance": 1, "write_off_rule_name": "A dollar" });
        app.step("alma", "PUT write-off-rules/W-1", change, 200, "tolerance:number version:integer").await;
        let listed = "data.0.write_off_rule_id has_more:boolean";
        app.step("alma", "GET write-off-rules?is_active=true", NOTHING, 200, listed).await;
        app.step("alma", "GET write-off-rules/W-1/audit-trail", NOTHING, 200, "audit_trail.0.action").await;
    }
}
