//! Everything that was done to one account, party or exchange rate.

use serde_json::Value;

use super::cell::shown;
use crate::json::Members;
use crate::visit::Visit;

/// One thing that was done.
pub struct Deed {
    pub at: String,
    pub at_shown: String,
    pub by: String,
    pub action: String,
    pub comments: String,
    pub changes: Vec<Change>,
}

/// A member that it changed.
pub struct Change {
    pub name: String,
    pub before: String,
    pub after: String,
}

/// Changes with every change, and says nothing about the thing.
const BOOKKEEPING: [&str; 3] = ["version", "updated_at", "updated_by"];

/// The trail, oldest first, each row with what differs from the row before.
pub fn deeds(visit: &Visit, answer: &impl Members) -> Vec<Deed> {
    let mut before = &Value::Null;
    let mut deeds = Vec::new();
    for entry in answer.list("audit_trail") {
        // The details have the thing as it stood, under its own name.
        let after =
            entry.at("details").as_object().and_then(|details| details.values().find(|value| value.is_object()));
        let after = after.unwrap_or(&Value::Null);
        let at = entry.text("performed_at");
        deeds.push(Deed {
            at_shown: visit.reader.instant(&at),
            at,
            by: entry.text("performed_by"),
            action: entry.text("action"),
            comments: entry.text("comments"),
            changes: changes(visit, before, after),
        });
        before = after;
    }
    deeds
}

fn changes(visit: &Visit, before: &Value, after: &Value) -> Vec<Change> {
    let (Some(earlier), Some(later)) = (before.as_object(), after.as_object()) else { return Vec::new() };
    let told = later.iter().filter(|(name, _)| !BOOKKEEPING.contains(&name.as_str()));
    told.filter(|(name, value)| earlier.get(*name) != Some(value))
        .map(|(name, value)| Change {
            name: name.clone(),
            before: shown(visit, name, before.at(name)),
            after: shown(visit, name, value),
        })
        .collect()
}
