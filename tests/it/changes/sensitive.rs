//! The operations that a rule may guard, one of each.

use engine::values::kind::Action;
use tests::prelude::*;

use super::guarded_things::{close_task, deferral, delegated, dimension, dimension_value, recurring};

/// An operation that a rule may guard: who asks, what, and what proves that it was done or not.
pub struct Sensitive {
    pub of: &'static str,
    pub action: &'static str,
    pub request: String,
    pub body: Value,
    /// A read, and a pointer into its answer that changes when it is done.
    pub proof: (String, &'static str),
}

pub(super) fn sensitive(
    of: &'static str,
    action: &'static str,
    request: &str,
    body: Value,
    read: &str,
    at: &'static str,
) -> Sensitive {
    Sensitive { of, action, request: request.into(), body, proof: (read.into(), at) }
}

fn bank_details() -> Value {
    json!({ "account_holder": "Verdant Supplies", "iban": "DE89370400440532013000" })
}

/// One of each, on books that [`open`](super::guarded_things::open) made.
pub fn all() -> Vec<Sensitive> {
    let reason = || json!({ "reason": "r" });
    let mut all: Vec<Sensitive> = kinds_with(Action::Void)
        .into_iter()
        .map(|kind| {
            let path = kind.at("V-1");
            sensitive(kind.name, "void", &format!("POST {path}/void"), reason(), &path, "/status")
        })
        .collect();
    // What guards the void, or the reversal, guards the correction.
    for kind in all_kinds() {
        let (path, ask) = (kind.at("K-1"), format!("POST {}/correct", kind.at("K-1")));
        all.push(if kind.has(Action::Void) {
            sensitive(kind.name, "void", &ask, reason(), &path, "/status")
        } else {
            sensitive(kind.name, "reverse", &ask, reason(), &path, "/correction_id")
        });
    }
    for (credit, credited) in credits() {
        let (path, body) = (credit.at("A-1"), credit.application(&credited.debt(), "1.00"));
        let several = json!({ "applications": [body.clone()] });
        all.push(sensitive(credit.name, "apply", &format!("POST {path}/apply"), body, &path, "/amount_due"));
        all.push(sensitive(credit.name, "apply", &format!("POST {path}/apply-several"), several, &path, "/amount_due"));
    }
    for (credit, credited) in credits() {
        let (path, body) = (credit.at("B-1"), json!({ credited.id: credited.debt() }));
        all.push(sensitive(credit.name, "unapply", &format!("POST {path}/unapply"), body, &path, "/amount_due"));
    }
    for (of, done, day, back) in ending_kinds() {
        let path = of.at("B-1");
        all.push(sensitive(of.name, back, &format!("POST {path}/{back}"), json!({}), &path, "/status"));
        let (path, body) = (of.at("A-1"), json!({ day: "2024-01-31" }));
        all.push(sensitive(of.name, done, &format!("POST {path}/{done}"), body, &path, "/status"));
    }
    for of in kinds_with(Action::Return) {
        let (path, body) = (of.at("C-1"), json!({ "return_date": "2024-03-05", "reason": "r" }));
        all.push(sensitive(of.name, "return", &format!("POST {path}/return"), body, &path, "/status"));
    }
    for of in kinds_with(Action::Unreturn) {
        let path = of.at("R-1");
        all.push(sensitive(of.name, "unreturn", &format!("POST {path}/unreturn"), json!({}), &path, "/status"));
    }
    for of in kinds_with(Action::Reassign) {
        let field = if of == BILL_PAYMENT { "/reassigned_bill_id" } else { "/reassigned_invoice_id" };
        let path = of.at("M-1");
        all.push(sensitive(of.name, "reassign", &format!("POST {path}/reassign"), of.reassignment(), &path, field));
    }
    let pay = json!({ "payment_date": PAY_DAY, "payment_amount": 1, "deposit_account_id": CASH });
    let reversed = json!({ "reversal_date": "2024-01-31" });
    all.extend([
        sensitive(
            "invoice",
            "receive-payment",
            "POST invoices/I-0/receive-payment",
            pay,
            "invoices/I-0",
            "/amount_due",
        ),
        sensitive(
            "journal_entry",
            "reverse",
            "POST journal-entries/A-1/reverse",
            reversed,
            "journal-entries?count=true",
            "/total",
        ),
        sensitive(
            "reconciliation",
            "complete",
            "POST reconciliations/R-1/complete",
            Value::Null,
            "reconciliations/R-1",
            "/status",
        ),
        sensitive(
            "reconciliation",
            "reopen",
            "POST reconciliations/R-0/reopen",
            json!({ "reason": "wrong" }),
            "reconciliations/R-0",
            "/status",
        ),
        sensitive(
            "account",
            "create",
            "POST accounts",
            account("6001", "More", "expense"),
            "accounts?count=true",
            "/total",
        ),
        sensitive(
            "account",
            "change",
            "PUT accounts/6000",
            json!({ "account_name": "Else" }),
            "accounts/6000",
            "/account_name",
        ),
        sensitive("account", "change", "DELETE accounts/3000", Value::Null, "accounts?count=true", "/total"),
        sensitive(
            "exchange_rate",
            "create",
            "POST exchange-rates",
            json!({ "currency": "SEK", "date": "2024-01-02", "rate": 1.1 }),
            "exchange-rates?count=true",
            "/total",
        ),
        sensitive(
            "exchange_rate",
            "change",
            "PUT exchange-rates/CHF-2024-01-01",
            json!({ "rate": 1.2 }),
            "exchange-rates/CHF-2024-01-01",
            "/rate",
        ),
        sensitive(
            "matching_rule",
            "create",
            "POST matching-rules",
            json!({ "text_contains": "rent", "account_id": "6000" }),
            "matching-rules?count=true",
            "/total",
        ),
        sensitive(
            "matching_rule",
            "change",
            "PUT matching-rules/MR-0",
            json!({ "memo": "rent" }),
            "matching-rules/MR-0",
            "/memo",
        ),
        sensitive("fiscal_year", "close", "POST fiscal-years/FY1/close", json!({}), "fiscal-years/FY1", "/version"),
        sensitive("fiscal_year", "reopen", "POST fiscal-years/FY1/reopen", reason(), "fiscal-years/FY1", "/is_closed"),
        sensitive(
            "recurring_document",
            "create",
            "POST recurring-documents",
            recurring("RD-1"),
            "recurring-documents?count=true",
            "/total",
        ),
        sensitive(
            "recurring_document",
            "change",
            "PUT recurring-documents/RD-0",
            json!({ "name": "Office" }),
            "recurring-documents/RD-0",
            "/name",
        ),
        sensitive(
            "recurring_document",
            "change",
            "POST recurring-documents/RD-0/skip",
            json!({}),
            "recurring-documents/RD-0",
            "/handled_through",
        ),
        sensitive(
            "recurring_document",
            "change",
            "POST recurring-documents/RD-0/pause",
            json!({}),
            "recurring-documents/RD-0",
            "/status",
        ),
        sensitive(
            "recurring_document",
            "change",
            "POST recurring-documents/RD-P/resume",
            json!({}),
            "recurring-documents/RD-P",
            "/status",
        ),
        sensitive(
            "recurring_document",
            "change",
            "POST recurring-documents/RD-E/end",
            json!({}),
            "recurring-documents/RD-E",
            "/status",
        ),
        sensitive("close_task", "create", "POST close-tasks", close_task("CT-1"), "close-tasks?count=true", "/total"),
        sensitive(
            "close_task",
            "change",
            "PUT close-tasks/CT-0",
            json!({ "is_required": false }),
            "close-tasks/CT-0",
            "/is_required",
        ),
        sensitive("dimension", "create", "POST dimensions", dimension("region"), "dimensions?count=true", "/total"),
        sensitive(
            "dimension",
            "change",
            "PUT dimensions/department",
            json!({ "takes": "listed" }),
            "dimensions/department",
            "/takes",
        ),
        sensitive(
            "dimension_value",
            "create",
            "POST dimension-values",
            dimension_value("D-2"),
            "dimension-values?count=true",
            "/total",
        ),
        sensitive(
            "dimension_value",
            "change",
            "PUT dimension-values/department:D-1",
            json!({ "is_active": false }),
            "dimension-values/department:D-1",
            "/is_active",
        ),
        sensitive("budget", "activate", "POST budgets/BG-0/activate", json!({}), "budgets/BG-0", "/status"),
        sensitive("tax_code", "create", "POST tax-codes", tax_code("V19"), "tax-codes?count=true", "/total"),
        sensitive(
            "tax_code",
            "change",
            "PUT tax-codes/V-0",
            json!({ "is_active": false }),
            "tax-codes/V-0",
            "/is_active",
        ),
        sensitive(
            "period_exception",
            "create",
            "POST period-exceptions",
            period_exception("PE-1", "2024-02", "JE-LATER"),
            "period-exceptions?count=true",
            "/total",
        ),
        sensitive(
            "period_exception",
            "change",
            "PUT period-exceptions/PE-0",
            json!({ "reason": "Another" }),
            "period-exceptions/PE-0",
            "/reason",
        ),
        sensitive(
            "period_exception",
            "revoke",
            "DELETE period-exceptions/PE-0",
            Value::Null,
            "period-exceptions/PE-0",
            "/is_revoked",
        ),
        sensitive("bank_details", "change", "PUT vendors/V-1/bank-details", bank_details(), "vendors/V-1", "/version"),
        sensitive(
            "bank_details",
            "change",
            "PUT customers/C-1/bank-details",
            bank_details(),
            "customers/C-1",
            "/version",
        ),
        sensitive("deferral", "create", "POST deferrals", deferral("DF-1"), "deferrals?count=true", "/total"),
        sensitive("deferral", "change", "POST deferrals/DF-0/end", json!({}), "deferrals/DF-0", "/status"),
        sensitive(
            "role",
            "create",
            "POST roles",
            json!({ "role_id": "new", "permissions": [] }),
            "roles?count=true",
            "/total",
        ),
        sensitive(
            "role",
            "change",
            "PUT roles/reader",
            json!({ "permissions": ["bill.read"] }),
            "roles/reader",
            "/permissions",
        ),
        sensitive("role", "change", "DELETE roles/reader", Value::Null, "roles?count=true", "/total"),
        sensitive(
            "user",
            "create",
            "POST users",
            json!({ "user_id": "bo", "name": "Bo" }),
            "users?count=true",
            "/total",
        ),
        sensitive("user", "change", "PUT users/ute", json!({ "name": "Uta" }), "users/ute", "/name"),
        sensitive(
            "delegation",
            "create",
            "POST delegations",
            with(delegated("D-1"), json!({ "to_user_id": "ben" })),
            "delegations?count=true",
            "/total",
        ),
        sensitive(
            "delegation",
            "change",
            "PUT delegations/D-0",
            json!({ "reason": "ill" }),
            "delegations/D-0",
            "/reason",
        ),
        sensitive("delegation", "revoke", "DELETE delegations/D-0", Value::Null, "delegations/D-0", "/is_revoked"),
        sensitive(
            "approval_rule",
            "create",
            "POST approval-rules",
            rule("bill-1", "bill", 1, "0", None, "manager"),
            "approval-rules?count=true",
            "/total",
        ),
        sensitive(
            "approval_rule",
            "change",
            "PUT approval-rules/journal_entry-1",
            json!({ "priority": 3 }),
            "approval-rules/journal_entry-1",
            "/priority",
        ),
        sensitive(
            "approval_rule",
            "change",
            "DELETE approval-rules/journal_entry-3",
            Value::Null,
            "approval-rules/journal_entry-3",
            "/is_active",
        ),
        sensitive(
            "period",
            "close",
            "POST accounting-periods/2024-03/close",
            json!({ "force": true }),
            "accounting-periods/2024-03",
            "/is_closed",
        ),
        sensitive(
            "period",
            "reopen",
            "POST accounting-periods/2024-02/reopen",
            reason(),
            "accounting-periods/2024-02",
            "/is_closed",
        ),
        sensitive(
            "period",
            "hard-close",
            "POST accounting-periods/2023-12/hard-close",
            reason(),
            "accounting-periods/2023-12",
            "/sub_ledgers",
        ),
    ]);
    all.extend(super::sensitive_terms::all());
    all
}
