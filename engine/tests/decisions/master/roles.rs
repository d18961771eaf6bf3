//! Roles. See docs/rules/access.md#roles.

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
