//! Parts of the [tour](super::tour): tax codes, and exceptions of a close.

use tests::prelude::*;

const NOTHING: Value = Value::Null;

pub(super) async fn tax_codes(app: &TestApp) {
    let kept = "tax_code_id rates.0.valid_from rates.0.rate:number recoverable:number is_active:boolean version:integer updated_by";
    let code = json!({
        "tax_code_id": "V19", "tax_code_name": "Full", "account_id": TAX, "rates": [{ "valid_from": "2024-01-01", "rate": number("0.19") }],
    });
    app.step("alma", "POST tax-codes", code, 201, kept).await;
    app.step("alma", "GET tax-codes/V19", NOTHING, 200, kept).await;
    app.step("alma", "PUT tax-codes/V19", json!({ "tax_code_name": "Rate" }), 200, "tax_code_name version:integer")
        .await;
    app.step("alma", "GET tax-codes?is_active=true", NOTHING, 200, "data.0.tax_code_id").await;
    app.step("alma", "GET tax-codes/V19/audit-trail", NOTHING, 200, "audit_trail.0.action").await;
}

pub(super) async fn period_exceptions(app: &TestApp) {
    let kept = "period_exception_id period_id document_type document_id last_day is_revoked:boolean version:integer created_at";
    app.post("accounting-periods", &app.admin(), period("2025-01", "Late", "2025-01-01", "2025-01-31"))
        .await
        .expect(201);
    app.close("2025-01", "all").await;
    let path = "period-exceptions/PE-1";
    app.step("alma", "POST period-exceptions", period_exception("PE-1", "2025-01", "JE-LATE"), 201, kept).await;
    app.step("alma", &format!("GET {path}"), NOTHING, 200, kept).await;
    app.step("alma", &format!("PUT {path}"), json!({ "reason": "Another" }), 200, "reason version:integer").await;
    app.step("alma", "GET period-exceptions?period_id=2025-01", NOTHING, 200, "data.0.period_exception_id").await;
    app.step("alma", &format!("DELETE {path}"), NOTHING, 204, "").await;
    app.step("alma", &format!("GET {path}/audit-trail"), NOTHING, 200, "audit_trail.0.action").await;
}
