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
        let body = with(dated(body, period, day), json!({ control: paid[control], "exchange_rate": rate }));
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
        let several = json!({ field: null, "payment": null, "applications": parts, control: paid[control] });
        let answer = self.app.post(kind.path, who, with(dated(body, period, day), several)).await;
        self.keep(kind, name, &answer);
        answer
    }

    pub async fn receive(&mut self, who: &Token) -> Answer {
        let (_, id) = self.posted(&[INVOICE]).await;
        let due = self.app.get(&INVOICE.at(&id), who).await["amount_due"].to_string();
        let amount = if self.roll(2) == 0 && due != "null" { due } else { self.amount("JPY") };
        let day = PERIODS[self.roll(PERIODS.len())].1;
        let body = json!({ "payment_date": day, "payment_amount": number(&amount), "deposit_account_id": CASH });
        let answer = self.app.post(&format!("invoices/{id}/receive-payment"), who, body).await;
        if answer.status == 201 {
            self.made.push((INVOICE_PAYMENT, answer.string("payment_id").to_owned()));
        }
        answer
    }
}
