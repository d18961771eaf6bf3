//! Everything that was done to one account, party or the like.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::cell::shown;
use super::kind::Register;
use crate::interface::Member;
use crate::interface::schema::{CustomerInput, ExchangeRate, Trail, TrailEntry};
use crate::json::Members;
use crate::visit::Visit;
use crate::vocabulary::word;

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
    pub label: String,
    pub before: String,
    pub after: String,
}

/// Changes with every change, and says nothing about the thing.
const BOOKKEEPING: [Member; 3] = [ExchangeRate::VERSION, ExchangeRate::UPDATED_AT, ExchangeRate::UPDATED_BY];

/// The trail, oldest first, each row with what differs from the row before.
pub fn deeds(visit: &Visit, register: &Register, answer: &impl Members) -> Vec<Deed> {
    let nothing = Map::new();
    let mut before: BTreeMap<&str, &Map<String, Value>> = BTreeMap::new();
    let mut deeds = Vec::new();
    for entry in answer.list(Trail::AUDIT_TRAIL) {
        let (of, after) = entry.at(TrailEntry::DETAILS).as_object().map_or(("", &nothing), state);
        // What was not there before, such as bank details, has changed from nothing; what the first row made has not changed.
        let is_first = before.is_empty();
        let earlier = before.insert(of, after).or((!is_first).then_some(&nothing));
        let at = entry.text(TrailEntry::PERFORMED_AT);
        deeds.push(Deed {
            at_shown: visit.reader.instant(&at),
            at,
            by: entry.text(TrailEntry::PERFORMED_BY),
            action: entry.text(TrailEntry::ACTION),
            comments: entry.text(TrailEntry::COMMENTS),
            changes: earlier.map(|earlier| changes(visit, register, earlier, after)).unwrap_or_default(),
        });
    }
    deeds
}

/// How the thing stood afterwards. Most details are that themselves; some have it under the name of the thing, or of the part that
/// the row is about, such as the bank details of a party. An address is a member like others.
fn state(details: &Map<String, Value>) -> (&str, &Map<String, Value>) {
    let within = details.iter().filter(|(name, _)| *name != CustomerInput::ADDRESS.name());
    let mut within = within.filter_map(|(name, value)| Some((name.as_str(), value.as_object()?)));
    within.next().unwrap_or(("", details))
}

/// What differs. A member that is nothing may be left out.
fn changes(visit: &Visit, register: &Register, before: &Map<String, Value>, after: &Map<String, Value>) -> Vec<Change> {
    let all: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let told = all.into_iter().filter(|name| !BOOKKEEPING.iter().any(|known| known.name() == name.as_str()));
    let value = |of: &Map<String, Value>, name: &String| of.get(name).cloned().unwrap_or_default();
    told.map(|name| (name, value(before, name), value(after, name)))
        .filter(|(_, before, after)| before != after)
        .map(|(name, before, after)| Change {
            label: register.label_known(name).map_or_else(|| word(name), str::to_owned),
            before: shown(visit, name, &before),
            after: shown(visit, name, &after),
        })
        .collect()
}
