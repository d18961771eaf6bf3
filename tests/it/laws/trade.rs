//! Random histories of all document types: create, submit, sign, reject, hold, pay, apply, clear, deposit, void
//! and reverse, while periods close and open again. [`books`] asserts the laws afterwards.
//!
//! The accounts 1100 and 2000 are for dollars, together with journal entries; 1101 and 2001 are for other currencies.
//! So the open amounts of the API can be compared with the trial balance to the cent.

mod books;
mod pays;

use std::collections::BTreeMap;

use engine::values::kind::{Action, Control};
use tests::prelude::*;

const STEPS: usize = 300;
const FOREIGN_RECEIVABLE: &str = "1101";
const FOREIGN_PAYABLE: &str = "2001";
const PERIODS: [(&str, &str); 3] = [("2024-01", "2024-01-15"), ("2024-02", "2024-02-15"), ("2024-03", "2024-03-15")];
const CURRENCIES: [(&str, &[&str]); 4] =
    [("USD", &["1"]), ("USD", &["1"]), ("EUR", &["1.08", "1.17"]), ("JPY", &["0.0067", "0.0071"])];

/// The rates of the table for each of [`PERIODS`]; both rates of a currency in the documents are near it.
const TABLE: [(&str, &str); 2] = [("EUR", "1.12"), ("JPY", "0.0069")];

/// What is accepted at least once in every history.
const WORDS: [&str; 10] = ["create", "push", "pay", "receive", "apply", "void", "end", "close", "reopen", "hold"];

/// The types whose documents are written without another to settle.
fn written_kinds() -> Vec<Kind> {
    item_kinds().into_iter().chain([JOURNAL_ENTRY]).collect()
}

/// The account for other currencies than the base.
const fn foreign_account(control: Control) -> &'static str {
    match control {
        Control::Receivable => FOREIGN_RECEIVABLE,
        Control::Payable => FOREIGN_PAYABLE,
    }
}

/// One run.
struct History<'a> {
    app: &'a TestApp,
    dice: Dice,
    people: [Token; 4],
    /// Every document that was ever created, also deleted ones.
    made: Vec<(Kind, String)>,
    /// How often each kind of command was accepted, and how often refused.
    told: BTreeMap<&'static str, (usize, usize)>,
    /// The debits and credits of a period at the moment when it was closed for all sub-ledgers.
    closed: BTreeMap<&'static str, String>,
}

/// With `payments_have_a_rule`, no payment is posted at once.
async fn history(app: &TestApp, seed: u64, payments_have_a_rule: bool) {
    println!("seed {seed:#x}");
    let mut history = History {
        app,
        dice: Dice::new(seed),
        people: ["ann", "ben", "cid", "dan"]
            .map(|user| app.token(user, &["clerk", "manager", "controller", "cfo"], &[])),
        made: Vec::new(),
        told: BTreeMap::new(),
        closed: BTreeMap::new(),
    };
    history.open_books(payments_have_a_rule).await;
    history.pay_with_deductions().await;
    // Why each kind of command was refused.
    let mut refusals: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    // Some are seldom accepted: a history goes on for a while until each was once.
    for step in 0..2 * STEPS {
        if step >= STEPS && WORDS.iter().all(|word| history.was_accepted(word)) {
            break;
        }
        let (word, answer) = history.step(step).await;
        let told = history.told.entry(word).or_default();
        match answer.status {
            200..300 => told.0 += 1,
            403 | 404 | 409 | 422 => {
                told.1 += 1;
                refusals.entry(word).or_default().push(answer.text.clone());
            }
            _ => panic!("seed {seed:#x}, step {step}, {word}: {} {}", answer.request, answer.text),
        }
    }
    for (period, moved) in history.closed.clone() {
        assert_eq!(books::moved_in(app, period).await, moved, "seed {seed:#x}: {period} is closed and took something");
    }
    println!("{:?}", history.told);
    for word in WORDS {
        assert!(
            history.was_accepted(word),
            "seed {seed:#x}: no {word} in {:?}: {:#?}",
            history.told,
            refusals.get(word)
        );
    }
    books::hold(app, &history.made).await;
}

impl History<'_> {
    fn was_accepted(&self, word: &str) -> bool {
        self.told.get(word).is_some_and(|told| told.0 > 0)
    }

    async fn open_books(&self, payments_have_a_rule: bool) {
        let app = self.app;
        app.open_books().await;
        for (id, account_type, subtype) in [(FOREIGN_RECEIVABLE, "asset", "ar"), (FOREIGN_PAYABLE, "liability", "ap")] {
            let body = with(account(id, "In other currencies", account_type), json!({ "subtype": subtype }));
            app.post("accounts", &app.admin(), body).await.expect(201);
        }
        app.post("payment-terms", &app.admin(), payment_terms("2-10")).await.expect(201);
        for currency in ["USD", "EUR", "JPY"] {
            let rule = with(write_off_rule(currency), json!({ "currency": currency, "tolerance": 2 }));
            app.post("write-off-rules", &app.admin(), rule).await.expect(201);
        }
        for (currency, rate) in TABLE {
            for (_, day) in PERIODS {
                app.rate(currency, day, rate).await;
            }
        }
        let two = [
            rule("bill-1", "bill", 1, "0", Some("300"), "manager"),
            rule("bill-2", "bill", 2, "300.01", None, "controller"),
        ];
        let of_payments = payments_have_a_rule.then(|| rule("pay-1", "invoice_payment", 1, "20", None, "cfo"));
        for body in two.into_iter().chain(of_payments) {
            app.post("approval-rules", &app.admin(), body).await.expect(201);
        }
    }

    fn roll(&mut self, sides: usize) -> usize {
        self.dice.roll(sides)
    }

    fn who(&mut self) -> Token {
        let at = self.roll(self.people.len());
        self.people[at].clone()
    }

    /// A random document of one of the types, or an id that does not exist.
    fn some(&mut self, kinds: &[Kind]) -> (Kind, String) {
        let among: Vec<_> = self.made.iter().filter(|(kind, _)| kinds.contains(kind)).cloned().collect();
        if among.is_empty() {
            return (kinds[0], "none".to_owned());
        }
        // Prefers recent documents, so that documents move on.
        let back = self.roll(among.len()).min(self.roll(among.len()));
        among[among.len() - 1 - back].clone()
    }

    /// A random document as in [`Self::some`], but one that fits if a few tries find one.
    async fn fitting(&mut self, kinds: &[Kind], fits: impl Fn(&Answer) -> bool) -> (Kind, String) {
        let mut found = self.some(kinds);
        for _ in 0..8 {
            if fits(&self.app.get(&found.0.at(&found.1), &self.people[0]).await) {
                break;
            }
            found = self.some(kinds);
        }
        found
    }

    /// Mostly one that is posted, with something due.
    async fn posted(&mut self, kinds: &[Kind]) -> (Kind, String) {
        let is_due = |read: &Answer| !read["amount_due"].to_string().trim_matches(['0', '.']).is_empty();
        self.fitting(kinds, |read| read["status"] == "Posted" && is_due(read)).await
    }

    /// Mostly a draft.
    async fn draft(&mut self, kinds: &[Kind]) -> (Kind, String) {
        self.fitting(kinds, |read| read["status"] == "Draft").await
    }

    async fn step(&mut self, step: usize) -> (&'static str, Answer) {
        let who = self.who();
        match self.roll(26) {
            0..=4 => ("create", self.create(step, &who).await),
            5..=9 => ("push", self.push().await),
            10 | 11 => ("pay", self.pay(step, &who).await),
            12 => ("pay several", self.pay_several(step, &who).await),
            13 | 14 => ("receive", self.receive(&who).await),
            15..=18 => ("apply", self.apply(&who).await),
            19 if step % 3 > 0 => {
                ("void", self.act(&kinds_with(Action::Void), "void", json!({ "reason": "r" }), &who).await)
            }
            19 | 20 if step % 2 == 0 => ("end", self.end(&who).await),
            20 => {
                let body = json!({ "reversal_date": "2024-03-15" });
                ("reverse", self.act(&kinds_with(Action::Reverse), "reverse", body, &who).await)
            }
            19 | 21 => self.workflow(&who).await,
            22 => ("edit", self.edit(step, &who).await),
            23 if self.roll(3) == 0 => {
                let (kind, id) = self.some(&written_kinds());
                ("delete", self.app.delete(&kind.at(&id), &who).await)
            }
            23 | 24 => self.period(&who).await,
            _ => ("push", self.push().await),
        }
    }

    async fn act(&mut self, kinds: &[Kind], action: &str, body: Value, who: &Token) -> Answer {
        // One in four commands goes to any document, the rest to a posted one.
        let (kind, id) = if self.roll(4) == 0 { self.some(kinds) } else { self.posted(kinds).await };
        let answer = self.app.post(&format!("{}/{action}", kind.at(&id)), who, body).await;
        if answer.status == 201 && action == "reverse" {
            self.made.push((kind, answer.string(kind.id).to_owned()));
        }
        answer
    }

    /// An amount of the currency, small enough to be paid off some day.
    fn amount(&mut self, currency: &str) -> String {
        let units = 1 + self.roll(500);
        if currency == "JPY" { units.to_string() } else { format!("{units}.{:02}", self.roll(100)) }
    }

    fn body(&mut self, kind: Kind, id: &str) -> Value {
        let (currency, rates) = CURRENCIES[self.roll(CURRENCIES.len())];
        let amount = self.amount(currency);
        let Some(items) = kind.items() else {
            let amount = self.amount("USD");
            let control = [EXPENSE, RECEIVABLE, PAYABLE][self.roll(3)];
            return with(
                entry_of(vec![debit(control, &amount), credit(CASH, &amount)]),
                json!({ "journal_entry_id": id }),
            );
        };
        let rate = rates[self.roll(rates.len())];
        let mut body = kind.body(id);
        if currency != "USD" {
            let foreign = json!({ kind.control_field(): foreign_account(items.control) });
            body = with(in_currency(body, currency, rate), foreign);
            if self.roll(3) == 0 {
                // Null takes the table's rate.
                body = with(body, json!({ "exchange_rate": null }));
            }
        }
        let account = kind.line_account();
        let tax = ["0", "0.07", "0.2"][self.roll(3)];
        let quantity = ["1", "1.5", "0.333"][self.roll(3)];
        with(body, json!({ "lines": [taxed(account, quantity, &amount, tax), item(account, "1", "1")] }))
    }

    async fn create(&mut self, step: usize, who: &Token) -> Answer {
        // What gives credit and what is credited comes twice as often, so that the two meet.
        let often = |kind: &Kind| if kind.has_applications() { 2 } else { 1 };
        let kinds: Vec<_> = written_kinds().into_iter().flat_map(|kind| vec![kind; often(&kind)]).collect();
        let kind = kinds[self.roll(kinds.len())];
        let id = format!("{}-{step}", kind.name);
        let (period, day) = PERIODS[self.roll(PERIODS.len())];
        let mut body = dated(self.body(kind, &id), period, day);
        if [BILL, INVOICE].contains(&kind) && step % 2 == 0 {
            body["payment_terms_id"] = json!("2-10");
        }
        let answer = self.app.post(kind.path, who, body).await;
        self.keep(kind, id, &answer);
        answer
    }

    fn keep(&mut self, kind: Kind, id: String, answer: &Answer) {
        if answer.status == 201 {
            self.made.push((kind, id));
        }
    }

    async fn edit(&mut self, step: usize, who: &Token) -> Answer {
        let (kind, id) = self.draft(&written_kinds()).await;
        let (period, day) = PERIODS[step % PERIODS.len()];
        let body = dated(self.body(kind, &id), period, day);
        self.app.put(&kind.at(&id), who, body).await
    }

    /// Submits and signs as far as possible, each level by another person; returns the answer of the first step.
    async fn push(&mut self) -> Answer {
        let is_open = |read: &Answer| read["status"] == "Draft" || read["status"] == "Pending Approval";
        let (kind, id) = self.fitting(&all_kinds(), is_open).await;
        let path = kind.at(&id);
        let (first, submit) = (self.roll(self.people.len()), format!("{path}/submit-for-approval"));
        let mut answer = self.app.act(&submit, &self.people[first]).await;
        for further in 1..self.people.len() {
            let signer = &self.people[(first + further) % self.people.len()];
            let approved = self.app.act(&format!("{path}/approve"), signer).await;
            assert!(approved.status < 500, "{}", approved.text);
            if approved.status == 200 {
                answer = approved;
            }
        }
        answer
    }

    /// Applies a credit, mostly to a document of the same currency.
    async fn apply(&mut self, who: &Token) -> Answer {
        let (kind, credit) = self.posted(&kinds_with(Action::Apply)).await;
        let credited = kind.credits().expect("it gives credit");
        let currency = self.app.get(&kind.at(&credit), who).await["currency"].clone();
        let fits = |read: &Answer| read["currency"] == currency && read["status"] == "Posted";
        let (_, settled) = self.fitting(&[credited], fits).await;
        let amount = (1 + self.roll(90)).to_string();
        self.app.post(&format!("{}/apply", kind.at(&credit)), who, kind.application(&settled, &amount)).await
    }

    async fn end(&mut self, who: &Token) -> Answer {
        match self.roll(6) {
            0 | 1 => self.act(&kinds_with(Action::Clear), "clear", json!({ "cleared_date": "2024-03-20" }), who).await,
            2 | 3 => {
                self.act(&kinds_with(Action::Deposit), "deposit", json!({ "deposit_date": "2024-03-20" }), who).await
            }
            // By mistake as often as not.
            4 => {
                let back = json!({ "return_date": "2024-03-20", "reason": "r" });
                self.act(&kinds_with(Action::Return), "return", back, who).await
            }
            _ => self.unreturn(who).await,
        }
    }

    /// Whatever came back last of some type did not.
    async fn unreturn(&mut self, who: &Token) -> Answer {
        let kinds = kinds_with(Action::Unreturn);
        let kind = kinds[self.roll(kinds.len())];
        let found = self.app.get(&format!("{}?status=Returned&limit=1", kind.path), who).await;
        let id = found["data"][0][kind.id].as_str().unwrap_or("NONE").to_owned();
        self.app.act(&format!("{}/unreturn", kind.at(&id)), who).await
    }

    /// Submits a document, mostly a draft, then rejects, returns or holds it.
    async fn workflow(&mut self, who: &Token) -> (&'static str, Answer) {
        let (kind, id) = self.draft(&all_kinds()).await;
        let path = kind.at(&id);
        self.app.act(&format!("{path}/submit-for-approval"), &self.people[0]).await;
        let other = &self.people[1 + self.dice.roll(3)];
        match self.dice.roll(4) {
            0 => ("reject", self.app.post(&format!("{path}/reject"), other, json!({ "reason": "r" })).await),
            1 => ("change", self.app.post(&format!("{path}/request-change"), who, json!({ "comments": "c" })).await),
            _ => {
                let held = self.app.post(&format!("{path}/hold"), other, json!({ "reason": "r" })).await;
                if self.dice.roll(2) == 0 {
                    self.app.act(&format!("{path}/unhold"), other).await;
                }
                ("hold", held)
            }
        }
    }

    async fn period(&mut self, who: &Token) -> (&'static str, Answer) {
        let (period, _) = PERIODS[self.roll(PERIODS.len())];
        let path = format!("accounting-periods/{period}");
        if self.roll(7) < 2 {
            let close_type = ["all", "ap", "ar"][self.roll(3)];
            let body = json!({ "force": self.roll(4) > 0, "close_type": close_type });
            let answer = self.app.post(&format!("{path}/close"), who, body).await;
            if answer.status == 200 && close_type == "all" {
                self.closed.insert(period, books::moved_in(self.app, period).await);
            }
            return ("close", answer);
        }
        if let Some(moved) = self.closed.get(period) {
            assert_eq!(books::moved_in(self.app, period).await, *moved, "{period} was closed and took something");
        }
        let answer = self.app.post(&format!("{path}/reopen"), who, json!({ "reason": "r" })).await;
        if answer.status == 200 {
            self.closed.remove(period);
        }
        ("reopen", answer)
    }
}

tests::on_both! {
    async fn whatever_is_traded_the_books_hold(app: TestApp) {
        history(&app, 2, true).await;
    }
}
