//! What a rule matches, to the cent, and what is refused when one is saved.

use super::*;
use crate::approval::line_ids::LineIds;
use crate::approval::sample::{cost_centers, departments, role, rule, subject};

#[test]
fn the_first_thing_that_does_not_fit_is_told() {
    let sound = || rule("r", 1, 1, (Some(10), Some(20)), role("r"));
    let off = Rule { is_active: false, ..sound() };
    let bill = Rule { governs: DocumentKind::Bill.into(), ..sound() };
    let department = Rule { kind: departments(&["D", "E"]), ..sound() };
    let cost_center = Rule { kind: cost_centers(&["D"]), ..sound() };
    for (rule, amount, expected) in [
        (&sound(), 10, Ok(())),
        (&sound(), 20, Ok(())),
        (&sound(), 9, Err(Mismatch::BelowMinimum)),
        (&sound(), 21, Err(Mismatch::AboveMaximum)),
        (&off, 10, Err(Mismatch::Inactive)),
        (&bill, 10, Err(Mismatch::OtherType)),
        (&department, 10, Ok(())),
        (&cost_center, 10, Err(Mismatch::NoLine(RoutedBy::CostCenter))),
    ] {
        assert_eq!(rule.matches(&subject(amount, &["D"], &[])), expected, "{amount} {rule:?}");
    }
    assert_eq!(department.matches(&subject(10, &[], &["D"])), Err(Mismatch::NoLine(RoutedBy::Department)));
}

#[test]
fn what_is_wrong_with_a_rule() {
    let made = |level, band, approver| rule("r", level, 1, band, approver);
    let blank = || Approver::User { approver_user_id: " ".into() };
    for (rule, expected) in [
        (made(1, (None, None), Approver::Manager), vec![]),
        (made(1, (Some(5), Some(5)), role("r")), vec![]),
        (made(1, (Some(6), Some(5)), role("r")), vec!["/min_amount"]),
        (made(1, (Some(-1), None), role("r")), vec!["/min_amount"]),
        (made(1, (None, Some(-1)), role("r")), vec!["/max_amount"]),
        (made(0, (None, None), role("")), vec!["/approval_level", "/approver_role"]),
        (made(101, (None, None), blank()), vec!["/approval_level", "/approver_user_id"]),
        (Rule { kind: departments(&[]), ..made(1, (None, None), role("r")) }, vec!["/department_ids"]),
        (Rule { kind: cost_centers(&[]), ..made(1, (None, None), role("r")) }, vec!["/cost_center_ids"]),
    ] {
        let faults = check(&rule);
        assert_eq!(faults.0.iter().map(|fault| fault.pointer.as_str()).collect::<Vec<_>>(), expected, "{rule:?}");
    }
}

#[test]
fn a_rule_that_routes_by_ids_asks_for_a_line_with_one_of_them() {
    for by in RoutedBy::ALL {
        let routed = |ids: &[&str]| {
            let ids = ids.iter().map(|id| (*id).to_owned()).collect();
            Rule { kind: RuleKind::Routing { by, ids }, ..rule("r", 1, 1, (None, None), role("r")) }
        };
        for on in RoutedBy::ALL {
            let line = match on {
                RoutedBy::Department => LineIds { department_id: Some("X"), ..LineIds::default() },
                RoutedBy::CostCenter => LineIds { cost_center_id: Some("X"), ..LineIds::default() },
            };
            let subject = subject(10, &[], &[]).with_line(line);
            let fits = if on == by { Ok(()) } else { Err(Mismatch::NoLine(by)) };
            assert_eq!(routed(&["W", "X"]).matches(&subject), fits, "{by:?}, and {on:?} on the line");
            assert_eq!(routed(&["W"]).matches(&subject), Err(Mismatch::NoLine(by)));
        }
        let field = format!("/{}", by.facts().field);
        assert_eq!(check(&routed(&[])).0.first().map(|fault| fault.pointer.as_str()), Some(field.as_str()));
    }
}

#[test]
fn no_two_rule_types_share_a_word_or_look_at_the_same() {
    const LINE: LineIds<'static> = LineIds {
        account_id: Some("A"),
        account_type: None,
        account_subtype: None,
        department_id: Some("D"),
        cost_center_id: Some("C"),
    };
    let words: [fn(RoutedBy) -> &'static str; 4] = [
        |by| by.facts().rule_type,
        |by| by.facts().field,
        |by| by.facts().no_line,
        |by| (by.facts().of_line)(LINE).expect("it looks at something"),
    ];
    for word in words {
        let all: std::collections::BTreeSet<_> = RoutedBy::ALL.map(word).into();
        assert_eq!(all.len(), RoutedBy::ALL.len(), "{all:?}");
    }
}
