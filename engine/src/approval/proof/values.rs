//! The regions of an axis of texts: values that no rule tells apart are one region.
//!
//! Each condition is a test, and a value's tests are its signature. Values of one signature are one region, so an axis has no more
//! regions than the rules have values, and mostly far fewer.

use std::collections::BTreeMap;

use super::set::Set;
use crate::approval::access::UserId;
use crate::approval::field::Field;

/// What a document has on an axis: its fields and their values. None is what is absent.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Example(pub Vec<(Field, String)>);

impl Example {
    pub fn of(field: Field, value: impl Into<String>) -> Self {
        Self(vec![(field, value.into())])
    }
}

/// What a rule asks of a field: one of the values, or none of them.
pub struct Test<'r> {
    pub field: Field,
    pub values: &'r [String],
    pub is_negated: bool,
}

/// An axis of texts.
#[derive(Default)]
pub struct Values {
    /// One example for each region.
    examples: Vec<Example>,
    /// The tests that the region's values are named by.
    signatures: Vec<Vec<usize>>,
    regions: BTreeMap<(Field, String), usize>,
}

impl Values {
    /// The regions of these candidates, as the tests tell them apart. Those of different marks are kept apart besides.
    /// The first candidate of a region is its example.
    pub fn told_apart(tests: &[Test<'_>], candidates: impl IntoIterator<Item = (Example, Option<String>)>) -> Self {
        let mut naming: BTreeMap<(Field, String), Vec<usize>> = BTreeMap::new();
        for (at, test) in tests.iter().enumerate() {
            for value in test.values {
                let places = naming.entry(key(test.field, value)).or_default();
                if places.last() != Some(&at) {
                    places.push(at);
                }
            }
        }
        let mut found = Self::default();
        let mut known: BTreeMap<(Vec<usize>, Option<String>), usize> = BTreeMap::new();
        for (example, mark) in candidates {
            let keys: Vec<_> = example.0.iter().map(|(field, value)| key(*field, value)).collect();
            let mut signature: Vec<usize> = keys.iter().filter_map(|key| naming.get(key)).flatten().copied().collect();
            signature.sort_unstable();
            let region = *known.entry((signature.clone(), mark)).or_insert_with(|| {
                found.examples.push(example);
                found.signatures.push(signature);
                found.examples.len().saturating_sub(1)
            });
            for key in keys {
                found.regions.entry(key).or_insert(region);
            }
        }
        found
    }

    pub fn len(&self) -> usize {
        self.examples.len()
    }

    pub fn example(&self, region: usize) -> Option<&Example> {
        self.examples.get(region)
    }

    /// The regions that pass the test of this number.
    pub fn passing(&self, number: usize, test: &Test<'_>) -> Set {
        let is_named = |region: usize| {
            self.signatures.get(region).is_some_and(|signature| signature.binary_search(&number).is_ok())
        };
        Set::of(self.len(), |region| is_named(region) != test.is_negated)
    }

    /// The region of a value.
    pub fn region(&self, field: Field, value: &str) -> Option<usize> {
        self.regions.get(&key(field, value)).copied()
    }
}

/// What a value is compared by.
fn key(field: Field, value: &str) -> (Field, String) {
    let value = match field {
        Field::CreatedBy | Field::EmployeeId => UserId::from(value).folded().to_owned(),
        _ => value.to_owned(),
    };
    (field, value)
}

/// A value that is none of the named ones.
#[allow(clippy::needless_pass_by_value, reason = "an iterator is a value")]
pub fn another<'a>(plain: &str, named: impl Iterator<Item = &'a str> + Clone) -> String {
    let is_named = |text: &str| named.clone().any(|value| UserId::from(value) == UserId::from(text));
    let numbered = (2_u32..).map(|number| format!("{plain}-{number}"));
    std::iter::once(plain.to_owned()).chain(numbered).find(|text| !is_named(text)).unwrap_or_default()
}
