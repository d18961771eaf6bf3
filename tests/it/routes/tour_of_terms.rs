//! The operations of payment terms, done: as [`super::tour`] has the others.

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
}
