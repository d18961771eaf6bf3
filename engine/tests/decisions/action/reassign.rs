//! A payment of the wrong document is moved to the right one. See docs/rules/payments.md#reassigned.

use crate::books::Books;
use crate::ledger::balances;
use crate::table::{cases, story};

/// Two invoices and two bills of two parties, and a payment of the first of each in January.
fn paid() -> Books {
    Books::demo().given(
        "
        alma   | create customer C-2, name Two
        alma   | create vendor V-2, name Two
        alma   | create account 1110, name Others, asset, of ar
        carl   | create INV-1, line 4000 100.00
        carl   | create INV-2, line 4000 100.00, customer C-2
        carl   | create INV-3, line 4000 30.00
        carl   | create INV-4, line 4000 100.00, control 1110
        carl   | create BILL-1, line 6000 100.00
        carl   | create BILL-2, line 6000 100.00, vendor V-2
        carl   | submit INV-1
        carl   | submit INV-2
        carl   | submit INV-3
        carl   | submit INV-4
        carl   | submit BILL-1
        carl   | submit BILL-2
        mona   | approve INV-1
        mona   | approve INV-2
        mona   | approve INV-3
        mona   | approve INV-4
        mona   | approve BILL-1
        mona   | approve BILL-2
        system | work
        carl   | create IPAY-1, pays INV-1 100.00
        carl   | create BPAY-1, pays BILL-1 40.00
        carl   | submit IPAY-1
        carl   | submit BPAY-1
        mona   | approve IPAY-1
        mona   | approve BPAY-1
        system | work
        ",
    )
}

#[test]
fn it_settles_another_document_from_that_day_on() {
    cases(
        &paid(),
        "
        conrad | reassign IPAY-1, to INV-2                | moves 2024-01-20 in 2024-01: 1100 100.00, 1100 -100.00;
               |                                          | IPAY-1; INV-1 Paid → Posted (due 100.00, settled 0.00);
               |                                          | INV-2 Posted → Paid (due 0.00, settled 100.00); IPAY-1
               |                                          | leaves INV-1 from 2024-01-20; IPAY-1 applied to INV-2 from
               |                                          | 2024-01-20; trail Reassign IPAY-1, Payment Reassigned INV-1,
               |                                          | Payment Reassigned INV-2, Paid INV-2
        conrad | reassign IPAY-1, to INV-2, on 2024-02-05 | moves 2024-02-05 in 2024-02: 1100 100.00, 1100 -100.00;
               |                                          | IPAY-1; INV-1 Paid → Posted (due 100.00, settled 0.00);
               |                                          | INV-2 Posted → Paid (due 0.00, settled 100.00); IPAY-1
               |                                          | leaves INV-1 from 2024-02-05; IPAY-1 applied to INV-2 from
               |                                          | 2024-02-05; trail Reassign IPAY-1, Payment Reassigned INV-1,
               |                                          | Payment Reassigned INV-2, Paid INV-2
        conrad | reassign IPAY-1, to INV-4, on 2024-01-20 | moves 2024-01-20 in 2024-01: 1100 100.00, 1110 -100.00;
               |                                          | IPAY-1; INV-1 Paid → Posted (due 100.00, settled 0.00);
               |                                          | INV-4 Posted → Paid (due 0.00, settled 100.00); IPAY-1
               |                                          | leaves INV-1 from 2024-01-20; IPAY-1 applied to INV-4 from
               |                                          | 2024-01-20; trail Reassign IPAY-1, Payment Reassigned INV-1,
               |                                          | Payment Reassigned INV-4, Paid INV-4
        conrad | reassign BPAY-1, to BILL-2               | moves 2024-01-20 in 2024-01: 2000 -40.00, 2000 40.00;
               |                                          | BPAY-1; BILL-1 (due 100.00, settled 0.00); BILL-2 (due
               |                                          | 60.00, settled 40.00); BPAY-1 leaves BILL-1 from 2024-01-20;
               |                                          | BPAY-1 applied to BILL-2 from 2024-01-20; trail Reassign
               |                                          | BPAY-1, Payment Reassigned BILL-1, Payment Reassigned BILL-2
        conrad | reassign IPAY-1, to INV-3                | refused overpayment /invoice_id: 100.00 USD is more than the
               |                                          | 30.00 USD due on invoice 'INV-3'
        conrad | reassign IPAY-1, to INV-1                | refused invalid: /invoice_id it settles invoice 'INV-1'
               |                                          | already
        conrad | reassign IPAY-1, to INV-9                | refused invalid: /invoice_id there is no invoice 'INV-9'
        conrad | reassign IPAY-1                          | refused invalid: /invoice_id is required
        conrad | reassign IPAY-1, to INV-2, on 2024-01-19 | refused invalid: /reassign_date is before 2024-01-20, when
               |                                          | the payment and both documents stand in the ledger
        conrad | reassign IPAY-1, to INV-2, on 2029-01-19 | refused invalid: /reassign_date no accounting period holds
               |                                          | 2029-01-19
        carl   | reassign IPAY-1, to INV-2                | refused forbidden: needs the permission invoice_payment.void
        carl   | create INV-5, line 4000 100.00
        conrad | reassign IPAY-1, to INV-5                | refused wrong_status: invoice 'INV-5' is Draft; only a
               |                                          | posted one is paid

        conrad | deposit IPAY-1, on 2024-01-25
        conrad | clear BPAY-1, on 2024-01-25
        conrad | reassign IPAY-1, to INV-2, because Wrong | moves 2024-01-20 in 2024-01: 1100 100.00, 1100 -100.00;
               |                                          | IPAY-1; INV-1 Paid → Posted (due 100.00, settled 0.00);
               |                                          | INV-2 Posted → Paid (due 0.00, settled 100.00); IPAY-1
               |                                          | leaves INV-1 from 2024-01-20; IPAY-1 applied to INV-2 from
               |                                          | 2024-01-20; trail Reassign IPAY-1, Payment Reassigned INV-1,
               |                                          | Payment Reassigned INV-2, Paid INV-2
        conrad | reassign BPAY-1, to BILL-2               | moves 2024-01-20 in 2024-01: 2000 -40.00, 2000 40.00;
               |                                          | BPAY-1; BILL-1 (due 100.00, settled 0.00); BILL-2 (due
               |                                          | 60.00, settled 40.00); BPAY-1 leaves BILL-1 from 2024-01-20;
               |                                          | BPAY-1 applied to BILL-2 from 2024-01-20; trail Reassign
               |                                          | BPAY-1, Payment Reassigned BILL-1, Payment Reassigned BILL-2

        conrad | close 2024-01, ar
        system | work
        conrad | reassign IPAY-1, to INV-2                | moves 2024-02-01 in 2024-02: 1100 100.00, 1100 -100.00;
               |                                          | IPAY-1; INV-1 Paid → Posted (due 100.00, settled 0.00);
               |                                          | INV-2 Posted → Paid (due 0.00, settled 100.00); IPAY-1
               |                                          | leaves INV-1 from 2024-02-01; IPAY-1 applied to INV-2 from
               |                                          | 2024-02-01; trail Reassign IPAY-1, Payment Reassigned INV-1,
               |                                          | Payment Reassigned INV-2, Paid INV-2
        conrad | reassign IPAY-1, to INV-2, on 2024-01-25 | refused period_closed /reassign_date: accounting period
               |                                          | 2024-01 is closed for ar; the next open day is 2024-02-01
        ",
    );
}

#[test]
fn what_is_done_to_it_then_takes_back_what_stands() {
    let books = story(
        &paid(),
        "
        conrad | reassign IPAY-1, to INV-2, on 2024-02-05
        conrad | void INV-1, on 2024-01-31                | refused invalid: /void_date is before 2024-02-05, until
               |                                          | which payments or credits of it counted
        conrad | void INV-2 | refused wrong_status: invoice 'INV-2' is Paid; allowed now: nothing; void its payments and unapply its
               |            | credits first
        conrad | void IPAY-1, on 2024-02-04               | refused invalid: /void_date is before 2024-02-05, from which
               |                                          | on it settles another document
        conrad | return IPAY-1, on 2024-02-04             | refused invalid: /return_date is before 2024-02-05, from
               |                                          | which on it settles another document
        conrad | reassign IPAY-1, to INV-4                | moves 2024-02-05 in 2024-02: 1100 100.00, 1110 -100.00;
               |                                          | IPAY-1; INV-2 Paid → Posted (due 100.00, settled 0.00);
               |                                          | INV-4 Posted → Paid (due 0.00, settled 100.00); IPAY-1 taken
               |                                          | back from INV-2 from 2024-02-05, undoes 2; IPAY-1 applied to
               |                                          | INV-4 from 2024-02-05; trail Reassign IPAY-1, Payment
               |                                          | Reassigned INV-2, Payment Reassigned INV-4, Paid INV-4
        conrad | reassign IPAY-1, to INV-4, on 2024-02-04 | refused invalid: /invoice_id it settles invoice 'INV-4'
               |                                          | already, /reassign_date is before 2024-02-05, when the
               |                                          | payment and both documents stand in the ledger
        conrad | reassign IPAY-1, to INV-1                | moves 2024-02-05 in 2024-02: 1110 100.00, 1100 -100.00;
               |                                          | IPAY-1; INV-4 Paid → Posted (due 100.00, settled 0.00);
               |                                          | INV-1 Posted → Paid (due 0.00, settled 100.00); IPAY-1 taken
               |                                          | back from INV-4 from 2024-02-05, undoes 4; IPAY-1 applied to
               |                                          | INV-1 from 2024-02-05; trail Reassign IPAY-1, Payment
               |                                          | Reassigned INV-4, Payment Reassigned INV-1, Paid INV-1
        conrad | reassign IPAY-1, to INV-4                | moves 2024-02-05 in 2024-02: 1100 100.00, 1110 -100.00;
               |                                          | IPAY-1; INV-1 Paid → Posted (due 100.00, settled 0.00);
               |                                          | INV-4 Posted → Paid (due 0.00, settled 100.00); IPAY-1 taken
               |                                          | back from INV-1 from 2024-02-05, undoes 6; IPAY-1 applied to
               |                                          | INV-4 from 2024-02-05; trail Reassign IPAY-1, Payment
               |                                          | Reassigned INV-1, Payment Reassigned INV-4, Paid INV-4
        conrad | void IPAY-1                              | posts back 2024-02-05 in 2024-02: 1000 -100.00, 1100 100.00;
               |                                          | INV-4 Paid → Posted (due 100.00, settled 0.00); moves
               |                                          | 2024-02-05 in 2024-02: 1110 100.00, 1100 -100.00; IPAY-1
               |                                          | taken back from INV-4 from 2024-02-05, undoes 8; IPAY-1
               |                                          | taken back from INV-1 from 2024-02-05, undoes 1; IPAY-1
               |                                          | Posted → Voided (on 2024-02-05); trail Void IPAY-1, Payment
               |                                          | Voided INV-4
        conrad | void INV-4                               | posts back 2024-01-15 in 2024-01: 1110 -100.00, 4000 100.00;
               |                                          | INV-4 Posted → Voided (on 2024-01-15); trail Void INV-4
        conrad | void INV-1                               | posts back 2024-02-05 in 2024-02: 1100 -100.00, 4000 100.00;
               |                                          | INV-1 Posted → Voided (on 2024-02-05); trail Void INV-1
        conrad | reassign IPAY-1, to INV-2                | refused wrong_status: invoice payment 'IPAY-1' is Voided;
               |                                          | allowed now: nothing
        conrad | reassign BPAY-1, to BILL-2, on 2024-02-05
        conrad | return BPAY-1, on 2024-02-06             | posts back 2024-02-06 in 2024-02: 1000 40.00, 2000 -40.00;
               |                                          | BILL-2 (due 100.00, settled 0.00); moves 2024-02-06 in
               |                                          | 2024-02: 2000 -40.00, 2000 40.00; BPAY-1 taken back from
               |                                          | BILL-2 from 2024-02-06, undoes 2; BPAY-1 taken back from
               |                                          | BILL-1 from 2024-02-06, undoes 1; BPAY-1 Posted → Returned;
               |                                          | trail Return BPAY-1, Payment Returned BILL-2
        ",
    );
    balances(&books, &[("1000", "0.00"), ("1100", "130.00"), ("1110", "0.00"), ("2000", "-200.00")]);
}

/// Nobody signs a reassignment, so it is not done by whom it settles: linked now or at the submission, in any spelling.
#[test]
fn who_gains_from_a_document_moves_no_payment_from_it_or_to_it() {
    cases(
        &paid(),
        "
        alma   | edit customer C-2, user Conrad
        conrad | reassign IPAY-1, to INV-2  | refused forbidden: who gains from invoice 'INV-2' does not reassign a payment
        conrad | reassign IPAY-1, to INV-3  | refused overpayment /invoice_id: 100.00 USD is more than the 30.00 USD due on
               |                            | invoice 'INV-3'
        alma   | reassign IPAY-1, to INV-2  | moves 2024-01-20 in 2024-01: 1100 100.00, 1100 -100.00; IPAY-1; INV-1 Paid →
               |                            | Posted (due 100.00, settled 0.00); INV-2 Posted → Paid (due 0.00, settled
               |                            | 100.00); IPAY-1 leaves INV-1 from 2024-01-20; IPAY-1 applied to INV-2 from
               |                            | 2024-01-20; trail Reassign IPAY-1, Payment Reassigned INV-1, Payment Reassigned
               |                            | INV-2, Paid INV-2

        alma   | edit customer C-1, user conrad
        conrad | reassign IPAY-1, to INV-2  | refused forbidden: who gains from invoice payment 'IPAY-1' does not reassign a
               |                            | payment

        alma   | edit vendor V-2, user conrad
        conrad | reassign BPAY-1, to BILL-2 | refused forbidden: who gains from bill 'BILL-2' does not reassign a payment
        alma   | reassign BPAY-1, to BILL-2
        conrad | reassign BPAY-1, to BILL-1 | refused forbidden: who gains from bill 'BILL-2' does not reassign a payment
        alma   | edit vendor V-2, no user
        conrad | reassign BPAY-1, to BILL-1 | moves 2024-01-20 in 2024-01: 2000 -40.00, 2000 40.00; BPAY-1; BILL-2 (due 100.00,
               |                            | settled 0.00); BILL-1 (due 60.00, settled 40.00); BPAY-1 taken back from BILL-2
               |                            | from 2024-01-20, undoes 2; BPAY-1 applied to BILL-1 from 2024-01-20; trail
               |                            | Reassign BPAY-1, Payment Reassigned BILL-2, Payment Reassigned BILL-1

        carl   | create EXP-1, line 6000 40.00, employee conrad
        carl   | submit EXP-1
        mona   | approve EXP-1
        system | work
        conrad | reassign BPAY-1, to EXP-1  | refused forbidden: who gains from expense 'EXP-1' does not reassign a payment
        ",
    );
}

#[test]
fn its_correction_is_a_draft_for_what_it_settles() {
    cases(
        &paid().given("conrad | reassign IPAY-1, to INV-2, on 2024-02-05"),
        "
        conrad | correct IPAY-1, as IPAY-2 | posts back 2024-02-05 in 2024-02: 1000 -100.00, 1100 100.00; INV-2 Paid → Posted (due
               |                           | 100.00, settled 0.00); moves 2024-02-05 in 2024-02: 1100 100.00, 1100 -100.00; IPAY-1
               |                           | taken back from INV-2 from 2024-02-05, undoes 2; IPAY-1 taken back from INV-1 from
               |                           | 2024-02-05, undoes 1; IPAY-1 Posted → Voided (on 2024-02-05); IPAY-2 new, Draft, 100.00
               |                           | USD on 2024-02-05 in 2024-02; trail Void IPAY-1, Payment Voided INV-2, Created IPAY-2
        ",
    );
}

/// Each document is relieved at its own rate. What the rates leave over is a gain or loss, and goes back with the payment.
#[test]
fn two_rates_leave_a_gain_or_a_loss() {
    let books = Books::demo().given(
        "
        alma   | create rate EUR-1, of EUR, on 2024-01-15, at 1.10
        alma   | create rate EUR-2, of EUR, on 2024-01-16, at 1.25
        alma   | create rate EUR-3, of EUR, on 2024-01-20, at 1.20
        carl   | create INV-1, line 4000 100.00, currency EUR
        carl   | create INV-2, line 4000 150.00, currency EUR, on 2024-01-16
        carl   | submit INV-1
        carl   | submit INV-2
        mona   | approve INV-1
        mona   | approve INV-2
        system | work
        carl   | create IPAY-1, pays INV-1 100.00, rate 1.20
        carl   | submit IPAY-1
        mona   | approve IPAY-1
        system | work
        ",
    );
    let moved = story(
        &books,
        "
        conrad | reassign IPAY-1, to INV-2 | moves 2024-01-20 in 2024-01: 1100 100.00=110.00, 1100 -100.00=-125.00, 7900
               |                           | 0.00=15.00; IPAY-1; INV-1 Paid → Posted (due 100.00, settled 0.00); INV-2
               |                           | (due 50.00, settled 100.00); IPAY-1 leaves INV-1 from 2024-01-20; IPAY-1
               |                           | applied to INV-2 from 2024-01-20; trail Reassign IPAY-1, Payment
               |                           | Reassigned INV-1, Payment Reassigned INV-2
        ",
    );
    balances(&moved, &[("1000", "120.00"), ("1100", "172.50"), ("7900", "5.00")]);
    let back = story(
        &moved,
        "
        conrad | void IPAY-1               | posts back 2024-01-20 in 2024-01: 1000 -100.00=-120.00, 1100
               |                           | 100.00=110.00, 7900 0.00=10.00; INV-2 (due 150.00, settled 0.00); moves
               |                           | 2024-01-20 in 2024-01: 1100 100.00=125.00, 1100 -100.00=-110.00, 7900
               |                           | 0.00=-15.00; IPAY-1 taken back from INV-2 from 2024-01-20, undoes 2;
               |                           | IPAY-1 taken back from INV-1 from 2024-01-20, undoes 1; IPAY-1 Posted →
               |                           | Voided (on 2024-01-20); trail Void IPAY-1, Payment Voided INV-2
        ",
    );
    balances(&back, &[("1000", "0.00"), ("1100", "297.50"), ("7900", "0.00")]);
    cases(
        &books.given("alma | edit account 7900, inactive"),
        "
        conrad | reassign IPAY-1, to INV-2 | refused missing_account: two exchange rates leave a gain or loss and there is no
               |                           | active account of subtype exchange_gain_loss
        ",
    );
}

/// The return of a reassigned payment is taken back to where that had moved it.
#[test]
fn what_came_back_by_mistake_settles_what_it_was_moved_to() {
    story(
        &paid(),
        "
        conrad | reassign BPAY-1, to BILL-2 | moves 2024-01-20 in 2024-01: 2000 -40.00, 2000 40.00; BPAY-1; BILL-1
               |                            | (due 100.00, settled 0.00); BILL-2 (due 60.00, settled 40.00); BPAY-1
               |                            | leaves BILL-1 from 2024-01-20; BPAY-1 applied to BILL-2 from 2024-01-20;
               |                            | trail Reassign BPAY-1, Payment Reassigned BILL-1, Payment Reassigned
               |                            | BILL-2
        conrad | return BPAY-1, on 2024-02-06 | posts back 2024-02-06 in 2024-02: 1000 40.00, 2000 -40.00; BILL-2 (due
               |                              | 100.00, settled 0.00); moves 2024-02-06 in 2024-02: 2000 -40.00, 2000
               |                              | 40.00; BPAY-1 taken back from BILL-2 from 2024-02-06, undoes 2; BPAY-1
               |                              | taken back from BILL-1 from 2024-02-06, undoes 1; BPAY-1 Posted →
               |                              | Returned; trail Return BPAY-1, Payment Returned BILL-2
        conrad | unreturn BPAY-1 | posts again 2024-02-06 in 2024-02: 1000 -40.00, 2000 40.00; BILL-2 (due 60.00,
               |                 | settled 40.00); moves 2024-02-06 in 2024-02: 2000 -40.00, 2000 40.00; BPAY-1 leaves
               |                 | BILL-1 from 2024-02-06; BPAY-1 applied to BILL-2 from 2024-02-06; BPAY-1 Returned →
               |                 | Posted; trail Unreturn BPAY-1, Payment Stands Again BILL-2
        conrad | return BPAY-1, on 2024-02-07 | posts back 2024-02-07 in 2024-02: 1000 40.00, 2000 -40.00; BILL-2 (due
               |                              | 100.00, settled 0.00); moves 2024-02-07 in 2024-02: 2000 -40.00, 2000
               |                              | 40.00; BPAY-1 taken back from BILL-2 from 2024-02-07, undoes 6; BPAY-1
               |                              | taken back from BILL-1 from 2024-02-07, undoes 5; BPAY-1 Posted →
               |                              | Returned; trail Return BPAY-1, Payment Returned BILL-2
        conrad | unreturn BPAY-1 | posts again 2024-02-07 in 2024-02: 1000 -40.00, 2000 40.00; BILL-2 (due 60.00,
               |                 | settled 40.00); moves 2024-02-07 in 2024-02: 2000 -40.00, 2000 40.00; BPAY-1 leaves
               |                 | BILL-1 from 2024-02-07; BPAY-1 applied to BILL-2 from 2024-02-07; BPAY-1 Returned →
               |                 | Posted; trail Unreturn BPAY-1, Payment Stands Again BILL-2
        conrad | reassign BPAY-1, to BILL-1 | moves 2024-02-07 in 2024-02: 2000 -40.00, 2000 40.00; BPAY-1; BILL-2
               |                            | (due 100.00, settled 0.00); BILL-1 (due 60.00, settled 40.00); BPAY-1
               |                            | taken back from BILL-2 from 2024-02-07, undoes 10; BPAY-1 applied to
               |                            | BILL-1 from 2024-02-07; trail Reassign BPAY-1, Payment Reassigned
               |                            | BILL-2, Payment Reassigned BILL-1
        ",
    );
}
