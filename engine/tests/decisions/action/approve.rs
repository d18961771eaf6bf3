//! Approve: a signature on a level; the last promises what a payment pays and makes the posting job.
//! See docs/rules/payments.md#no-overpayment.

use engine::books::document::{Document, Stage};

use crate::books::Books;
use crate::table::{cases, story};

#[test]
fn level_by_level() {
    story(
        &Books::demo(),
        "
        carl   | create JE-1, debit 6000 20000.00, credit 1000 20000.00
        carl   | submit JE-1  | JE-1 Draft → Pending Approval (1: manager, 2: controller, 3: cfo); trail Submit for Approval
               |              | JE-1
        mona   | approve JE-1 | JE-1 (level 1 of 3); mona signs 1; trail Approve JE-1
        conrad | approve JE-1 | JE-1 (level 2 of 3); conrad signs 2; trail Approve JE-1
        fiona  | approve JE-1 | JE-1 Pending Approval → Approved (level 3 of 3); fiona signs 3; job post JE-1; trail Approve
               |              | JE-1
        fiona  | approve JE-1 | refused wrong_status: journal entry 'JE-1' is Approved; allowed now: nothing
        system | work         | JE-1 Approved → Posted; posts 2024-01-15 in 2024-01: 6000 20000.00, 1000 -20000.00; job done;
               |              | trail Post to GL JE-1
        fiona  | approve JE-1 | refused wrong_status: journal entry 'JE-1' is Posted; allowed now: reverse
        ",
    );
}

#[test]
fn where_no_level_waits_nobody_signs() {
    let climbed = |entry: &mut Document| {
        let Stage::PendingApproval(submission) = &mut entry.stage else { panic!("it waits") };
        submission.level = submission.plan.required_level;
    };
    let pending = "
        carl | create JE-1, debit 6000 5.00, credit 1000 5.00
        carl | submit JE-1
    ";
    cases(
        &Books::demo().given(pending).tamper("JE-1", climbed),
        "
        mona | approve JE-1 | refused no_level_waits: no level waits for a signature
        mona | reject JE-1  | refused no_level_waits: no level waits for a signature
        ",
    );
}

#[test]
fn the_first_guard_that_refuses_speaks() {
    cases(
        &Books::demo(),
        "
        carl   | create JE-1, debit 6000 5.00, credit 1000 5.00
        carl   | approve JE-9               | refused forbidden: needs the permission journal_entry.approve
        mona   | approve JE-9               | refused not_found: there is no journal entry 'JE-9'
        carl   | approve JE-1               | refused forbidden: needs the permission journal_entry.approve
        mona   | approve JE-1               | refused wrong_status: journal entry 'JE-1' is Draft; allowed now: edit, delete,
               |                            | submit-for-approval

        carl   | create JE-1, debit 6000 5.00, credit 1000 5.00
        carl   | submit JE-1
        conrad | close 2024-01, force
        system | work
        carl   | approve JE-1               | refused forbidden: needs the permission journal_entry.approve
        conrad | approve JE-1               | refused forbidden: this level is for others to sign; level 1 can be signed by the
               |                            | role manager
        mona   | approve JE-1, if version 1 | refused stale_version: If-Match names another version than the present one, 2
        mona   | approve JE-1               | refused period_closed: accounting period 2024-01 is closed for gl;
               |                            | request-change sends it back, to be moved to 2024-02
        ",
    );
}

#[test]
fn the_last_signature_promises_what_is_paid() {
    cases(
        &Books::demo().given(
            "
            carl   | create BILL-1, line 6000 100.00
            carl   | submit BILL-1
            mona   | approve BILL-1
            system | work
            ",
        ),
        "
        carl | create BPAY-1, pays BILL-1 60.00
        carl | submit BPAY-1
        mona | approve BPAY-1 | BILL-1 (due 40.00); BPAY-1 Pending Approval → Approved (level 1 of 1); mona signs 1; job post
             |                | BPAY-1; trail Approve BPAY-1, Pay BILL-1

        carl | create BPAY-1, pays BILL-1 100.01
        carl | submit BPAY-1  | refused overpayment /payment: 100.01 USD is more than the 100.00 USD due on bill 'BILL-1'

        carl | create BPAY-1, pays BILL-1 60.00
        carl | create BPAY-2, pays BILL-1 40.01
        carl | create BPAY-3, pays BILL-1 40.00
        carl | submit BPAY-1
        carl | submit BPAY-2
        carl | submit BPAY-3
        mona | approve BPAY-1
        mona | approve BPAY-2 | refused overpayment /payment: 40.01 USD is more than the 40.00 USD due on bill 'BILL-1'
        mona | approve BPAY-3 | BILL-1 (due 0.00); BPAY-3 Pending Approval → Approved (level 1 of 1); mona signs 1; job post
             |                | BPAY-3; trail Approve BPAY-3, Pay BILL-1
        ",
    );
}

#[test]
fn what_is_not_in_the_ledger_is_not_paid() {
    cases(
        &Books::demo(),
        "
        carl   | create BILL-1, line 6000 100.00
        carl   | create BPAY-1, pays BILL-1 60.00
        carl   | submit BPAY-1
        mona   | approve BPAY-1 | refused wrong_status: bill 'BILL-1' is Draft; only a posted one is paid

        carl   | create BILL-1, line 6000 100.00
        carl   | create BPAY-1, pays BILL-1 60.00
        carl   | submit BPAY-1
        carl   | submit BILL-1
        mona   | approve BPAY-1 | refused wrong_status: bill 'BILL-1' is Pending Approval; only a posted one is paid
        mona   | approve BILL-1
        mona   | approve BPAY-1 | refused wrong_status: bill 'BILL-1' is Approved; only a posted one is paid
        system | work
        mona   | approve BPAY-1 | BILL-1 (due 40.00); BPAY-1 Pending Approval → Approved (level 1 of 1); mona signs 1; job post
               |                | BPAY-1; trail Approve BPAY-1, Pay BILL-1
        conrad | void BILL-1
        mona   | approve BPAY-1 | refused wrong_status: bill 'BILL-1' is Voided; only a posted one is paid

        carl   | create BILL-1, line 6000 100.00
        carl   | create BPAY-1, pays BILL-1 60.00
        carl   | submit BPAY-1
        carl   | delete BILL-1
        mona   | approve BPAY-1 | refused wrong_status: bill 'BILL-1', which it pays, is not there
        conrad | wait 1 h
        carl   | create BILL-1, line 6000 100.00
        carl   | submit BILL-1
        mona   | approve BILL-1
        system | work
        mona   | approve BPAY-1 | refused wrong_status: bill 'BILL-1' was made anew under this id after the payment was submitted
        conrad | void BPAY-1    | BPAY-1 Pending Approval → Voided (on 2024-01-15); trail Void BPAY-1
        ",
    );
}

#[test]
fn what_is_paid_must_be_what_it_was_when_the_payment_was_written() {
    let books = Books::demo().given(
        "
        alma | create vendor V-2, name Vulcan
        alma | create account 2001, liability, of ap
        alma | create rate R-1, of EUR, on 2024-01-15, at 1.1
        carl | create BILL-1, line 6000 100.00
        carl | create BPAY-1, pays BILL-1 60.00
        carl | submit BPAY-1
        ",
    );
    for edit in ["vendor V-2", "control 2001", "currency EUR"] {
        cases(
            &books,
            &format!(
                "
                carl   | edit BILL-1, line 6000 100.00, {edit}
                carl   | submit BILL-1
                mona   | approve BILL-1
                system | work
                mona   | approve BPAY-1 | refused wrong_status: bill 'BILL-1' has another currency, party or control account
                       |                | than when this payment was written
                "
            ),
        );
    }
}

#[test]
fn what_cannot_be_posted_is_not_approved() {
    cases(
        &Books::demo(),
        "
        alma   | create rate R-1, of EUR, on 2024-01-15, at 1.5
        carl   | create INV-1, currency EUR, line 4000 0.33, line 4000 0.33, line 4000 0.34
        carl   | submit INV-1
        alma   | edit account 7990, inactive
        mona   | approve INV-1  | refused missing_account: conversion to base currency leaves a rounding difference and there is
               |                | no active account of subtype rounding

        alma   | create rate R-1, of EUR, on 2024-01-15, at 1.5
        alma   | create rate R-2, of EUR, on 2024-01-20, at 1.6
        carl   | create INV-1, currency EUR, line 4000 1.00
        carl   | submit INV-1
        mona   | approve INV-1
        system | work
        carl   | create IPAY-1, pays INV-1 1.00
        carl   | submit IPAY-1
        mona   | approve IPAY-1 | INV-1 (due 0.00); IPAY-1 Pending Approval → Approved (level 1 of 1); mona signs 1; job post
               |                | IPAY-1; trail Approve IPAY-1, Receive Payment INV-1
        alma   | edit account 7900, inactive
        mona   | approve IPAY-1 | refused missing_account: two exchange rates leave a gain or loss and there is no active
               |                | account of subtype exchange_gain_loss
        ",
    );
}
