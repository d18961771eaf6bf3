//! Rules as they would be, sent along with a question about them.

use engine::features::rule_sets::commands::given::GivenRules;
use engine::features::rule_sets::commands::proposed_rules::ProposedRule;
use engine::values::error::Faults;
use engine::values::money::Currency;

use super::draft::draft;
use crate::schema::rule::RuleInput;
use crate::schema::{Id, List};

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

/// The rules that a question is about: those that were sent, or those of the draft. `None` where neither was.
pub fn given_rules<const MAX: usize>(
    sent: Option<List<RuleInput, 0, MAX>>,
    draft_id: Option<Id>,
    base: Currency,
    faults: &mut Faults,
) -> Option<GivenRules> {
    if sent.is_some() && draft_id.is_some() {
        faults.add("/draft_id", "stands in place of rules");
    }
    let sent = sent.map(|rules| GivenRules::Sent(proposed_rules(rules.0, base, faults)));
    sent.or_else(|| draft_id.map(|id| GivenRules::Draft(id.into())))
}

/// The same where there must be some.
pub fn required_rules<const MAX: usize>(
    sent: Option<List<RuleInput, 0, MAX>>,
    draft_id: Option<Id>,
    base: Currency,
    faults: &mut Faults,
) -> GivenRules {
    given_rules(sent, draft_id, base, faults).unwrap_or_else(|| {
        // What could not be read was named where the request was read.
        if !faults.has("/draft_id") {
            faults.add("/rules", "is required, or a draft_id");
        }
        GivenRules::Sent(Vec::new())
    })
}
