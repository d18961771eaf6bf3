//! Fields that are sent and cannot be edited, compared with what is stored: one walk through what is stored, whatever was sent.
//! See docs/rules/interface.md#unknown-fields.

use std::collections::{HashMap, HashSet};

use engine::values::error::Faults;
use engine::values::money::decimal_from_text;
use serde_json::Value;

use super::check::{ANY, Unknown, child};
use crate::schema::formats::UNKNOWN;

/// What stands at each place that was asked about, items of an array taken together.
type Stored = HashMap<String, HashSet<String>>;

/// Records a fault for each sent field that is not as it is stored. A null for what there is not says nothing wrong.
pub fn compare(sent: Vec<Unknown>, stored: &Value, faults: &mut Faults) {
    if sent.is_empty() {
        return;
    }
    let mut known: Stored = sent.iter().map(|unknown| (unknown.pattern.clone(), HashSet::new())).collect();
    walk(stored, "", &mut known);
    for Unknown { pointer, pattern, value } in sent {
        match known.get(&pattern) {
            Some(values) if !values.is_empty() => {
                if !values.contains(&canonical(&value)) {
                    faults.add(pointer, "is read-only and differs from what is stored");
                }
            }
            Some(_) | None if value.is_null() => {}
            Some(_) | None => faults.add(pointer, UNKNOWN),
        }
    }
}

fn walk(stored: &Value, place: &str, known: &mut Stored) {
    if let Some(values) = known.get_mut(place) {
        values.insert(canonical(stored));
    }
    match stored {
        Value::Object(members) => {
            for (key, member) in members {
                walk(member, &child(place, key), known);
            }
        }
        Value::Array(items) => {
            let inner = format!("{place}/{ANY}");
            for item in items {
                walk(item, &inner, known);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// A text that equal values share: numbers by what they are worth, so that `1.0` equals `1.00`.
fn canonical(value: &Value) -> String {
    fn plain(value: &Value) -> Value {
        match value {
            Value::Number(number) => match decimal_from_text(&number.to_string()) {
                Some(exact) => Value::String(format!("number {}", exact.normalize())),
                None => value.clone(),
            },
            Value::String(text) => Value::String(format!("text {text}")),
            Value::Array(items) => Value::Array(items.iter().map(plain).collect()),
            Value::Object(members) => {
                Value::Object(members.iter().map(|(key, member)| (key.clone(), plain(member))).collect())
            }
            Value::Null | Value::Bool(_) => value.clone(),
        }
    }
    plain(value).to_string()
}
