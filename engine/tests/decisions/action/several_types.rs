//! Rules that are for several document types, and the subtypes of accounts. See docs/rules/approval.md#rules-for-several-types.

use crate::books::Books;
use crate::table::cases;

/// Vendor credits of any amount are for a manager; whatever moves money is for the cfo as well, from 1,000.00 on.
fn books() -> Books {
    Books::demo().given(
        "
        conrad | create rule VC-all, of vendor_credit, level 1, role manager
        conrad | create rule money, of all, level 2, priority 1, from 1000.00, role cfo, when account_subtype in bank cash card
        carl   | create BILL-1, line 6000 5000.00
        carl   | submit BILL-1
        mona   | approve BILL-1
        alma   | work
        ",
    )
}

#[test]
fn a_rule_for_all_documents_by_the_subtype_of_an_account() {
    cases(
        &books(),
        "
        carl | create VC-1, line 1000 1000.00, about BILL-1
        carl | submit VC-1                                          | VC-1 Draft → Pending Approval (1: manager, 2: cfo); trail
             |                                                      | Submit for Approval VC-1

        carl | create VC-1, line 1000 999.99, about BILL-1
        carl | submit VC-1                                          | VC-1 Draft → Pending Approval (1: manager); trail Submit
             |                                                      | for Approval VC-1

        carl | create VC-1, line 6000 1000.00, about BILL-1
        carl | submit VC-1                                          | VC-1 Draft → Pending Approval (1: manager); trail Submit
             |                                                      | for Approval VC-1

        carl | create INV-1, line 1000 -2000.00, line 4000 5000.00
        carl | submit INV-1                                         | INV-1 Draft → Pending Approval (1: nobody, 2: cfo); trail
             |                                                      | Submit for Approval INV-1

        carl | create BPAY-1, pays BILL-1 2000.00
        carl | submit BPAY-1                                        | BPAY-1 Draft → Pending Approval (1: nobody, 2: cfo); trail
             |                                                      | Submit for Approval BPAY-1

        carl | create JE-1, debit 6000 2000.00, credit 1000 2000.00
        carl | submit JE-1                                          | JE-1 Draft → Pending Approval (1: manager, 2: cfo); trail
             |                                                      | Submit for Approval JE-1
        ",
    );
}

/// One that looks at more than amounts leaves documents that it excludes to the rules of their type; one that looks at nothing else
/// bounds the amounts of each.
#[test]
fn what_a_rule_for_several_types_excludes() {
    cases(
        &books().given("conrad | create rule small, of bill expense, level 1, to 100.00, role manager"),
        "
        carl | create EXP-1, line 6000 100.00
        carl | submit EXP-1                   | EXP-1 Draft → Pending Approval (1: manager, for the good of emil); trail Submit
             |                                | for Approval EXP-1

        carl | create EXP-1, line 6000 100.01
        carl | submit EXP-1                   | refused no_matching_rule: no amount rule for expense covers this amount

        carl | create INV-1, line 4000 100.01
        carl | submit INV-1                   | INV-1 Draft → Pending Approval (1: anyone); trail Submit for Approval INV-1
        ",
    );
}

#[test]
fn a_rule_for_several_types_is_checked_for_each() {
    cases(
        &Books::demo(),
        "
        conrad | create rule r, of bill expense, level 1, role manager, adds 7 days by vendor | refused invalid: /aggregate_by expense has no vendor
        conrad | create rule r, of bill vendor_credit, level 1, role manager, adds 7 days by vendor | rule r bill,vendor_credit level 1 open..open; trail
               |                                                                          | Created r
        conrad | create rule r, of all, level 1, role manager, adds 7 days by author      | rule r all level 1 open..open; trail Created r
        conrad | create rule r, of bill journal_entry, guards void, level 1, role manager | refused invalid: /action must be one of submit for
               |                                                                          | journal_entry,bill
        conrad | create rule r, of bill invoice, guards void, level 1, role manager       | rule r bill,invoice level 1 open..open; trail Created r
        conrad | create rule r, of all, guards void, level 1, role manager                | rule r all level 1 open..open; trail Created r
        conrad | create rule r, of all, guards complete, level 1, role manager            | refused invalid: /action must be one of
               |                                                                          | submit, void, reverse, deposit, clear,
               |                                                                          | apply, receive-payment, unclear,
               |                                                                          | undeposit, unapply, return, reassign, unreturn for
               |                                                                          | all
        ",
    );
}

/// A guard of an action of all documents, and a change of one rule to several types.
#[test]
fn it_guards_actions_as_well() {
    cases(
        &books().given("conrad | create rule voids, of all, guards void, level 1, role manager"),
        "
        conrad | void BILL-1                         | change Pending Approval: void bill BILL-1 (1: manager); trail Submit for
               |                                     | Approval change
        conrad | edit rule voids, of invoice expense
        conrad | void BILL-1                         | posts back 2024-01-15 in 2024-01: 2000 5000.00, 6000 -5000.00; BILL-1
               |                                     | Posted → Voided (on 2024-01-15); trail Void BILL-1
        ",
    );
}
