//! What happened to a reconciliation.

use serde_json::Value;

use crate::interface::schema::TrailEntry;
use crate::interface::undescribed::Details;
use crate::json::{Members, plain};
use crate::operations::segment;
use crate::visit::Visit;

/// How many rows a page shows.
const MOST: usize = 50;

/// One row.
pub struct Entry {
    pub action: String,
    pub by: String,
    pub by_link: String,
    pub at: String,
    pub instant: String,
    pub reason: String,
    /// How many transactions were marked or unmarked; 0 when it is about something else.
    pub marks: usize,
    /// The other members, such as the statement's date and balance.
    pub facts: Vec<(String, String)>,
}

/// The rows, newest first.
pub fn rows(visit: &Visit, trail: &[Value], currency: &str) -> Vec<Entry> {
    trail.iter().rev().take(MOST).map(|row| entry(visit, row, currency)).collect()
}

fn entry(visit: &Visit, row: &Value, currency: &str) -> Entry {
    let (details, by) = (row.at(TrailEntry::DETAILS), row.text(TrailEntry::PERFORMED_BY));
    let members = details.as_object().into_iter().flatten();
    let fact = |(name, value): (&String, &Value)| {
        let text = match value {
            Value::Number(number) => visit.amount(&number.to_string(), currency),
            Value::String(text) if name.ends_with("_date") => visit.reader.date(text),
            Value::String(_) | Value::Bool(_) => plain(value),
            Value::Null | Value::Array(_) | Value::Object(_) => return None,
        };
        (name != "reason" && name != "on_behalf_of").then(|| (name.clone(), text))
    };
    Entry {
        action: row.text(TrailEntry::ACTION),
        by_link: format!("/people/{}", segment(&by)),
        by,
        at: visit.reader.instant(&row.text(TrailEntry::PERFORMED_AT)),
        instant: row.text(TrailEntry::PERFORMED_AT),
        reason: row.given(TrailEntry::COMMENTS).or_else(|| details.given(Details::REASON)).unwrap_or_default(),
        marks: details.list(Details::TRANSACTION_IDS).len(),
        facts: members.filter_map(fact).collect(),
    }
}
