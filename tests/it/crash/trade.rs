//! Trade: bills and invoices, and two at once for what is due on them. Whatever is killed meanwhile, one of the two
//! wins, and nothing is paid twice.
//! See docs/rules/documents.md#races.

use reqwest::Method;
use tests::prelude::*;

use super::load::{Client, Deed, carl, conrad, signer};

/// What bills are for; journal entries have [`EXPENSE`].
pub const GOODS: &str = "6100";

fn approve(path: &str) -> Deed<'_> {
    Deed::post(path, "Approve", signer(0), "approve", None)
}

fn void(path: &str) -> Deed<'_> {
    Deed::post(path, "Void", conrad(), "void", json!({ "reason": "by mistake" }))
}

impl Client {
    pub async fn trade(mut self) {
        let mut number = 0;
        while !self.done() {
            number += 1;
            let name = format!("{}-{number}", self.name);
            match self.dice.roll(5) {
                0 => self.two_payments_of_one_invoice(&name).await,
                1 => self.two_payments_of_one_bill(&name).await,
                2 => self.payment_and_void_of_what_it_pays(&name).await,
                3 => self.payment_and_credit(&name).await,
                _ => self.deposit_and_void(&name).await,
            }
        }
    }

    async fn pending(&self, kind: Kind, body: Value) -> String {
        let path = kind.at(body[kind.id].as_str().unwrap_or_default());
        // Posted and not voided, the account has so many cents more of debits.
        let (account, cents) = match kind {
            BILL => (GOODS, 10_000),
            INVOICE => (REVENUE, -10_000),
            CREDIT_MEMO => (REVENUE, 6_000),
            _ => ("", 0),
        };
        self.memory.note(&path, |told| (told.account, told.cents) = (account, cents));
        let (at, body) = (kind.path.to_owned(), Some(body));
        self.act(Deed { path: &path, word: "Created", who: carl(), method: Method::POST, at, body }).await;
        self.act(Deed::post(&path, "Submit for Approval", carl(), "submit-for-approval", None)).await;
        path
    }

    async fn posted(&self, kind: Kind, body: Value) -> String {
        let path = self.pending(kind, body).await;
        self.act(approve(&path)).await;
        self.landed(&path).await;
        path
    }

    async fn invoice(&self, name: &str) -> String {
        self.posted(INVOICE, invoice(name, "100.00")).await
    }

    /// Sends both at once: the statuses, and whether the first one won. Exactly one does.
    async fn one_wins(&self, one: Deed<'_>, other: Deed<'_>) -> bool {
        let (one, other) = tokio::join!(self.tries(one), self.tries(other));
        let won = [&one, &other].map(|answer| answer.status < 300);
        assert!(won[0] != won[1], "{} {} / {} {}", one.request, one.text, other.request, other.text);
        won[0]
    }

    /// What is paid and what is due, in everybody's eyes.
    async fn stands(&self, path: &str, paid: &str, due: &str) {
        let read = self.wire.get(path, &conrad().1).await.expect(200);
        assert_eq!((read.number("amount_paid").as_str(), read.number("amount_due").as_str()), (paid, due), "{path}");
    }

    async fn two_payments_of_one_invoice(&self, name: &str) {
        let path = self.invoice(name).await;
        let one = self.pending(INVOICE_PAYMENT, invoice_payment(&format!("a-{name}"), name, "60.00")).await;
        let other = self.pending(INVOICE_PAYMENT, invoice_payment(&format!("b-{name}"), name, "60.00")).await;
        let first = self.one_wins(approve(&one), approve(&other)).await;
        self.landed(if first { &one } else { &other }).await;
        self.stands(&path, "60.00", "40.00").await;
    }

    async fn two_payments_of_one_bill(&self, name: &str) {
        let body = with(bill(name, "100.00"), json!({ "lines": [item(GOODS, "1", "100.00")] }));
        let path = self.posted(BILL, body).await;
        let one = self.pending(BILL_PAYMENT, bill_payment(&format!("a-{name}"), name, "60.00")).await;
        let other = self.pending(BILL_PAYMENT, bill_payment(&format!("b-{name}"), name, "60.00")).await;
        let first = self.one_wins(approve(&one), approve(&other)).await;
        self.landed(if first { &one } else { &other }).await;
        self.stands(&path, "60.00", "40.00").await;
    }

    async fn payment_and_void_of_what_it_pays(&self, name: &str) {
        let path = self.invoice(name).await;
        let payment = self.pending(INVOICE_PAYMENT, invoice_payment(name, name, "100.00")).await;
        if self.one_wins(approve(&payment), void(&path)).await {
            self.landed(&payment).await;
            self.stands(&path, "100.00", "0.00").await;
        }
    }

    async fn payment_and_credit(&self, name: &str) {
        let path = self.invoice(name).await;
        let memo = self.posted(CREDIT_MEMO, credit_memo(name, "60.00")).await;
        let payment = self.pending(INVOICE_PAYMENT, invoice_payment(name, name, "60.00")).await;
        let body = json!({ "invoice_id": name, "amount": number("60.00") });
        let apply = Deed::post(&memo, "Apply", carl(), "apply", body);
        if self.one_wins(approve(&payment), apply).await {
            self.landed(&payment).await;
        }
        self.stands(&path, "60.00", "40.00").await;
    }

    /// A void gives back what was paid; what is deposited is not voided.
    async fn deposit_and_void(&self, name: &str) {
        let path = self.invoice(name).await;
        let payment = self.posted(INVOICE_PAYMENT, invoice_payment(name, name, "60.00")).await;
        let deposit = Deed::post(&payment, "Deposit", conrad(), "deposit", json!({ "deposit_date": PAY_DAY }));
        if self.one_wins(deposit, void(&payment)).await {
            self.stands(&path, "60.00", "40.00").await;
        } else {
            self.stands(&path, "0.00", "100.00").await;
        }
    }
}
