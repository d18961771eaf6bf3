//! The order of a register: what the table says of it, and the links that change it. They keep every filter.

use super::filter::kept;
use super::kind::{Column, Register};
use crate::interface::enumeration::DocumentSort;
use crate::interface::query::ListDocuments;
use crate::interface::schema::Document;
use crate::text::text;
use crate::visit::Visit;

/// The orders as `sort` takes them, and the keys of their texts.
const ORDERS: [(DocumentSort, &str); DocumentSort::ALL.len()] = [
    (NEWEST, "register.sort.newest"),
    (DocumentSort::CreatedAt, "register.sort.oldest"),
    (DocumentSort::TranDateDescending, "register.sort.latest"),
    (DocumentSort::TranDate, "register.sort.earliest"),
    (DocumentSort::AmountDescending, "register.sort.largest"),
    (DocumentSort::Amount, "register.sort.smallest"),
    (DocumentSort::DueDate, "register.sort.due_first"),
    (DocumentSort::DueDateDescending, "register.sort.due_last"),
];

/// The order that needs no word in an address.
const NEWEST: DocumentSort = DocumentSort::CreatedAtDescending;

/// A link to another order.
pub struct Other {
    pub label: &'static str,
    pub href: String,
}

/// The order of the page.
pub struct Order {
    /// What it is, in words.
    pub label: &'static str,
    /// The orders of entry that it is not; of documents only.
    pub others: Vec<Other>,
}

/// The heading of a column.
pub struct Heading {
    pub label: &'static str,
    pub class: &'static str,
    /// The list by this column; the other way round, if it is by this column already.
    pub href: Option<String>,
    /// `ascending` or `descending`, when the list is by this column.
    pub sorted: Option<&'static str>,
}

impl Heading {
    /// Of a table whose order stays.
    pub fn fixed(column: &Column) -> Self {
        let class = if column.is_figure() {
            "figure"
        } else if column.is_prose() {
            "prose"
        } else {
            ""
        };
        Self { label: column.label(), class, href: None, sorted: None }
    }

    fn of(visit: &Visit, register: &Register, column: &Column) -> Self {
        let Some([first, other]) = register.document.and_then(|_| orders(column)) else {
            return Self::fixed(column);
        };
        let now = sort(visit);
        let is_here = now == first || now == other;
        let sorted = is_here.then_some(if now.name().starts_with('-') { "descending" } else { "ascending" });
        let next = if now == first { other } else { first };
        Self { href: Some(link(visit, register, next)), sorted, ..Self::fixed(column) }
    }
}

/// The orders by a column: the one that its heading leads to first, and the other way round.
fn orders(column: &Column) -> Option<[DocumentSort; 2]> {
    match column.member? {
        Document::TRAN_DATE => Some([DocumentSort::TranDateDescending, DocumentSort::TranDate]),
        Document::DUE_DATE => Some([DocumentSort::DueDate, DocumentSort::DueDateDescending]),
        Document::TOTAL | Document::PAYMENT | Document::TOTAL_DEBIT => {
            Some([DocumentSort::AmountDescending, DocumentSort::Amount])
        }
        _ => None,
    }
}

/// The headings of a register.
pub fn headings(visit: &Visit, register: &Register, columns: &[Column]) -> Vec<Heading> {
    columns.iter().map(|column| Heading::of(visit, register, column)).collect()
}

pub fn order(visit: &Visit, register: &Register) -> Order {
    if register.document.is_none() {
        return Order { label: text(&format!("register.order.{}", register.collection)), others: Vec::new() };
    }
    let now = sort(visit);
    let label = ORDERS.iter().find(|(name, _)| *name == now).map_or("", |(_, key)| text(key));
    let by_entry = ORDERS.iter().filter(|(name, _)| matches!(*name, NEWEST | DocumentSort::CreatedAt) && *name != now);
    let others = by_entry.map(|(name, key)| Other { label: text(key), href: link(visit, register, *name) }).collect();
    Order { label, others }
}

/// The order that is asked for; one that there is not is refused by the operation.
fn sort(visit: &Visit) -> DocumentSort {
    visit.query.given(ListDocuments::SORT).and_then(DocumentSort::of).unwrap_or(NEWEST)
}

/// The first page in this order. The one that needs no word has none.
fn link(visit: &Visit, register: &Register, sort: DocumentSort) -> String {
    kept(&visit.query, register)
        .with(ListDocuments::SORT, Some(sort.name()).filter(|_| sort != NEWEST))
        .address(&visit.path)
}
