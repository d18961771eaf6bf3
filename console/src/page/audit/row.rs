//! Rows of the trail, and what they keep beside who and when, as fields that one can read.

use serde_json::Value;

use crate::interface::schema::AuditRow;
use crate::json::{Members, plain};
use crate::operations::segment;
use crate::text;
use crate::visit::Visit;
use crate::vocabulary::{page_of, word};

/// How many fields of a row are shown one by one; the rest stands in its JSON.
const MOST_FIELDS: usize = 150;

/// One row of the trail.
pub struct Row {
    pub at: String,
    pub at_shown: String,
    pub who: String,
    /// The page of who did it; the service itself has none.
    pub who_page: Option<String>,
    /// What was done, in words.
    pub did: String,
    pub resource: String,
    pub resource_id: String,
    pub page: Option<String>,
    pub proof: String,
    pub before: String,
    pub after: String,
    pub comments: String,
    pub position: String,
    pub hash: String,
    pub hash_begins: String,
    pub has_details: bool,
    /// What the row keeps, when it is opened.
    pub opened: Option<Opened>,
    /// The address of the page with this row opened, or closed again.
    pub turn: String,
}

/// An opened row.
pub struct Opened {
    pub details: Vec<Detail>,
    pub raw: String,
}

/// One field of what a row keeps.
pub struct Detail {
    pub name: String,
    /// Nothing for a name above others.
    pub value: Option<String>,
    pub depth: usize,
}

/// What was done, in words: the trail says `Submit for Approval`.
pub fn did(action: &str) -> String {
    text::known(&format!("audit.did.{action}")).map_or_else(|| word(action), str::to_owned)
}

/// The rows of an answer. `opened` is the position of the one that shows all it keeps.
pub fn rows(visit: &Visit, rows: &[Value]) -> Vec<Row> {
    let opened = visit.query.given("open");
    rows.iter().map(|row| read(visit, row, opened)).collect()
}

fn read(visit: &Visit, row: &Value, opened: Option<&str>) -> Row {
    let (who, at, position) =
        (row.text(AuditRow::PERFORMED_BY), row.text(AuditRow::PERFORMED_AT), row.text(AuditRow::POSITION));
    let (resource, resource_id) = (row.text(AuditRow::RESOURCE), row.text(AuditRow::RESOURCE_ID));
    let is_open = !position.is_empty() && opened == Some(position.as_str());
    let kept = row.at(AuditRow::DETAILS);
    let turn = visit.query.with("open", Some(position.as_str()).filter(|_| !is_open)).address(&visit.path);
    Row {
        at_shown: second(visit, &at),
        at,
        who_page: (who != "system").then(|| page_of("user", &who)).flatten(),
        who,
        did: did(&row.text(AuditRow::ACTION)),
        page: page_of(&resource, &resource_id),
        proof: format!("/audit/{}/{}", segment(&resource), segment(&resource_id)),
        before: row.text(AuditRow::BEFORE_STATUS),
        after: row.text(AuditRow::AFTER_STATUS),
        comments: row.text(AuditRow::COMMENTS),
        hash_begins: row.text(AuditRow::HASH).chars().take(8).collect(),
        hash: row.text(AuditRow::HASH),
        has_details: kept.as_object().is_some_and(|members| !members.is_empty()),
        opened: is_open.then(|| Opened {
            details: fields(visit, kept),
            raw: serde_json::to_string_pretty(row).unwrap_or_default(),
        }),
        turn: format!("{turn}#row-{position}"),
        position,
        resource,
        resource_id,
    }
}

/// An instant to the second: in a trail, minutes are not enough.
fn second(visit: &Visit, at: &str) -> String {
    let seconds = at.split_once('T').and_then(|(_, time)| time.get(5..8)).unwrap_or_default();
    format!("{}{seconds}", visit.reader.instant(at))
}

/// A JSON value as fields: members in their order, inner ones below the name of the outer. What is empty is left out.
pub fn fields(visit: &Visit, value: &Value) -> Vec<Detail> {
    let mut out = Vec::new();
    flatten(visit, value, 0, &mut out);
    out
}

fn flatten(visit: &Visit, value: &Value, depth: usize, out: &mut Vec<Detail>) {
    for (name, inner) in value.as_object().into_iter().flatten() {
        if out.len() >= MOST_FIELDS {
            return;
        }
        match inner {
            Value::Null => {}
            Value::Object(members) if members.is_empty() => {}
            Value::Object(_) => {
                out.push(Detail { name: word(name), value: None, depth });
                flatten(visit, inner, depth.saturating_add(1), out);
            }
            Value::Array(items) if items.iter().any(Value::is_object) => {
                for (index, item) in items.iter().enumerate() {
                    out.push(Detail {
                        name: format!("{} {}", word(name), index.saturating_add(1)),
                        value: None,
                        depth,
                    });
                    flatten(visit, item, depth.saturating_add(1), out);
                }
            }
            Value::Array(items) if items.is_empty() => {}
            Value::Array(items) => {
                let all: Vec<String> = items.iter().map(|item| shown(visit, item)).collect();
                out.push(Detail { name: word(name), value: Some(all.join(", ")), depth });
            }
            Value::String(_) | Value::Number(_) | Value::Bool(_) => {
                out.push(Detail { name: word(name), value: Some(shown(visit, inner)), depth });
            }
        }
    }
}

fn shown(visit: &Visit, value: &Value) -> String {
    match value {
        Value::Bool(is_so) => text::text(if *is_so { "audit.yes" } else { "audit.no" }).into(),
        Value::Number(number) => {
            let number = number.to_string();
            // Amounts come with a decimal point, counts and versions without.
            if number.contains('.') { visit.base(&number) } else { number }
        }
        Value::String(text) if is_instant(text) => visit.reader.instant(text),
        Value::String(text) if is_date(text) => visit.reader.date(text),
        other => plain(other),
    }
}

fn is_date(text: &str) -> bool {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    text.len() == 10 && digits(text) && text.as_bytes().get(4) == Some(&b'-') && text.as_bytes().get(7) == Some(&b'-')
}

fn is_instant(text: &str) -> bool {
    text.ends_with('Z') && text.split_once('T').is_some_and(|(date, _)| is_date(date))
}
