//! What a revaluation is asked for with, and what it sees of books in memory.

use std::collections::{BTreeMap, BTreeSet};

use engine::books::document::{Document, EntryType, Status};
use engine::books::ledger::PostingLine;
use engine::features::reports::open_items::{OpenDocument, OpenItem};
use engine::features::revaluations::commands::Revalue;
use engine::features::revaluations::records::{Held, RevaluationState, Revalued, WantedRevaluation};
use engine::values::account::{AccountType, Subtype};
use engine::values::clock::Date;
use engine::values::kind::DocumentKey;
use engine::values::money::Minor;

use crate::books::{Asked, Books};
use crate::words::Said;

/// `revalue 2024-01, as JE-R, against 7901, for good`
pub fn command(period_id: &str, said: &mut Said, books: &Books) -> Box<dyn Asked> {
    let is_named = !said.has("no period");
    Box::new(Revalue {
        day: books.catalog.periods.get(period_id).map(|period| period.end_date),
        period_id: is_named.then(|| period_id.to_owned()),
        reverse: said.has("for good").then_some(false),
        exchange_gain_loss_account_id: said.text("against", None),
        first_id: said.text("as", Some("JE-R")).expect("an id"),
        faults: said.faults(),
    })
}

pub fn seen(books: &Books, wanted: &WantedRevaluation) -> RevaluationState {
    let day = wanted.day;
    let (items, held) = (items(books, day), held(books, day));
    let of_items = items.iter().filter_map(|item| item.document.as_ref()).map(|document| document.currency.code());
    let codes: BTreeSet<&str> = of_items.chain(held.iter().map(|held| held.currency.code())).collect();
    let latest = |code: &str| {
        let known = books.rates.iter().filter(|rate| rate.currency.code() == code && rate.date <= day);
        known.max_by_key(|rate| rate.date).cloned()
    };
    let rates = codes.into_iter().filter_map(latest).collect();
    RevaluationState { items, held, revalued: revalued(books, day), rates }
}

/// The lines up to the day, each with the currency and the document of its posting.
fn lines(books: &Books, day: Date) -> impl Iterator<Item = (&str, &DocumentKey, &PostingLine)> {
    let until = books.postings.iter().filter(move |posting| posting.posting_date <= day);
    until.flat_map(|posting| posting.lines.iter().map(|line| (posting.currency.code(), &posting.source, line)))
}

fn add(sum: &mut Minor, amount: Minor) {
    *sum = sum.checked_add(amount).expect("small sums");
}

/// What stands in control accounts for each document: what it and its payments put there.
fn items(books: &Books, day: Date) -> Vec<OpenItem> {
    let mut sums: BTreeMap<&DocumentKey, (Minor, Minor)> = BTreeMap::new();
    for (_, source, line) in lines(books, day).filter(|(_, _, line)| line.line_number == 0) {
        let document = &books.documents[source];
        let of = document.pays().map_or(document, |paid| &books.documents[paid]);
        if of.content.control_account() == Some(line.account_id.as_str()) {
            let (amount, base) = sums.entry(&of.key).or_default();
            add(amount, line.amount);
            add(base, line.base_amount);
        }
    }
    let is_open = |sum: &(&DocumentKey, (Minor, Minor))| sum.1 != (Minor::ZERO, Minor::ZERO);
    let open = sums.into_iter().filter(is_open).map(|(key, sums)| (&books.documents[key], sums));
    let foreign = open.filter(|(document, _)| document.content.currency != books.settings.base_currency);
    foreign.map(|(document, sums)| item(document, sums)).collect()
}

fn item(document: &Document, (amount, base_amount): (Minor, Minor)) -> OpenItem {
    let content = &document.content;
    let of = OpenDocument {
        kind: document.key.kind,
        id: document.key.id.clone(),
        party_id: content.party().map(str::to_owned),
        control_account_id: content.control_account().expect("a control account").to_owned(),
        tran_date: content.tran_date,
        due_date: content.due_date(),
        reference: None,
        currency: content.currency,
        exchange_rate: content.exchange_rate,
        total: content.total,
    };
    OpenItem { document: Some(of), amount, base_amount }
}

fn held(books: &Books, day: Date) -> Vec<Held> {
    let mut held = Vec::new();
    for account in books.catalog.accounts.values() {
        let kept = account.currency.filter(|currency| *currency != books.settings.base_currency);
        let is_kept = matches!(account.account_type, AccountType::Asset | AccountType::Liability);
        let is_control = matches!(account.subtype, Some(Subtype::Ar | Subtype::Ap));
        let Some(currency) = kept.filter(|_| is_kept && !is_control) else { continue };
        let (mut amount, mut base_amount, mut any) = (Minor::ZERO, Minor::ZERO, false);
        for (code, _, line) in lines(books, day).filter(|(_, _, line)| line.account_id == account.account_id) {
            add(&mut amount, if code == currency.code() { line.amount } else { Minor::ZERO });
            add(&mut base_amount, line.base_amount);
            any = true;
        }
        if any {
            held.push(Held { account_id: account.account_id.clone(), currency, amount, base_amount });
        }
    }
    held
}

/// What revaluations and their reversing entries did.
fn revalued(books: &Books, day: Date) -> BTreeMap<String, Revalued> {
    let lives = |document: &Document| document.status() != Status::Rejected;
    let is_own =
        |document: &Document| document.content.entry_type() == Some(&EntryType::Revaluation) && lives(document);
    let is_meant = |document: &&Document| {
        let original = document.undoes().and_then(|key| books.documents.get(&key));
        is_own(document) || lives(document) && original.is_some_and(is_own)
    };
    let mut sums: BTreeMap<String, Revalued> = BTreeMap::new();
    for document in books.documents.values().filter(is_meant).filter(|document| document.content.tran_date <= day) {
        for line in document.lines() {
            let sum = sums.entry(line.account_id.clone()).or_default();
            let is_posted = document.status().is_in_ledger();
            add(if is_posted { &mut sum.posted } else { &mut sum.pending }, line.amount);
        }
    }
    sums
}
