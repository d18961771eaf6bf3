//! Trade: what is paid and what is credited, and two at once for what is due on it. Whatever is killed meanwhile, one of the two
//! wins, and nothing is paid twice.
//! See docs/rules/documents.md#races.

use engine::values::kind::{Action, Side};
use reqwest::Method;
use tests::prelude::*;

use super::load::{Client, Deed, carl, conrad, signer};

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
            let debt = *self.dice.pick(&debt_kinds());
            match self.dice.roll(4) {
                0 => self.two_payments_of_one(debt, &name).await,
                1 => self.payment_and_void_of_what_it_pays(debt, &name).await,
                2 => {
                    let (credit, credited) = *self.dice.pick(&credits());
                    self.payment_and_credit(credit, credited, &name).await;
                }
                _ => self.end_and_void_of_a_payment(&name).await,
            }
        }
    }

    async fn pending(&self, kind: Kind, body: Value) -> String {
        let path = kind.at(body[kind.id].as_str().unwrap_or_default());
        // Posted and not voided, the account has so many cents more of debits.
        let (account, cents) = kind.items().map_or(("", 0), |items| {
            let cents = body["lines"][0]["rate"].to_string().replace('.', "").parse().expect("cents");
            (kind.line_account(), if items.side == Side::Debit { cents } else { 0_i64 - cents })
        });
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

    /// Something of 100.00 to pay.
    async fn debt(&self, kind: Kind, name: &str) -> String {
        self.posted(kind, kind.of_amount(name, "100.00")).await
    }

    /// A payment of it that waits for its signature.
    async fn payment(&self, debt: Kind, name: &str, payment: &str, amount: &str) -> String {
        let (kind, body) = debt.paid_by(name, payment, amount);
        self.pending(kind, body).await
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

    async fn two_payments_of_one(&self, debt: Kind, name: &str) {
        let path = self.debt(debt, name).await;
        let one = self.payment(debt, name, &format!("a-{name}"), "60.00").await;
        let other = self.payment(debt, name, &format!("b-{name}"), "60.00").await;
        let first = self.one_wins(approve(&one), approve(&other)).await;
        self.landed(if first { &one } else { &other }).await;
        self.stands(&path, "60.00", "40.00").await;
    }

    async fn payment_and_void_of_what_it_pays(&self, debt: Kind, name: &str) {
        let path = self.debt(debt, name).await;
        let payment = self.payment(debt, name, name, "100.00").await;
        if self.one_wins(approve(&payment), void(&path)).await {
            self.landed(&payment).await;
            self.stands(&path, "100.00", "0.00").await;
        }
    }

    async fn payment_and_credit(&self, credit: Kind, credited: Kind, name: &str) {
        let path = self.debt(credited, name).await;
        let credit_path = self.posted(credit, credit.of_amount(name, "60.00")).await;
        let payment = self.payment(credited, name, name, "60.00").await;
        let apply = Deed::post(&credit_path, "Apply", carl(), "apply", credit.application(name, "60.00"));
        if self.one_wins(approve(&payment), apply).await {
            self.landed(&payment).await;
        }
        self.stands(&path, "60.00", "40.00").await;
    }

    /// A void gives back what was paid; what is deposited or cleared is not voided.
    async fn end_and_void_of_a_payment(&mut self, name: &str) {
        let (action, field) = *self.dice.pick(&[(Action::Deposit, "deposit_date"), (Action::Clear, "cleared_date")]);
        let payer = *self.dice.pick(&kinds_with(action));
        let (debt, _) = payer.pays()[0];
        let path = self.debt(debt, name).await;
        let payment = self.posted(payer, debt.paid_by(name, name, "60.00").1).await;
        let end = Deed::post(&payment, action.audit_word(), conrad(), action.name(), json!({ field: PAY_DAY }));
        if self.one_wins(end, void(&payment)).await {
            self.stands(&path, "60.00", "40.00").await;
        } else {
            self.stands(&path, "0.00", "100.00").await;
        }
    }
}
