//! A year of one account: what the books say, what the bank says, and what belongs together.

use std::collections::BTreeSet;

use chrono::{Days, NaiveDate};
use engine::features::matching::proposing::{BankTransaction, StatementLine, TransactionKind};
use engine::values::money::Minor;

use super::parties::{Party, changed, parties, shown};
use super::random::Random;
use super::texts;

pub type Group = (BTreeSet<String>, BTreeSet<String>);

#[derive(Default)]
pub struct World {
    pub lines: Vec<StatementLine>,
    pub transactions: Vec<BankTransaction>,
    /// Ids of lines and of transactions that belong together.
    pub truth: Vec<Group>,
    /// What the bank took back: the line, and the line that it takes back.
    pub bounces: Vec<(String, String)>,
}

pub struct Maker {
    pub random: Random,
    pub world: World,
    pub customers: Vec<Party>,
    pub vendors: Vec<Party>,
    invoice: u32,
    bill: i64,
}

fn day(number: i64) -> NaiveDate {
    let start = NaiveDate::from_ymd_opt(2026, 1, 2).expect("a day");
    start + Days::new(u64::try_from(number.max(0)).expect("not negative"))
}

impl Maker {
    pub fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let customers = parties(&mut random, "C", 70);
        let vendors = parties(&mut random, "V", 35);
        Self { random, world: World::default(), customers, vendors, invoice: 100, bill: 0 }
    }

    pub fn invoice(&mut self) -> String {
        self.invoice += 1;
        format!("INV-{}", self.invoice)
    }

    pub fn bill(&mut self, vendor: usize) -> String {
        self.bill += 1;
        texts::bill_number(&mut self.random, vendor, self.bill)
    }

    /// From a price list, round, or any.
    pub fn amount(&mut self) -> i64 {
        const PRICES: [i64; 8] = [4_900, 9_900, 14_900, 19_900, 29_900, 49_900, 99_900, 119_000];
        match self.random.below(10) {
            0..=2 => *self.random.pick(&PRICES),
            3 => self.random.between(1, 40) * 5_000,
            _ => self.random.between(1_234, 987_654),
        }
    }

    pub fn book(&mut self, party: &Party, date: i64, amount: i64, documents: Vec<String>) -> String {
        let id = format!("PMT-{}", self.world.transactions.len() + 1);
        self.world.transactions.push(BankTransaction {
            id: id.clone(),
            kind: if amount > 0 { TransactionKind::Receipt } else { TransactionKind::Payment },
            date: day(date),
            amount: Minor(amount),
            reference: if amount > 0 { String::new() } else { id.clone() },
            document_ids: documents,
            party_id: Some(party.id.clone()),
            party_names: vec![party.name.clone()],
            party_accounts: party.is_account_known.then(|| party.account.clone()).into_iter().collect(),
            description: String::new(),
            made_from: None,
        });
        id
    }

    /// A line of the party, under the name and account that the bank happens to show.
    pub fn line(&mut self, party: &Party, date: i64, amount: i64, end_to_end: &str, text: String) -> String {
        let random = &mut self.random;
        let (name, is_another) =
            if random.permille(150) { changed(random, party) } else { (party.name.clone(), false) };
        let account = match random.below(100) {
            _ if is_another && random.permille(800) => &party.other_account,
            0..=89 => &party.account,
            90..=96 => &party.other_account,
            _ => "",
        };
        let id = format!("L-{}", self.world.lines.len() + 1);
        self.world.lines.push(StatementLine {
            id: id.clone(),
            date: day(date),
            value_date: day(date + i64::from(random.permille(100))),
            amount: Minor(amount),
            counterparty_name: shown(random, &name),
            counterparty_account: account.to_owned(),
            bank_reference: format!("{:012}", random.between(1, 999_999_999_999)),
            end_to_end_id: end_to_end.to_owned(),
            text,
        });
        id
    }

    pub fn belongs(&mut self, lines: &[String], transactions: &[String]) {
        self.world.truth.push((lines.iter().cloned().collect(), transactions.iter().cloned().collect()));
    }

    /// A receipt: booked on the day, or entered some days later or sooner.
    pub fn receipt(&mut self, customer: &Party, date: i64, amount: i64) -> (String, String) {
        let document = self.invoice();
        let booked = date + *self.random.pick(&[0, 0, 0, 0, 1, 1, 2, 3, -1, -2]);
        let transaction = self.book(customer, booked, amount, vec![document.clone()]);
        let text = texts::payment(&mut self.random, &[document], self.invoice + 2);
        let line = self.line(customer, date, amount, "", text);
        self.belongs(std::slice::from_ref(&line), std::slice::from_ref(&transaction));
        (line, transaction)
    }

    /// A payment: the bank is one to four days behind the books.
    pub fn payment(&mut self, vendor: usize, date: i64, amount: i64) {
        let party = self.vendors[vendor].clone();
        let document = self.bill(vendor);
        let transaction = self.book(&party, date, -amount, vec![document.clone()]);
        let end_to_end = if self.random.permille(750) { transaction.clone() } else { "NOTPROVIDED".to_owned() };
        let text = if self.random.permille(800) { format!("Bill {document}") } else { "Thank you".to_owned() };
        let behind = *self.random.pick(&[0, 1, 1, 2, 3, 4]);
        let line = self.line(&party, date + behind, -amount, &end_to_end, text);
        self.belongs(&[line], &[transaction]);
    }

    /// One line for several transactions of a customer.
    pub fn split(&mut self, customer: usize, date: i64) {
        let party = self.customers[customer].clone();
        let count = self.random.between(2, 6);
        let documents: Vec<String> = (0..count).map(|_| self.invoice()).collect();
        let mut sum = 0;
        let transactions: Vec<String> = (documents.iter())
            .map(|document| {
                let amount = self.amount();
                sum += amount;
                let booked = date + self.random.between(-3, 2);
                self.book(&party, booked, amount, vec![document.clone()])
            })
            .collect();
        let text = texts::payment(&mut self.random, &documents, self.invoice + 2);
        let line = self.line(&party, date, sum, "", text);
        self.belongs(&[line], &transactions);
    }

    /// Several lines for one transaction of a customer.
    pub fn joined(&mut self, customer: usize, date: i64) {
        let party = self.customers[customer].clone();
        let document = self.invoice();
        let amount = self.amount() + 10_000;
        let first = amount * self.random.between(20, 60) / 100;
        let mut amounts = vec![first, amount - first];
        if self.random.permille(300) {
            let third = amounts[1] / 3;
            amounts[1] -= third;
            amounts.push(third);
        }
        let transaction = self.book(&party, date + 1, amount, vec![document.clone()]);
        let is_named = self.random.permille(750);
        let lines: Vec<String> = (amounts.iter().zip(1..))
            .map(|(part, number)| {
                let text = if is_named { format!("{document} part {number}") } else { "Teilzahlung".to_owned() };
                self.line(&party, date + number - 1, *part, "", text)
            })
            .collect();
        self.belongs(&lines, &[transaction]);
    }

    /// A receipt that the bank takes back; in half of the cases the books know. A vendor gets the same amount at that time.
    pub fn bounced(&mut self, customer: usize, date: i64, number: usize) {
        let party = self.customers[customer].clone();
        let amount = self.amount();
        let (line, transaction) = self.receipt(&party, date, amount);
        let text = *self.random.pick(&["Rücklastschrift", "RETURN unpaid", "Rückläufer", "Direct debit returned"]);
        let back = date + self.random.between(2, 6);
        let document = self.world.transactions.last().expect("the receipt").document_ids[0].clone();
        let taken_back = self.line(&party, back, -amount, "", format!("{text} {document}"));
        self.world.bounces.push((taken_back.clone(), line));
        if number.is_multiple_of(2) {
            let id = self.book(&party, back, -amount, vec![document]);
            let booked = self.world.transactions.last_mut().expect("just booked");
            booked.kind = TransactionKind::Line;
            booked.description = format!("Return of {transaction}");
            self.belongs(&[taken_back], &[id]);
        } else {
            self.payment(number, back - 1, amount);
        }
    }

    /// What the bank does of itself, and a standing order: nothing in the books belongs to these.
    pub fn of_the_bank(&mut self) {
        let bank = Party { id: String::new(), name: "Rheinbank AG".to_owned(), ..self.vendors[0].clone() };
        let landlord = Party { name: "Hausverwaltung Lindenhof".to_owned(), ..self.vendors[1].clone() };
        for month in 0..12_i64 {
            let last = month * 30 + 27;
            self.own(&bank, last, -1_290, format!("Kontoführungsgebühr {:02}/2026", month + 1), "");
            if month % 3 == 2 {
                let interest = self.random.between(101, 9_000);
                self.own(&bank, last, -interest, format!("Sollzinsen Quartal {}", month / 3 + 1), "");
            }
            self.own(
                &landlord,
                month * 30 + 1,
                -119_000,
                format!("Miete Büro {:02}/2026", month + 1),
                "DE55500700100012345678",
            );
        }
    }

    fn own(&mut self, party: &Party, date: i64, amount: i64, text: String, account: &str) {
        self.line(party, date, amount, "", text);
        let line = self.world.lines.last_mut().expect("just made");
        line.counterparty_name.clone_from(&party.name);
        account.clone_into(&mut line.counterparty_account);
    }

    /// In no order, and with ids that say nothing of it.
    pub fn finish(mut self) -> World {
        self.random.shuffle(&mut self.world.lines);
        self.random.shuffle(&mut self.world.transactions);
        self.world
    }
}
