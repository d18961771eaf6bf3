//! The order of a register: what the table says of it, and the links that change it. They keep every filter.

use super::filter::kept;
use super::kind::{Column, Register};
use crate::text::text;
use crate::visit::Visit;

/// The orders as `sort` takes them, and the keys of their texts.
const ORDERS: [(&str, &str); 8] = [
    ("-created_at", "register.sort.newest"),
    ("created_at", "register.sort.oldest"),
    ("-tran_date", "register.sort.latest"),
    ("tran_date", "register.sort.earliest"),
    ("-amount", "register.sort.largest"),
    ("amount", "register.sort.smallest"),
    ("due_date", "register.sort.due_first"),
    ("-due_date", "register.sort.due_last"),
];

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
        let Some([first, other]) = register.document.and_then(|_| orders(column.name)) else {
            return Self::fixed(column);
        };
        let now = sort(visit);
        let is_here = now == first || now == other;
        let sorted = is_here.then_some(if now.starts_with('-') { "descending" } else { "ascending" });
        let next = if now == first { other } else { first };
        Self { href: Some(link(visit, register, next)), sorted, ..Self::fixed(column) }
    }
}

/// The orders by a column: the one that its heading leads to first, and the other way round.
fn orders(column: &str) -> Option<[&'static str; 2]> {
    match column {
        "tran_date" => Some(["-tran_date", "tran_date"]),
        "due_date" => Some(["due_date", "-due_date"]),
        "total" | "payment" | "total_debit" => Some(["-amount", "amount"]),
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
    let by_entry = ORDERS.iter().filter(|(name, _)| name.ends_with("created_at") && *name != now);
    let others = by_entry.map(|(name, key)| Other { label: text(key), href: link(visit, register, name) }).collect();
    Order { label, others }
}

/// The order that is asked for; one that there is not is refused by the operation.
fn sort(visit: &Visit) -> &'static str {
    let asked = visit.query.given("sort");
    ORDERS.iter().find(|(name, _)| asked == Some(*name)).map_or("-created_at", |(name, _)| *name)
}

/// The first page in this order. The one that needs no word has none.
fn link(visit: &Visit, register: &Register, sort: &str) -> String {
    kept(&visit.query, register).with("sort", Some(sort).filter(|sort| *sort != "-created_at")).address(&visit.path)
}
