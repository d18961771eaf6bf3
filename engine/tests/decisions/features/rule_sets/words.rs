//! What is done to drafts of approval rules.

use engine::approval::Rule;
use engine::features::rule_sets::commands::delete::DeleteRuleDraft;
use engine::features::rule_sets::commands::proposed_rules::ProposedRule;
use engine::features::rule_sets::commands::put_in_force::PutInForce;
use engine::features::rule_sets::commands::rule::RuleDraft;
use engine::features::rule_sets::commands::save::{SaveRuleDraft, Written};
use engine::features::rule_sets::commands::unschedule::UnscheduleRuleDraft;
use engine::features::rule_sets::commands::write::WriteDueRuleSet;
use engine::values::clock::Timestamp;

use crate::books::{Asked, Books};
use crate::words::{Said, master};

/// `create draft D-1, copy-of 1`; `edit draft D-1, rule low, of bill, level 1, role manager` (beside the rules that it has),
/// `…, without low`, `…, based-on 3`; `enforce draft D-1, version 2, at 2024-01-15T10:00:00Z`; `unschedule`, `delete`, `write`.
pub fn command(verb: &str, id: &str, said: &mut Said, books: &Books) -> Box<dyn Asked> {
    let draft_id = id.to_owned();
    match verb {
        "create" | "edit" => Box::new(save(draft_id, verb == "create", said, books)),
        "enforce" => Box::new(PutInForce {
            draft_id,
            version: said.text("version", Some("1")).map(|text| text.parse().expect("a version")),
            in_force_from: said.text("at", None).map(|text| Timestamp::parse(&text).expect("an instant")),
            faults: said.faults(),
        }),
        "unschedule" => Box::new(UnscheduleRuleDraft { draft_id }),
        "delete" => Box::new(DeleteRuleDraft { draft_id }),
        "write" => Box::new(WriteDueRuleSet { draft_id }),
        _ => panic!("nobody can {verb} a draft"),
    }
}

fn save(draft_id: String, create: bool, said: &mut Said, books: &Books) -> SaveRuleDraft {
    let number = |text: String| text.parse().expect("a number");
    let (copy_of, based_on) = (said.text("copy-of", None).map(number), said.text("based-on", None).map(number));
    let before = books.drafts.get(&draft_id).map(|draft| draft.rules.as_slice()).unwrap_or_default();
    let (without, with) = (said.take("without"), said.text("rule", None));
    let rules = (without.is_some() || with.is_some()).then(|| {
        let gone = without.unwrap_or_default();
        let is_other = |rule: &&Rule| !gone.contains(&rule.rule_id) && with.as_ref() != Some(&rule.rule_id);
        let others = before.iter().filter(is_other).map(written);
        let new = with.clone().map(|rule_id| ProposedRule { rule_id, draft: master::rule(true, said) });
        others.chain(new).collect()
    });
    let written = Written { description: said.text("says", None), based_on, rules, copy_of };
    SaveRuleDraft { draft_id, written, create, faults: said.faults() }
}

/// The rule as somebody would send it.
fn written(rule: &Rule) -> ProposedRule {
    let draft = RuleDraft {
        rule_name: Some(rule.rule_name.clone()),
        governs: Some(rule.governs.clone()),
        action: Some(rule.action),
        kind: Some(rule.kind.clone()),
        is_active: Some(rule.is_active),
        priority: Some(rule.priority),
        min_amount: Some(rule.min_amount),
        max_amount: Some(rule.max_amount),
        approval_level: Some(rule.approval_level),
        approver: Some(rule.approver.clone()),
        approvals_required: Some(rule.approvals_required),
        conditions: Some(rule.conditions.clone()),
        due_in_hours: Some(rule.deadline.due_in_hours),
        remind_every_hours: Some(rule.deadline.remind_every_hours),
        escalate_to: Some(rule.deadline.escalate_to.clone()),
        aggregate: Some(rule.aggregate),
    };
    ProposedRule { rule_id: rule.rule_id.clone(), draft }
}
