//! Void: a document is called off, and what it posted is posted the other way round. See docs/rules/postings.md#void.

use crate::books::Books;
use crate::table::{cases, story};

fn posted() -> Books {
    Books::demo().given(
        "
        carl   | create INV-1, line 4000 100.00 tax 0.19
        carl   | submit INV-1
        mona   | approve INV-1
        carl   | create BILL-1, line 6000 5.00
        carl   | submit BILL-1
        mona   | approve BILL-1
        system | work
        ",
    )
}

#[test]
fn what_was_posted_is_posted_back() {
    cases(
        &posted(),
        "
        conrad | void INV-1, because 'by mistake' | posts back 2024-01-15 in 2024-01: 1100 -119.00, 4000 100.00, 2200 19.00;
               |                                  | INV-1 Posted → Voided (on 2024-01-15); trail Void INV-1
        carl   | void INV-1                       | refused forbidden: needs the permission invoice.void
        conrad | void INV-9                       | refused not_found: there is no invoice 'INV-9'

        conrad | void INV-1
        conrad | void INV-1                       | refused wrong_status: invoice 'INV-1' is Voided; allowed now: nothing
        ",
    );
}

#[test]
fn what_was_not_posted_is_only_called_off() {
    cases(
        &Books::demo(),
        "
        carl   | create BILL-1, line 6000 5.00
        conrad | void BILL-1 | BILL-1 Draft → Voided (on 2024-01-15); trail Void BILL-1
        carl   | submit BILL-1
        conrad | void BILL-1 | BILL-1 Pending Approval → Voided (on 2024-01-15); trail Void BILL-1
        mona   | hold BILL-1
        conrad | void BILL-1 | BILL-1 On Hold → Voided (on 2024-01-15); trail Void BILL-1
        mona   | unhold BILL-1
        mona   | approve BILL-1
        conrad | void BILL-1 | refused wrong_status: bill 'BILL-1' is Approved; allowed now: nothing
        ",
    );
}

#[test]
fn it_lands_in_its_own_period_or_the_earliest_later_open_one() {
    cases(
        &posted(),
        "
        conrad | void INV-1 | posts back 2024-01-15 in 2024-01: 1100 -119.00, 4000 100.00, 2200 19.00; INV-1 Posted → Voided (on
               |            | 2024-01-15); trail Void INV-1

        conrad | close 2024-01, ap
        system | work
        conrad | void INV-1 | posts back 2024-01-15 in 2024-01: 1100 -119.00, 4000 100.00, 2200 19.00; INV-1 Posted → Voided (on
               |            | 2024-01-15); trail Void INV-1

        conrad | close 2024-01, ar
        system | work
        conrad | void INV-1 | posts back 2024-02-01 in 2024-02: 1100 -119.00, 4000 100.00, 2200 19.00; INV-1 Posted → Voided (on
               |            | 2024-02-01); trail Void INV-1
        conrad | close 2024-02, ar
        system | work
        conrad | void INV-1 | posts back 2024-03-01 in 2024-03: 1100 -119.00, 4000 100.00, 2200 19.00; INV-1 Posted → Voided (on
               |            | 2024-03-01); trail Void INV-1
        conrad | close 2024-03, ar
        system | work
        conrad | void INV-1 | refused no_open_period: neither 2024-01 nor a later accounting period is open for what it posted
        ",
    );
}

#[test]
fn it_lands_on_the_day_that_is_named() {
    cases(
        &posted(),
        "
        conrad | void INV-1, on 2024-02-05 | posts back 2024-02-05 in 2024-02: 1100 -119.00, 4000 100.00, 2200 19.00;
               |                           | INV-1 Posted → Voided (on 2024-02-05); trail Void INV-1
        conrad | void INV-1, on 2024-01-15 | posts back 2024-01-15 in 2024-01: 1100 -119.00, 4000 100.00, 2200 19.00;
               |                           | INV-1 Posted → Voided (on 2024-01-15); trail Void INV-1
        conrad | void INV-1, on 2024-01-14 | refused invalid: /void_date is before 2024-01-15, the day on which it was
               |                           | posted
        conrad | void INV-1, on 2024-04-01 | refused invalid: /void_date no accounting period holds 2024-04-01
        conrad | void INV-1, on 2024-01-20, wrong /void_date | refused invalid: /void_date is wrong

        conrad | close 2024-01, ar
        system | work
        conrad | void INV-1, on 2024-01-20 | refused period_closed /void_date: accounting period 2024-01 is closed for
               |                           | ar; the next open day is 2024-02-01
        conrad | void INV-1, on 2024-02-05 | posts back 2024-02-05 in 2024-02: 1100 -119.00, 4000 100.00, 2200 19.00;
               |                           | INV-1 Posted → Voided (on 2024-02-05); trail Void INV-1

        carl   | create BILL-2, line 6000 5.00
        conrad | void BILL-2, on 2024-01-20 | refused invalid: /void_date is for what stands in the ledger: this
               |                            | document was not posted
        ",
    );
}

/// Until its payment was given back it was paid, and no day may show less than nothing as due.
#[test]
fn it_lands_no_earlier_than_what_had_settled_it_was_given_back() {
    cases(
        &posted(),
        "
        carl   | create IPAY-1, pays INV-1 119.00
        carl   | submit IPAY-1
        mona   | approve IPAY-1
        system | work
        conrad | void IPAY-1, on 2024-02-10
        conrad | void INV-1, on 2024-02-09 | refused invalid: /void_date is before 2024-02-10, until which payments or
               |                           | credits of it counted
        conrad | void INV-1, on 2024-02-10 | posts back 2024-02-10 in 2024-02: 1100 -119.00, 4000 100.00, 2200 19.00;
               |                           | INV-1 Posted → Voided (on 2024-02-10); trail Void INV-1
        conrad | void INV-1 | posts back 2024-02-10 in 2024-02: 1100 -119.00, 4000 100.00, 2200 19.00; INV-1 Posted →
               |            | Voided (on 2024-02-10); trail Void INV-1

        carl   | create CM-1, line 4000 119.00
        carl   | submit CM-1
        mona   | approve CM-1
        system | work
        conrad | apply CM-1, to INV-1, amount 119.00
        conrad | close 2024-01, ar
        system | work
        conrad | unapply CM-1, from INV-1
        conrad | void CM-1 | posts back 2024-02-01 in 2024-02: 1100 119.00, 4000 -119.00; CM-1 Posted → Voided (on
               |           | 2024-02-01); trail Void CM-1
        conrad | void INV-1, on 2024-01-31 | refused invalid: /void_date is before 2024-02-01, until which payments or
               |                           | credits of it counted
        ",
    );
}

#[test]
fn what_is_paid_applied_or_found_by_the_bank_stays() {
    cases(
        &posted(),
        "
        carl   | create IPAY-1, pays INV-1 60.00
        carl   | submit IPAY-1
        mona   | approve IPAY-1
        conrad | void INV-1  | refused wrong_status: 60.00 of invoice 'INV-1' is paid or applied; void its payments and
               |             | unapply its credits first
        system | work
        conrad | void INV-1  | refused wrong_status: 60.00 of invoice 'INV-1' is paid or applied; void its payments and
               |             | unapply its credits first
        conrad | void IPAY-1 | posts back 2024-01-20 in 2024-01: 1000 -60.00, 1100 60.00; INV-1 (due 119.00, settled 0.00);
               |             | IPAY-1 Posted → Voided (on 2024-01-20); trail Void IPAY-1, Payment Voided INV-1
        conrad | create REC-1, ends 60.00
        conrad | clear REC-1, found IPAY-1
        conrad | void IPAY-1 | refused transaction_cleared: 'IPAY-1' is marked as cleared in reconciliation 'REC-1': unclear it
               |             | there first
        conrad | complete REC-1
        conrad | void IPAY-1 | refused reconciliation_completed: 'IPAY-1' is cleared in reconciliation 'REC-1', which is
               |             | completed

        carl   | create CM-1, line 4000 19.00
        carl   | submit CM-1
        mona   | approve CM-1
        system | work
        abel   | apply CM-1, to INV-1, amount 9.00
        conrad | void INV-1  | refused wrong_status: 9.00 of invoice 'INV-1' is paid or applied; void its payments and
               |             | unapply its credits first
        conrad | void CM-1   | refused wrong_status: 9.00 of credit memo 'CM-1' is paid or applied; unapply it and
               |             | void its refunds first

        carl   | create BPAY-1, pays BILL-1 5.00
        carl   | submit BPAY-1
        mona   | approve BPAY-1
        system | work
        conrad | clear BPAY-1, on 2024-01-25
        conrad | void BPAY-1 | refused wrong_status: bill payment 'BPAY-1' is Cleared; allowed now: unclear, return,
               |             | reassign
        ",
    );
}

#[test]
fn a_voided_payment_gives_back_what_it_settled() {
    story(
        &posted(),
        "
        carl   | create IPAY-1, pays INV-1 119.00
        carl   | submit IPAY-1
        mona   | approve IPAY-1 | INV-1 (due 0.00); IPAY-1 Pending Approval → Approved (level 1 of 1); mona signs 1; job post
               |                | IPAY-1; trail Approve IPAY-1, Receive Payment INV-1
        system | work           | IPAY-1 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 119.00, 1100 -119.00; job done;
               |                | INV-1 Posted → Paid (settled 119.00); trail Paid INV-1, Post to GL IPAY-1
        conrad | void IPAY-1    | posts back 2024-01-20 in 2024-01: 1000 -119.00, 1100 119.00; INV-1 Paid → Posted (due 119.00,
               |                | settled 0.00); IPAY-1 Posted → Voided (on 2024-01-20); trail Void IPAY-1, Payment Voided INV-1
        conrad | void INV-1     | posts back 2024-01-15 in 2024-01: 1100 -119.00, 4000 100.00, 2200 19.00; INV-1 Posted → Voided
               |                | (on 2024-01-15); trail Void INV-1
        ",
    );
}
