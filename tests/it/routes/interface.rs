//! The interface as its user gave it, operation by operation: each is done, and answers with at least the fields that are shown.

use tests::prelude::*;

const ENTRY: &str =
    "journal_entry_id tran_date posting_period_id memo currency status total_debit:number total_credit:number
    lines.0.line_number:integer lines.0.account_id lines.0.debit:number lines.1.credit:number created_at";

const INVOICE_SHOWN: &str = "invoice_id customer_id customer_name ar_account_id tran_date due_date currency status subtotal:number
    tax_total:number total:number amount_paid:number amount_due:number lines.0.account_id lines.0.account_name
    lines.0.line_number:integer lines.0.quantity:number lines.0.rate:number lines.0.amount:number lines.0.tax_rate:number
    lines.0.tax_amount:number created_at";

const RULE: &str = "rule_id rule_name document_type rule_type is_active:boolean priority:integer min_amount:number
    max_amount:number approval_level:integer approver_type approver_role created_at created_by";

/// What each workflow operation answers with beside the document's id and status; where the interface shows nothing, as journal
/// entries do.
const WORKFLOW: [(&str, &str); 7] = [
    ("submit-for-approval", "required_approval_level:integer submitted_at submitted_by"),
    ("approve", "posted:boolean level:integer message approved_at approved_by"),
    ("reject", "reason rejected_at rejected_by"),
    ("request-change", "comments returned_at returned_by"),
    ("hold", "reason held_at held_by"),
    ("unhold", "unheld_at unheld_by"),
    ("audit-trail", ""),
];

/// The types whose workflow, and those whose void, the interface shows. The others are in `tour.rs`.
pub const WORKFLOWS: [Kind; 4] = [JOURNAL_ENTRY, BILL, INVOICE, INVOICE_PAYMENT];
pub const VOIDS: [Kind; 2] = [BILL, BILL_PAYMENT];

/// The seven workflow operations of one collection: one document is held, released, sent back and posted, another rejected.
pub async fn workflow(app: &TestApp, kind: Kind, id: &str, other: &str) {
    let (reason, comments) = (json!({ "reason": "because" }), json!({ "comments": "so" }));
    for (who, id, action, body) in [
        ("carl", id, "submit-for-approval", Value::Null),
        ("mona", id, "hold", reason.clone()),
        ("mona", id, "unhold", Value::Null),
        ("mona", id, "request-change", comments.clone()),
        ("carl", id, "submit-for-approval", Value::Null),
        ("mona", id, "approve", comments),
        ("carl", other, "submit-for-approval", Value::Null),
        ("mona", other, "reject", reason),
    ] {
        let shown = WORKFLOW.iter().find(|(name, _)| *name == action).map_or("", |(_, shown)| *shown);
        let request = format!("POST {}/{action}", kind.at(id));
        app.step(who, &request, body, 200, &format!("{} status {shown}", kind.id)).await;
    }
    let row = "audit_trail.0.action audit_trail.0.performed_by audit_trail.0.performed_at audit_trail.0.details:object";
    let request = format!("GET {}/audit-trail", kind.at(id));
    let trail = app.step("carl", &request, Value::Null, 200, &format!("{} {row}", kind.id)).await;
    let last = trail["audit_trail"].as_array().and_then(|rows| rows.last().cloned()).unwrap_or_default();
    assert_eq!((&last["action"], &last["performed_by"]), (&json!("Post to GL"), &json!("system")), "{}", trail.text);
}

tests::on_both! {
    async fn journal_entries(app: TestApp) {
        app.open_books().await;
        app.spend_keys().await;
        for id in ["JE-1", "JE-2", "JE-3"] {
            app.step("carl", "POST journal-entries", entry_named(id, "5.00"), 201, ENTRY).await;
        }
        app.act("journal-entries/JE-3/submit-for-approval", &app.clerk()).await.expect(200);
        let row = "data.0.journal_entry_id data.0.tran_date data.0.memo data.0.total_debit:number
            data.0.required_approval_level:integer data.0.current_approval_level:integer data.0.submitted_at
            data.0.submitted_by total:integer";
        app.step("mona", "GET journal-entries/pending-approvals", Value::Null, 200, row).await;
        workflow(&app, JOURNAL_ENTRY, "JE-1", "JE-2").await;
        let body = json!({ "reversal_date": "2024-01-31" });
        let fields = format!("{ENTRY} original_entry_id entry_type");
        let made = app.step("conrad", "POST journal-entries/JE-1/reverse", body, 201, &fields).await;
        let named = (made.string("entry_type"), made.string("memo"), made.string("original_entry_id"), made.string("status"));
        assert_eq!(named, ("Reversing", "Reversal of JE-1", "JE-1", "Draft"));
        assert_eq!((&made["lines"][0]["credit"].to_string(), &made["lines"][1]["debit"].to_string()), (&"5.00".into(), &"5.00".into()));
    }

    async fn bills(app: TestApp) {
        app.open_books().await;
        app.spend_keys().await;
        for id in ["B-1", "B-2"] {
            app.step("carl", "POST bills", bill(id, "5.00"), 201, "bill_id status").await;
        }
        workflow(&app, BILL, "B-1", "B-2").await;
        let reason = json!({ "reason": "because" });
        app.step("conrad", "POST bills/B-1/void", reason, 200, "bill_id status void_reason voided_at voided_by").await;
    }

    async fn invoices(app: TestApp) {
        app.open_books().await;
        app.spend_keys().await;
        for id in ["I-1", "I-2"] {
            let body = with(invoice(id, "5.00"), json!({ "memo": "m", "currency": "USD", "exchange_rate": 1, "status": "Draft" }));
            let made = app.step("carl", "POST invoices", body, 201, INVOICE_SHOWN).await;
            assert_eq!(made.string("status"), "Draft");
        }
        workflow(&app, INVOICE, "I-1", "I-2").await;
        let payment = json!({
            "payment_date": PAY_DAY, "payment_amount": number("5.00"), "deposit_account_id": CASH,
            "payment_method": "Bank Transfer", "reference": "R-1",
        });
        let fields = "invoice_id payment_id payment_date payment_amount:number deposit_account_id payment_method reference
            invoice_status amount_paid_total:number amount_due:number";
        let paid = app.step("conrad", "POST invoices/I-1/receive-payment", payment, 201, fields).await;
        assert_eq!((paid.string("invoice_status"), paid.number("amount_due").as_str()), ("Paid", "0.00"));
    }

    async fn invoice_payments(app: TestApp) {
        app.prepare(INVOICE_PAYMENT).await;
        app.spend_keys().await;
        for id in ["P-1", "P-2"] {
            let body = with(invoice_payment(id, "I-0", "5.00"), json!({ "currency": "USD", "memo": "m", "status": "Draft" }));
            app.step("carl", "POST invoice-payments", body, 201, "customer_payment_id status").await;
        }
        workflow(&app, INVOICE_PAYMENT, "P-1", "P-2").await;
        let date = json!({ "deposit_date": "2024-01-25" });
        app.step("conrad", "POST invoice-payments/P-1/deposit", date, 200, "customer_payment_id status deposit_date").await;
    }

    async fn bill_payments(app: TestApp) {
        app.prepare(BILL_PAYMENT).await;
        app.spend_keys().await;
        for id in ["P-1", "P-2"] {
            app.posted(BILL_PAYMENT, bill_payment(id, "B-0", "5.00")).await;
        }
        let date = json!({ "cleared_date": "2024-01-25" });
        let fields = "bill_payment_id status cleared_date cleared_at";
        app.step("conrad", "POST bill-payments/P-1/clear", date, 200, fields).await;
        let reason = json!({ "reason": "because" });
        let fields = "bill_payment_id status void_reason voided_at";
        app.step("conrad", "POST bill-payments/P-2/void", reason, 200, fields).await;
    }

    async fn approval_rules(app: TestApp) {
        app.spend_keys().await;
        let body = rule("R-1", "bill", 1, "0", Some("1000"), "manager");
        app.step("alma", "POST approval-rules", body, 201, RULE).await;
        let change = json!({ "min_amount": number("10"), "is_active": false, "priority": 3 });
        app.step("alma", "PUT approval-rules/R-1", change, 200, &format!("{RULE} updated_at updated_by")).await;
        app.step("alma", "GET approval-rules/R-1", Value::Null, 200, &format!("{RULE} updated_at updated_by")).await;
        let open = rule("R-2", "bill", 2, "1000.01", None, "controller");
        let made = app.step("alma", "POST approval-rules", open, 201, "rule_id max_amount:null").await;
        assert_eq!(made.string("approver_role"), "controller");
    }

    async fn accounting_periods(app: TestApp) {
        app.open_debts().await;
        app.spend_keys().await;
        for kind in [JOURNAL_ENTRY, BILL, INVOICE, BILL_PAYMENT, INVOICE_PAYMENT, CREDIT_MEMO] {
            app.draft(kind, kind.body("D-1")).await;
        }
        let fields = "period_id period_name total_unposted:integer summary.by_status.draft:integer
            summary.by_status.pending_approval:integer summary.by_status.on_hold:integer summary.by_status.approved:integer
            by_document_type.journal_entries.draft.0.id by_document_type.journal_entries.draft.0.memo
            by_document_type.journal_entries.draft.0.amount:number by_document_type.journal_entries.draft.0.created_at
            by_document_type.journal_entries.pending_approval:array by_document_type.journal_entries.on_hold:array
            by_document_type.journal_entries.approved:array
            by_document_type.bills.draft.0.id by_document_type.bills.draft.0.vendor
            by_document_type.bills.draft.0.amount:number by_document_type.bills.draft.0.due_date
            by_document_type.invoices.draft.0.id by_document_type.invoices.draft.0.customer
            by_document_type.invoices.draft.0.amount:number by_document_type.invoices.draft.0.due_date
            by_document_type.bill_payments.draft.0.id by_document_type.invoice_payments.draft.0.id
            by_document_type.credit_memos.draft.0.id";
        app.step("conrad", "GET accounting-periods/2024-01/unposted-entries", Value::Null, 200, fields).await;
        let close = json!({ "close_type": "all", "force": true });
        let fields = "period_id period_name is_closed:boolean closed_at closed_by close_type";
        app.step("conrad", "POST accounting-periods/2024-01/close", close, 200, fields).await;
        let reopen = json!({ "reason": "late", "reopen_type": "all" });
        let fields = "period_id period_name is_closed:boolean reopened_at reopened_by reason reopen_type";
        app.step("conrad", "POST accounting-periods/2024-01/reopen", reopen, 200, fields).await;
    }

    async fn reconciliations(app: TestApp) {
        app.prepare(BILL_PAYMENT).await;
        app.spend_keys().await;
        for id in ["P-1", "P-2"] {
            app.posted(BILL_PAYMENT, with(bill_payment(id, "B-0", "5.00"), json!({ "reference": "R", "memo": "m" }))).await;
        }
        let clear = json!({ "cleared_date": "2024-01-25" });
        app.post("bill-payments/P-1/clear", &app.controller(), clear).await.expect(200);
        let body = json!({
            "reconciliation_id": "R-1", "account_id": CASH, "statement_date": "2024-01-31",
            "statement_ending_balance": number("-5.00"),
        });
        app.step("alma", "POST reconciliations", body, 201, "reconciliation_id").await;
        let change = json!({
            "statementEndingBalance": number("-5.00"), "bankAdjustments": 0, "bookAdjustments": 0, "memo": "m",
        });
        let fields = "reconciliation_id statement_ending_balance:number bank_adjustments:number book_adjustments:number memo
            updated_at updated_by";
        app.step("alma", "PUT reconciliations/R-1", change, 200, fields).await;
        let fields = "reconciliation_id summary.statement_ending_balance:number summary.gl_ending_balance:number
            summary.cleared_deposits:number summary.cleared_withdrawals:number summary.cleared_balance:number
            summary.uncleared_deposits:number summary.uncleared_withdrawals:number summary.uncleared_balance:number
            summary.bank_adjustments:number summary.book_adjustments:number summary.difference:number
            cleared_transactions.0.transaction_id cleared_transactions.0.date cleared_transactions.0.type
            cleared_transactions.0.description cleared_transactions.0.reference cleared_transactions.0.amount:number
            cleared_transactions.0.cleared_date
            uncleared_transactions.0.transaction_id uncleared_transactions.0.date uncleared_transactions.0.type
            uncleared_transactions.0.description uncleared_transactions.0.reference uncleared_transactions.0.amount:number";
        app.step("alma", "GET reconciliations/R-1/worksheet", Value::Null, 200, fields).await;
    }
}
