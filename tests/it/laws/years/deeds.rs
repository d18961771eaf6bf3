//! What a company does in a year, at the service and on paper.

use engine::values::clock::Date;
use tests::prelude::*;

use super::paper::{ACCRUED, EXCHANGE, IN_EUROS, PREPAID, Paper, decimal, part, times};

/// A document that is owed, and what is due of it.
#[derive(Clone)]
struct Owed {
    kind: Kind,
    id: String,
    day: String,
    /// Cents of its currency.
    due: i64,
    total: i64,
    /// What it posted, to be taken back by a void.
    posted: Vec<(&'static str, i64)>,
    /// Ten-thousandths of the base currency, of what is in euros.
    rate: Option<i64>,
}

/// A company with its two books.
pub struct Company<'a> {
    pub app: &'a TestApp,
    pub dice: Dice,
    pub paper: Paper,
    /// The periods with their first and last days.
    pub periods: Vec<(String, String, String)>,
    owed: Vec<Owed>,
    made: usize,
}

/// The first and the last day of a year.
pub type Year<'a> = (&'a str, &'a str);

fn date(day: &str) -> Date {
    Date::parse(day).expect("a day")
}

pub fn later(day: &str, days: i64) -> String {
    date(day).plus_days(days).to_string()
}

/// The rate of a day, the same whenever it is asked for.
fn rate_of(day: &str) -> i64 {
    let sum = day.bytes().fold(7_i64, |sum, byte| (sum * 31 + i64::from(byte)) % 9_973);
    10_500 + sum % 1_000
}

fn text(rate: i64) -> String {
    format!("{}.{:04}", rate / 10_000, rate % 10_000)
}

impl<'a> Company<'a> {
    pub fn new(app: &'a TestApp, seed: u64) -> Self {
        Self { app, dice: Dice::new(seed), paper: Paper::default(), periods: Vec::new(), owed: Vec::new(), made: 0 }
    }

    /// The body on a day, in the period that holds it.
    fn at(&self, body: Value, day: &str) -> Value {
        let holds = |(_, first, last): &&(String, String, String)| first.as_str() <= day && day <= last.as_str();
        let (period, ..) = self.periods.iter().find(holds).expect("a period");
        let due = if body["due_date"].is_string() { json!({ "due_date": day }) } else { json!({}) };
        with(with(body, due), json!({ "tran_date": day, "posting_period_id": period }))
    }

    fn id(&mut self, prefix: &str) -> String {
        self.made += 1;
        format!("{prefix}-{}", self.made)
    }

    fn cents(&mut self) -> i64 {
        i64::try_from(100 + self.dice.roll(90_000)).expect("few")
    }

    /// A day of the year, not before the given one.
    fn day(&mut self, (first, last): Year<'_>, from: &str) -> String {
        let from = if from > first { from } else { first };
        let mut days = 0;
        while later(from, days + 1).as_str() <= last {
            days += 1;
        }
        later(from, i64::try_from(self.dice.roll(usize::try_from(days + 1).expect("few"))).expect("few"))
    }

    /// One of those that are owed, on which something is due.
    fn some(&mut self, fits: impl Fn(&Owed) -> bool) -> Option<usize> {
        let fitting: Vec<usize> =
            (0..self.owed.len()).filter(|at| self.owed[*at].due > 0 && fits(&self.owed[*at])).collect();
        (!fitting.is_empty()).then(|| *self.dice.pick(&fitting))
    }

    /// One random deed.
    pub async fn act(&mut self, year: Year<'_>) {
        match self.dice.roll(11) {
            0 | 1 => self.trade(INVOICE, year).await,
            2 => self.trade(BILL, year).await,
            3 | 4 => self.pay(year).await,
            5 => self.credit(year).await,
            6 => self.void(year).await,
            7 => self.bounce(year).await,
            8 => self.sell_abroad(year).await,
            9 => self.accrue(year).await,
            _ => self.defer(year).await,
        }
    }

    /// A taxed invoice or bill.
    async fn trade(&mut self, kind: Kind, year: Year<'_>) {
        let (day, net) = (self.day(year, year.0), self.cents());
        let (rate, tax) = if kind == INVOICE { ("0.19", times(net, 1_900)) } else { ("0.07", times(net, 700)) };
        let id = self.id("D");
        let line = taxed(kind.line_account(), "1", &decimal(net), rate);
        self.app.posted(kind, self.at(with(kind.of_amount(&id, "1.00"), json!({ "lines": [line] })), &day)).await;
        let posted = if kind == INVOICE {
            vec![(RECEIVABLE, net + tax), (REVENUE, -net), (TAX, -tax)]
        } else {
            vec![(EXPENSE, net), (TAX, tax), (PAYABLE, -net - tax)]
        };
        self.paper.write(&day, &posted);
        let total = net + tax;
        self.owed.push(Owed { kind, id, day, due: total, total, posted, rate: None });
    }

    /// An invoice in euros.
    async fn sell_abroad(&mut self, year: Year<'_>) {
        let (day, euros) = (self.day(year, year.0), self.cents());
        let (id, rate) = (self.id("D"), rate_of(&day));
        let body = with(invoice(&id, &decimal(euros)), json!({ "ar_account_id": IN_EUROS }));
        self.app.posted(INVOICE, self.at(in_currency(body, "EUR", &text(rate)), &day)).await;
        let base = times(euros, rate);
        let posted = vec![(IN_EUROS, base), (REVENUE, -base)];
        self.paper.write(&day, &posted);
        self.owed.push(Owed { kind: INVOICE, id, day, due: euros, total: euros, posted, rate: Some(rate) });
    }

    /// Pays what is due of one, all of it or a part; in euros all of it, at the day's rate. Of all of it a few cents may be let off, or come
    /// too much.
    async fn pay(&mut self, year: Year<'_>) {
        let Some(found) = self.some(|_| true) else { return };
        let owed = self.owed[found].clone();
        let day = self.day(year, &owed.day);
        let is_part = owed.rate.is_none() && owed.due > 200 && self.dice.roll(3) == 0;
        let amount = if is_part { owed.due / 3 } else { owed.due };
        let off = if is_part { 0 } else { *self.dice.pick(&[0, 0, 3, -2]) };
        let id = self.id("P");
        let (payer, mut body) = owed.kind.paid_by(&owed.id, &id, &decimal(amount - off));
        if off != 0 {
            let currency = if owed.rate.is_some() { "EUR" } else { "USD" };
            body = with(body, json!({ "write_off": number(&decimal(off)), "write_off_rule_id": currency }));
        }
        if let Some(rate) = owed.rate {
            let today = rate_of(&day);
            self.app
                .posted(
                    payer,
                    self.at(
                        with(body, json!({ "exchange_rate": number(&text(today)), "ar_account_id": IN_EUROS })),
                        &day,
                    ),
                )
                .await;
            let (paid, settled, base) = (times(amount - off, today), times(amount, today), times(amount, rate));
            let lines = [(CASH, paid), (EXPENSE, settled - paid), (IN_EUROS, -base), (EXCHANGE, base - settled)];
            self.paper.write(&day, &lines);
        } else {
            self.app.posted(payer, self.at(body, &day)).await;
            let (control, sign) = if owed.kind == INVOICE { (RECEIVABLE, 1) } else { (PAYABLE, -1) };
            let lines = [(CASH, sign * (amount - off)), (EXPENSE, sign * off), (control, -sign * amount)];
            self.paper.write(&day, &lines);
        }
        self.owed[found].due -= amount;
    }

    /// A credit memo, applied to an invoice.
    async fn credit(&mut self, year: Year<'_>) {
        let Some(found) = self.some(|owed| owed.kind == INVOICE && owed.rate.is_none()) else { return };
        let owed = self.owed[found].clone();
        let (day, amount, id) = (self.day(year, &owed.day), (owed.due / 2).max(1), self.id("D"));
        self.app.posted(CREDIT_MEMO, self.at(credit_memo(&id, &decimal(amount)), &day)).await;
        self.app.apply(CREDIT_MEMO, &id, &owed.id, &decimal(amount)).await.expect(200);
        self.paper.write(&day, &[(REVENUE, amount), (RECEIVABLE, -amount)]);
        self.owed[found].due -= amount;
    }

    /// Voids what nothing was paid of, on a later day.
    async fn void(&mut self, year: Year<'_>) {
        let Some(found) = self.some(|owed| owed.due == owed.total) else { return };
        let owed = self.owed[found].clone();
        let day = self.day(year, &owed.day);
        let void = json!({ "reason": "by mistake", "void_date": day });
        self.app.post(&format!("{}/void", owed.kind.at(&owed.id)), &self.app.controller(), void).await.expect(200);
        let back: Vec<_> = owed.posted.iter().map(|(account, cents)| (*account, -cents)).collect();
        self.paper.write(&day, &back);
        self.owed[found].due = 0;
    }

    /// A receipt that the bank takes back, with a fee.
    async fn bounce(&mut self, year: Year<'_>) {
        let Some(found) = self.some(|owed| owed.kind == INVOICE && owed.rate.is_none()) else { return };
        let owed = self.owed[found].clone();
        let (day, id, amount) = (self.day(year, &owed.day), self.id("P"), owed.due);
        let (payer, body) = owed.kind.paid_by(&owed.id, &id, &decimal(amount));
        let path = self.app.posted(payer, self.at(body, &day)).await;
        self.paper.write(&day, &[(CASH, amount), (RECEIVABLE, -amount)]);
        let back = self.day(year, &day);
        let body =
            json!({ "return_date": back, "reason": "no funds", "fee": number("1.50"), "fee_account_id": EXPENSE });
        // At times it is recorded by mistake before, and taken back: which is nothing.
        if amount % 2 == 0 {
            self.app.post(&format!("{path}/return"), &self.app.controller(), body.clone()).await.expect(200);
            self.app.act(&format!("{path}/unreturn"), &self.app.controller()).await.expect(200);
        }
        self.app.post(&format!("{path}/return"), &self.app.controller(), body).await.expect(200);
        self.paper.write(&back, &[(RECEIVABLE, amount), (EXPENSE, 150), (CASH, -amount - 150)]);
        // What happens to the invoice from now on is not before that day.
        self.owed[found].day = back;
    }

    /// An accrual of one day that is taken back on a later one.
    async fn accrue(&mut self, year: Year<'_>) {
        let day = self.day((year.0, &later(year.1, -40)), year.0);
        let (back, cents, id) = (later(&day, 31), self.cents(), self.id("JE"));
        let lines = vec![debit(EXPENSE, &decimal(cents)), credit(ACCRUED, &decimal(cents))];
        let entry = json!({ "journal_entry_id": id, "entry_type": "Accrual", "reversal_date": back });
        self.app.posted(JOURNAL_ENTRY, self.at(with(entry_of(lines), entry), &day)).await;
        self.app.engine().reverse_due_accruals().await.expect("a tick");
        self.signed(&format!("{id}-RV")).await;
        self.paper.write(&day, &[(EXPENSE, cents), (ACCRUED, -cents)]);
        self.paper.write(&back, &[(EXPENSE, -cents), (ACCRUED, cents)]);
    }

    /// A bill whose line is recognised over three calendar months of the year.
    async fn defer(&mut self, year: Year<'_>) {
        // A year of weeks begins in the last days of the calendar's year before.
        let month = &year.1[..4];
        let begun = 2 + self.dice.roll(7);
        let (day, cents, id) = (format!("{month}-{begun:02}-10"), self.cents(), self.id("D"));
        let line = json!([{ "account_id": PREPAID, "quantity": 1, "rate": number(&decimal(cents)) }]);
        self.app.posted(BILL, self.at(with(bill(&id, "1.00"), json!({ "lines": line })), &day)).await;
        self.paper.write(&day, &[(PREPAID, cents), (PAYABLE, -cents)]);
        let deferral = self.id("DF");
        let body = json!({
            "deferral_id": deferral, "document_type": "bill", "document_id": id, "line_number": 1, "account_id": EXPENSE,
            "start_date": format!("{month}-{begun:02}-01"), "months": 3,
        });
        self.app.post("deferrals", &self.app.accountant(), body).await.expect(201);
        self.app.engine().recognize_due_deferrals().await.expect("a tick");
        for at in 0..3 {
            let next = date(&format!("{month}-{:02}-01", begun + usize::try_from(at).expect("few") + 1));
            let last = next.plus_days(-1).to_string();
            self.signed(&format!("{deferral}-{last}")).await;
            let cents = part(cents, at, 3);
            self.paper.write(&last, &[(EXPENSE, cents), (PREPAID, -cents)]);
        }
    }

    /// Signs an entry at every level.
    pub async fn signed(&self, id: &str) {
        let answer = self.app.sign(&JOURNAL_ENTRY.at(id)).await;
        assert_eq!(answer["posted"], true, "{}", answer.text);
    }

    /// Revalues what is open in euros at the end of the year, and takes it back on the next day.
    pub async fn revalue(&mut self, (_, last): Year<'_>, period: &str) {
        let rate = rate_of(last);
        self.app.rate("EUR", last, &text(rate)).await;
        let who = self.app.token("rita", &["controller"], &[]);
        let made = self.app.post("revaluations", &who, json!({ "period_id": period })).await.expect(200);
        for entry in made["entries"].as_array().expect("entries") {
            for field in ["journal_entry_id", "reversing_entry_id"] {
                self.signed(entry[field].as_str().expect("an id")).await;
            }
        }
        let abroad = self.owed.iter().filter(|owed| owed.due > 0);
        let change = |owed: &Owed| owed.rate.map_or(0, |at| times(owed.due, rate) - times(owed.due, at));
        let change = abroad.map(change).sum::<i64>();
        self.paper.write(last, &[(IN_EUROS, change), (EXCHANGE, -change)]);
        self.paper.write(&later(last, 1), &[(IN_EUROS, -change), (EXCHANGE, change)]);
    }

    /// An entry of the year's last day, in this period.
    pub async fn adjust(&mut self, (_, last): Year<'_>, period: &str, id: &str) {
        let cents = self.cents();
        let lines = vec![debit(EXPENSE, &decimal(cents)), credit(ACCRUED, &decimal(cents))];
        let entry =
            with(entry_of(lines), json!({ "journal_entry_id": id, "posting_period_id": period, "tran_date": last }));
        self.app.posted(JOURNAL_ENTRY, entry).await;
        self.paper.write(last, &[(EXPENSE, cents), (ACCRUED, -cents)]);
    }
}
