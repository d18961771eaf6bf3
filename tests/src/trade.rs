//! Bills, invoices, payments, credit memos and expenses: their bodies, and helpers that bring them to a state or post
//! them.
//!
//! [`TestApp::open_books`] has no approval rule for them, so one signature of anyone who may approve posts them.
//! See docs/rules/approval.md#no-rule-at-all.

use engine::entity::posting_line;
use engine::money::{Currency, Minor};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::app::TestApp;
use crate::builders::{CASH, DAY, EXPENSE, PAYABLE, PERIOD, RECEIVABLE, REVENUE, entry_named, number, with};

/// A document type on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The collection's path.
    pub path: &'static str,
    /// The field that holds the id.
    pub id: &'static str,
    pub name: &'static str,
}

pub const JOURNAL_ENTRY: Kind = Kind { path: "journal-entries", id: "journal_entry_id", name: "journal_entry" };
pub const BILL: Kind = Kind { path: "bills", id: "bill_id", name: "bill" };
pub const INVOICE: Kind = Kind { path: "invoices", id: "invoice_id", name: "invoice" };
pub const BILL_PAYMENT: Kind = Kind { path: "bill-payments", id: "bill_payment_id", name: "bill_payment" };
pub const INVOICE_PAYMENT: Kind = Kind { path: "invoice-payments", id: "customer_payment_id", name: "invoice_payment" };
pub const CREDIT_MEMO: Kind = Kind { path: "credit-memos", id: "credit_memo_id", name: "credit_memo" };
pub const EXPENSE_REPORT: Kind = Kind { path: "expenses", id: "expense_id", name: "expense" };

/// All types but journal entries.
pub const TRADE: [Kind; 6] = [BILL, INVOICE, BILL_PAYMENT, INVOICE_PAYMENT, CREDIT_MEMO, EXPENSE_REPORT];

/// The date of payments: a few days after [`DAY`], in the same period.
pub const PAY_DAY: &str = "2024-01-20";
pub const GAIN_LOSS: &str = "7900";
pub const ROUNDING: &str = "7990";

impl Kind {
    /// `bills/B-1`.
    pub fn at(self, id: &str) -> String {
        format!("{}/{id}", self.path)
    }

    /// A valid body of this type with this id, of 100.00 USD. A payment pays `I-0` or `B-0`, see [`TestApp::prepare`].
    pub fn body(self, id: &str) -> Value {
        match self {
            BILL => bill(id, "100.00"),
            INVOICE => invoice(id, "100.00"),
            BILL_PAYMENT => bill_payment(id, "B-0", "100.00"),
            INVOICE_PAYMENT => invoice_payment(id, "I-0", "100.00"),
            CREDIT_MEMO => credit_memo(id, "100.00"),
            EXPENSE_REPORT => expense(id, "100.00"),
            _ => entry_named(id, "100.00"),
        }
    }
}

/// One item, without tax.
pub fn item(account: &str, quantity: &str, rate: &str) -> Value {
    json!({ "account_id": account, "quantity": number(quantity), "rate": number(rate) })
}

/// One item with a tax rate.
pub fn taxed(account: &str, quantity: &str, rate: &str, tax_rate: &str) -> Value {
    with(item(account, quantity, rate), json!({ "tax_rate": number(tax_rate) }))
}

pub fn bill(id: &str, amount: &str) -> Value {
    json!({
        "bill_id": id, "vendor_id": "V-1", "ap_account_id": PAYABLE, "tran_date": DAY, "due_date": "2024-02-14",
        "posting_period_id": PERIOD, "lines": [item(EXPENSE, "1", amount)],
    })
}

pub fn invoice(id: &str, amount: &str) -> Value {
    json!({
        "invoice_id": id, "customer_id": "C-1", "ar_account_id": RECEIVABLE, "tran_date": DAY, "due_date": "2024-02-14",
        "posting_period_id": PERIOD, "lines": [item(REVENUE, "1", amount)],
    })
}

pub fn credit_memo(id: &str, amount: &str) -> Value {
    json!({
        "credit_memo_id": id, "customer_id": "C-1", "ar_account_id": RECEIVABLE, "tran_date": DAY,
        "posting_period_id": PERIOD, "lines": [item(REVENUE, "1", amount)],
    })
}

pub fn expense(id: &str, amount: &str) -> Value {
    json!({
        "expense_id": id, "employee_id": "emil", "ap_account_id": PAYABLE, "tran_date": DAY,
        "posting_period_id": PERIOD, "lines": [item(EXPENSE, "1", amount)],
    })
}

pub fn invoice_payment(id: &str, invoice: &str, amount: &str) -> Value {
    json!({
        "customer_payment_id": id, "customer_id": "C-1", "invoice_id": invoice, "account_id": CASH,
        "ar_account_id": RECEIVABLE, "tran_date": PAY_DAY, "posting_period_id": PERIOD, "payment": number(amount),
    })
}

pub fn bill_payment(id: &str, bill: &str, amount: &str) -> Value {
    json!({
        "bill_payment_id": id, "bill_id": bill, "account_id": CASH, "ap_account_id": PAYABLE, "tran_date": PAY_DAY,
        "posting_period_id": PERIOD, "payment": number(amount),
    })
}

pub fn expense_payment(id: &str, expense: &str, amount: &str) -> Value {
    with(bill_payment(id, "", amount), json!({ "bill_id": null, "expense_id": expense }))
}

/// The body in another currency, at this rate.
pub fn in_currency(body: Value, currency: &str, rate: &str) -> Value {
    with(body, json!({ "currency": currency, "exchange_rate": number(rate) }))
}

/// The body on another day and in its period of 2024.
pub fn on(body: Value, day: &str) -> Value {
    dated(body, &day[..7], day)
}

/// The body due on another day.
pub fn due(body: Value, day: &str) -> Value {
    with(body, json!({ "due_date": day }))
}

/// The body dated in another period.
pub fn dated(body: Value, period: &str, day: &str) -> Value {
    with(body, json!({ "posting_period_id": period, "tran_date": day }))
}

impl TestApp {
    /// Opens the books. For a bill payment it also posts bill `B-0` of 10000.00, for an invoice payment invoice `I-0`.
    pub async fn prepare(&self, kind: Kind) {
        self.open_books().await;
        if kind == BILL_PAYMENT {
            self.posted(BILL, bill("B-0", "10000.00")).await;
        }
        if kind == INVOICE_PAYMENT {
            self.posted(INVOICE, invoice("I-0", "10000.00")).await;
        }
    }

    /// Writes or corrects the table's rate of a day.
    pub async fn rate(&self, currency: &str, day: &str, rate: &str) {
        let id = format!("{currency}-{day}");
        let row = json!({ "exchange_rate_id": id, "currency": currency, "date": day, "rate": number(rate) });
        let written = self.post("exchange-rates", &self.admin(), row.clone()).await;
        if written.status == 409 {
            self.put(&format!("exchange-rates/{id}"), &self.admin(), row).await.expect(200);
        } else {
            written.expect(201);
        }
    }

    /// Writes the body's rate into the table for its day: for tests that are about something else.
    async fn quote(&self, body: &Value) {
        let (Some(rate), Some(day)) = (body["exchange_rate"].as_number(), body["tran_date"].as_str()) else { return };
        let paid = ["bill", "invoice", "expense"].into_iter().find_map(|name| {
            Some(format!("{name}s/{}", body[format!("{name}_id")].as_str().filter(|_| body["payment"].is_number())?))
        });
        let currency = match paid {
            Some(path) => self.get(&path, &self.admin()).await["currency"].clone(),
            None => body["currency"].clone(),
        };
        if let Some(currency) = currency.as_str().filter(|currency| *currency != "USD") {
            self.rate(currency, day, &rate.to_string()).await;
        }
    }

    /// Creates a draft as the clerk, with its rate in the table; returns its path.
    pub async fn draft(&self, kind: Kind, body: Value) -> String {
        self.quote(&body).await;
        let made = self.post(kind.path, &self.clerk(), body).await.expect(201);
        kind.at(made.string(kind.id))
    }

    /// Creates and submits as the clerk; returns its path.
    pub async fn pending(&self, kind: Kind, body: Value) -> String {
        let path = self.draft(kind, body).await;
        self.act(&format!("{path}/submit-for-approval"), &self.clerk()).await.expect(200);
        path
    }

    /// Creates and submits as the clerk, signs at every level, and asserts that it is posted; returns its path.
    pub async fn posted(&self, kind: Kind, body: Value) -> String {
        let path = self.pending(kind, body).await;
        let mut signed = self.approve(&path).await.expect(200);
        for signer in [self.controller(), self.cfo()] {
            if signed["status"] == "Pending Approval" {
                signed = self.act(&format!("{path}/approve"), &signer).await.expect(200);
            }
        }
        assert_eq!((signed.string("status"), &signed["posted"]), ("Posted", &json!(true)), "{}", signed.text);
        path
    }

    /// The manager's signature: the last one of a document without rules.
    pub async fn approve(&self, path: &str) -> Answer {
        self.act(&format!("{path}/approve"), &self.manager()).await
    }

    /// `receive-payment` on [`PAY_DAY`] as the controller.
    pub async fn receive(&self, invoice: &str, amount: &str) -> Answer {
        let body = json!({ "payment_date": PAY_DAY, "payment_amount": number(amount), "deposit_account_id": CASH });
        self.post(&format!("invoices/{invoice}/receive-payment"), &self.controller(), body).await
    }

    /// Applies a credit memo as the accountant.
    pub async fn apply(&self, memo: &str, invoice: &str, amount: &str) -> Answer {
        let body = json!({ "invoice_id": invoice, "amount": number(amount) });
        self.post(&format!("credit-memos/{memo}/apply"), &self.accountant(), body).await
    }

    /// Voids as the controller.
    pub async fn void(&self, path: &str) -> Answer {
        self.post(&format!("{path}/void"), &self.controller(), json!({ "reason": "by mistake" })).await
    }

    /// Closes (by force) or reopens a period as the controller.
    pub async fn close(&self, period: &str, close_type: &str) {
        let body = json!({ "force": true, "close_type": close_type });
        self.post(&format!("accounting-periods/{period}/close"), &self.controller(), body).await.expect(200);
    }

    pub async fn reopen(&self, period: &str) {
        let reason = json!({ "reason": "more to come" });
        self.post(&format!("accounting-periods/{period}/reopen"), &self.controller(), reason).await.expect(200);
    }

    /// Asserts fields of a document as everybody reads it; numbers as they are written.
    pub async fn expect_fields(&self, path: &str, wanted: &[(&str, &str)]) {
        let read = self.get(path, &self.controller()).await.expect(200);
        for (field, value) in wanted {
            let found = match &read[*field] {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            assert_eq!(found, *value, "{field} of {path}: {}", read.text);
        }
    }

    /// The lines of one posting of a document (`document`, `void`, `application-1` …), one line a movement: date,
    /// account, debit, credit, currency, and the amount in base currency, debit positive.
    pub async fn ledger(&self, kind: Kind, id: &str, posting: &str) -> String {
        let rows = posting_line::Entity::find()
            .filter(posting_line::Column::SourceKind.eq(kind.name))
            .filter(posting_line::Column::SourceId.eq(id))
            .filter(posting_line::Column::Kind.eq(posting))
            .order_by_asc(posting_line::Column::Position)
            .all(&self.engine().store.reader)
            .await
            .expect("the postings can be read");
        let base = self.engine().settings.base_currency;
        rows.iter().map(|row| movement(row, base)).collect::<Vec<_>>().join("\n")
    }

    /// The account's balance at the end of 2024, debit positive, in base currency: from the trial balance.
    pub async fn balance(&self, account: &str) -> String {
        let report = self.get("reports/trial-balance?as_of=2024-12-31", &self.controller()).await.expect(200);
        let row = report.data().iter().find(|row| row["account_id"] == account);
        row.map_or_else(|| "0.00".to_owned(), |row| row["closing_balance"].to_string())
    }
}

fn movement(row: &posting_line::Model, base: Currency) -> String {
    let currency = Currency::parse(&row.currency).expect("a currency");
    let size = currency.to_decimal(row.amount.magnitude().expect("an amount")).to_string();
    let (debit, credit) = match row.amount {
        Minor(0) => ("-", "-"),
        Minor(amount) if amount > 0 => (size.as_str(), "-"),
        Minor(_) => ("-", size.as_str()),
    };
    let base = base.to_decimal(row.base_amount);
    format!("{} {} {debit} {credit} {currency} {base}", row.posting_date, row.account_id)
}

/// Compares two tables without regard to how their columns are aligned.
#[track_caller]
pub fn assert_table(found: &str, wanted: &str) {
    let lines = |text: &str| -> Vec<String> {
        let joined = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        joined.filter(|line| !line.is_empty()).collect()
    };
    assert_eq!(lines(found), lines(wanted), "found:\n{found}\n");
}
