//! The approval engine as tables.

use super::*;
use crate::approval::rule::RuleKind;
use crate::approval::signing::{Candidate, Guarded, SelfApproval, may_sign};
use crate::clock::Timestamp;
use proptest::prelude::*;

/// `id level priority min..max approver [departments]`
fn rule(id: &str, level: u32, priority: i64, band: (Option<i64>, Option<i64>), approver: Approver) -> Rule {
    Rule {
        rule_id: id.into(),
        rule_name: id.into(),
        document_type: DocumentKind::JournalEntry,
        kind: RuleKind::AmountThreshold,
        is_active: true,
        priority,
        min_amount: band.0.map(Minor),
        max_amount: band.1.map(Minor),
        approval_level: level,
        approver,
        version: 1,
        created_at: Timestamp::from_micros(0),
        created_by: "admin".into(),
        updated_at: None,
        updated_by: None,
    }
}

fn role(name: &str) -> Approver {
    Approver::Role { approver_role: name.into() }
}

fn subject<'a>(amount: i64, departments: &[&'a str], cost_centers: &[&'a str]) -> Subject<'a> {
    Subject {
        document_type: DocumentKind::JournalEntry,
        amount: Minor(amount),
        department_ids: departments.iter().copied().collect(),
        cost_center_ids: cost_centers.iter().copied().collect(),
    }
}

/// The plan as `level:rule|rule` words, with `-level` for a skipped one; or the refusal's code.
fn plan_text(subject: &Subject<'_>, rules: &[Rule], manager: Option<&str>) -> String {
    match route(subject, rules, manager) {
        Err(refusal) => refusal.code().into(),
        Ok(plan) => {
            let step = |step: &Step| {
                let rules: Vec<_> = step
                    .alternatives
                    .iter()
                    .map(|found| found.rule_id.clone().unwrap_or_else(|| "anyone".into()))
                    .collect();
                format!("{}:{}", step.level, rules.join("|"))
            };
            let skipped = plan.skipped_levels.iter().map(|level| format!("-{level}"));
            plan.steps.iter().map(step).chain(skipped).collect::<Vec<_>>().join(" ")
        }
    }
}

#[test]
fn bands_add_up_and_both_ends_count() {
    let rules = [
        rule("small", 1, 10, (Some(0), Some(100_000)), role("clerk")),
        rule("middle", 2, 10, (Some(100_000), Some(1_000_000)), role("manager")),
        rule("large", 3, 10, (Some(1_000_000), None), role("cfo")),
    ];
    for (amount, expected) in [
        (0, "1:small"),
        (99_999, "1:small"),
        (100_000, "1:small 2:middle"),
        (500_000, "1:small 2:middle"),
        (1_000_000, "1:small 2:middle 3:large"),
        (99_000_000, "1:small 2:middle 3:large"),
    ] {
        assert_eq!(plan_text(&subject(amount, &[], &[]), &rules, None), expected, "{amount}");
    }
}

#[test]
fn a_gap_is_refused_and_a_missing_level_skipped() {
    let rules = [rule("low", 1, 1, (Some(0), Some(100)), role("a")), rule("high", 3, 1, (Some(200), None), role("b"))];
    for (amount, expected) in
        [(100, "1:low"), (101, "no_matching_rule"), (199, "no_matching_rule"), (200, "1:low 3:high -2")]
    {
        assert_eq!(plan_text(&subject(amount, &[], &[]), &rules, None), expected, "{amount}");
    }
}

#[test]
fn the_lowest_priority_decides_and_equal_ones_are_alternatives() {
    let rules = [
        rule("b", 1, 5, (None, None), role("b")),
        rule("a", 1, 5, (None, None), role("a")),
        rule("c", 1, 9, (None, None), role("c")),
    ];
    assert_eq!(plan_text(&subject(1, &[], &[]), &rules, None), "1:a|b");
}

#[test]
fn of_the_rules_for_lower_amounts_the_highest_maximum_stands_in() {
    let rules = [
        rule("to-100", 1, 1, (None, Some(100)), role("a")),
        rule("to-500", 1, 9, (None, Some(500)), role("b")),
        rule("from-600", 2, 1, (Some(600), None), role("c")),
    ];
    assert_eq!(plan_text(&subject(700, &[], &[]), &rules, None), "1:to-500 2:from-600");
}

#[test]
fn routing_rules_need_their_department_or_cost_center() {
    let mut department = rule("dep", 2, 1, (None, None), role("head"));
    department.kind = RuleKind::DepartmentRouting { department_ids: vec!["D1".into(), "D2".into()] };
    let mut cost_center = rule("cc", 1, 1, (None, Some(100)), role("owner"));
    cost_center.kind = RuleKind::CostCenterRouting { cost_center_ids: vec!["C1".into()] };
    let rules = [department, cost_center];
    for (amount, departments, cost_centers, expected) in [
        (50, vec![], vec![], "1:anyone"),
        (50, vec!["D2"], vec![], "2:dep -1"),
        (50, vec![], vec!["C1"], "1:cc"),
        (500, vec!["D1"], vec!["C1"], "1:cc 2:dep"),
        (500, vec!["D1"], vec!["C2"], "2:dep -1"),
        (500, vec!["D9"], vec!["C1"], "1:anyone"),
    ] {
        assert_eq!(
            plan_text(&subject(amount, &departments, &cost_centers), &rules, None),
            expected,
            "{amount} {departments:?} {cost_centers:?}"
        );
    }
}

#[test]
fn an_amount_gap_is_refused_even_when_a_department_matches() {
    let mut department = rule("dep", 1, 1, (None, None), role("head"));
    department.kind = RuleKind::DepartmentRouting { department_ids: vec!["D1".into()] };
    let rules = [department, rule("amount", 1, 1, (Some(1_000), None), role("a"))];
    assert_eq!(plan_text(&subject(10, &["D1"], &[]), &rules, None), "no_matching_rule");
}

#[test]
fn inactive_rules_and_those_of_other_types_say_nothing() {
    let mut inactive = rule("off", 1, 1, (Some(500), None), role("a"));
    inactive.is_active = false;
    let mut bill = rule("bill", 1, 1, (Some(500), None), role("a"));
    bill.document_type = DocumentKind::Bill;
    assert_eq!(plan_text(&subject(1, &[], &[]), &[inactive, bill], None), "1:anyone");
}

#[test]
fn a_manager_must_be_recorded() {
    let rules = [rule("boss", 1, 1, (None, None), Approver::Manager)];
    assert_eq!(plan_text(&subject(1, &[], &[]), &rules, None), "no_manager");
    let plan = route(&subject(1, &[], &[]), &rules, Some("mia")).expect("plan");
    assert_eq!(plan.steps[0].alternatives[0].signer, Signer::Manager { user_id: "mia".into() });
}

#[test]
fn the_report_tells_for_every_rule_whether_it_matched() {
    let rules = [
        rule("first", 1, 1, (None, None), role("a")),
        rule("second", 1, 2, (None, None), role("b")),
        rule("above", 2, 1, (Some(100), None), role("c")),
    ];
    let subject = subject(5, &[], &[]);
    let plan = route(&subject, &rules, None).expect("plan");
    let told: Vec<_> = report(&subject, &rules, Some(&plan))
        .into_iter()
        .map(|found| (found.rule_id, found.matched, found.why_not.is_some()))
        .collect();
    assert_eq!(told, [("first".into(), true, false), ("second".into(), true, true), ("above".into(), false, true)]);
}

fn step(signer: Signer) -> Step {
    Step { level: 1, alternatives: vec![Alternative { signer, rule_id: None, rule_version: None }] }
}

#[test]
fn who_may_sign() {
    let manager = || Signer::Manager { user_id: "mia".into() };
    let user = || Signer::User { user_id: "ute".into() };
    let cfo = || Signer::Role { role: "cfo".into() };
    // person, their roles, stands in for, has the permission, the step asks for, may sign
    let table = [
        ("carl", vec!["cfo"], vec![], true, cfo(), true),
        ("carl", vec!["clerk"], vec![], true, cfo(), false),
        ("carl", vec!["cfo"], vec![], false, cfo(), false),
        ("ute", vec![], vec![], true, user(), true),
        ("carl", vec![], vec![], true, user(), false),
        ("carl", vec![], vec!["ute"], true, user(), true),
        ("mia", vec![], vec![], true, manager(), true),
        ("carl", vec![], vec!["mia"], true, manager(), true),
        ("anna", vec!["cfo"], vec![], true, cfo(), false),
        ("anna", vec![], vec!["mia"], true, manager(), false),
        ("sam", vec!["cfo"], vec![], true, cfo(), false),
        ("carl", vec![], vec![], true, Signer::Anyone, true),
        ("anna", vec![], vec![], true, Signer::Anyone, false),
    ];
    let signed_by = BTreeSet::from(["sam".to_owned()]);
    for (person, roles, stands_in_for, may_approve, signer, expected) in table {
        let roles: BTreeSet<String> = roles.into_iter().map(Into::into).collect();
        let candidate = Candidate {
            user_id: person,
            roles: &roles,
            may_approve,
            stands_in_for: stands_in_for.into_iter().collect(),
        };
        let guarded =
            Guarded { authors: BTreeSet::from(["anna"]), signed_by: &signed_by, self_approval: SelfApproval::Deny };
        assert_eq!(may_sign(&step(signer.clone()), &candidate, &guarded).is_ok(), expected, "{person} for {signer:?}");
    }
}

#[test]
fn the_delegate_of_an_author_signs_nothing_in_their_place() {
    let roles = BTreeSet::new();
    let signed_by = BTreeSet::new();
    let candidate =
        Candidate { user_id: "dora", roles: &roles, may_approve: true, stands_in_for: BTreeSet::from(["ute"]) };
    let mut guarded =
        Guarded { authors: BTreeSet::from(["ute"]), signed_by: &signed_by, self_approval: SelfApproval::Deny };
    let step = step(Signer::User { user_id: "ute".into() });
    assert!(may_sign(&step, &candidate, &guarded).is_err());
    guarded.self_approval = SelfApproval::Allow;
    assert!(may_sign(&step, &candidate, &guarded).is_ok());
}

fn any_rule() -> impl Strategy<Value = Rule> {
    (
        1_u32..5,
        0_i64..4,
        proptest::option::of(0_i64..100),
        proptest::option::of(0_i64..100),
        0_usize..3,
        any::<bool>(),
        0_usize..1000,
    )
        .prop_map(|(level, priority, least, most, kind, is_active, id)| {
            let mut made = rule(&format!("r{id}"), level, priority, (least, most), role("r"));
            made.is_active = is_active;
            made.kind = match kind {
                0 => RuleKind::AmountThreshold,
                1 => RuleKind::DepartmentRouting { department_ids: vec!["D".into()] },
                _ => RuleKind::CostCenterRouting { cost_center_ids: vec!["C".into()] },
            };
            made
        })
}

proptest! {
    #[test]
    fn a_plan_climbs_is_never_empty_and_ends_at_the_highest_matching_level(
        rules in proptest::collection::vec(any_rule(), 0..8), amount in 0_i64..120, in_department in any::<bool>(),
    ) {
        let subject = subject(amount, if in_department { &["D"] } else { &[] }, &[]);
        let highest = rules.iter().filter(|rule| rule.matches(&subject).is_ok()).map(|rule| rule.approval_level).max();
        if let Ok(plan) = route(&subject, &rules, None) {
            prop_assert!(!plan.steps.is_empty());
            prop_assert!(plan.steps.windows(2).all(|pair| pair[0].level < pair[1].level));
            prop_assert_eq!(plan.required_level, highest.unwrap_or(1));
            prop_assert_eq!(plan.steps.last().map(|step| step.level), Some(plan.required_level));
            prop_assert!(plan.steps.iter().all(|step| !step.alternatives.is_empty()));
        }
    }

    #[test]
    fn no_plan_lets_an_author_sign(rules in proptest::collection::vec(any_rule(), 0..8), amount in 0_i64..120, delegate in any::<bool>()) {
        let subject = subject(amount, &["D"], &["C"]);
        if let Ok(plan) = route(&subject, &rules, Some("mia")) {
            let roles = BTreeSet::from(["r".to_owned()]);
            let signed_by = BTreeSet::new();
            let stands_in_for = if delegate { BTreeSet::from(["mia"]) } else { BTreeSet::new() };
            let candidate = Candidate { user_id: "anna", roles: &roles, may_approve: true, stands_in_for };
            let guarded = Guarded { authors: BTreeSet::from(["anna"]), signed_by: &signed_by, self_approval: SelfApproval::Deny };
            prop_assert!(plan.steps.iter().all(|step| may_sign(step, &candidate, &guarded).is_err()));
        }
    }
}
