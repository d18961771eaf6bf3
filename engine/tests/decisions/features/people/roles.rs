//! Roles. See docs/rules/access.md#roles.

use engine::values::kind::DocumentKind;

use crate::books::Books;
use crate::table::cases;

#[test]
fn save_and_delete() {
    cases(
        &Books::demo(),
        "
        alma   | create role payer, permits bill_payment.write bill_payment.submit | role payer permits bill_payment.submit
               |                                                  | bill_payment.write; trail Created payer
        fiona  | create role payer, permits bill_payment.write    | refused forbidden: needs the permission role.write
        alma   | create role payer, permits bill_payment.write bill.fly paint.read | refused invalid: /permissions/1 is not a
               |                                                  | permission <resource>.<action>, /permissions/2 is
               |                                                  | not a permission <resource>.<action>
        alma   | create role clerk, permits bill.read             | refused already_exists: role 'clerk' exists
               |                                                  | already
        alma   | edit role payer, permits bill.read               | refused not_found: there is no role 'payer'
        alma   | edit role admin, permits bill.read               | refused fixed_role: the role admin cannot be
               |                                                  | changed
        alma   | edit role clerk, permits bill.read               | role clerk permits bill.read; trail Updated clerk
        alma   | delete role clerk                                | refused fixed_role: a built-in role cannot be
               |                                                  | deleted
        alma   | delete role payer                                | refused not_found: there is no role 'payer'
        fiona  | delete role clerk                                | refused forbidden: needs the permission role.write
        system | seed roles all                                   | nothing

        alma   | create role payer, permits bill_payment.write
        alma   | edit role payer, permits bill.read, if version 2 | refused stale_version: If-Match names another
               |                                                  | version than the present one, 1
        alma   | edit role payer, permits bill.read               | role payer permits bill.read; trail Updated payer
        alma   | delete role payer                                | role payer gone; trail Deleted payer
        ",
    );
}

#[test]
fn what_a_role_permits_counts_at_once() {
    cases(
        &Books::demo(),
        "
        carl | create BILL-1, line 6000 5.00
        alma | edit role clerk, permits bill.read
        carl | submit BILL-1 | refused forbidden: needs the permission bill.submit
        ",
    );
}

/// What each role learns by the next start.
fn learnt(before: &Books) -> String {
    let mut after = before.clone();
    let line = after.try_command("system", "seed roles all");
    let mut told = String::new();
    for (role_id, role) in &after.catalog.roles {
        let known = &before.catalog.roles[role_id];
        let learnt: Vec<&str> = role.permissions.difference(&known.permissions).map(String::as_str).collect();
        assert!(role.permissions.is_superset(&known.permissions), "{role_id} lost something");
        assert_eq!(role.version, known.version + i64::from(!learnt.is_empty()), "{role_id}");
        assert_eq!(line.contains(&format!("Updated {role_id}")), !learnt.is_empty(), "{line}");
        if !learnt.is_empty() {
            told += format!("{role_id}: {}\n", learnt.join(" ")).as_str();
        }
    }
    assert_eq!(after.try_command("system", "seed roles all"), "nothing", "the next start");
    told
}

#[test]
fn a_new_document_type_is_given_to_the_roles_that_nobody_edited_once() {
    let old = Books::demo().older_than(DocumentKind::Expense);
    let all = "\
accountant: expense.clear expense.deposit expense.read expense.receive_payment expense.reverse expense.submit expense.write
cfo: expense.approve expense.clear expense.deposit expense.read expense.receive_payment expense.reverse expense.submit expense.void expense.write
clerk: expense.read expense.submit expense.write
controller: expense.approve expense.clear expense.deposit expense.read expense.receive_payment expense.reverse expense.submit expense.void expense.write
manager: expense.approve expense.read
viewer: expense.read
";
    assert_eq!(learnt(&old), all);
    // What somebody took away, or gave, is no mistake of theirs.
    let edited = old.given(
        "
        alma | edit role clerk, permits bill.read bill.write
        alma | create role payer, permits bill_payment.write
        ",
    );
    assert_eq!(learnt(&edited), all.replace("clerk: expense.read expense.submit expense.write\n", ""));
    // Two types of one release.
    let older = edited.older_than(DocumentKind::CreditMemo);
    assert!(learnt(&older).ends_with("viewer: credit_memo.read expense.read\n"));
}

#[test]
fn what_was_taken_from_a_role_is_not_given_again() {
    let known = Books::demo();
    let mut viewer = known.catalog.roles["viewer"].permissions.clone();
    viewer.remove("expense.read");
    let without = viewer.into_iter().collect::<Vec<_>>().join(" ");
    let taken = known.given(&format!("alma | edit role viewer, permits {without}"));
    cases(&taken, "system | seed roles all | nothing");
}
