//! One history: random numbers, made into rows by what the books hold.

use std::collections::BTreeMap;

use engine::books::document::{Document, Status};
use engine::values::kind::{Action, Control, DocumentKind, Family, PaymentType};

use engine::books::queue::JobState;

use super::{holds, ways_on};
use crate::books::Books;

/// What a step draws: who, what, to what, and three more numbers for its words.
pub type Step = [u8; 6];

/// All may do nearly everything, so that what keeps them from it is who wrote what; `eve` only writes.
const PEOPLE: [&str; 5] = [
    "ann (clerk manager controller cfo)",
    "ben (clerk manager controller cfo)",
    "cid (clerk manager controller cfo)",
    "dan (clerk manager controller cfo)",
    "eve (clerk)",
];
/// They write nothing, so that something comes to its end.
const SIGNERS: [&str; 3] =
    ["fay (manager controller cfo)", "gus (manager controller cfo)", "ben (clerk manager controller cfo)"];
const PERIODS: [&str; 3] = ["2024-01", "2024-02", "2024-03"];
const DAYS: [&str; 4] = ["2024-01-15", "2024-02-15", "2024-03-15", "2024-01-31"];
const PAY_DAYS: [&str; 3] = ["2024-03-20", "2024-03-31", "2024-02-15"];
const AMOUNTS: [&str; 6] = ["0.03", "5.00", "99.99", "350.00", "1000.01", "20000.00"];
const ACTIONS: [&str; 18] = [
    "delete",
    "submit",
    "approve",
    "reject",
    "request-change",
    "hold",
    "unhold",
    "void",
    "reverse",
    "clear",
    "deposit",
    "receive",
    "unclear",
    "undeposit",
    "unapply",
    "return",
    "unreturn",
    "reassign",
];

pub struct History {
    pub books: Books,
    rows: Vec<String>,
    /// How often each verb was carried out, and each code refused.
    pub told: BTreeMap<String, u32>,
}

impl History {
    pub fn new() -> Self {
        let books = Books::demo().given(
            "
            alma | create rule bill-1, of bill, level 1, to 300.00, role manager
            alma | create rule bill-2, of bill, level 2, from 300.01, role controller
            alma | create rule pay, of invoice_payment, level 1, role cfo, inactive
            alma | create rate EUR-1, of EUR, on 2024-01-01, at 1.12
            alma | create rate EUR-2, of EUR, on 2024-02-01, at 1.09
            alma | create rate EUR-3, of EUR, on 2024-03-01, at 1.15
            alma | create rate JPY-1, of JPY, on 2024-01-01, at 0.0069
            alma | create rate JPY-2, of JPY, on 2024-02-20, at 0.0071
            ",
        );
        Self { books, rows: Vec::new(), told: BTreeMap::new() }
    }

    /// Takes a step, and asks every law that holds at every moment.
    pub fn take(&mut self, step: Step) -> Result<(), String> {
        let (who, words) = self.row(step);
        let before = holds::Before::of(&self.books);
        self.rows.push(format!("{who} | {words}"));
        let led_to = self.books.try_command(&who, &words);
        let word = match led_to.strip_prefix("refused ") {
            Some(refusal) => refusal.split([':', ' ']).next().unwrap_or_default().to_owned(),
            None if led_to.contains("Approved → Draft") => "take back".to_owned(),
            None => verb(&words),
        };
        *self.told.entry(word).or_default() += 1;
        if self.rows.len().is_multiple_of(20) {
            ways_on::nobody_is_stuck(&self.books)?;
        }
        holds::after_a_step(&before, &self.books)
    }

    /// Opens what is closed, lets the jobs end, and asks what holds when nothing is on its way.
    pub fn end(&mut self) -> Result<(), String> {
        for period in PERIODS {
            self.books.try_command("alma", &format!("reopen {period}"));
        }
        let aside = self.books.jobs.iter().filter(|job| job.state == JobState::Quarantined);
        for job_id in aside.map(|job| job.job_id.clone()).collect::<Vec<_>>() {
            self.books.try_command("alma", &format!("retry job {job_id}"));
        }
        self.books.try_command("system", "work");
        holds::at_the_end(&mut self.books)
    }

    /// The history as a table, with what is wrong.
    pub fn broken(&self, why: &str) -> String {
        format!("{why}, after\n    {}\n", self.rows.join("\n    "))
    }

    fn row(&self, step: Step) -> (String, String) {
        let [who, what, which, a, b, c] = step;
        let who = *pick(&PEOPLE, who);
        let (words, who) = match what % 32 {
            0..=5 => (self.create(which, a, b, c), who),
            6..=21 => match self.onwards(which, a, b) {
                words if words.starts_with("approve") => (words, *pick(&SIGNERS, c)),
                words => (words, who),
            },
            22..=25 => (self.any(which, a, b), who),
            26 => (self.edit(which, a, b, c), who),
            27 if b % 3 == 0 => {
                (format!("close {}, {}force", pick(&PERIODS, which), pick(&["", "ap, ", "ar, "], a)), "alma")
            }
            27 | 28 => (format!("reopen {}", pick(&PERIODS, which)), "alma"),
            29 => ("work".to_owned(), "system"),
            30 => (format!("edit vendor V-1, {}", pick(&["no user", "user ann", "user BEN"], which)), "alma"),
            _ => match which % 3 {
                2 => (format!("edit rule pay, {}", pick(&["active", "inactive"], a)), "alma"),
                0 => (format!("edit rate EUR-2, at {}", pick(&["1.09", "1.11", "1.5"], a)), "alma"),
                _ => (format!("edit rule bill-1, to {}", pick(&["300.00", "200.00"], a)), "alma"),
            },
        };
        (who.to_owned(), words)
    }

    /// A document; mostly of a new id.
    fn create(&self, kind: u8, number: u8, amount: u8, more: u8) -> String {
        let kind = *pick(&DocumentKind::ALL, kind);
        let last = self.books.documents.keys().filter(|key| key.kind == kind).count();
        let number = if more.is_multiple_of(8) { usize::from(number % 4) } else { last + 1 };
        let id = format!("{}{number}", kind.id_prefix());
        format!("create {id}, {}", self.content(kind, number_of(more, amount), amount, more))
    }

    fn content(&self, kind: DocumentKind, which: u8, amount: u8, more: u8) -> String {
        let (day, period) = (pick(&DAYS, more), pick(&["", "", "", ", in 2024-03"], amount));
        let (currency, amount) = match more % 5 {
            0 => (", currency EUR", *pick(&AMOUNTS, amount)),
            1 => (", currency JPY", "1501"),
            _ => ("", *pick(&AMOUNTS, amount)),
        };
        let items = |account: &str| {
            format!("line {account} {amount}, line {account} 3 x 7 tax 0.07, on {day}{currency}{period}")
        };
        match kind.facts().family {
            Family::Journal => {
                let account = pick(&["6000", "1100", "2000"], which);
                format!("debit {account} {amount}, credit 1000 {amount}, on {day}{currency}{period}")
            }
            // Money on account.
            Family::Items(of) if of.credits.is_some() && which.is_multiple_of(3) => {
                format!("line 1000 {amount}, on {day}{currency}{period}")
            }
            Family::Items(of) if of.control == Control::Receivable => items("4000"),
            Family::Items(_) => items("6000"),
            Family::Payment(of) => self.payment(&of, which, more),
        }
    }

    /// A payment of all that is due, of a part of it, of too much, or of so little that other documents have as much due.
    fn payment(&self, of: &PaymentType, which: u8, share: u8) -> String {
        let is_paid_by_it = |document: &Document| of.pays.iter().any(|(kind, _)| *kind == document.key.kind);
        let is_due = |document: &Document| is_paid_by_it(document) && !document.amount_due().is_zero();
        let posted = self.some(which, |document| is_due(document) && document.status() == Status::Posted);
        match posted.or_else(|| self.some(which, is_due)) {
            Some(paid) if share.is_multiple_of(2) => format!("pays {} 1, on {}", paid.key.id, pick(&PAY_DAYS, share)),
            Some(paid) => format!("pays {} {}, on {}", paid.key.id, part(paid, share), pick(&PAY_DAYS, share)),
            None => "pays BILL-99 5.00".to_owned(),
        }
    }

    fn edit(&self, which: u8, a: u8, b: u8, c: u8) -> String {
        let draft = self.some(which, |document| document.status() == Status::Draft);
        match draft.or_else(|| self.some(which, |_| true)) {
            Some(found) => format!("edit {}, {}", found.key.id, self.content(found.key.kind, a, b, c)),
            None => "edit JE-99".to_owned(),
        }
    }

    /// What comes next for some document.
    fn onwards(&self, which: u8, a: u8, b: u8) -> String {
        // Payments come last: without this few would be seen to their end.
        let is_paid_out =
            |document: &Document| document.key.kind.payment().is_some() && document.status().is_in_ledger();
        let ending = self.some(which, is_paid_out).filter(|_| which.is_multiple_of(5));
        let Some(found) = ending.or_else(|| self.some(which, |_| true)) else { return "submit JE-99".to_owned() };
        let id = &found.key.id;
        match found.status() {
            Status::Draft => format!("submit {id}"),
            Status::PendingApproval => format!("approve {id}"),
            Status::OnHold => format!("unhold {id}"),
            // Its signers are no more asked: whoever may void takes back what was set aside.
            Status::Approved if self.books.job_of(&found.key).is_none() => format!("request-change {id}"),
            Status::Approved if a.is_multiple_of(3) => format!("set-aside {id}"),
            Status::Approved => "work".to_owned(),
            Status::Posted => self.ending(found, a, b),
            Status::Deposited if a.is_multiple_of(2) => format!("undeposit {id}"),
            Status::Cleared if !a.is_multiple_of(4) => format!("unclear {id}"),
            Status::Deposited | Status::Cleared if b.is_multiple_of(3) => Self::give_back(id, a),
            Status::Deposited | Status::Cleared if b % 3 == 1 => self.reassign(found, b),
            Status::Paid | Status::Deposited | Status::Cleared => self.any(which, a, b),
            Status::Returned if !a.is_multiple_of(4) => format!("unreturn {id}"),
            Status::Rejected | Status::Voided | Status::Returned => self.any(which, a, b),
        }
    }

    /// What ends a document of the type: mostly the last of the actions that only such types have, which is seldom the void.
    fn ending(&self, found: &Document, a: u8, b: u8) -> String {
        let id = &found.key.id;
        let own = found.key.kind.facts().own_actions.iter().copied();
        let own: Vec<Action> = own.filter(|action| action.from().contains(&Status::Posted)).collect();
        match own.last().filter(|_| !a.is_multiple_of(4)).unwrap_or_else(|| pick(&own, b)) {
            Action::Reverse => self.reverse(id),
            Action::ReceivePayment => self.receive(found, b),
            Action::Clear => format!("clear {id}, on {}", pick(&PAY_DAYS, b)),
            Action::Return | Action::Unreturn => Self::give_back(id, b),
            Action::Deposit => format!("deposit {id}, on {}", pick(&PAY_DAYS, b)),
            Action::Reassign if b.is_multiple_of(3) => self.reassign(found, b),
            Action::Reassign if b % 3 == 1 => Self::give_back(id, b / 3),
            Action::Reassign if found.key.kind.has(Action::Clear) => format!("clear {id}, on {}", PAY_DAYS[1]),
            Action::Reassign => format!("deposit {id}, on {}", pick(&PAY_DAYS, b / 3)),
            Action::Apply => self.apply(found, b, a),
            Action::Unapply if b.is_multiple_of(2) => self.apply(found, b, a),
            Action::Unapply => self.unapply(found, b),
            other => format!("{} {id}", other.facts().name),
        }
    }

    /// To whatever has enough due, at times on a day of its own; to anything where nothing has.
    fn reassign(&self, payment: &Document, which: u8) -> String {
        let pays = payment.key.kind.payment().map(|of| of.pays).unwrap_or_default();
        let of_type = |document: &Document| pays.iter().any(|(kind, _)| *kind == document.key.kind);
        let fits = |document: &Document| {
            of_type(document)
                && document.status() == Status::Posted
                && document.content.currency == payment.content.currency
                && document.amount_due() >= payment.content.total
        };
        let to = self.some(which, fits).or_else(|| self.some(which, of_type));
        let on = if which.is_multiple_of(4) { format!(", on {}", pick(&PAY_DAYS, which)) } else { String::new() };
        let to = to.map_or_else(|| "INV-99".to_owned(), |document| document.key.id.clone());
        format!("reassign {}, to {to}{on}", payment.key.id)
    }

    /// It came back, at times with a fee.
    fn give_back(id: &str, which: u8) -> String {
        let fee = if which.is_multiple_of(3) { ", fee 7.00, to 6000" } else { "" };
        format!("return {id}, on {}{fee}", pick(&PAY_DAYS, which))
    }

    fn apply(&self, credit: &Document, which: u8, share: u8) -> String {
        let credits = credit.key.kind.items().and_then(|items| items.credits);
        let fits = |document: &Document| {
            Some(document.key.kind) == credits
                && document.status() == Status::Posted
                && document.content.currency == credit.content.currency
        };
        let Some(credited) = self.some(which, fits) else { return format!("void {}", credit.key.id) };
        let least = if credited.amount_due() < credit.amount_due() { credited } else { credit };
        format!("apply {}, to {}, amount {}", credit.key.id, credited.key.id, part(least, share))
    }

    /// Of whatever it was applied to last.
    fn unapply(&self, credit: &Document, which: u8) -> String {
        let mut applied = self.books.applications.iter().filter(|applied| applied.credit == credit.key);
        let Some(last) = applied.next_back() else { return self.apply(credit, which, which) };
        let (id, settled) = (&credit.key.id, &last.settled.id);
        if which.is_multiple_of(4) {
            format!("unapply {id}, from {settled}")
        } else {
            format!("unapply {id}, from {settled}, application {}", last.position)
        }
    }

    fn reverse(&self, id: &str) -> String {
        format!("reverse {id}, as JE-{}, on 2024-03-20", 1000 + self.rows.len())
    }

    fn receive(&self, invoice: &Document, share: u8) -> String {
        let payments = self.books.documents.keys().filter(|key| key.kind == DocumentKind::InvoicePayment);
        let (id, number) = (&invoice.key.id, 1000 + payments.count());
        format!("receive {id}, as IPAY-{number}, amount {}, on 2024-03-20", part(invoice, share))
    }

    /// Anything, to anything.
    fn any(&self, which: u8, a: u8, b: u8) -> String {
        let Some(found) = self.some(which, |_| true) else { return "approve JE-99".to_owned() };
        let id = &found.key.id;
        match *pick(&ACTIONS, a) {
            "reverse" => self.reverse(id),
            "receive" => self.receive(found, b),
            "unapply" => self.unapply(found, b),
            "reassign" => self.reassign(found, b),
            "void" if b.is_multiple_of(2) => format!("void {id}, on {}", pick(&PAY_DAYS, b)),
            action @ ("clear" | "deposit") => format!("{action} {id}, on {}", pick(&PAY_DAYS, b)),
            action => format!("{action} {id}"),
        }
    }

    /// One of those that fit; mostly one of the last.
    fn some(&self, which: u8, fits: impl Fn(&Document) -> bool) -> Option<&Document> {
        let mut those: Vec<&Document> = self.books.documents.values().filter(|document| fits(document)).collect();
        those.sort_by_key(|document| document.created_at);
        let back = usize::from(which).min(usize::from(which.rotate_left(3)));
        (!those.is_empty()).then(|| those[those.len() - 1 - back % those.len()])
    }
}

fn pick<T>(among: &[T], number: u8) -> &T {
    &among[usize::from(number) % among.len()]
}

/// Another number than either.
const fn number_of(one: u8, other: u8) -> u8 {
    one.rotate_left(3) ^ other
}

/// All that is due on the document, a third of it, or more than it.
fn part(document: &Document, share: u8) -> String {
    let (due, currency) = (document.amount_due(), document.content.currency);
    let minor = match share % 5 {
        0 | 1 => due.0,
        2 | 3 => (due.0 / 3).max(1),
        _ => due.0 + 1,
    };
    currency.to_decimal(engine::values::money::Minor(minor)).to_string()
}

/// `submit`, or `edit vendor` of what is no document.
fn verb(words: &str) -> String {
    let mut words = words.split([' ', ',']);
    match (words.next(), words.next()) {
        (Some("edit"), Some(what @ ("vendor" | "rate" | "rule"))) => format!("edit {what}"),
        (verb, _) => verb.unwrap_or_default().to_owned(),
    }
}
