//! From the words of a row to a command.
//!
//! | words | mean |
//! |---|---|
//! | `create BILL-1, line 6000 100.00` | what is done, to what, and then what is said about it, each part after a comma |
//! | `create BILL-1, line 6000 100.00, no vendor` | a field that is left out |
//! | `approve BILL-1, if version 2` | `If-Match` |
//!
//! `approve change` is about the latest change request, `approve change 1` about the first.
//!
//! An id says what it is the id of: the prefix of its type (`JE-`, `BILL-`, …) begins the id of a document, `REC-` that of a
//! reconciliation. Everything else names itself: `create account 1001, asset`.

pub(crate) mod documents;
pub(crate) mod master;

use std::collections::BTreeSet;

use engine::approval::access::{Actor, Permissions};
use engine::features::reconciliation::model::ID_PREFIX;
use engine::values::clock::Date;
use engine::values::error::Faults;
use engine::values::kind::{DocumentKey, DocumentKind};
use engine::values::money::decimal_from_text;
use rust_decimal::Decimal;

use crate::books::{Asked, Books};
use crate::features::{
    accruals, budgets, change_requests, close_tasks, deferrals, dimensions, fiscal_years, payment_terms,
    period_exceptions, periods, reconciliation, recurring, report_layouts, revaluations, rule_sets, tax_codes,
    write_offs,
};

/// What a row asks for.
pub enum Deed {
    One(Box<dyn Asked>),
    /// The workers do every job that waits.
    Work,
    /// The posting of this document is set aside.
    SetAside(DocumentKey),
    /// So many hours pass.
    Pass(i64),
}

/// What is said of a deed, after its first comma.
pub struct Said {
    text: String,
    parts: Vec<Vec<String>>,
}

impl Said {
    /// Words, and `'words in quotes'` as one.
    fn split(part: &str) -> Vec<String> {
        let mut words = Vec::new();
        for (at, piece) in part.split('\'').enumerate() {
            if at % 2 == 1 {
                words.push(piece.to_owned());
            } else {
                words.extend(piece.split_whitespace().map(str::to_owned));
            }
        }
        words
    }

    /// Takes the rest of the first part that begins with this word.
    pub fn take(&mut self, word: &str) -> Option<Vec<String>> {
        let at = self.parts.iter().position(|part| part.first().is_some_and(|first| first == word))?;
        Some(self.parts.remove(at).split_off(1))
    }

    /// Takes every part that begins with one of these words, whole and in order.
    pub fn each(&mut self, words: &[&str]) -> Vec<Vec<String>> {
        let is_meant = |part: &Vec<String>| part.first().is_some_and(|first| words.contains(&first.as_str()));
        let (meant, rest) = std::mem::take(&mut self.parts).into_iter().partition(is_meant);
        self.parts = rest;
        meant
    }

    /// `wrong /lines`: what the reading of the body found already.
    pub fn faults(&mut self) -> Faults {
        let mut faults = Faults::default();
        for part in self.each(&["wrong"]) {
            faults.add(part[1].clone(), "is wrong");
        }
        faults
    }

    /// Whether this was said.
    pub fn has(&mut self, words: &str) -> bool {
        let words = Self::split(words);
        let at = self.parts.iter().position(|part| *part == words);
        at.map(|at| self.parts.remove(at)).is_some()
    }

    /// The one word after this one; the usual one when nothing is said; none after `no …`.
    pub fn text(&mut self, word: &str, usual: Option<&str>) -> Option<String> {
        if self.has(&format!("no {word}")) {
            return None;
        }
        self.take(word).map(|rest| rest.join(" ")).or_else(|| usual.map(str::to_owned))
    }

    pub fn date(&mut self, word: &str, usual: Option<&str>) -> Option<Date> {
        self.text(word, usual).map(|text| date(&text))
    }

    pub fn number(&mut self, word: &str) -> Option<Decimal> {
        self.text(word, None).map(|text| decimal(&text))
    }

    /// Nothing may be said that nobody heeds.
    fn is_heeded(&self) {
        assert!(self.parts.is_empty(), "in {:?} nothing knows {:?}", self.text, self.parts);
    }
}

pub fn date(text: &str) -> Date {
    Date::parse(text).unwrap_or_else(|| panic!("{text:?} is no date"))
}

pub fn decimal(text: &str) -> Decimal {
    decimal_from_text(text).unwrap_or_else(|| panic!("{text:?} is no number"))
}

/// The document of this id.
pub fn key(id: &str) -> DocumentKey {
    let kind = kind_of(id).unwrap_or_else(|| panic!("{id:?} is no document's id"));
    DocumentKey::new(kind, id)
}

fn kind_of(id: &str) -> Option<DocumentKind> {
    DocumentKind::ALL.into_iter().find(|kind| id.starts_with(kind.id_prefix()))
}

/// `mona`, whose roles the demo company knows, or `mona (clerk bill.approve)`: with these roles and permissions alone.
pub fn person(words: &str) -> Actor {
    let (name, own) = match words.split_once('(') {
        Some((name, own)) => (name.trim(), own.trim_end_matches(')')),
        None => (words, usual_roles(words)),
    };
    if name == engine::approval::access::SYSTEM {
        return Actor::system();
    }
    let (permissions, roles): (BTreeSet<String>, BTreeSet<String>) =
        own.split_whitespace().map(str::to_owned).partition(|word| word.contains('.'));
    Actor { user_id: name.into(), roles, token_permissions: Permissions(permissions), session_id: None }
}

fn usual_roles(name: &str) -> &str {
    match name {
        "alma" => "*.*",
        "carl" | "cora" => "clerk",
        "abel" => "accountant",
        "mona" | "max" => "manager",
        "conrad" => "controller",
        "fiona" => "cfo",
        "vera" => "viewer",
        _ => "",
    }
}

/// The deed, and the version that it names.
pub fn deed(words: &str, books: &Books) -> (Deed, Option<Vec<i64>>) {
    let mut parts = words.split(',').map(Said::split);
    let head = parts.next().unwrap_or_default();
    let mut said = Said { text: words.to_owned(), parts: parts.collect() };
    let version = said.take("if").map(|rest| match &*rest {
        [word, version] if word == "version" => vec![version.parse().expect("a version")],
        _ => panic!("{words:?}"),
    });
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let asked = match *head {
        ["work"] => return (Deed::Work, None),
        ["set-aside", id] => return (Deed::SetAside(key(id)), None),
        ["wait", hours, "h"] => return (Deed::Pass(hours.parse().expect("hours")), None),
        [verb, id] if id.starts_with(ID_PREFIX) => reconciliation::words::command(verb, id, &mut said),
        [verb, "period", id] | [verb @ ("close" | "close-job" | "reopen" | "hard-close"), id] => {
            periods::words::command(verb, id, &mut said)
        }
        ["revalue", id] => revaluations::words::command(id, &mut said, books),
        [verb, "year", id] => fiscal_years::words::command(verb, id, &mut said, books),
        [verb, "accrual", id] => accruals::words(verb, key(id), books),
        [verb, "budget", id] => budgets::words(verb, id, &mut said),
        [verb, "layout", id] => report_layouts::words(verb, id, &mut said),
        [verb, "exception", id] => period_exceptions::words(verb, id, &mut said),
        [verb, "tax-code", id] => tax_codes::words(verb, id, &mut said),
        [verb, "terms", id] => payment_terms::words(verb, id, &mut said),
        [verb, "write-off", id] => write_offs::words(verb, id, &mut said),
        [verb, "task", id] => close_tasks::words(verb, id, &mut said),
        [verb, "dimension", id] => dimensions::words(verb, id, &mut said),
        [verb, "value", id] => dimensions::words_of_value(verb, id, &mut said),
        [verb, "deferral", id] => deferrals::words(verb, id, &mut said, books),
        [verb, "recurring", id] => recurring::words(verb, id, &mut said, books),
        [verb, "draft", id] => rule_sets::words::command(verb, id, &mut said, books),
        [verb, "change"] => change_requests::words::command(verb, books.requests.last(), &mut said),
        [verb, "change", place] => {
            let place: usize = place.parse().expect("counted from 1");
            change_requests::words::command(verb, books.requests.get(place - 1), &mut said)
        }
        [verb, id] if kind_of(id).is_some() => documents::command(verb, key(id), &mut said, books),
        [verb, what, id] => master::command(verb, what, id, &mut said),
        _ => panic!("nothing knows what {words:?} means"),
    };
    said.is_heeded();
    (Deed::One(asked), version)
}
