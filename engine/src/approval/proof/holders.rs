//! Roles that are recorded of nobody: they count as held by enough people, and nothing is known of their steps.

use std::collections::BTreeMap;

use super::deciding::{ANY, Wanted};
use super::finding::{Certainty, Weakness};
use super::people::Signers;
use super::question::Question;
use super::steps::{Found, Steps};

impl Steps<'_, '_> {
    /// Each such role, with a document whose step is theirs.
    pub fn unknown_holders(&self, found: &mut Found<'_>) {
        let mut roles: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (rule, crew) in self.crews.iter().enumerate() {
            for group in &crew.groups {
                if let Signers::Unknown(Some(role)) = &group.signers {
                    roles.entry(role).or_default().push(rule);
                }
            }
        }
        for (role, rules) in roles {
            if found.told.contains(&(rules.clone(), Weakness::HoldersUnknown)) {
                continue;
            }
            let mut step = |rule: &usize| {
                let wanted = Wanted { rule: *rule, not_beside: ANY };
                self.ask(&[wanted], &Question::default(), &mut *found)
            };
            let Some(witness) = rules.iter().find_map(&mut step) else { continue };
            let before = found.proof.weak_steps.len();
            self.tell(Weakness::HoldersUnknown, &rules, std::iter::empty(), witness, found);
            if let Some(last) = found.proof.weak_steps.get_mut(before) {
                last.certainty = Certainty::Unknown;
                last.role = Some(role.to_owned());
            }
        }
    }
}
