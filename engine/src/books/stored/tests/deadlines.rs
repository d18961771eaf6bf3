//! Deadlines of rules and plans.

use super::approval::RULE;
use super::*;
use crate::approval::access::UserId;
use crate::approval::deadline::{Deadline, EscalateTo};
use crate::approval::plan::{Alternative, Escalated, Signer, Step};
use crate::approval::splitting::{AddedUp, Aggregate, AggregateBy};
use crate::values::clock::Timestamp;
use crate::values::money::Minor;

fn deadline(escalate_to: Option<EscalateTo>) -> Deadline {
    Deadline { due_in_hours: Some(4), remind_every_hours: None, escalate_to }
}

/// Version 2 of a rule: version 1 with a deadline beside it.
#[test]
fn a_rule_with_a_deadline() {
    let rule: Rule = read(RULE).expect("a rule");
    let v1 = r#"{"v":1,"rule_id":"exp-cc","rule_name":"exp-cc – level 1","document_type":"expense","kind":{"rule_type":"Cost Center Routing","cost_center_ids":["CC-9"]},"is_active":false,"priority":10,"min_amount":0,"max_amount":null,"approval_level":1,"approver":{"approver_type":"role","approver_role":"cfo"},"approvals_required":1,"conditions":[],"version":2,"created_at":1795301027830499,"created_by":"conrad","updated_at":1795301027845491,"updated_by":"conrad"}"#;
    for (to, text) in [
        (None, "null"),
        (Some(EscalateTo::Role { role: "cfo".into() }), r#"{"approver_type":"role","role":"cfo"}"#),
        (Some(EscalateTo::User { user_id: UserId::from("Ann") }), r#"{"approver_type":"user","user_id":"Ann"}"#),
        (Some(EscalateTo::Manager), r#"{"approver_type":"manager"}"#),
    ] {
        let text = format!(
            r#"{{"v":2,"rule":{v1},"deadline":{{"due_in_hours":4,"remind_every_hours":null,"escalate_to":{text}}},"aggregate":null}}"#
        );
        golden(&text, &Rule { deadline: deadline(to), ..rule.clone() });
    }
    golden(RULE, &rule);
    let text = format!(
        r#"{{"v":2,"rule":{v1},"deadline":{{"due_in_hours":null,"remind_every_hours":null,"escalate_to":null}},"aggregate":{{"days":30,"by":"vendor"}}}}"#
    );
    golden(&text, &Rule { aggregate: Some(Aggregate { days: 30, by: AggregateBy::Vendor }), ..rule });
}

/// Version 3 of a plan: by when, and to whom it was escalated.
#[test]
fn a_plan_with_a_deadline() {
    let way = Alternative { deadline: deadline(Some(EscalateTo::Manager)), ..Alternative::of(Signer::Anyone) };
    let plan = |escalated| RoutingPlan {
        amount: Minor(10),
        required_level: 1,
        steps: vec![Step { level: 1, alternatives: vec![Alternative { escalated, ..way.clone() }] }],
        skipped_levels: Vec::new(),
        rate_override: None,
    };
    let text = |escalated: &str| {
        format!(
            r#"{{"v":3,"amount":10,"required_level":1,"steps":[{{"level":1,"alternatives":[{{"way":{{"signers":[{{"approver_type":"anyone"}}],"approvals_required":1,"rule_id":null,"rule_version":null}},"deadline":{{"due_in_hours":4,"remind_every_hours":null,"escalate_to":{{"approver_type":"manager"}}}},"escalated":{escalated},"added_up":null}}]}}],"skipped_levels":[],"rate_override":null}}"#
        )
    };
    let at = Timestamp::from_micros(7);
    golden(&text("null"), &plan(None));
    golden(&text(r#"{"at":7,"to":null}"#), &plan(Some(Escalated { at, to: None })));
    let to = Some(Signer::Manager { user_id: "ann".into() });
    golden(&text(r#"{"at":7,"to":{"approver_type":"manager","user_id":"ann"}}"#), &plan(Some(Escalated { at, to })));
    let added_up = AddedUp {
        aggregate: Aggregate { days: 7, by: AggregateBy::Author },
        amount: Minor(20),
        documents: vec!["BILL-1".into()],
        left_out: 0,
    };
    let mut plan = plan(None);
    plan.steps[0].alternatives[0].added_up = Some(added_up);
    let text = text("null").replace(
        r#""added_up":null"#,
        r#""added_up":{"aggregate":{"days":7,"by":"author"},"amount":20,"documents":["BILL-1"],"left_out":0}"#,
    );
    golden(&text, &plan);
}
