//! Dimensions: what lines are told apart by besides their accounts. See docs/rules/dimensions.md.

use std::collections::{BTreeMap, BTreeSet};

use crate::values::clock::{Date, Timestamp};
use crate::values::kind::spelled::spelled;

/// The one that lines name as `department_id`. It and the next are always there, and active.
pub const DEPARTMENT: &str = "department";
/// The one that lines name as `cost_center_id`.
pub const COST_CENTER: &str = "cost_center";
/// So many there may be, these two included.
pub const MOST: usize = 10;
/// So many values a dimension may have.
pub const MOST_VALUES: usize = 5_000;
/// So deep may values stand below one another.
pub const MOST_LEVELS: usize = 8;

spelled! {
    /// Which values lines may name.
    Takes {
        /// Any id.
        Any = "any",
        /// Those that are recorded.
        Listed = "listed",
    }
}

/// One of the ways in which lines are told apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dimension {
    pub dimension_id: String,
    pub dimension_name: String,
    pub takes: Takes,
    pub is_active: bool,
    pub version: i64,
    pub created_at: Timestamp,
    pub created_by: String,
    pub updated_at: Timestamp,
    pub updated_by: String,
}

/// A value that lines may name in a dimension.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DimensionValue {
    pub dimension_id: String,
    pub value_id: String,
    pub value_name: String,
    /// The value of the same dimension that it is a part of.
    pub parent_id: Option<String>,
    /// Days of documents that may name it, both included.
    pub valid_from: Option<Date>,
    pub valid_to: Option<Date>,
    pub is_active: bool,
    pub version: i64,
    pub created_at: Timestamp,
    pub created_by: String,
    pub updated_at: Timestamp,
    pub updated_by: String,
}

/// What a line names in the dimensions, by dimension; without the department and the cost center, which have fields of their own.
pub type Named = BTreeMap<String, String>;

/// All dimensions with their values.
#[derive(Clone, Default, Debug)]
pub struct Dimensions {
    pub all: BTreeMap<String, Dimension>,
    /// By dimension, then by value.
    pub values: BTreeMap<String, BTreeMap<String, DimensionValue>>,
}

/// Whether a text is good as the id of a dimension: a lower-case word, as members of JSON are written.
pub fn is_dimension_id(text: &str) -> bool {
    let mut bytes = text.bytes();
    (1..=32).contains(&text.len())
        && bytes.next().is_some_and(|first| first.is_ascii_lowercase())
        && bytes.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

/// What a line names, as a column keeps it: `project=P-100 region=EU`, ascending; ids have neither blanks nor equals signs. `None` for
/// nothing.
pub fn text_of(named: &Named) -> Option<String> {
    let each = named.iter().map(|(dimension_id, value_id)| format!("{dimension_id}={value_id}"));
    (!named.is_empty()).then(|| each.collect::<Vec<_>>().join(" "))
}

/// Reads what [`text_of`] wrote; `None` when it is anything else.
pub fn named_in(text: &str) -> Option<Named> {
    let pair = |pair: &str| pair.split_once('=').map(|(dimension, value)| (dimension.to_owned(), value.to_owned()));
    let named: Named = text.split(' ').map(pair).collect::<Option<_>>()?;
    (text_of(&named).as_deref() == Some(text)).then_some(named)
}

/// What the record of a value is called: the id of a dimension has no colon.
pub fn record_id(dimension_id: &str, value_id: &str) -> String {
    format!("{dimension_id}:{value_id}")
}

/// The dimension and the value of a record's id.
pub fn parts_of(record_id: &str) -> Option<(&str, &str)> {
    record_id.split_once(':')
}

impl DimensionValue {
    pub fn id(&self) -> String {
        record_id(&self.dimension_id, &self.value_id)
    }

    /// Whether a document of this day may name it.
    pub fn is_valid_on(&self, day: Date) -> bool {
        self.valid_from.is_none_or(|from| from <= day) && self.valid_to.is_none_or(|to| day <= to)
    }
}

impl Dimensions {
    pub fn value(&self, dimension_id: &str, value_id: &str) -> Option<&DimensionValue> {
        self.values.get(dimension_id)?.get(value_id)
    }

    /// The value and those that it is a part of, from below. It ends where a record points back to one of its own parts.
    pub fn upward<'a>(&'a self, dimension_id: &str, value_id: &str) -> Vec<&'a DimensionValue> {
        let mut found: Vec<&DimensionValue> = Vec::new();
        let mut next = self.value(dimension_id, value_id);
        while let Some(value) = next.filter(|_| found.len() < MOST_LEVELS) {
            found.push(value);
            next = value.parent_id.as_deref().and_then(|parent| self.value(dimension_id, parent));
        }
        found
    }

    /// The value and all that are parts of it, however deep.
    pub fn downward(&self, dimension_id: &str, value_id: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::from([value_id.to_owned()]);
        let Some(values) = self.values.get(dimension_id) else { return found };
        for id in values.keys() {
            if self.upward(dimension_id, id).iter().any(|above| above.value_id == value_id) {
                found.insert(id.clone());
            }
        }
        found
    }

    /// How many levels the value and its parts have; 1 for one without parts.
    pub fn depth(&self, dimension_id: &str, value_id: &str) -> usize {
        let below = |id: &String| self.upward(dimension_id, id).iter().position(|above| above.value_id == value_id);
        let levels = self.values.get(dimension_id).into_iter().flat_map(|values| values.keys()).filter_map(below);
        levels.max().unwrap_or_default().saturating_add(1)
    }

    /// Why a line of a document of this day may not name the value; `None` when it may.
    pub fn refuses(&self, dimension_id: &str, value_id: &str, day: Option<Date>) -> Option<String> {
        let Some(dimension) = self.all.get(dimension_id).filter(|dimension| dimension.is_active) else {
            return Some(format!("there is no active dimension {dimension_id:?}"));
        };
        if dimension.takes == Takes::Any {
            return None;
        }
        let Some(value) = self.value(dimension_id, value_id) else {
            return Some(format!("there is no {value_id:?} in dimension {dimension_id}"));
        };
        if !value.is_active {
            return Some(format!("{value_id:?} of dimension {dimension_id} is inactive"));
        }
        let day = day.filter(|day| !value.is_valid_on(*day))?;
        Some(format!("{value_id:?} of dimension {dimension_id} is not valid on {day}"))
    }
}

#[cfg(test)]
mod tests;
