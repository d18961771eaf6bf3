//! Plans and rules.

use rust_decimal::Decimal;

use super::*;
use crate::approval::RateOverride;
use crate::approval::condition::{Condition, Values};
use crate::approval::deadline::Deadline;
use crate::approval::field::{Field, Operator};
use crate::approval::plan::{Alternative, Signer, Step};
use crate::approval::rule::{Approver, Governs, RoutedBy, RuleKind};
use crate::approval::signature::{Known, Signatures, Signed};
use crate::approval::superior::Superior;
use crate::values::clock::Timestamp;
use crate::values::kind::{DocumentKind, GovernedAction, GovernedType, Thing};
use crate::values::money::Minor;

fn step(level: u32, rule_id: &str, signer: Signer) -> Step {
    let alternative = Alternative::of(signer);
    Step {
        level,
        alternatives: vec![Alternative { rule_id: Some(rule_id.into()), rule_version: Some(1), ..alternative }],
    }
}

#[test]
fn a_plan() {
    let steps = vec![
        step(1, "je-1", Signer::Role { role: "manager".into() }),
        step(2, "je-2", Signer::Role { role: "controller".into() }),
        step(3, "je-3", Signer::User { user_id: "fiona".into() }),
    ];
    of_1268427(
        r#"{"amount":2000000,"required_level":3,"steps":[{"level":1,"alternatives":[{"signer":{"approver_type":"role","role":"manager"},"rule_id":"je-1","rule_version":1}]},{"level":2,"alternatives":[{"signer":{"approver_type":"role","role":"controller"},"rule_id":"je-2","rule_version":1}]},{"level":3,"alternatives":[{"signer":{"approver_type":"user","user_id":"fiona"},"rule_id":"je-3","rule_version":1}]}],"skipped_levels":[]}"#,
        &RoutingPlan {
            amount: Minor(2_000_000),
            required_level: 3,
            steps,
            skipped_levels: Vec::new(),
            rate_override: None,
        },
    );
    of_1268427(
        r#"{"amount":30119,"required_level":1,"steps":[{"level":1,"alternatives":[{"signer":{"approver_type":"manager","user_id":"mona"},"rule_id":"bill-1","rule_version":1}]}],"skipped_levels":[]}"#,
        &RoutingPlan {
            amount: Minor(30_119),
            required_level: 1,
            steps: vec![step(1, "bill-1", Signer::Manager { user_id: "mona".into() })],
            skipped_levels: Vec::new(),
            rate_override: None,
        },
    );
}

/// Version 1 is only for plans with an overridden rate.
#[test]
fn a_plan_whose_rate_was_overridden() {
    let anyone = Alternative::of(Signer::Anyone);
    let plan = |rate_override| RoutingPlan {
        amount: Minor(5_000),
        required_level: 2,
        steps: vec![Step { level: 2, alternatives: vec![anyone.clone()] }],
        skipped_levels: vec![1],
        rate_override,
    };
    let text = |version: &str, more: &str| {
        format!(
            r#"{{{version}"amount":5000,"required_level":2,"steps":[{{"level":2,"alternatives":[{{"signer":{{"approver_type":"anyone"}},"rule_id":null,"rule_version":null}}]}}],"skipped_levels":[1]{more}}}"#
        )
    };
    let differs = RateOverride::Differs { table_rate: Decimal::new(10_800, 4), by_table: Minor(5_400) };
    golden(&text("", ""), &plan(None));
    golden(
        &text(r#""v":1,"#, r#","rate_override":{"differs":{"table_rate":"1.0800","by_table":5400}}"#),
        &plan(Some(differs)),
    );
    golden(&text(r#""v":1,"#, r#","rate_override":"unknown""#), &plan(Some(RateOverride::Unknown)));
    for (version, more) in [
        ("", r#","rate_override":"unknown""#),
        (r#""v":1,"#, ""),
        (r#""v":1,"#, r#","rate_override":"later""#),
        (r#""v":1,"#, r#","rate_override":{"differs":{"table_rate":"much","by_table":5400}}"#),
        (r#""v":2,"#, r#","rate_override":"unknown""#),
    ] {
        assert_ne!(refused::<RoutingPlan>(&text(version, more)), "", "{version} {more}");
    }
}

pub const RULE: &str = r#"{"rule_id":"exp-cc","rule_name":"exp-cc – level 1","document_type":"expense","kind":{"rule_type":"Cost Center Routing","cost_center_ids":["CC-9"]},"is_active":false,"priority":10,"min_amount":0,"max_amount":null,"approval_level":1,"approver":{"approver_type":"role","approver_role":"cfo"},"version":2,"created_at":1795301027830499,"created_by":"conrad","updated_at":1795301027845491,"updated_by":"conrad"}"#;

#[test]
fn a_rule() {
    let inactive = Rule {
        rule_id: "exp-cc".into(),
        rule_name: "exp-cc – level 1".into(),
        governs: DocumentKind::Expense.into(),
        action: GovernedAction::Submit,
        kind: RuleKind::Routing { by: RoutedBy::CostCenter, ids: vec!["CC-9".into()] },
        is_active: false,
        priority: 10,
        min_amount: Some(Minor(0)),
        max_amount: None,
        approval_level: 1,
        approver: Approver::Role { approver_role: "cfo".into() },
        approvals_required: 1,
        conditions: Vec::new(),
        deadline: Deadline::default(),
        aggregate: None,
        version: 2,
        created_at: Timestamp::from_micros(1_795_301_027_830_499),
        created_by: "conrad".into(),
        updated_at: Some(Timestamp::from_micros(1_795_301_027_845_491)),
        updated_by: Some("conrad".into()),
    };
    of_1268427(RULE, &inactive);
    let active = Rule { is_active: true, version: 1, updated_at: None, updated_by: None, ..inactive };
    of_1268427(
        r#"{"rule_id":"je-3","rule_name":"je-3 – level 3","document_type":"journal_entry","kind":{"rule_type":"Amount Threshold"},"is_active":true,"priority":10,"min_amount":1000001,"max_amount":null,"approval_level":3,"approver":{"approver_type":"user","approver_user_id":"fiona"},"version":1,"created_at":1795301027785517,"created_by":"conrad","updated_at":null,"updated_by":null}"#,
        &Rule {
            rule_id: "je-3".into(),
            rule_name: "je-3 – level 3".into(),
            governs: DocumentKind::JournalEntry.into(),
            action: GovernedAction::Submit,
            kind: RuleKind::AmountThreshold,
            min_amount: Some(Minor(1_000_001)),
            approval_level: 3,
            approver: Approver::User { approver_user_id: "fiona".into() },
            created_at: Timestamp::from_micros(1_795_301_027_785_517),
            ..active.clone()
        },
    );
    of_1268427(
        r#"{"rule_id":"bill-1","rule_name":"bill-1 – level 1","document_type":"bill","kind":{"rule_type":"Amount Threshold"},"is_active":true,"priority":10,"min_amount":0,"max_amount":50000,"approval_level":1,"approver":{"approver_type":"manager"},"version":1,"created_at":1795301027798699,"created_by":"conrad","updated_at":null,"updated_by":null}"#,
        &Rule {
            rule_id: "bill-1".into(),
            rule_name: "bill-1 – level 1".into(),
            governs: DocumentKind::Bill.into(),
            action: GovernedAction::Submit,
            kind: RuleKind::AmountThreshold,
            max_amount: Some(Minor(50_000)),
            approver: Approver::Manager,
            created_at: Timestamp::from_micros(1_795_301_027_798_699),
            ..active.clone()
        },
    );
    of_1268427(
        r#"{"rule_id":"bill-dept","rule_name":"bill-dept – level 1","document_type":"bill","kind":{"rule_type":"Department Routing","department_ids":["D-9"]},"is_active":true,"priority":5,"min_amount":0,"max_amount":null,"approval_level":1,"approver":{"approver_type":"role","approver_role":"cfo"},"version":1,"created_at":1795301027819972,"created_by":"conrad","updated_at":null,"updated_by":null}"#,
        &Rule {
            rule_id: "bill-dept".into(),
            rule_name: "bill-dept – level 1".into(),
            governs: DocumentKind::Bill.into(),
            action: GovernedAction::Submit,
            kind: RuleKind::Routing { by: RoutedBy::Department, ids: vec!["D-9".into()] },
            priority: 5,
            created_at: Timestamp::from_micros(1_795_301_027_819_972),
            ..active
        },
    );
    let invented = RULE.replace(r#""expense""#, r#""invention""#);
    assert_eq!(refused::<Rule>(&invented), r#"its document_type "invention" is not known"#);
    let kind = |kind: &str| RULE.replace(r#"{"rule_type":"Cost Center Routing","cost_center_ids":["CC-9"]}"#, kind);
    for (text, why) in [
        (r#"{"rule_type":"Moon Routing","moon_ids":[]}"#, r#"its rule_type "Moon Routing" is not known"#),
        (r#"{"rule_type":7}"#, "its rule_type 7 is not known"),
        (r#"{"cost_center_ids":["CC-9"]}"#, "missing field `rule_type`"),
        (r#"{"rule_type":"Cost Center Routing"}"#, "missing field `cost_center_ids`"),
        (r#"{"rule_type":"Cost Center Routing","cost_center_ids":[9]}"#, "expected a string"),
        (r#"{"rule_type":"Amount Threshold","cost_center_ids":["CC-9"]}"#, "unknown field `cost_center_ids`"),
    ] {
        let refused = refused::<Rule>(&kind(text));
        assert!(refused.contains(why), "{text}: {refused}");
    }
}

/// What stands in the books already is read by these words.
#[test]
fn a_rule_that_routes_by_ids_is_kept_with_them_under_their_own_name() {
    for by in RoutedBy::ALL {
        let facts = by.facts();
        let kept = format!(r#"{{"rule_type":"{}","{}":["X-1","X-2"]}}"#, facts.rule_type, facts.field);
        let text = RULE.replace(r#"{"rule_type":"Cost Center Routing","cost_center_ids":["CC-9"]}"#, &kept);
        let rule = read::<Rule>(&text).expect("a rule");
        assert_eq!(rule.kind, RuleKind::Routing { by, ids: vec!["X-1".into(), "X-2".into()] });
        assert_eq!(rule.written().expect("a text"), text);
    }
}

/// Version 1 of a rule, to the byte: several people, several signatures, conditions, or a climb.
#[test]
fn a_rule_with_conditions_or_a_panel() {
    let plain = read::<Rule>(RULE).expect("a rule");
    let condition = |field, operator, values| Condition { field, operator, values };
    let panel = Rule {
        approver: Approver::Panel { approver_role: Some("cfo".into()), approver_user_ids: vec!["ann".into()] },
        approvals_required: 2,
        conditions: vec![
            condition(Field::Amount, Operator::Between, Values::Amounts(vec![Minor(5), Minor(10)])),
            condition(Field::VendorId, Operator::NotIn, Values::Texts(vec!["V-1".into()])),
        ],
        ..plain.clone()
    };
    golden(
        r#"{"v":1,"rule_id":"exp-cc","rule_name":"exp-cc – level 1","document_type":"expense","kind":{"rule_type":"Cost Center Routing","cost_center_ids":["CC-9"]},"is_active":false,"priority":10,"min_amount":0,"max_amount":null,"approval_level":1,"approver":{"approver_type":"panel","approver_role":"cfo","approver_user_ids":["ann"]},"approvals_required":2,"conditions":[{"field":"amount","operator":"between","values":{"amounts":[5,10]}},{"field":"vendor_id","operator":"not_in","values":{"texts":["V-1"]}}],"version":2,"created_at":1795301027830499,"created_by":"conrad","updated_at":1795301027845491,"updated_by":"conrad"}"#,
        &panel,
    );
    for other in [Rule { approver: Approver::ManagerChain, ..plain.clone() }, Rule { approvals_required: 2, ..plain }] {
        let text = other.written().expect("a text");
        assert!(text.starts_with(r#"{"v":1,"#), "{text}");
        assert_eq!(read::<Rule>(&text).expect("a rule"), other);
    }
}

/// Version 3 of a rule, to the byte: one that guards something else than submissions.
#[test]
fn a_rule_that_guards_another_action() {
    let plain = read::<Rule>(RULE).expect("a rule");
    let of_rules = GovernedType::Thing(Thing::ApprovalRule);
    let guard = Rule { governs: of_rules.into(), action: GovernedAction::Change, min_amount: None, ..plain };
    golden(
        r#"{"v":3,"rule":{"v":2,"rule":{"v":1,"rule_id":"exp-cc","rule_name":"exp-cc – level 1","document_type":"approval_rule","kind":{"rule_type":"Cost Center Routing","cost_center_ids":["CC-9"]},"is_active":false,"priority":10,"min_amount":null,"max_amount":null,"approval_level":1,"approver":{"approver_type":"role","approver_role":"cfo"},"approvals_required":1,"conditions":[],"version":2,"created_at":1795301027830499,"created_by":"conrad","updated_at":1795301027845491,"updated_by":"conrad"},"deadline":{"due_in_hours":null,"remind_every_hours":null,"escalate_to":null},"aggregate":null},"action":"change"}"#,
        &guard,
    );
    let later = guard.written().expect("a text").replace("change", "invent");
    assert_eq!(refused::<Rule>(&later), r#"its action "invent" is not known"#);
}

/// Version 4 of a rule, to the byte: one that is for several types, or for all.
#[test]
fn a_rule_for_several_types() {
    let plain = read::<Rule>(RULE).expect("a rule");
    let several = Governs::Several([DocumentKind::Expense, DocumentKind::Bill].into());
    let rest = r#""rule_id":"exp-cc","rule_name":"exp-cc – level 1","document_type":"TYPE","kind":{"rule_type":"Cost Center Routing","cost_center_ids":["CC-9"]},"is_active":false,"priority":10,"min_amount":0,"max_amount":null,"approval_level":1,"approver":{"approver_type":"role","approver_role":"cfo"},"approvals_required":1,"conditions":[],"version":2,"created_at":1795301027830499,"created_by":"conrad","updated_at":1795301027845491,"updated_by":"conrad"},"deadline":{"due_in_hours":null,"remind_every_hours":null,"escalate_to":null},"aggregate":null},"action":"submit"}"#;
    let text = |first: &str, types: &str| {
        let rest = rest.replace("TYPE", first);
        format!(r#"{{"v":4,"rule":{{"v":3,"rule":{{"v":2,"rule":{{"v":1,{rest},"document_types":{types}}}"#)
    };
    golden(&text("bill", r#"["bill","expense"]"#), &Rule { governs: several, ..plain.clone() });
    golden(&text("journal_entry", r#""all""#), &Rule { governs: Governs::AllDocuments, ..plain });
    assert_eq!(refused::<Rule>(&text("bill", r#""most""#)), r#"its document_types "most" is not known"#);
    assert_eq!(refused::<Rule>(&text("bill", r#"["boat"]"#)), r#"its document_types "boat" is not known"#);
}

/// Version 2 of a plan: several signers, and a climb.
#[test]
fn a_plan_with_a_panel_and_a_climb() {
    let panel = Alternative {
        signers: vec![Signer::Role { role: "cfo".into() }, Signer::User { user_id: "ann".into() }],
        approvals_required: 2,
        ..Alternative::of(Signer::Anyone)
    };
    let passed = vec![Superior { user_id: "ben".into(), is_active: true, limit: Some(Minor(5)) }];
    let chain = Alternative::of(Signer::ManagerChain { user_id: "cleo".into(), passed });
    golden(
        r#"{"v":2,"amount":10,"required_level":1,"steps":[{"level":1,"alternatives":[{"signers":[{"approver_type":"role","role":"cfo"},{"approver_type":"user","user_id":"ann"}],"approvals_required":2,"rule_id":null,"rule_version":null},{"signers":[{"approver_type":"manager_chain","user_id":"cleo","passed":[{"user_id":"ben","is_active":true,"limit":5}]}],"approvals_required":1,"rule_id":null,"rule_version":null}]}],"skipped_levels":[],"rate_override":null}"#,
        &RoutingPlan {
            amount: Minor(10),
            required_level: 1,
            steps: vec![Step { level: 1, alternatives: vec![panel, chain] }],
            skipped_levels: Vec::new(),
            rate_override: None,
        },
    );
}

/// Older books have only the signers; what is known of a signature is version 1.
#[test]
fn signatures() {
    let unknown = |user_id: &str| Signed { user_id: user_id.into(), known: None };
    let known = Known {
        level: 1,
        at: Timestamp::from_micros(7),
        on_behalf_of: Some("ann".into()),
        counts_for: vec![0],
        limit: Some(Minor(5)),
    };
    of_1268427("[]", &Signatures::default());
    golden(r#"["conrad","Zoë"]"#, &Signatures(vec![unknown("conrad"), unknown("Zoë")]));
    golden(
        r#"{"v":1,"signatures":[{"user_id":"conrad","known":null},{"user_id":"dora","known":{"level":1,"at":7,"on_behalf_of":"ann","counts_for":[0],"limit":5}}]}"#,
        &Signatures(vec![unknown("conrad"), Signed { user_id: "dora".into(), known: Some(known) }]),
    );
}
