//! What pays in a random history: payments of one document and of several, and receipts.

use tests::prelude::*;

use super::{CURRENCIES, History, PERIODS};

impl History<'_> {
    pub async fn pay(&mut self, step: usize, who: &Token) -> Answer {
        let (of, id) = self.posted(&paid_kinds()).await;
        let paid = self.app.get(&of.at(&id), who).await;
        let currency = paid["currency"].as_str().unwrap_or("USD").to_owned();
        let due = paid["amount_due"].to_string();
        let amount = if self.roll(3) == 0 && due != "null" { due } else { self.amount(&currency) };
        let name = format!("payment-{step}");
        let (kind, body) = of.paid_by(&id, &name, &amount);
        let control = kind.control_field();
        let rates = CURRENCIES.iter().find(|(code, _)| *code == currency).map_or(&["1"][..], |(_, rates)| *rates);
        let rate = if self.roll(3) == 0 { Value::Null } else { number(rates[self.roll(rates.len())]) };
        let (period, day) = PERIODS[self.roll(PERIODS.len())];
        let mut body = with(dated(body, period, day), json!({ control: paid[control], "exchange_rate": rate }));
        if step % 2 == 0 {
            take_discount(step, &paid, &mut body);
        }
        if step % 3 > 0 && of.credits().is_none() {
            write_off(step, &currency, &mut body);
        }
        let answer = self.app.post(kind.path, who, body).await;
        self.keep(kind, name, &answer);
        answer
    }

    /// Pays up to four documents, mostly of one currency and one party, each by a part.
    pub async fn pay_several(&mut self, step: usize, who: &Token) -> Answer {
        // A refund is of one credit.
        let several: Vec<Kind> = paid_kinds().into_iter().filter(|kind| kind.credits().is_none()).collect();
        let is_offered = |read: &Answer| {
            read["status"] == "Posted" && !read["discount_amount"].is_null() && read["amount_due"] == read["total"]
        };
        let (of, first) =
            if step % 2 == 1 { self.fitting(&several, is_offered).await } else { self.posted(&several).await };
        let paid = self.app.get(&of.at(&first), who).await;
        let day_of = |read: &Answer| read["tran_date"].to_string();
        let (control, currency) = (of.control_field(), paid["currency"].clone());
        let mut named = vec![first.clone()];
        for _ in 0..3 {
            let alike = |read: &Answer| {
                let is_of_it = read["currency"] == currency && read[control] == paid[control];
                read["status"] == "Posted" && is_of_it && day_of(read) <= day_of(&paid)
            };
            let (_, other) = self.fitting(&[of], alike).await;
            if !named.contains(&other) {
                named.push(other);
            }
        }
        let mut parts = Vec::new();
        for id in named {
            let document = self.app.get(&of.at(&id), who).await;
            let due = document["amount_due"].to_string();
            let amount = if self.roll(3) > 0 && due != "null" { due } else { self.amount("JPY") };
            let mut part = json!({ "document_id": id, "document_type": of.name, "amount": number(&amount) });
            // Mostly granted on its own day.
            if step % 2 == 1 && document["tran_date"] == paid["tran_date"] {
                discount_of(&document, "amount", &mut part);
            }
            parts.push(part);
        }
        let name = format!("payment-{step}");
        let (kind, body) = of.paid_by(&first, &name, "1");
        let field = kind.pays().into_iter().find(|(settled, _)| *settled == of).map_or("", |(_, field)| field);
        let (period, day) = PERIODS[self.roll(PERIODS.len())];
        let mut several = json!({ field: null, "payment": null, "applications": parts, control: paid[control] });
        if step % 2 == 0 {
            several["write_off"] = number(OFF[step % OFF.len()]);
            several["write_off_rule_id"] = currency.clone();
        }
        let mut body = with(dated(body, period, day), several);
        if step % 4 > 0 {
            on_the_day_of(&paid, &mut body);
        }
        let answer = self.app.post(kind.path, who, body).await;
        self.keep(kind, name, &answer);
        answer
    }

    /// What chance brings seldom, in every history: a payment of several with a discount, and one that writes off, which stay.
    pub async fn pay_with_deductions(&self) {
        for id in ["early-1", "early-2", "short"] {
            let body = with(bill(id, "50.00"), json!({ "payment_terms_id": "2-10", "due_date": null }));
            self.app.posted(BILL, body).await;
        }
        let part = |id: &str, amount: f64, discount: Value| json!({ "document_id": id, "document_type": "bill", "amount": amount, "discount": discount });
        let parts = json!([part("early-1", 49.0, json!(1)), part("early-2", 20.0, Value::Null)]);
        let (kind, body) = BILL.paid_by("early-1", "paid-early", "1.00");
        let several = json!({ "bill_id": null, "payment": null, "applications": parts });
        let day = PERIODS[0];
        self.app.posted(kind, with(dated(body, day.0, day.1), several)).await;
        let (kind, body) = BILL.paid_by("short", "paid-short", "49.00");
        let off = json!({ "write_off": 1, "write_off_rule_id": "USD" });
        self.app.posted(kind, with(dated(body, day.0, day.1), off)).await;
    }

    pub async fn receive(&mut self, who: &Token) -> Answer {
        let (_, id) = self.posted(&[INVOICE]).await;
        let invoice = self.app.get(&INVOICE.at(&id), who).await;
        let due = invoice["amount_due"].to_string();
        let amount = if self.roll(4) > 0 && due != "null" { due } else { self.amount("JPY") };
        // Mostly on a day on which it may be paid, and at a rate that the table has.
        let own = invoice["tran_date"].as_str().unwrap_or(PERIODS[0].1);
        let day = PERIODS.get(self.roll(2 * PERIODS.len())).map_or(own, |(_, day)| *day);
        let body = json!({ "payment_date": day, "payment_amount": number(&amount), "deposit_account_id": CASH });
        let answer = self.app.post(&format!("invoices/{id}/receive-payment"), who, body).await;
        if answer.status == 201 {
            self.made.push((INVOICE_PAYMENT, answer.string("payment_id").to_owned()));
        }
        answer
    }
}

/// What is let off, and kept, of whatever currency.
const OFF: [&str; 3] = ["1", "-2", "2"];

/// Lets so much off of what is paid, or keeps so much more: granted where that is all that is due.
fn write_off(step: usize, currency: &str, body: &mut Value) {
    let number_of = |text: &str| text.parse::<rust_decimal::Decimal>().expect("a number");
    let (off, payment) = (OFF[step % OFF.len()], number_of(&body["payment"].to_string()));
    if payment > number_of(off) {
        body["payment"] = number(&(payment - number_of(off)).to_string());
        body["write_off"] = number(off);
        body["write_off_rule_id"] = json!(currency);
    }
}

/// Pays the rest of the document less its discount; on its own day, on which it is mostly granted.
fn take_discount(step: usize, paid: &Answer, body: &mut Value) {
    if discount_of(paid, "payment", body) && step % 3 > 0 {
        on_the_day_of(paid, body);
    }
}

/// Whether the document has a discount, which is then taken beside so much less.
fn discount_of(paid: &Answer, amount: &str, body: &mut Value) -> bool {
    let number_of = |value: &Value| value.to_string().parse::<rust_decimal::Decimal>().ok();
    let (Some(off), Some(due)) = (number_of(&paid["discount_amount"]), number_of(&paid["amount_due"])) else {
        return false;
    };
    if due > off {
        body[amount] = number(&(due - off).to_string());
        body["discount"] = paid["discount_amount"].clone();
    }
    true
}

fn on_the_day_of(paid: &Answer, body: &mut Value) {
    body["tran_date"] = paid["tran_date"].clone();
    body["posting_period_id"] = paid["posting_period_id"].clone();
}
