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
        let (of, first) = self.posted(&several).await;
        let paid = self.app.get(&of.at(&first), who).await;
        let (control, currency) = (of.control_field(), paid["currency"].clone());
        let mut named = vec![first.clone()];
        for _ in 0..3 {
            let alike = |read: &Answer| {
                read["status"] == "Posted" && read["currency"] == currency && read[control] == paid[control]
            };
            let (_, other) = self.fitting(&[of], alike).await;
            if !named.contains(&other) {
                named.push(other);
            }
        }
        let mut parts = Vec::new();
        for id in named {
            let due = self.app.get(&of.at(&id), who).await["amount_due"].to_string();
            let amount = if self.roll(3) > 0 && due != "null" { due } else { self.amount("JPY") };
            parts.push(json!({ "document_id": id, "document_type": of.name, "amount": number(&amount) }));
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
        let answer = self.app.post(kind.path, who, with(dated(body, period, day), several)).await;
        self.keep(kind, name, &answer);
        answer
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
    let number_of = |value: &Value| value.to_string().parse::<rust_decimal::Decimal>().ok();
    let (Some(off), Some(due)) = (number_of(&paid["discount_amount"]), number_of(&paid["amount_due"])) else {
        return;
    };
    if due > off {
        body["payment"] = number(&(due - off).to_string());
        body["discount"] = paid["discount_amount"].clone();
    }
    if step % 3 > 0 {
        body["tran_date"] = paid["tran_date"].clone();
        body["posting_period_id"] = paid["posting_period_id"].clone();
    }
}
