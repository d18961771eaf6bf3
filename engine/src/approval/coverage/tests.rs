//! What a rule set leaves open, as tables, and against every plan there is.

use super::*;
use crate::approval::RuleKind;
use crate::approval::routing::route;
use crate::approval::rule::RoutedBy;
use crate::approval::sample::{any_rules, cost_centers, departments, role, rule, subject, under};
use crate::error::RefusalName;
use proptest::prelude::*;

type Ends = (Option<i64>, Option<i64>);

fn amount_rule(id: &str, priority: i64, band: Ends) -> Rule {
    rule(id, 1, priority, band, role("r"))
}

fn ends(band: Band) -> Ends {
    (band.min_amount.map(|amount| amount.0), band.max_amount.map(|amount| amount.0))
}

#[test]
fn findings_are_bounded_and_the_rest_is_counted() {
    let rules: Vec<Rule> = (0..600).map(|at| amount_rule(&format!("R-{at:03}"), 1, (Some(0), Some(1_000)))).collect();
    let found = coverage(rules[0].document_type, &rules);
    // Each with each: 600 × 599 / 2.
    assert_eq!((found.overlaps.len(), found.left_out.overlaps), (MAX_FINDINGS, 179_700 - MAX_FINDINGS));
    assert!(!found.is_partial);
    let apart: Vec<Rule> =
        (0..300).map(|at| amount_rule(&format!("R-{at:03}"), 1, (Some(at * 10), Some(at * 10 + 5)))).collect();
    let found = coverage(apart[0].document_type, &apart);
    assert_eq!((found.gaps.len(), found.left_out.gaps, found.overlaps.len()), (MAX_FINDINGS, 100, 0));
}

#[test]
fn many_departments_are_compared_in_one_pass() {
    // Each name of the one was compared with each of the other: minutes, where now are tenths of a second.
    let rules: Vec<Rule> = (0..200)
        .map(|at| Rule {
            kind: RuleKind::Routing {
                by: RoutedBy::Department,
                ids: (0..500).map(|id| format!("D-{at}-{id}")).collect(),
            },
            ..amount_rule(&format!("R-{at:03}"), at, (None, None))
        })
        .collect();
    let began = std::time::Instant::now();
    let found = coverage(rules[0].document_type, &rules);
    assert!(found.overlaps.is_empty() && found.unreachable.is_empty() && !found.is_partial);
    assert!(began.elapsed() < std::time::Duration::from_secs(20), "took {:?}", began.elapsed());
}

#[test]
fn gaps() {
    for (bands, expected) in [
        (vec![], vec![]),
        (vec![(None, None)], vec![]),
        (vec![(Some(0), Some(100)), (Some(101), None)], vec![]),
        (vec![(Some(0), Some(100)), (Some(100), None)], vec![]),
        (vec![(None, Some(100)), (Some(102), None)], vec![(Some(101), Some(101))]),
        (vec![(Some(50), Some(60)), (Some(10), Some(90))], vec![(Some(0), Some(9)), (Some(91), None)]),
        (vec![(Some(1), None)], vec![(Some(0), Some(0))]),
    ] {
        let rules: Vec<Rule> = bands.iter().map(|band| amount_rule("r", 1, *band)).collect();
        let found = coverage(DocumentKind::JournalEntry, &rules).gaps;
        assert_eq!(found.into_iter().map(ends).collect::<Vec<_>>(), expected, "{bands:?}");
    }
}

#[test]
fn only_active_amount_rules_of_the_type_close_a_gap() {
    let off = Rule { is_active: false, ..amount_rule("off", 1, (None, None)) };
    let bill = Rule { document_type: DocumentKind::Bill, ..amount_rule("bill", 1, (None, None)) };
    let department = Rule { kind: departments(&["D"]), ..amount_rule("dep", 1, (None, None)) };
    assert_eq!(coverage(DocumentKind::JournalEntry, [&off, &bill, &department]), Coverage::default());
    let low = amount_rule("low", 1, (None, Some(9)));
    let found = coverage(DocumentKind::JournalEntry, [&off, &bill, &department, &low]);
    assert_eq!(found.gaps.into_iter().map(ends).collect::<Vec<_>>(), [(Some(10), None)]);
}

#[test]
fn overlaps() {
    let one = |kind, level, priority, band| Rule { kind, ..rule("b", level, priority, band, role("r")) };
    let amount = || RuleKind::AmountThreshold;
    for (name, first, second, expected) in [
        (
            "shared end",
            one(amount(), 1, 1, (Some(0), Some(10))),
            one(amount(), 1, 2, (Some(10), None)),
            Some(((Some(10), Some(10)), false)),
        ),
        (
            "alternatives",
            one(amount(), 1, 1, (None, None)),
            one(amount(), 1, 1, (Some(5), Some(9))),
            Some(((Some(5), Some(9)), true)),
        ),
        ("open ends", one(amount(), 1, 1, (None, None)), one(amount(), 1, 1, (None, None)), Some(((None, None), true))),
        ("apart", one(amount(), 1, 1, (None, Some(9))), one(amount(), 1, 1, (Some(10), None)), None),
        ("levels", one(amount(), 1, 1, (None, None)), one(amount(), 2, 1, (None, None)), None),
        (
            "a shared department",
            one(departments(&["D", "E"]), 1, 1, (None, None)),
            one(departments(&["E", "F"]), 1, 1, (None, None)),
            Some(((None, None), true)),
        ),
        (
            "other departments",
            one(departments(&["D"]), 1, 1, (None, None)),
            one(departments(&["E"]), 1, 1, (None, None)),
            None,
        ),
        (
            "other kinds",
            one(departments(&["D"]), 1, 1, (None, None)),
            one(cost_centers(&["D"]), 1, 1, (None, None)),
            None,
        ),
    ] {
        let first = Rule { rule_id: "a".into(), ..first };
        let found = coverage(DocumentKind::JournalEntry, [&second, &first]).overlaps;
        let told: Vec<_> = found.iter().map(|overlap| (ends(overlap.band), overlap.are_alternatives)).collect();
        assert_eq!(told, Vec::from_iter(expected), "{name}");
        assert!(found.iter().all(|overlap| overlap.rule_ids == ["a", "b"]), "{name}");
    }
}

#[test]
fn unreachable() {
    let one = |kind, priority, band| Rule { kind, ..amount_rule("inner", priority, band) };
    let amount = || RuleKind::AmountThreshold;
    for (name, outer, inner, expected) in [
        ("within", one(amount(), 1, (None, None)), one(amount(), 2, (Some(5), Some(9))), true),
        ("same band", one(amount(), 1, (None, Some(9))), one(amount(), 2, (Some(0), Some(9))), true),
        ("equal priority", one(amount(), 2, (None, None)), one(amount(), 2, (Some(5), Some(9))), false),
        ("higher number outside", one(amount(), 3, (None, None)), one(amount(), 2, (Some(5), Some(9))), false),
        ("sticks out above", one(amount(), 1, (None, Some(9))), one(amount(), 2, (None, Some(10))), false),
        ("open above", one(amount(), 1, (None, Some(9))), one(amount(), 2, (None, None)), false),
        ("sticks out below", one(amount(), 1, (Some(2), None)), one(amount(), 2, (Some(1), None)), false),
        ("a department within all", one(amount(), 1, (None, None)), one(departments(&["D"]), 2, (None, None)), true),
        (
            "fewer departments",
            one(departments(&["E", "D"]), 1, (None, None)),
            one(departments(&["D"]), 2, (None, None)),
            true,
        ),
        (
            "more departments",
            one(departments(&["D"]), 1, (None, None)),
            one(departments(&["D", "E"]), 2, (None, None)),
            false,
        ),
        ("all beside a department", one(departments(&["D"]), 1, (None, None)), one(amount(), 2, (None, None)), false),
    ] {
        let outer = Rule { rule_id: "outer".into(), ..outer };
        let found = coverage(DocumentKind::JournalEntry, [&inner, &outer]).unreachable;
        let covered = Unreachable { rule_id: "inner".into(), covered_by: "outer".into() };
        assert_eq!(found, Vec::from_iter(expected.then_some(covered)), "{name}");
    }
}

fn holds(band: Band, amount: i64) -> bool {
    let (least, most) = ends(band);
    least.is_none_or(|least| least <= amount) && most.is_none_or(|most| amount <= most)
}

proptest! {
    #[test]
    fn an_amount_is_in_a_gap_exactly_when_its_submit_is_refused(rules in any_rules(), amount in 0_i64..120) {
        let in_gap = coverage(DocumentKind::JournalEntry, &rules).gaps.into_iter().any(|gap| holds(gap, amount));
        let refused = route(&subject(amount, &["D"], &["C"]), &rules, &under(Some("mia"))).is_err_and(|found| found.is(RefusalName::NoMatchingRule));
        prop_assert_eq!(in_gap, refused);
    }

    #[test]
    fn an_unreachable_rule_is_in_no_plan(rules in any_rules()) {
        let unreachable = coverage(DocumentKind::JournalEntry, &rules).unreachable;
        for amount in 0..120 {
            for (departments, cost_centers) in [(&[][..], &[][..]), (&["D"], &["C"]), (&["E"], &[]), (&[], &["C"])] {
                if let Ok(plan) = route(&subject(amount, departments, cost_centers), &rules, &under(Some("mia"))) {
                    prop_assert!(unreachable.iter().all(|found| plan.steps.iter().all(|step| !step.uses(&found.rule_id))));
                }
            }
        }
    }
}
