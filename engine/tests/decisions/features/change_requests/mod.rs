//! Change requests: what a rule guards waits for signatures, and is carried out in the state that the books are in then.
//! See docs/rules/change-requests.md.

mod delegations;
mod lock_out;
pub(crate) mod outcome;
mod pinned;
mod pins;
mod stood;
pub(crate) mod words;

use crate::books::Books;
use crate::table::{cases, story};

fn guarded(rules: &str) -> Books {
    Books::demo().given(rules)
}

/// A posted bill of 100.00, and the void of bills guarded by a manager.
fn voids() -> Books {
    guarded(
        "
        alma | create rule voids, of bill, guards void, level 1, role manager
        carl | create BILL-1, line 6000 100.00
        carl | submit BILL-1
        mona | approve BILL-1
        alma | work
        ",
    )
}

#[test]
fn a_guarded_void_waits_for_its_signature() {
    story(
        &voids(),
        "
        conrad | void BILL-1      | change Pending Approval: void bill BILL-1 (1: manager); trail Submit for Approval
               |                  | change
        conrad | approve change   | refused forbidden: who created, edited or submitted a document does not sign it;
               |                  | level 1 can be signed by the role manager
        carl   | approve change   | refused forbidden: needs the permission change_request.approve
        mona   | approve change   | change Approved; job carry out; trail Approve change
        mona   | approve change   | refused wrong_status: change request '0000000000000001GEZ4AGQEY0' is Approved;
               |                  | allowed now: nothing
        alma   | work             | posts back 2024-01-15 in 2024-01: 2000 100.00, 6000 -100.00; BILL-1 Posted → Voided
               |                  | (on 2024-01-15); change Done; job done; trail Void BILL-1, Done change by system
        alma   | work             | nothing
        conrad | void BILL-1      | refused wrong_status: bill 'BILL-1' is Voided; allowed now: nothing
        ",
    );
}

#[test]
fn what_people_do_to_a_change_request() {
    cases(
        &voids().given("conrad | void BILL-1"),
        "
        mona   | reject change, why no     | change Rejected; trail Reject change
        mona   | hold change, why wait     | change On Hold; trail Hold change
        conrad | withdraw change           | change Withdrawn; trail Withdraw change
        mona   | withdraw change           | refused forbidden: withdraw is for conrad, who asked for it
        conrad | reject change, why mine   | refused forbidden: who created, edited or submitted a document does not
               |                           | sign it; level 1 can be signed by the role manager
        abel   | reject change             | refused forbidden: needs the permission change_request.approve
        mona   | unhold change             | refused wrong_status: change request '0000000000000001GEZ4AGQEY0' is
               |                           | Pending Approval; allowed now: approve, reject, hold, withdraw

        mona   | hold change, why wait
        mona   | approve change            | refused wrong_status: change request '0000000000000001GEZ4AGQEY0' is On
               |                           | Hold; allowed now: unhold, withdraw
        mona   | unhold change             | change Pending Approval, level 0; trail Unhold change
        max    | unhold change             | change Pending Approval, level 0; trail Unhold change
        conrad | withdraw change           | change Withdrawn; trail Withdraw change

        mona   | reject change, why no
        mona   | approve change            | refused wrong_status: change request '0000000000000001GEZ4AGQEY0' is
               |                           | Rejected; allowed now: nothing
        conrad | withdraw change           | refused wrong_status: change request '0000000000000001GEZ4AGQEY0' is
               |                           | Rejected; allowed now: nothing
        ",
    );
}

/// The thing itself is as it was, and something else does not let it be done.
#[test]
fn what_no_longer_fits_fails_with_its_refusal() {
    story(
        &guarded(
            "
            alma   | create rule reversals, of journal_entry, guards reverse, level 1, role manager
            carl   | create JE-1, debit 6000 5.00, credit 1000 5.00
            carl   | submit JE-1
            mona   | approve JE-1
            alma   | work
            conrad | reverse JE-1, as JE-2, on 2024-02-01
            conrad | close 2024-02
            alma   | work
            mona   | approve change
            ",
        ),
        "
        alma | work | change Failed refused period_closed: accounting period 2024-02 is closed for gl; the next open day
             |      | is 2024-03-01; job refused period_closed: accounting period 2024-02 is closed for gl; the next
             |      | open day is 2024-03-01; trail Failed change
        ",
    );
}

#[test]
fn what_would_be_refused_is_refused_at_once() {
    cases(
        &voids(),
        "
        carl   | void BILL-1                  | refused forbidden: needs the permission bill.void
        conrad | void BILL-9                  | refused not_found: there is no bill 'BILL-9'
        conrad | void BILL-1, if version 1    | refused stale_version: If-Match names another version than the present
               |                              | one, 4
        ",
    );
}

#[test]
fn amounts_and_conditions_say_what_is_guarded() {
    cases(
        &guarded(
            "
            alma | create rule voids, of bill, guards void, level 1, from 500.00, role manager
            alma | create rule voids-2, of bill, guards void, level 2, from 1000.00, role cfo
            carl | create BILL-1, line 6000 100.00
            carl | create BILL-2, line 6000 500.00
            carl | create BILL-3, line 6000 2000.00
            ",
        ),
        "
        conrad | void BILL-1 | BILL-1 Draft → Voided (on 2024-01-15); trail Void BILL-1
        conrad | void BILL-2 | change Pending Approval: void bill BILL-2 (1: manager); trail Submit for Approval change
        conrad | void BILL-3 | change Pending Approval: void bill BILL-3 (1: manager, 2: cfo); trail Submit for Approval
               |             | change
        ",
    );
}

#[test]
fn a_change_that_nobody_could_sign_is_refused() {
    cases(
        &guarded(
            "
            alma | create user ida, name Ida, inactive
            alma | create rule voids, of bill, guards void, level 1, user ida
            alma | create rule clears, of bill_payment, guards void, level 1, manager
            carl | create BILL-1, line 6000 100.00
            carl | create BPAY-1, pays BILL-1 40.00
            ",
        ),
        "
        conrad | void BILL-1 | refused no_approver: level 1 asks for ida or a delegate, and not enough of them are
               |             | active and may sign so much
        conrad | void BPAY-1 | refused no_manager: rule 'clears' asks for the submitter's manager, and none is recorded
        ",
    );
}

#[test]
fn each_other_thing_that_rules_guard() {
    cases(
        &guarded(
            "
            alma | create rule closes, of period, guards close, level 1, role manager
            alma | create rule reopens, of period, guards reopen, level 1, role manager
            alma | create rule hard, of period, guards hard-close, level 1, role manager
            alma | create account 1500, name Prepaid, asset
            carl | create BILL-D, line 1500 100.00
            carl | submit BILL-D
            mona | approve BILL-D
            alma | work
            alma | create rule roles, of role, guards change, level 1, role manager
            alma | create rule new-roles, of role, guards create, level 1, role manager
            alma | create rule users, of user, guards change, level 1, role manager
            alma | create rule new-users, of user, guards create, level 1, role manager
            alma | create rule accounts, of account, guards change, level 1, role manager, when account_type = expense
            alma | create rule new-accounts, of account, guards create, level 1, role manager
            alma | create rule rates, of exchange_rate, guards create, level 1, role manager, when currency = EUR
            alma | create rule matching, of matching_rule, guards create, level 1, role manager
            alma | create rule years, of fiscal_year, guards close, level 1, role manager
            alma | create year FY0, from 2023-12-01, to 2023-12-31
            alma | close 2023-12
            alma | work
            alma | create rule recurring, of recurring_document, guards create, level 1, role manager
            alma | create rule deferrals, of deferral, guards create, level 1, role manager
            alma | create rule budgets, of budget, guards activate, level 1, role manager
            conrad | create budget BG-1, of FY0, line 4000 2023-12 5.00
            alma | create rule tasks, of close_task, guards create, level 1, role manager
            alma | create rule dimensions, of dimension, guards create, level 1, role manager
            alma | create rule values, of dimension_value, guards create, level 1, role manager
            alma | create rule taxes, of tax_code, guards create, level 1, role manager
            alma | create rule exceptions, of period_exception, guards create, level 1, role manager
            alma | create rule terms, of payment_terms, guards create, level 1, role manager
            alma | create rule write-offs, of write_off_rules, guards create, level 1, role manager
            ",
        ),
        "
        conrad | close 2024-01                                  | job close 2024-01 all
        conrad | close 2024-01, force                           | change Pending Approval: close period 2024-01 (1:
               |                                                | manager); trail Submit for Approval change
        alma   | create role auditor, permits audit.read        | change Pending Approval: create role auditor (1:
               |                                                | manager); trail Submit for Approval change
        alma   | edit role clerk, permits bill.read             | change Pending Approval: change role clerk (1:
               |                                                | manager); trail Submit for Approval change
        alma   | create user mona, name Mona                    | change Pending Approval: create user mona (1:
               |                                                | manager); trail Submit for Approval change
        alma   | create account 6001, name More, expense        | change Pending Approval: create account 6001 (1:
               |                                                | manager); trail Submit for Approval change
        alma   | edit account 6000, name Offices                | change Pending Approval: change account 6000 (1:
               |                                                | manager); trail Submit for Approval change
        alma   | edit account 1000, name Bank                   | account 1000 asset bank any currency; trail Updated
               |                                                | 1000
        alma   | delete account 6000                            | change Pending Approval: change account 6000 (1:
               |                                                | manager); trail Submit for Approval change
        conrad | create rate R-1, of EUR, on 2024-01-10, at 1.10 | change Pending Approval: create exchange_rate R-1
               |                                                 | (1: manager); trail Submit for Approval change
        conrad | create matching-rule MR-1, says rent, account 6000 | change Pending Approval: create matching_rule MR-1
               |                                                | (1: manager); trail Submit for Approval change
        conrad | close year FY0                                 | change Pending Approval: close fiscal_year FY0 (1:
               |                                                | manager); trail Submit for Approval change
        conrad | create recurring RD-1, of JE-T, debit 6000 5.00, credit 1000 5.00 | change Pending Approval: create
               |                                                                   | recurring_document RD-1 (1: manager);
               |                                                                   | trail Submit for Approval change
        conrad | create deferral JE-DF, of BILL-D, months 2 | change Pending Approval: create deferral JE-DF (1:
               |                                                | manager); trail Submit for Approval change
        conrad | create task CT-1, kind nothing_pending         | change Pending Approval: create close_task CT-1 (1:
               |                                                | manager); trail Submit for Approval change
        conrad | create dimension region | change Pending Approval: create dimension region (1: manager); trail Submit for Approval
               |                         | change
        conrad | create value department:D-1 | change Pending Approval: create dimension_value department:D-1 (1: manager); trail
               |                             | Submit for Approval change
        conrad | activate budget BG-1                          | change Pending Approval: activate budget BG-1 (1:
               |                                                | manager); trail Submit for Approval change
        conrad | create tax-code V19, rate 2024-01-01 0.19 | change Pending Approval: create tax_code V19 (1:
               |                                                | manager); trail Submit for Approval change
        conrad | create exception PE-1, into 2023-12 | change Pending Approval: create period_exception PE-1 (1: manager); trail
               |                                     | Submit for Approval change
        conrad | create terms NET, net 30 | change Pending Approval: create payment_terms NET (1: manager); trail Submit for
               |                          | Approval change
        conrad | create write-off W-1, currency USD, tolerance 1, account 6000 | change Pending Approval: create
               |                          | write_off_rules W-1 (1: manager); trail Submit for Approval change
        conrad | create rate R-1, of GBP, on 2024-01-10, at 1.20 | rate R-1 GBP of 2024-01-10 is 1.2; trail Created R-1
        ",
    );
}

#[test]
fn who_is_changed_does_not_sign_it() {
    cases(
        &guarded(
            "
            alma | create user mona, name Mona
            alma | create rule users, of user, guards change, level 1, role manager
            alma | edit user mona, as manager cfo
            ",
        ),
        "
        mona | approve change | refused forbidden: who gains from a document, or changed the bank details that it pays to, signs neither it nor what pays it; level 1
             |                | can be signed by the role manager
        max  | approve change | change Approved; job carry out; trail Approve change
        ",
    );
}

#[test]
fn the_rules_themselves_may_be_guarded_and_nobody_is_locked_out() {
    cases(
        &guarded("alma | create user ida, name Ida, as cfo, inactive"),
        "
        alma   | create rule r, of approval_rule, guards change, level 1, role auditor | rule r approval_rule level 1 open..open;
               |                                                                       | trail Created r
        alma   | create rule r, of approval_rule, guards change, level 1, role cfo     | refused locks_everybody_out: after this,
               |                                                                       | nobody could sign a change of the
               |                                                                       | approval rules any more, as the rules
               |                                                                       | ask for it
        alma   | create rule r, of approval_rule, guards change, level 1, user ida     | refused locks_everybody_out: after this,
               |                                                                       | nobody could sign a change of the
               |                                                                       | approval rules any more, as the rules
               |                                                                       | ask for it
        alma   | create rule r, of approval_rule, guards create, level 1, user ida     | rule r approval_rule level 1 open..open;
               |                                                                       | trail Created r
        alma   | create rule r, of approval_rule, guards change, level 1, manager      | refused locks_everybody_out: after this,
               |                                                                       | nobody could sign a change of the
               |                                                                       | approval rules any more, as the rules
               |                                                                       | ask for it
        alma   | create rule r, of approval_rule, guards change, level 1, people ben ann, needs 2 | rule r approval_rule level 1 open..open;
               |                                                                                  | trail Created r

        alma   | create rule r, of approval_rule, guards change, level 1, user ben
        conrad | edit rule JE-small, level 2                                           | change Pending Approval: change
               |                                                                       | approval_rule JE-small (1: ben); trail
               |                                                                       | Submit for Approval change
        conrad | delete rule JE-small                                                  | change Pending Approval: change
               |                                                                       | approval_rule JE-small (1: ben); trail
               |                                                                       | Submit for Approval change
        conrad | create rule b1, of bill, level 1, role manager                        | rule b1 bill level 1 open..open; trail
               |                                                                       | Created b1
        alma   | create user ben, name Ben, inactive                                   | refused locks_everybody_out: after this,
               |                                                                       | nobody could sign a change of the
               |                                                                       | approval rules any more, as the rules
               |                                                                       | ask for it
        alma   | create user ben, name Ben                                             | user ben 'Ben'; trail Created ben

        alma   | create rule r, of approval_rule, guards change, level 1, user ben
        alma   | create rule s, of approval_rule, guards change, level 2, user ben      | refused locks_everybody_out: after this,
               |                                                                        | nobody could sign a change of the
               |                                                                        | approval rules any more, as the rules
               |                                                                        | ask for it
        alma   | create rule s, of approval_rule, guards change, level 2, user ann      | rule s approval_rule level 2 open..open;
               |                                                                        | trail Created s
        ",
    );
}

#[test]
fn a_rule_names_an_action_that_its_type_has() {
    cases(
        &Books::demo(),
        "
        conrad | create rule r, of period, level 1, role manager              | refused invalid: /action must be one of
               |                                                              | close, reopen, hard-close for period
        conrad | create rule r, of journal_entry, guards void, level 1, role manager | refused invalid: /action must be one of
               |                                                                     | submit, reverse for journal_entry
        conrad | create rule r, of bill, guards submit, level 1, role manager | rule r bill level 1 open..open; trail
               |                                                              | Created r
        ",
    );
}

/// The pin is signed with the call: a row that somebody changed is not what was signed.
#[test]
fn a_pin_that_was_changed_in_the_database_is_not_what_was_signed() {
    let mut books = guarded("alma | create rule voids, of bill, guards void, level 1, role manager")
        .given("carl | create BILL-1, line 6000 100.00\nconrad | void BILL-1\ncarl | edit BILL-1, line 6000 1.00");
    books.requests[0].pin.as_mut().expect("a pin").version = 2;
    let led_to = pinned::signed(books);
    assert!(led_to.contains("not_as_signed: what is asked for is not what was signed"), "{led_to}");
}
