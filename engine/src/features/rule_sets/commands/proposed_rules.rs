//! Rules as they would be: checked as if each were created, and saved nowhere. See docs/rules/rule-sets.md#replay.

use std::collections::BTreeSet;

use super::rule::{RuleDraft, SaveRule};
use crate::approval::Rule;
use crate::approval::access::UserId;
use crate::approval::rule::check;
use crate::values::clock::Timestamp;
use crate::values::error::Faults;
use crate::values::id::check_free;

/// A rule as somebody would create it.
#[derive(Clone, Debug, Default)]
pub struct ProposedRule {
    pub rule_id: String,
    pub draft: RuleDraft,
}

/// The rules, in the order in which they were sent, where all of them are good; what is wrong with them stands at `/rules/N/…`.
pub fn proposed(given: &[ProposedRule], by: &UserId, now: Timestamp, faults: &mut Faults) -> Vec<Rule> {
    let (mut rules, mut ids) = (Vec::with_capacity(given.len()), BTreeSet::new());
    for (place, ProposedRule { rule_id, draft }) in given.iter().enumerate() {
        let at = format!("/rules/{place}");
        if !rule_id.is_empty() && !ids.insert(rule_id) {
            faults.add(format!("{at}/rule_id"), format!("stands at two of the rules: {rule_id:?}"));
        }
        if let (false, Err(detail)) = (rule_id.is_empty(), check_free("approval-rules", rule_id)) {
            faults.add(format!("{at}/rule_id"), detail);
        }
        let save = SaveRule { rule_id: rule_id.clone(), draft: draft.clone(), create: true, faults: Faults::default() };
        match save.merged(None, now, by) {
            Some(rule) => {
                faults.extend(check(&rule).below(&at));
                rules.push(rule);
            }
            // What is missing was found where the request was read.
            None if faults.is_empty() => faults.add(at, "the rule is incomplete"),
            None => {}
        }
    }
    rules
}
