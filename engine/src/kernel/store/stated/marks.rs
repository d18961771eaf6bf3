//! What a session marks and unmarks: its row names the bank transactions as they were sent, which leaves their types open.

use serde_json::{Map, Value};

use super::fields::member;
use crate::books::cleared::TransactionKey;
use crate::books::command::AuditEntry;
use crate::features::reconciliation::model::{RESOURCE, SessionChange};

/// The members with the bank transactions that were marked, and unmarked.
pub const MARKED: &str = "marked";
pub const UNMARKED: &str = "unmarked";

/// Has the row of the session state it, beside what it states of the session.
pub fn attach(change: &SessionChange, entries: &mut [AuditEntry]) {
    let (name, keys): (_, Vec<&TransactionKey>) = match change {
        SessionChange::Mark(marks) => (MARKED, marks.iter().map(|mark| &mark.key).collect()),
        SessionChange::Unmark { keys, .. } => (UNMARKED, keys.iter().collect()),
        SessionChange::Insert(_) | SessionChange::Update(_) | SessionChange::Delete { .. } => return,
        SessionChange::Lock { .. } | SessionChange::Unlock { .. } => return,
    };
    let Some(entry) = entries.iter_mut().rev().find(|entry| entry.resource == RESOURCE) else { return };
    let states = entry.details.entry(member()).or_insert_with(|| Value::Object(Map::new()));
    if let Some(fields) = states.as_object_mut() {
        fields.insert(name.to_owned(), keys.into_iter().map(|key| Value::from(key.qualified())).collect());
    }
}
