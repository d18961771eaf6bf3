//! Example bodies of the documents' operations.

use serde_json::{Value, json};

/// The example for an operation on a document that takes a body.
pub fn example(operation_id: &str) -> Option<Value> {
    content(operation_id).or_else(|| action(operation_id))
}

/// What is created, or put in the place of a demo document.
fn content(operation_id: &str) -> Option<Value> {
    let item =
        |account: &str, rate: u32| json!({ "account_id": account, "quantity": 1, "rate": rate, "tax_rate": 0.07 });
    match operation_id {
        "createJournalEntry" => Some(json!({
            "tran_date": "2026-01-31",
            "memo": "Office rent, January",
            "lines": [{ "account_id": "6100", "debit": 1200 }, { "account_id": "1000", "credit": 1200 }],
        })),
        "updateJournalEntry" => Some(json!({
            "tran_date": "2026-02-01",
            "memo": "Chairs for the meeting room",
            "lines": [{ "account_id": "6200", "debit": 410 }, { "account_id": "1000", "credit": 410 }],
        })),
        "createBill" => Some(json!({
            "vendor_id": "VEND-PAPER", "reference": "2026-0815", "ap_account_id": "2000",
            "tran_date": "2026-01-12", "due_date": "2026-02-11", "memo": "Paper and pens", "lines": [item("6200", 250)],
        })),
        "updateBill" => Some(json!({
            "vendor_id": "VEND-LANDLORD", "reference": "VEND-LANDLORD/0005", "ap_account_id": "2000",
            "tran_date": "2026-01-12", "due_date": "2026-02-11", "memo": "Heating, checked", "lines": [item("6100", 298)],
        })),
        "createInvoice" => Some(json!({
            "invoice_id": "INV-1001", "customer_id": "CUST-ACME", "ar_account_id": "1100",
            "tran_date": "2026-01-15", "due_date": "2026-02-14", "posting_period_id": "2026-01",
            "lines": [{ "account_id": "4000", "description": "Consulting, three days", "quantity": 3, "rate": 800, "tax_rate": 0.07 }],
        })),
        "updateInvoice" => Some(json!({
            "invoice_id": "INV-DEMO-6", "customer_id": "CUST-ACME", "ar_account_id": "1100",
            "tran_date": "2026-01-06", "due_date": "2026-02-05", "posting_period_id": "2026-01",
            "lines": [{ "account_id": "4000", "description": "Consulting, a day", "quantity": 1, "rate": 800, "tax_rate": 0.07 }],
        })),
        "createCreditMemo" => Some(json!({
            "customer_id": "CUST-ACME", "invoice_id": "INV-DEMO-1", "ar_account_id": "1100", "tran_date": "2026-01-20",
            "memo": "Half a day not delivered", "lines": [item("4000", 400)],
        })),
        "updateCreditMemo" => Some(json!({
            "customer_id": "CUST-GLOBEX", "ar_account_id": "1100", "tran_date": "2026-01-18", "memo": "Agreed with Globex",
            "lines": [item("4000", 60)],
        })),
        "createExpense" => Some(json!({
            "expense_id": "EXP-1001", "employee_id": "clara", "ap_account_id": "2000", "tran_date": "2026-01-18",
            "memo": "Train to Globex", "lines": [item("6200", 84)],
        })),
        "updateExpense" => Some(json!({
            "employee_id": "clara", "ap_account_id": "2000", "tran_date": "2026-01-18", "memo": "Train to Globex, first class",
            "lines": [item("6200", 126)],
        })),
        "createBillPayment" => Some(json!({
            "bill_payment_id": "BPAY-1001", "bill_id": "BILL-DEMO-2", "account_id": "1000", "ap_account_id": "2000",
            "tran_date": "2026-01-30", "payment": 815,
        })),
        "updateBillPayment" => Some(json!({
            "bill_id": "BILL-DEMO-2", "account_id": "1000", "ap_account_id": "2000", "tran_date": "2026-01-31", "payment": 915,
        })),
        "createInvoicePayment" => Some(json!({
            "customer_payment_id": "PAY-1001", "customer_id": "CUST-GLOBEX", "invoice_id": "INV-DEMO-2", "account_id": "1000",
            "ar_account_id": "1100", "tran_date": "2026-01-28", "posting_period_id": "2026-01", "payment": 1000,
        })),
        "updateInvoicePayment" => Some(json!({
            "customer_payment_id": "PAY-1001", "customer_id": "CUST-GLOBEX", "invoice_id": "INV-DEMO-2", "account_id": "1000",
            "ar_account_id": "1100", "tran_date": "2026-01-28", "posting_period_id": "2026-01", "payment": 1200,
        })),
        _ => None,
    }
}

/// What the actions take; most take the same for every type.
fn action(operation_id: &str) -> Option<Value> {
    match operation_id {
        "reverseJournalEntry" => {
            return Some(json!({ "reversal_date": "2026-02-01", "memo": "The electricity is paid" }));
        }
        "receivePaymentInvoice" => {
            return Some(json!({
                "payment_date": "2026-01-30", "payment_amount": 1000, "deposit_account_id": "1000",
                "payment_method": "Bank Transfer", "reference": "GLOBEX 4711",
            }));
        }
        "applyCreditMemo" => return Some(json!({ "invoice_id": "INV-DEMO-2", "amount": 100 })),
        "clearBillPayment" => return Some(json!({ "cleared_date": "2026-01-31" })),
        "depositInvoicePayment" => return Some(json!({ "deposit_date": "2026-01-31" })),
        _ => {}
    }
    let (field, words) = [
        ("approve", "comments", "Checked against the invoice"),
        ("reject", "reason", "Not ours"),
        ("hold", "reason", "Waiting for the receipt"),
        ("requestChange", "comments", "Please name the cost center"),
        ("void", "reason", "Entered twice"),
    ]
    .into_iter()
    .find(|(prefix, ..)| operation_id.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(char::is_uppercase)))
    .map(|(_, field, words)| (field, words))?;
    Some(json!({ field: words }))
}
