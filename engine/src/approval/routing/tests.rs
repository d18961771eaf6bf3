//! The approval engine as tables.

use super::*;
use crate::approval::condition::{Condition, Values};
use crate::approval::field::{Field, Operator};
use crate::approval::plan::RateOverride;
use crate::approval::sample::{any_rules, cost_centers, departments, role, rule, subject, under};
use crate::approval::superior::Superior;
use crate::values::kind::DocumentKind;
use proptest::prelude::*;

/// The plan as `level:rule|rule` words, with `-level` for a skipped one; or the refusal's code.
fn plan_text(subject: &Subject<'_>, rules: &[Rule], manager: Option<&str>) -> String {
    match route(subject, rules, &under(manager)) {
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
    department.kind = departments(&["D1", "D2"]);
    let mut cost_center = rule("cc", 1, 1, (None, Some(100)), role("owner"));
    cost_center.kind = cost_centers(&["CC1"]);
    let rules = [department, cost_center];
    for (amount, departments, cost_centers, expected) in [
        (50, vec![], vec![], "1:anyone"),
        (50, vec!["D2"], vec![], "2:dep -1"),
        (50, vec![], vec!["CC1"], "1:cc"),
        (500, vec!["D1"], vec!["CC1"], "1:cc 2:dep"),
        (500, vec!["D1"], vec!["CC2"], "2:dep -1"),
        (500, vec!["D9"], vec!["CC1"], "1:anyone"),
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
    department.kind = departments(&["D1"]);
    let rules = [department, rule("amount", 1, 1, (Some(1_000), None), role("a"))];
    assert_eq!(plan_text(&subject(10, &["D1"], &[]), &rules, None), "no_matching_rule");
}

#[test]
fn inactive_rules_and_those_of_other_types_say_nothing() {
    let mut inactive = rule("off", 1, 1, (Some(500), None), role("a"));
    inactive.is_active = false;
    let mut bill = rule("bill", 1, 1, (Some(500), None), role("a"));
    bill.governs = DocumentKind::Bill.into();
    assert_eq!(plan_text(&subject(1, &[], &[]), &[inactive, bill], None), "1:anyone");
}

#[test]
fn a_manager_must_be_recorded() {
    let rules = [rule("boss", 1, 1, (None, None), Approver::Manager)];
    assert_eq!(plan_text(&subject(1, &[], &[]), &rules, None), "no_manager");
    let plan = route(&subject(1, &[], &[]), &rules, &under(Some("mia"))).expect("plan");
    assert_eq!(plan.steps[0].alternatives[0].signers, [Signer::Manager { user_id: "mia".into() }]);
}

#[test]
fn the_report_tells_for_every_rule_whether_it_matched() {
    let rules = [
        rule("first", 1, 1, (None, None), role("a")),
        rule("second", 1, 2, (None, None), role("b")),
        rule("above", 2, 1, (Some(100), None), role("c")),
    ];
    let subject = subject(5, &[], &[]);
    let plan = route(&subject, &rules, &under(None)).expect("plan");
    let told: Vec<_> = report(&subject, &rules, Some(&plan))
        .into_iter()
        .map(|found| (found.rule_id, found.matched, found.used_in_level, found.why_not))
        .collect();
    let outranked = "outranked at level 1 by first, of a lower priority number".to_owned();
    assert_eq!(
        told,
        [
            ("first".into(), true, Some(1), None),
            ("second".into(), true, None, Some(outranked)),
            ("above".into(), false, None, Some("the amount is below min_amount".into())),
        ]
    );
}

proptest! {
    #[test]
    fn a_plan_climbs_is_never_empty_and_ends_at_the_highest_matching_level(
        rules in any_rules(), amount in 0_i64..120, in_department in any::<bool>(),
    ) {
        let subject = subject(amount, if in_department { &["D"] } else { &[] }, &[]);
        let highest = rules.iter().filter(|rule| rule.matches(&subject).is_ok()).map(|rule| rule.approval_level).max();
        if let Ok(plan) = route(&subject, &rules, &under(Some("mia"))) {
            prop_assert!(!plan.steps.is_empty());
            prop_assert!(plan.steps.windows(2).all(|pair| pair[0].level < pair[1].level));
            prop_assert_eq!(plan.required_level, highest.unwrap_or(1));
            prop_assert_eq!(plan.steps.last().map(|step| step.level), Some(plan.required_level));
            prop_assert!(plan.steps.iter().all(|step| !step.alternatives.is_empty()));
        }
    }
}

/// What rules are asked of a document whose rate was overridden; `None`: the table has no rate.
fn overridden(amount: i64, by_table: Option<i64>, departments: &[&'static str]) -> Subject<'static> {
    let rate_override = match by_table {
        Some(by_table) => RateOverride::Differs { table_rate: rust_decimal::Decimal::TEN, by_table: Minor(by_table) },
        None => RateOverride::Unknown,
    };
    let mut subject = subject(amount, departments, &[]);
    subject.amount = Subject::size(Minor(amount), Some(&rate_override));
    subject.rate_override = Some(rate_override);
    subject
}

#[test]
fn of_an_overridden_rate_the_greater_amount_counts() {
    let rules = [
        rule("small", 1, 10, (Some(0), Some(100)), role("clerk")),
        rule("middle", 2, 10, (Some(101), Some(1_000)), role("manager")),
        rule("large", 3, 10, (Some(1_001), None), role("cfo")),
    ];
    for (amount, by_table, expected) in [
        (5, 5, "1:small"),
        (5, 500, "1:small 2:middle"),
        (500, 5, "1:small 2:middle"),
        (-500, 5, "1:small 2:middle"),
        (5, -2_000, "1:small 2:middle 3:large"),
        (5, i64::MAX, "1:small 2:middle 3:large"),
    ] {
        assert_eq!(plan_text(&overridden(amount, Some(by_table), &[]), &rules, None), expected, "{amount} {by_table}");
    }
}

#[test]
fn of_an_unknown_amount_every_level_signs_by_its_rule_for_the_largest() {
    let mut department = rule("dep", 4, 1, (None, None), role("head"));
    department.kind = departments(&["D1"]);
    let mut off = rule("off", 5, 1, (None, None), role("cfo"));
    off.is_active = false;
    let rules = [
        rule("to-100", 1, 1, (None, Some(100)), role("a")),
        rule("to-500", 1, 9, (None, Some(500)), role("b")),
        rule("gap-above", 2, 5, (Some(600), Some(700)), role("c")),
        rule("gap-too", 2, 5, (Some(650), Some(700)), role("d")),
        rule("open", 3, 9, (Some(900), None), role("e")),
        rule("closed", 3, 1, (Some(900), Some(9_999)), role("f")),
        department,
        off,
    ];
    let plan = "1:to-500 2:gap-above|gap-too 3:open";
    for (amount, departments, expected) in
        [(1, vec![], plan.to_owned()), (99_999, vec![], plan.to_owned()), (1, vec!["D1"], format!("{plan} 4:dep"))]
    {
        assert_eq!(plan_text(&overridden(amount, None, &departments), &rules, None), expected, "{amount}");
    }
    assert_eq!(plan_text(&overridden(1, None, &[]), &rules[2..3], None), "2:gap-above -1");
    assert_eq!(plan_text(&overridden(1, None, &[]), &[], None), "1:anyone");
    assert_eq!(
        plan_text(&overridden(1, None, &[]), &[rule("boss", 1, 1, (None, None), Approver::Manager)], None),
        "no_manager"
    );
}

#[test]
fn the_plan_says_why() {
    let rules = [rule("small", 1, 10, (None, Some(100)), role("clerk"))];
    let plan = route(&overridden(5_000, None, &[]), &rules, &under(None)).expect("plan");
    assert!(plan.rate_override.as_ref().is_some_and(|why| why.reason().contains("every level signs")), "{plan:?}");
    let told = report(&overridden(5_000, None, &[]), &rules, Some(&plan));
    assert_eq!(told[0].why_not.as_deref(), Some("no exchange rate vouches for the amount, so every level signs"));
}

/// A rule set with a climb: the first above whose limit covers the amount signs, and the plan says who was passed.
#[test]
fn a_rule_climbs_to_the_first_whose_limit_covers_the_amount() {
    let above = |user_id: &str, limit: Option<i64>| Superior {
        user_id: user_id.into(),
        is_active: true,
        limit: limit.map(Minor),
    };
    let rules = [rule("chain", 1, 10, (None, None), Approver::ManagerChain)];
    let line = Superiors(vec![above("ben", Some(100)), above("cleo", Some(1_000))]);
    for (amount, superiors, told) in [
        (100, &line, "ben"),
        (101, &line, "cleo after ben"),
        (1_001, &line, "no_approver"),
        (1, &Superiors::default(), "no_manager"),
    ] {
        let found = match route(&subject(amount, &[], &[]), &rules, superiors) {
            Err(refusal) => refusal.code().to_owned(),
            Ok(plan) => match &plan.steps[0].alternatives[0].signers[0] {
                Signer::ManagerChain { user_id, passed } => {
                    let passed: Vec<String> = passed.iter().map(|one| format!(" after {}", one.user_id)).collect();
                    format!("{user_id}{}", passed.concat())
                }
                other => format!("{other:?}"),
            },
        };
        assert_eq!(found, told, "{amount}");
    }
}

/// An amount rule with conditions forgets what they leave out: such a document is refused, and not let through with the weakest
/// control.
#[test]
fn what_an_amount_rule_leaves_out_by_its_conditions_is_a_gap() {
    let values = Values::Texts(vec!["D-1".into()]);
    let condition = Condition { field: Field::DepartmentId, operator: Operator::Equal, values };
    let rules = [Rule { conditions: vec![condition], ..rule("d-1", 1, 10, (None, None), role("clerk")) }];
    assert_eq!(plan_text(&subject(5, &["D-1"], &[]), &rules, None), "1:d-1");
    assert_eq!(plan_text(&subject(5, &["D-2"], &[]), &rules, None), "no_matching_rule");
}
