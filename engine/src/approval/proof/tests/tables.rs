//! Tables of findings.

use super::*;
use crate::approval::splitting::{Aggregate, AggregateBy};

type Ends = (Option<i64>, Option<i64>);

fn ends(band: Band) -> Ends {
    (band.min_amount.map(|amount| amount.0), band.max_amount.map(|amount| amount.0))
}

fn gaps(rules: &[Rule]) -> Vec<Ends> {
    proof(rules).gaps.into_iter().map(|gap| ends(gap.band)).collect()
}

#[test]
fn findings_are_bounded_and_the_rest_is_counted() {
    let rules: Vec<Rule> = (0..600).map(|at| rule(&format!("R-{at:03}"), 1, 1, (Some(0), Some(1_000)))).collect();
    let found = proof(&rules);
    // Each with each: 600 × 599 / 2.
    assert_eq!((found.overlaps.len(), found.left_out.overlaps), (MAX_FINDINGS, 179_700 - MAX_FINDINGS));
    assert_eq!(found.undecided, Vec::<String>::new());
    let apart: Vec<Rule> =
        (0..300).map(|at| rule(&format!("R-{at:03}"), 1, 1, (Some(at * 10), Some(at * 10 + 5)))).collect();
    let found = proof(&apart);
    assert_eq!((found.gaps.len(), found.left_out.gaps, found.overlaps.len()), (MAX_FINDINGS, 100, 0));
}

#[test]
fn many_departments_are_a_region_for_each_rule() {
    let rules: Vec<Rule> = (0..200)
        .map(|at| Rule {
            kind: RuleKind::Routing {
                by: RoutedBy::Department,
                ids: (0..500).map(|id| format!("D-{at}-{id}")).collect(),
            },
            ..rule(&format!("R-{at:03}"), 1, at, (None, None))
        })
        .collect();
    let found = proof(&rules);
    assert!(found.overlaps.is_empty() && found.unreachable.is_empty() && found.undecided.is_empty());
    // A document with a line of each department matches both.
    assert_eq!((found.meetings.len(), found.left_out.meetings), (MAX_FINDINGS, 19_900 - MAX_FINDINGS));
}

#[test]
fn gaps_of_bands() {
    for (bands, expected) in [
        (vec![], vec![]),
        (vec![(None, None)], vec![]),
        (vec![(Some(0), Some(100)), (Some(101), None)], vec![]),
        (vec![(Some(0), Some(100)), (Some(100), None)], vec![]),
        (vec![(None, Some(100)), (Some(102), None)], vec![(Some(101), Some(101))]),
        (vec![(Some(50), Some(60)), (Some(10), Some(90))], vec![(Some(0), Some(9)), (Some(91), None)]),
        (vec![(Some(1), None)], vec![(Some(0), Some(0))]),
        // More than any document may have.
        (vec![(None, Some(99_999_999_999_999_999))], vec![]),
    ] {
        let rules: Vec<Rule> = bands.iter().map(|band| rule("r", 1, 1, *band)).collect();
        assert_eq!(gaps(&rules), expected, "{bands:?}");
    }
}

#[test]
fn gaps_of_conditions() {
    use Operator::{Equal, In, NotEqual};
    let all = || rule("a", 1, 1, (None, None));
    let other = || rule("b", 1, 1, (None, None));
    let every = [(Some(0), None)];
    for (name, first, second, expected) in [
        ("euros alone", vec![text(Field::Currency, Equal, &["EUR"])], None, &every[..]),
        (
            "euros and the rest",
            vec![text(Field::Currency, Equal, &["EUR"])],
            Some(text(Field::Currency, NotEqual, &["EUR"])),
            &[],
        ),
        (
            "two of many currencies",
            vec![text(Field::Currency, Equal, &["EUR"])],
            Some(text(Field::Currency, Equal, &["USD"])),
            &every,
        ),
        // The list of entry types is closed.
        (
            "all entry types",
            vec![text(Field::EntryType, In, &["Standard", "Adjusting", "Accrual"])],
            Some(text(Field::EntryType, In, &["Payroll", "Reversing", "Revaluation"])),
            &[],
        ),
        // An entry has no vendor, so that it equals none.
        ("no vendor", vec![text(Field::VendorId, NotEqual, &["V"])], None, &[]),
        // Each line has an account, and an account a type.
        (
            "every type but one",
            vec![text(Field::AccountType, NotEqual, &["asset"])],
            Some(text(Field::AccountType, Equal, &["asset"])),
            &[],
        ),
        // 1000 is an asset.
        (
            "an account and its type",
            vec![text(Field::AccountId, NotEqual, &["1000"])],
            Some(text(Field::AccountType, Equal, &["asset"])),
            &[],
        ),
        (
            "an account of another type",
            vec![text(Field::AccountId, NotEqual, &["1000"])],
            Some(text(Field::AccountType, Equal, &["income"])),
            &every,
        ),
        (
            "small ones, and large ones of a department",
            vec![amount(Operator::AtMost, &[99])],
            Some(text(Field::DepartmentId, Equal, &["D"])),
            &[(Some(100), None)],
        ),
    ] {
        let rules: Vec<Rule> =
            [with(all(), &first)].into_iter().chain(second.map(|second| with(other(), &[second]))).collect();
        assert_eq!(gaps(&rules), expected, "{name}");
    }
}

#[test]
fn without_amount_rules_what_matches_nothing_is_open_to_anyone() {
    let off = Rule { is_active: false, ..rule("off", 1, 1, (None, None)) };
    let bill = Rule { governs: DocumentKind::Bill.into(), ..rule("bill", 1, 1, (None, None)) };
    let department = Rule { kind: routed(RoutedBy::Department, &["D"]), ..rule("dep", 1, 1, (None, None)) };
    let others = with(department.clone(), &[]);
    let found = proof(&[off.clone(), bill.clone(), department]);
    let open = found.unruled.expect("an entry without the department");
    assert!(found.gaps.is_empty() && open.lines.iter().flatten().all(|(field, _)| *field != Field::DepartmentId));
    let found = proof(&[off, bill, rule("low", 1, 1, (None, Some(9)))]);
    assert_eq!((found.unruled, found.gaps.len()), (None, 1));
    assert_eq!(gaps(&[rule("low", 1, 1, (None, Some(9))), others]), [(Some(10), None)]);
}

#[test]
fn overlaps() {
    let one = |kind, level, priority, band| Rule { kind, ..rule("b", level, priority, band) };
    let amounts = || RuleKind::AmountThreshold;
    let departments = |ids: &[&str]| routed(RoutedBy::Department, ids);
    let none: Option<(Ends, bool)> = None;
    for (name, first, second, expected, meet) in [
        (
            "shared end",
            one(amounts(), 1, 1, (Some(0), Some(10))),
            one(amounts(), 1, 2, (Some(10), None)),
            Some(((Some(10), Some(10)), false)),
            false,
        ),
        (
            "alternatives",
            one(amounts(), 1, 1, (None, None)),
            one(amounts(), 1, 1, (Some(5), Some(9))),
            Some(((Some(5), Some(9)), true)),
            false,
        ),
        (
            "open ends",
            one(amounts(), 1, 1, (None, None)),
            one(amounts(), 1, 1, (None, None)),
            Some(((None, None), true)),
            false,
        ),
        ("apart", one(amounts(), 1, 1, (None, Some(9))), one(amounts(), 1, 1, (Some(10), None)), none, false),
        ("levels", one(amounts(), 1, 1, (None, None)), one(amounts(), 2, 1, (None, None)), none, false),
        (
            "a shared department",
            one(departments(&["D", "E"]), 1, 1, (None, None)),
            one(departments(&["E", "F"]), 1, 1, (None, None)),
            Some(((None, None), true)),
            false,
        ),
        (
            "other departments",
            one(departments(&["D"]), 1, 1, (None, None)),
            one(departments(&["E"]), 1, 1, (None, None)),
            none,
            true,
        ),
        (
            "other kinds",
            one(departments(&["D"]), 1, 1, (None, None)),
            one(routed(RoutedBy::CostCenter, &["D"]), 1, 1, (None, None)),
            none,
            true,
        ),
        (
            "currencies",
            with(one(amounts(), 1, 1, (None, None)), &[text(Field::Currency, Operator::Equal, &["EUR"])]),
            with(one(amounts(), 1, 1, (None, None)), &[text(Field::Currency, Operator::NotIn, &["EUR", "USD"])]),
            none,
            false,
        ),
        (
            "amounts of conditions",
            with(one(amounts(), 1, 1, (None, None)), &[amount(Operator::Between, &[5, 9])]),
            one(amounts(), 1, 1, (Some(7), None)),
            Some(((Some(7), Some(9)), true)),
            false,
        ),
    ] {
        let first = Rule { rule_id: "a".into(), ..first };
        let found = proof(&[second, first]);
        let told: Vec<_> =
            found.overlaps.iter().map(|overlap| (ends(overlap.band), overlap.are_alternatives)).collect();
        assert_eq!(told, Vec::from_iter(expected), "{name}");
        assert_eq!(!found.meetings.is_empty(), meet, "{name}");
        assert!(found.overlaps.iter().chain(&found.meetings).all(|pair| pair.rule_ids == ["a", "b"]), "{name}");
    }
}

/// The rules of level 1 with their priorities, and what is said of `r`.
#[test]
fn unreachable() {
    use Operator::{Equal, NotEqual};
    let rule =
        |id: &str, priority: i64, band: Ends, conditions: &[Condition]| with(rule(id, 1, priority, band), conditions);
    let euros = || text(Field::Currency, Equal, &["EUR"]);
    let others = || text(Field::Currency, NotEqual, &["EUR"]);
    let all = (None, None);
    for (name, rules, expected) in [
        ("within", vec![rule("a", 1, all, &[]), rule("r", 2, (Some(5), Some(9)), &[])], Some((Never::Outranked, "a"))),
        (
            "same band",
            vec![rule("a", 1, (None, Some(9)), &[]), rule("r", 2, (Some(0), Some(9)), &[])],
            Some((Never::Outranked, "a")),
        ),
        ("equal priority", vec![rule("a", 2, all, &[]), rule("r", 2, (Some(5), Some(9)), &[])], None),
        ("a higher number outside", vec![rule("a", 3, all, &[]), rule("r", 2, (Some(5), Some(9)), &[])], None),
        ("sticks out above", vec![rule("a", 1, (None, Some(9)), &[]), rule("r", 2, (None, Some(10)), &[])], None),
        ("sticks out below", vec![rule("a", 1, (Some(2), None), &[]), rule("r", 2, (Some(1), None), &[])], None),
        (
            "two bands together",
            vec![rule("a", 1, (None, Some(9)), &[]), rule("b", 1, (Some(10), None), &[]), rule("r", 2, all, &[])],
            Some((Never::Outranked, "a b")),
        ),
        (
            "two currencies together",
            vec![
                rule("a", 1, all, &[euros()]),
                rule("b", 1, all, &[others()]),
                rule("c", 1, (None, Some(5)), &[]),
                rule("r", 2, all, &[]),
            ],
            Some((Never::Outranked, "a b")),
        ),
        (
            "a contradiction",
            vec![rule("a", 1, all, &[]), rule("r", 1, all, &[euros(), others()])],
            Some((Never::Contradictory, "")),
        ),
        (
            "amounts that contradict, and are below",
            vec![rule("r", 1, (Some(20), None), &[amount(Operator::AtMost, &[10]), euros(), others()])],
            Some((Never::Contradictory, "")),
        ),
        // Two lines can have two departments, one line cannot.
        (
            "two departments on a line",
            vec![rule(
                "r",
                1,
                all,
                &[text(Field::DepartmentId, Equal, &["D"]), text(Field::DepartmentId, Equal, &["E"])],
            )],
            Some((Never::Contradictory, "")),
        ),
    ] {
        let found = proof(&rules).unreachable;
        let told = found.iter().find(|dead| dead.rule_id == "r").map(|dead| (dead.why, dead.covered_by.join(" ")));
        assert_eq!(told, expected.map(|(why, by)| (why, by.to_owned())), "{name}");
    }
}

#[test]
fn a_routing_rule_whose_documents_are_all_refused_never_decides() {
    let in_currency = |code| [text(Field::Currency, Operator::Equal, &[code])];
    let department = Rule { kind: routed(RoutedBy::Department, &["D"]), ..rule("dep", 1, 1, (None, None)) };
    let rules = [with(rule("euros", 1, 1, (None, None)), &in_currency("EUR")), with(department, &in_currency("USD"))];
    let found = proof(&rules).unreachable;
    let told: Vec<_> = found.iter().map(|dead| (dead.rule_id.as_str(), dead.why, dead.covered_by.len())).collect();
    assert_eq!(told, [("dep", Never::Refused, 0)]);
}

#[test]
fn a_rule_that_matches_nothing_may_still_sign_first() {
    let small = with(rule("small", 1, 1, (Some(20), None)), &[amount(Operator::AtMost, &[10])]);
    let found = proof(&[small, rule("all", 2, 1, (None, None))]);
    // It is for lower amounts than 11, by its conditions, and so names who signs level 1 of larger ones.
    assert_eq!((found.contradictory, found.unreachable), (vec!["small".to_owned()], Vec::new()));
}

#[test]
fn where_a_rule_adds_up_nothing_is_claimed_of_none() {
    let all = Rule {
        aggregate: Some(Aggregate { days: 30, by: AggregateBy::Author }),
        ..rule("sum", 1, 1, (None, Some(99)))
    };
    let found = proof(&[all, rule("late", 1, 2, (None, Some(99)))]);
    // A document of 50 of somebody who submitted 80 before is for `late` alone.
    assert_eq!((found.unreachable.len(), found.undecided), (0, vec!["late".to_owned(), "sum".to_owned()]));
    assert_eq!(found.gaps.len(), 1);
}
