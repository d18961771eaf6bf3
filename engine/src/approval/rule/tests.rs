//! What a rule matches, to the cent, and what is refused when one is saved.

use super::*;
use crate::approval::sample::{cost_centers, departments, role, rule, subject};

#[test]
fn the_first_thing_that_does_not_fit_is_told() {
    let sound = || rule("r", 1, 1, (Some(10), Some(20)), role("r"));
    let off = Rule { is_active: false, ..sound() };
    let bill = Rule { document_type: DocumentKind::Bill, ..sound() };
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
        (&cost_center, 10, Err(Mismatch::OtherCostCenter)),
    ] {
        assert_eq!(rule.matches(&subject(amount, &["D"], &[])), expected, "{amount} {rule:?}");
    }
    assert_eq!(department.matches(&subject(10, &[], &["D"])), Err(Mismatch::OtherDepartment));
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
