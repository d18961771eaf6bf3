//! Rules as they would be, sent along with a question about them.

use engine::action::master::proposed_rules::ProposedRule;
use engine::error::Faults;
use engine::money::Currency;

use super::draft::draft;
use crate::schema::rule::RuleInput;

/// The engine's drafts of the rules; what is wrong with one leaves its faults at `/rules/N/…`.
pub fn proposed_rules(given: Vec<RuleInput>, base: Currency, faults: &mut Faults) -> Vec<ProposedRule> {
    let read = |(place, input): (usize, RuleInput)| {
        let rule_id = input.rule_id.0.clone().map(Into::into).unwrap_or_default();
        let (draft, wrong) = draft(&input.into(), None, base, Faults::default());
        faults.extend(wrong.below(&format!("/rules/{place}")));
        ProposedRule { rule_id, draft }
    };
    given.into_iter().enumerate().map(read).collect()
}
