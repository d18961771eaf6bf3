//! Submit: the rules give a plan, which is pinned to the document. See docs/rules/approval.md#pinned-at-submit.

use crate::books::Books;
use crate::table::{cases, story};

#[test]
fn the_amount_decides_how_many_sign() {
    cases(
        &Books::demo(),
        "
        carl | create JE-1, debit 6000 1000.00, credit 1000 1000.00
        carl | submit JE-1   | JE-1 Draft → Pending Approval (1: manager); trail Submit for Approval JE-1

        carl | create JE-1, debit 6000 1000.01, credit 1000 1000.01
        carl | submit JE-1   | JE-1 Draft → Pending Approval (1: manager, 2: controller); trail Submit for Approval JE-1

        carl | create JE-1, debit 6000 10000.01, credit 1000 10000.01
        carl | submit JE-1   | JE-1 Draft → Pending Approval (1: manager, 2: controller, 3: cfo); trail Submit for Approval JE-1

        carl | create BILL-1, line 6000 50000.00
        carl | submit BILL-1 | BILL-1 Draft → Pending Approval (1: anyone); trail Submit for Approval BILL-1
        ",
    );
}

#[test]
fn the_first_guard_that_refuses_speaks() {
    cases(
        &Books::demo(),
        "
        vera   | submit JE-9               | refused forbidden: needs the permission journal_entry.submit
        carl   | submit JE-9               | refused not_found: there is no journal entry 'JE-9'

        carl   | create JE-1, debit 6000 5.00, credit 1000 5.00
        vera   | submit JE-1               | refused forbidden: needs the permission journal_entry.submit
        carl   | submit JE-1, if version 2 | refused stale_version: If-Match names another version than the present one, 1
        carl   | submit JE-1, if version 1 | JE-1 Draft → Pending Approval (1: manager); trail Submit for Approval JE-1

        carl   | create JE-1, debit 6000 5.00, credit 1000 5.00
        carl   | submit JE-1
        conrad | close 2024-01, force
        system | work
        vera   | submit JE-1               | refused forbidden: needs the permission journal_entry.submit
        carl   | submit JE-1               | refused wrong_status: journal entry 'JE-1' is Pending Approval; allowed now:
               |                           | approve, …

        carl   | create JE-1, debit 6000 5.00, credit 1000 5.00
        conrad | close 2024-01, force
        system | work
        carl   | submit JE-1               | refused period_closed: accounting period 2024-01 is closed for gl; PUT it
               |                           | with posting_period_id 2024-02 to post it later
        carl   | submit JE-1, if version 7 | refused stale_version: If-Match names another version than the present one, 1
        ",
    );
}

#[test]
fn a_rule_must_cover_the_amount() {
    cases(
        &Books::demo(),
        "
        alma | create rule small, of bill, level 1, from 1.00, to 100.00, role manager
        carl | create BILL-1, line 6000 100.01
        carl | create BILL-2, line 6000 0.99
        carl | create BILL-3, line 6000 100.00
        carl | create EXP-1, line 6000 100.01
        carl | submit BILL-1 | refused no_matching_rule: no amount rule for bill covers this amount
        carl | submit BILL-2 | refused no_matching_rule: no amount rule for bill covers this amount
        carl | submit BILL-3 | BILL-3 Draft → Pending Approval (1: manager); trail Submit for Approval BILL-3
        carl | submit EXP-1  | EXP-1 Draft → Pending Approval (1: anyone, for the good of emil); trail Submit for Approval EXP-1
        ",
    );
}

#[test]
fn levels_add_up_and_the_lowest_priority_decides() {
    cases(
        &Books::demo(),
        "
        alma | create rule b1, of bill, level 1, to 100.00, role manager
        alma | create rule b3, of bill, level 3, from 100.01, role cfo
        carl | create BILL-1, line 6000 500.00
        carl | submit BILL-1 | BILL-1 Draft → Pending Approval (1: manager, 2: nobody, 3: cfo); trail Submit for Approval BILL-1

        alma | create rule b1, of bill, level 1, role manager
        alma | create rule b2, of bill, level 1, role controller
        alma | create rule b3, of bill, level 1, priority 11, role cfo
        carl | create BILL-1, line 6000 500.00
        carl | submit BILL-1 | BILL-1 Draft → Pending Approval (1: manager or controller); trail Submit for Approval BILL-1

        alma | create rule b1, of bill, level 1, role manager
        alma | create rule b2, of bill, level 2, departments D E, user bo
        alma | create rule b3, of bill, level 3, cost-centers K, role cfo
        carl | create BILL-1, line 6000 5.00
        carl | create BILL-2, line 6000 5.00, line 6000 6.00 department E
        carl | create BILL-3, line 6000 5.00 cost-center K
        carl | submit BILL-1 | BILL-1 Draft → Pending Approval (1: manager); trail Submit for Approval BILL-1
        carl | submit BILL-2 | BILL-2 Draft → Pending Approval (1: manager, 2: user bo); trail Submit for Approval BILL-2
        carl | submit BILL-3 | BILL-3 Draft → Pending Approval (1: manager, 2: nobody, 3: cfo); trail Submit for Approval BILL-3
        ",
    );
}

#[test]
fn a_manager_must_be_recorded_to_sign() {
    cases(
        &Books::demo(),
        "
        alma         | create rule boss, of bill, level 1, manager
        carl         | create BILL-1, line 6000 5.00
        carl         | submit BILL-1 | refused no_manager: rule 'boss' asks for the submitter's manager, and none is recorded

        alma         | create rule boss, of bill, level 1, manager
        alma         | create user carl, name Carl, manager bo
        carl         | create BILL-1, line 6000 5.00
        carl         | submit BILL-1 | BILL-1 Draft → Pending Approval (1: their manager bo); trail Submit for Approval BILL-1
        CARL (clerk) | submit BILL-1 | BILL-1 Draft → Pending Approval (1: their manager bo); trail Submit for Approval BILL-1
        cora         | submit BILL-1 | refused no_manager: rule 'boss' asks for the submitter's manager, and none is recorded
        ",
    );
}

#[test]
fn the_plan_is_pinned() {
    story(
        &Books::demo(),
        "
        carl  | create JE-1, debit 6000 5.00, credit 1000 5.00
        carl  | submit JE-1
        alma  | edit rule JE-small, role cfo
        fiona | approve JE-1 | refused forbidden: this level is for others to sign; level 1 can be signed by the role manager
        mona  | approve JE-1 | JE-1 Pending Approval → Approved (level 1 of 1); mona signs 1; job post JE-1; trail Approve JE-1
        carl  | create JE-2, debit 6000 5.00, credit 1000 5.00
        carl  | submit JE-2  | JE-2 Draft → Pending Approval (1: cfo); trail Submit for Approval JE-2
        ",
    );
}

#[test]
fn what_was_written_must_still_be_good() {
    cases(
        &Books::demo(),
        "
        alma | create account 6001, expense
        carl | create BILL-1, line 6001 5.00
        alma | edit account 6001, inactive
        carl | submit BILL-1 | refused invalid: /lines/0/account_id account '6001' is inactive

        carl | create BILL-1, line 6000 5.00
        alma | edit vendor V-1, inactive
        carl | submit BILL-1 | refused invalid: /vendor_id vendor 'V-1' is inactive

        alma | create user emil, name Emil
        carl | create EXP-1, line 6000 5.00
        alma | edit user emil, inactive
        carl | submit EXP-1  | refused invalid: /employee_id user 'emil' is inactive

        carl | create INV-1, line 4000 5.00
        carl | create IPAY-1, pays INV-1 5.00
        alma | edit account 1000, of nothing
        carl | submit IPAY-1 | refused invalid: /account_id must be an account of subtype bank, cash or card

        carl | create BILL-1, line 6000 5.00
        carl | create BPAY-1, pays BILL-1 5.00
        carl | edit BILL-1, line 6000 5.00, on 2024-01-21
        carl | submit BPAY-1 | refused invalid: /tran_date is before 2024-01-21, the date of bill 'BILL-1'
        ",
    );
}

#[test]
fn what_cannot_be_posted_is_not_submitted() {
    cases(
        &Books::demo(),
        "
        alma | create rate R-1, of EUR, on 2024-01-15, at 1.5
        alma | edit account 7990, inactive
        carl | create INV-1, currency EUR, line 4000 0.33, line 4000 0.33, line 4000 0.34
        carl | submit INV-1 | refused missing_account: conversion to base currency leaves a rounding difference and there is no
             |              | active account of subtype rounding

        alma | create rate R-1, of EUR, on 2024-01-15, at 1.5
        carl | create INV-1, currency EUR, line 4000 0.33, line 4000 0.33, line 4000 0.34
        carl | submit INV-1 | INV-1 Draft → Pending Approval (1: anyone); trail Submit for Approval INV-1
        ",
    );
}
