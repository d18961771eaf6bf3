//! Documents in the ledger, by way of their approval: what reports are made of.

use serde_json::{Value, json};

use crate::answer::Answer;
use crate::app::TestApp;
use crate::builders::{DAY, PAYABLE, PERIOD, RECEIVABLE, number, with};

impl TestApp {
    /// Creates the document, submits it, has it approved at every level, and waits until it stands in the ledger.
    pub async fn book(&self, collection: &str, body: Value) -> Answer {
        let clerk = self.clerk();
        let created = self.post(collection, &clerk, body).await.expect(201);
        let location = created.header("location").to_owned();
        let path = location.strip_prefix(crate::app::PREFIX).unwrap_or(&location).to_owned();
        self.act(&format!("{path}/submit-for-approval"), &clerk).await.expect(200);
        for signer in [self.manager(), self.controller(), self.cfo()] {
            let answer = self.act(&format!("{path}/approve"), &signer).await.expect(200);
            if answer["status"] != "Pending Approval" {
                break;
            }
        }
        let landed = |document: &Answer| ["Posted", "Paid"].iter().any(|status| document["status"] == *status);
        self.eventually(&path, &self.admin(), landed).await
    }

    /// A report for the controller.
    pub async fn report(&self, path: &str) -> Answer {
        self.get(&format!("reports/{path}"), &self.controller()).await.expect(200)
    }

    /// The same report as CSV: each row by its columns.
    pub async fn csv(&self, path: &str) -> Vec<std::collections::BTreeMap<String, String>> {
        let path = format!("reports/{path}");
        let accept = [("Accept", "text/csv")];
        let answer = self.send(reqwest::Method::GET, &path, &self.controller(), &accept, None).await.expect(200);
        assert!(answer.header("content-type").starts_with("text/csv"), "{path}: {}", answer.header("content-type"));
        let mut reader = csv::Reader::from_reader(answer.text.as_bytes());
        let columns = reader.headers().expect("a header row").clone();
        let row =
            |cells: csv::StringRecord| columns.iter().map(str::to_owned).zip(cells.iter().map(str::to_owned)).collect();
        reader.records().map(|cells| row(cells.expect("a row"))).collect()
    }
}

#[allow(clippy::needless_pass_by_value, reason = "callers write the lines in place")]
fn document(field: &str, id: &str, lines: Value) -> Value {
    json!({ field: id, "tran_date": DAY, "posting_period_id": PERIOD, "memo": format!("About {id}"), "lines": lines })
}

fn items(account: &str, amount: &str) -> Value {
    json!([{ "account_id": account, "quantity": number("1"), "rate": number(amount) }])
}

/// An invoice of one item to customer C-1, due on that day.
pub fn invoice(id: &str, amount: &str, due: &str) -> Value {
    let more = json!({ "customer_id": "C-1", "ar_account_id": RECEIVABLE, "due_date": due });
    with(document("invoice_id", id, items("4000", amount)), more)
}

/// A credit memo of one item to customer C-1.
pub fn credit_memo(id: &str, amount: &str) -> Value {
    let more = json!({ "customer_id": "C-1", "ar_account_id": RECEIVABLE });
    with(document("credit_memo_id", id, items("4000", amount)), more)
}

/// A bill of one item by vendor V-1, due on that day.
pub fn bill(id: &str, amount: &str, due: &str) -> Value {
    let more = json!({ "vendor_id": "V-1", "ap_account_id": PAYABLE, "due_date": due });
    with(document("bill_id", id, items("6000", amount)), more)
}

/// An expense of one item by that employee.
pub fn expense(id: &str, amount: &str, employee: &str) -> Value {
    let more = json!({ "employee_id": employee, "ap_account_id": PAYABLE });
    with(document("expense_id", id, items("6000", amount)), more)
}

/// A payment for an invoice from customer C-1, into cash.
pub fn invoice_payment(id: &str, invoice: &str, amount: &str) -> Value {
    json!({ "customer_payment_id": id, "customer_id": "C-1", "invoice_id": invoice, "account_id": "1000",
        "ar_account_id": RECEIVABLE, "tran_date": DAY, "posting_period_id": PERIOD, "payment": number(amount) })
}

/// A payment for a bill, out of cash.
pub fn bill_payment(id: &str, bill: &str, amount: &str) -> Value {
    json!({ "bill_payment_id": id, "bill_id": bill, "account_id": "1000", "ap_account_id": PAYABLE,
        "tran_date": DAY, "posting_period_id": PERIOD, "payment": number(amount) })
}

/// The body on another day and in its period of 2024.
pub fn on(body: Value, day: &str) -> Value {
    with(body, json!({ "tran_date": day, "posting_period_id": &day[..7] }))
}

/// The body in another currency.
pub fn in_currency(body: Value, currency: &str, rate: &str) -> Value {
    with(body, json!({ "currency": currency, "exchange_rate": number(rate) }))
}
