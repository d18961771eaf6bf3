//! Everything that was done to one account, party or exchange rate.

use serde_json::Value;

use super::cell::shown;
use crate::interface::Member;
use crate::interface::schema::{ExchangeRate, Trail, TrailEntry};
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
const BOOKKEEPING: [Member; 3] = [ExchangeRate::VERSION, ExchangeRate::UPDATED_AT, ExchangeRate::UPDATED_BY];

/// The trail, oldest first, each row with what differs from the row before.
pub fn deeds(visit: &Visit, answer: &impl Members) -> Vec<Deed> {
    let mut before = &Value::Null;
    let mut deeds = Vec::new();
    for entry in answer.list(Trail::AUDIT_TRAIL) {
        // The details have the thing as it stood, under its own name.
        let after = entry
            .at(TrailEntry::DETAILS)
            .as_object()
            .and_then(|details| details.values().find(|value| value.is_object()));
        let after = after.unwrap_or(&Value::Null);
        let at = entry.text(TrailEntry::PERFORMED_AT);
        deeds.push(Deed {
            at_shown: visit.reader.instant(&at),
            at,
            by: entry.text(TrailEntry::PERFORMED_BY),
            action: entry.text(TrailEntry::ACTION),
            comments: entry.text(TrailEntry::COMMENTS),
            changes: changes(visit, before, after),
        });
        before = after;
    }
    deeds
}

fn changes(visit: &Visit, before: &Value, after: &Value) -> Vec<Change> {
    let (Some(earlier), Some(later)) = (before.as_object(), after.as_object()) else { return Vec::new() };
    let told = later.iter().filter(|(name, _)| !BOOKKEEPING.iter().any(|known| known.name() == name.as_str()));
    told.filter(|(name, value)| earlier.get(*name) != Some(value))
        .map(|(name, value)| Change {
            name: name.clone(),
            before: shown(visit, name, before.named(name)),
            after: shown(visit, name, value),
        })
        .collect()
}
