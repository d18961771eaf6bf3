//! What a set of rules changes in those that are saved.

use std::collections::BTreeMap;

use crate::approval::rule::Rule;
use crate::values::clock::Timestamp;

/// A rule that changes, with the word for it in the trail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Changed {
    pub rule: Rule,
    pub word: &'static str,
}

/// The changes that put these rules in the place of the saved ones. A rule that is saved and not among them becomes inactive: rules are
/// not deleted. One that says the same as before stays as it is.
pub fn changes(rules: &[Rule], saved: &BTreeMap<String, Rule>, at: Timestamp, by: &str) -> Vec<Changed> {
    let next = |before: &Rule, rule: Rule| Rule {
        version: before.version.saturating_add(1),
        created_at: before.created_at,
        created_by: before.created_by.clone(),
        updated_at: Some(at),
        updated_by: Some(by.to_owned()),
        ..rule
    };
    let given = rules.iter().filter_map(|rule| match saved.get(&rule.rule_id) {
        None => {
            let rule = Rule { created_at: at, created_by: by.to_owned(), ..rule.clone() };
            Some(Changed { rule, word: "Created" })
        }
        Some(before) if says_the_same(before, rule) => None,
        Some(before) => {
            let word = if before.is_active && !rule.is_active { "Deactivated" } else { "Updated" };
            Some(Changed { rule: next(before, rule.clone()), word })
        }
    });
    let is_given = |id: &str| rules.iter().any(|rule| rule.rule_id == id);
    let gone = saved.values().filter(|before| before.is_active && !is_given(&before.rule_id)).map(|before| {
        let rule = next(before, Rule { is_active: false, ..before.clone() });
        Changed { rule, word: "Deactivated" }
    });
    given.chain(gone).collect()
}

/// Whether two versions of a rule differ in nothing but who wrote them when.
fn says_the_same(one: &Rule, other: &Rule) -> bool {
    let unsigned = Rule {
        version: other.version,
        created_at: other.created_at,
        created_by: other.created_by.clone(),
        updated_at: other.updated_at,
        updated_by: other.updated_by.clone(),
        ..one.clone()
    };
    unsigned == *other
}
