//! Documents of every type: helpers that bring them to a state or post them.
//!
//! [`TestApp::open_books`] has no approval rule for them, so one signature of anyone who may approve posts them.
//! See docs/rules/approval.md#no-rule-at-all.

use engine::kernel::entity::posting_line;
use engine::values::money::{Currency, Minor};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::app::TestApp;
use crate::bodies::PAY_DAY;
use crate::builders::{CASH, EXPENSE, number};
use crate::kind::{Kind, debt_kinds, payment_kinds};

impl TestApp {
    /// Opens the books. For a payment it also posts the document of 10000.00 that the type's body pays: `B-0` or `I-0`.
    pub async fn prepare(&self, kind: Kind) {
        self.open_books().await;
        if let Some((paid, _)) = kind.pays().first() {
            self.posted(*paid, paid.of_amount(&paid.debt(), "10000.00")).await;
        }
    }

    /// Opens the books and posts a document of 10000.00 of each type of [`debt_kinds`]: bill `B-0` and invoice `I-0`.
    pub async fn open_debts(&self) {
        self.open_books().await;
        for kind in debt_kinds() {
            self.posted(kind, kind.of_amount(&kind.debt(), "10000.00")).await;
        }
    }

    /// One more of each, that payments may be moved to.
    pub async fn more_debts(&self) {
        for kind in debt_kinds() {
            self.posted(kind, kind.of_amount(&kind.other_debt(), "10000.00")).await;
        }
    }

    /// A dimension whose values are listed.
    pub async fn dimension(&self, id: &str) {
        let body = json!({ "dimension_id": id, "dimension_name": id });
        self.post("dimensions", &self.controller(), body).await.expect(201);
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
        let named = payment_kinds().into_iter().flat_map(Kind::pays).filter(|_| body["payment"].is_number());
        let mut paid = named.filter_map(|(kind, field)| Some(kind.at(body[field].as_str()?)));
        let currency = match paid.next() {
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
        let signed = self.sign(&path).await;
        assert_eq!((signed.string("status"), &signed["posted"]), ("Posted", &json!(true)), "{}", signed.text);
        path
    }

    /// Signs at every level, as the manager, the controller and the CFO; the answer to the last signature.
    pub async fn sign(&self, path: &str) -> Answer {
        let mut signed = self.approve(path).await.expect(200);
        for signer in [self.controller(), self.cfo()] {
            if signed["status"] == "Pending Approval" {
                signed = self.act(&format!("{path}/approve"), &signer).await.expect(200);
            }
        }
        signed
    }

    /// The manager's signature: the last one of a document without rules.
    pub async fn approve(&self, path: &str) -> Answer {
        self.act(&format!("{path}/approve"), &self.manager()).await
    }

    /// A posted bill with this id, whose line waits on an account of its own; the body of a deferral over three months from January.
    pub async fn prepaid(&self, bill: &str, amount: &str) -> Value {
        let account = json!({ "account_id": "1500", "account_name": "Prepaid expenses", "account_type": "asset" });
        self.post("accounts", &self.admin(), account).await;
        let line = json!([{ "account_id": "1500", "quantity": 1, "rate": crate::builders::number(amount) }]);
        let body = crate::builders::with(crate::bodies::bill(bill, amount), json!({ "lines": line }));
        self.posted(crate::kind::BILL, body).await;
        json!({
            "document_type": "bill", "document_id": bill, "line_number": 1, "account_id": EXPENSE, "start_date": "2024-01-01", "months": 3,
        })
    }

    /// A deferral of a bill of its own.
    pub async fn deferred(&self, id: &str) {
        let body = self.prepaid(&format!("BILL-{id}"), "30.00").await;
        let body = crate::builders::with(body, json!({ "deferral_id": id }));
        self.post("deferrals", &self.admin(), body).await.expect(201);
    }

    /// `receive-payment` on [`PAY_DAY`] as the controller.
    pub async fn receive(&self, invoice: &str, amount: &str) -> Answer {
        let body = json!({ "payment_date": PAY_DAY, "payment_amount": number(amount), "deposit_account_id": CASH });
        self.post(&format!("invoices/{invoice}/receive-payment"), &self.controller(), body).await
    }

    /// Applies a document of a type that gives credit, as the accountant.
    pub async fn apply(&self, kind: Kind, credit: &str, settled: &str, amount: &str) -> Answer {
        self.post(&format!("{}/apply", kind.at(credit)), &self.accountant(), kind.application(settled, amount)).await
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
