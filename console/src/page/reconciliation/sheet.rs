//! The two sides of a worksheet as a page shows them: filtered, a bounded number of rows, what is outstanding by age. Only days and
//! rows are counted; every figure is the interface's.

use chrono::NaiveDate;
use serde_json::Value;

use crate::fields::Fields;
use crate::interface::schema::ClearedTransaction;
use crate::json::Members;
use crate::operations::segment;
use crate::reader::figure::Unread;
use crate::visit::Visit;
use crate::vocabulary;

/// How many rows of a side a page shows; and on paper, where all are asked for.
const MOST: usize = 100;
const MOST_ON_PAPER: usize = 5000;

/// The ages: their name in the query and the days up to which each goes.
pub const AGES: [(&str, i64); 4] = [("0-30", 30), ("31-60", 60), ("61-90", 90), ("91", i64::MAX)];

/// One side.
pub struct Side {
    /// How many there are, and how many of them the filter finds.
    pub total: usize,
    pub found: usize,
    pub groups: Vec<Group>,
    /// The rows shown, counted from 1.
    pub first: usize,
    pub last: usize,
    pub previous: Option<String>,
    pub next: Option<String>,
}

/// Rows of one age; one group without an age for what is cleared.
pub struct Group {
    pub age: &'static str,
    pub rows: Vec<Row>,
}

/// One movement.
pub struct Row {
    pub id: String,
    pub link: String,
    pub date: String,
    pub description: String,
    pub reference: String,
    pub figure: String,
    pub is_out: bool,
    /// Of what is cleared.
    pub cleared_date: String,
    /// Of what is not: in days against the statement date.
    pub days: i64,
}

/// What the reader looks for.
pub struct Wanted<'a> {
    pub text: String,
    pub from: &'a str,
    pub to: &'a str,
    amount: Option<String>,
    /// What is wrong with the amount that is looked for.
    pub amount_fault: Option<String>,
    pub age: &'a str,
    pub is_on_paper: bool,
}

impl<'a> Wanted<'a> {
    pub fn of(visit: &'a Visit) -> Self {
        let given = |name| visit.query.given(name).unwrap_or_default();
        let amount = visit.query.given("amount").map(|typed| visit.reader.read_figure(typed)).transpose();
        let amount_fault = amount.as_ref().err().map(|Unread(said)| said.clone());
        Self {
            text: given("q").to_lowercase(),
            from: given("from"),
            to: given("to"),
            amount: amount.unwrap_or_default().map(|amount| bare(&amount)),
            amount_fault,
            age: given("age"),
            is_on_paper: visit.query.has("paper"),
        }
    }

    fn finds(&self, row: &Value) -> bool {
        let date = row.text(ClearedTransaction::DATE);
        let says = |name| row.text(name).to_lowercase().contains(&self.text);
        (self.text.is_empty()
            || says(ClearedTransaction::DESCRIPTION)
            || says(ClearedTransaction::REFERENCE)
            || says(ClearedTransaction::TRANSACTION_ID))
            && (self.from.is_empty() || date.as_str() >= self.from)
            && (self.to.is_empty() || date.as_str() <= self.to)
            && self.amount.as_ref().is_none_or(|amount| bare(&row.text(ClearedTransaction::AMOUNT)) == *amount)
    }

    fn most(&self) -> usize {
        if self.is_on_paper { MOST_ON_PAPER } else { MOST }
    }
}

/// A figure without its sign and without zeros at its end, to compare what was typed with.
fn bare(text: &str) -> String {
    let text = text.trim_start_matches('-');
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text.to_owned() }
}

fn days(from: &str, to: &str) -> i64 {
    match (from.parse::<NaiveDate>(), to.parse::<NaiveDate>()) {
        (Ok(from), Ok(to)) => to.signed_duration_since(from).num_days().max(0),
        _ => 0,
    }
}

/// The age of so many days.
fn age(days: i64) -> &'static str {
    AGES.iter().find(|(_, most)| days <= *most).map_or("91", |(name, _)| name)
}

/// How many of each age are outstanding.
pub fn ages(rows: &[Value], statement_date: &str) -> Vec<(&'static str, usize)> {
    let of = |row: &Value| age(days(&row.text(ClearedTransaction::DATE), statement_date));
    let all: Vec<&str> = rows.iter().map(of).collect();
    AGES.iter().map(|(name, _)| (*name, all.iter().filter(|age| *age == name).count())).collect()
}

/// What the bank has, what it had last first.
pub fn cleared(visit: &Visit, rows: &[Value], wanted: &Wanted, currency: &str) -> Side {
    let mut found: Vec<&Value> = rows.iter().filter(|row| wanted.finds(row)).collect();
    found.sort_by_key(|row| {
        std::cmp::Reverse((row.text(ClearedTransaction::CLEARED_DATE), row.text(ClearedTransaction::DATE)))
    });
    let rows_of = |shown: &[&Value]| {
        vec![Group { age: "", rows: shown.iter().map(|each| row(visit, each, currency, "")).collect() }]
    };
    side(visit, "bank", rows.len(), &found, wanted.most(), rows_of)
}

/// What the bank has not, the oldest first, by age.
pub fn uncleared(visit: &Visit, rows: &[Value], wanted: &Wanted, currency: &str, statement_date: &str) -> Side {
    let is_of_age = |row: &&Value| {
        wanted.age.is_empty() || age(days(&row.text(ClearedTransaction::DATE), statement_date)) == wanted.age
    };
    let mut found: Vec<&Value> = rows.iter().filter(|row| wanted.finds(row)).filter(is_of_age).collect();
    found.sort_by_key(|row| row.text(ClearedTransaction::DATE));
    let rows_of = |shown: &[&Value]| {
        let mut groups: Vec<Group> = Vec::new();
        for each in shown {
            let row = row(visit, each, currency, statement_date);
            let age = age(row.days);
            match groups.last_mut().filter(|group| group.age == age) {
                Some(group) => group.rows.push(row),
                None => groups.push(Group { age, rows: vec![row] }),
            }
        }
        groups
    };
    side(visit, "books", rows.len(), &found, wanted.most(), rows_of)
}

/// The rows that a page shows, and the ways to the others. `name` is the side's page in the query.
fn side(
    visit: &Visit,
    name: &str,
    total: usize,
    found: &[&Value],
    most: usize,
    groups: impl Fn(&[&Value]) -> Vec<Group>,
) -> Side {
    let last_page = found.len().saturating_sub(1).checked_div(most).unwrap_or_default().saturating_add(1);
    let page = visit.query.given(name).and_then(|page| page.parse::<usize>().ok()).unwrap_or(1).clamp(1, last_page);
    let skipped = page.saturating_sub(1).saturating_mul(most);
    let shown: Vec<&Value> = found.iter().skip(skipped).take(most).copied().collect();
    let at = |page: usize| {
        let page = page.to_string();
        let query: Fields = visit.query.with(name, (page != "1").then_some(page.as_str()));
        format!("{}#{name}", query.address(&super::page_of(visit.param("id"))))
    };
    Side {
        total,
        found: found.len(),
        first: skipped.saturating_add(usize::from(!shown.is_empty())),
        last: skipped.saturating_add(shown.len()),
        previous: (page > 1).then(|| at(page.saturating_sub(1))),
        next: (page < last_page).then(|| at(page.saturating_add(1))),
        groups: groups(&shown),
    }
}

fn row(visit: &Visit, row: &Value, currency: &str, statement_date: &str) -> Row {
    let (id, date) = (row.text(ClearedTransaction::TRANSACTION_ID), row.text(ClearedTransaction::DATE));
    Row {
        link: link(&id),
        date: visit.reader.date(&date),
        description: row.text(ClearedTransaction::DESCRIPTION),
        reference: row.text(ClearedTransaction::REFERENCE),
        figure: visit.amount(&row.text(ClearedTransaction::AMOUNT), currency),
        is_out: row.text(ClearedTransaction::TYPE) == "withdrawal",
        cleared_date: visit.reader.date(&row.text(ClearedTransaction::CLEARED_DATE)),
        days: days(&date, statement_date),
        id,
    }
}

/// Where a movement leads: `type/id#line` to the document, `id#line` to the search for it, as its type is not told.
fn link(transaction_id: &str) -> String {
    let document = transaction_id.split_once('#').map_or(transaction_id, |(document, _)| document);
    match document.split_once('/') {
        Some((kind, id)) => vocabulary::page_of(kind, id).unwrap_or_default(),
        None => format!("/search?q={}", segment(document)),
    }
}

#[cfg(test)]
mod tests {
    use super::{age, bare, days, link};

    #[test]
    fn ages_of_days() {
        assert_eq!(days("2026-01-31", "2026-03-01"), 29);
        assert_eq!(days("2026-03-02", "2026-03-01"), 0);
        for (days, name) in [(0, "0-30"), (30, "0-30"), (31, "31-60"), (90, "61-90"), (91, "91")] {
            assert_eq!(age(days), name);
        }
    }

    #[test]
    fn figures_compare_without_sign_and_zeros() {
        for (text, is) in [("-312.00", "312"), ("312", "312"), ("300", "300"), ("0.50", "0.5")] {
            assert_eq!(bare(text), is);
        }
    }

    #[test]
    fn movements_lead_to_their_document() {
        assert_eq!(link("bill_payment/P-1"), "/bill-payments/P-1");
        assert_eq!(link("JE-1#2"), "/search?q=JE-1");
    }
}
