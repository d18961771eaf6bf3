//! Refunds: what is left of a credit is paid back. See docs/rules/payments.md#refund.

use crate::books::Books;
use crate::ledger::balances;
use crate::table::{cases, story};

/// A credit memo of 100.00, a vendor credit of 80.00 and an invoice of 60.00, all posted.
fn credited() -> Books {
    Books::demo().given(
        "
        carl   | create CM-1, line 4000 100.00
        carl   | create VC-1, line 6000 80.00
        carl   | create INV-1, line 4000 60.00
        carl   | submit CM-1
        carl   | submit VC-1
        carl   | submit INV-1
        mona   | approve CM-1
        mona   | approve VC-1
        mona   | approve INV-1
        system | work
        ",
    )
}

#[test]
fn what_is_refused() {
    cases(
        &credited(),
        "
        carl   | create CREF-1, no cash, no control              | ?
        carl   | create CREF-1, pays CM-9 5.00                   | ?
        carl   | create CREF-1, pays CM-1 5.00, control 2000     | ?
        carl   | create CREF-1, pays CM-1 5.00, cash 6000        | ?
        carl   | create CREF-1, pays CM-1 5.00, on 2024-01-14    | ?
        carl   | create CREF-1, pays CM-1 100.01                 | ?
        carl   | create VREF-1, no cash, no control              | ?
        carl   | create VREF-1, pays VC-1 5.00, control 1100     | ?
        carl   | create VREF-1, pays VC-1 5.00                   | ?
        ",
    );
}

#[test]
fn a_refund_pays_back_what_is_left_and_no_more() {
    let books = story(
        &credited(),
        "
        carl   | create CREF-1, pays CM-1 70.00
        carl   | create CREF-2, pays CM-1 30.01
        carl   | submit CREF-1                       | ?
        carl   | submit CREF-2
        abel   | apply CM-1, to INV-1, amount 30.00
        mona   | approve CREF-1                      | ?
        mona   | approve CREF-2                      | ?
        abel   | apply CM-1, to INV-1, amount 0.01   | ?
        system | work                                | ?
        conrad | void CM-1                           | ?
        abel   | clear CREF-1, on 2024-01-25         | ?
        conrad | return CREF-1, on 2024-02-08        | ?
        conrad | void CM-1                           | ?
        abel   | unapply CM-1, from INV-1
        conrad | void CM-1, on 2024-01-20            | ?
        conrad | void CM-1, on 2024-02-08            | ?
        ",
    );
    balances(&books, &[("1000", "0.00"), ("1100", "60.00")]);
}

#[test]
fn a_vendor_refund_is_the_mirror_of_it() {
    let books = story(
        &credited(),
        "
        carl   | create VREF-1, pays VC-1 80.00
        carl   | submit VREF-1
        mona   | approve VREF-1                  | ?
        system | work                            | ?
        abel   | deposit VREF-1, on 2024-01-25   | ?
        abel   | undeposit VREF-1                | ?
        conrad | void VREF-1                     | ?
        ",
    );
    balances(&books, &[("1000", "0.00"), ("2000", "80.00")]);
}

/// The credit leaves the control account at its own rate, the money the bank at that of its day.
#[test]
fn what_two_rates_leave_over_is_a_gain_or_a_loss() {
    let books = Books::demo().given(
        "
        alma   | create rate R-1, of EUR, on 2024-01-15, at 1.10
        alma   | create rate R-2, of EUR, on 2024-01-20, at 1.25
        carl   | create CM-1, line 4000 100.00, currency EUR
        carl   | create VC-1, line 6000 100.00, currency EUR
        carl   | submit CM-1
        carl   | submit VC-1
        mona   | approve CM-1
        mona   | approve VC-1
        system | work
        ",
    );
    let books = story(
        &books,
        "
        carl   | create CREF-1, pays CM-1 33.33
        carl   | create CREF-2, pays CM-1 66.67
        carl   | create VREF-1, pays VC-1 100.00
        carl   | submit CREF-1
        carl   | submit CREF-2
        carl   | submit VREF-1
        mona   | approve CREF-1
        mona   | approve CREF-2
        mona   | approve VREF-1
        system | work           | ?
        ",
    );
    balances(&books, &[("1000", "0.00"), ("1100", "0.00"), ("2000", "0.00"), ("7900", "0.00")]);
}

/// As of a payment to a vendor: docs/rules/access.md#who-changed-them-does-not-release-the-next-payment.
#[test]
fn who_changed_the_customers_bank_details_does_not_sign_it() {
    story(
        &credited(),
        "
        mona (*.*) | bank customer C-1, iban DE89370400440532013000
        carl       | create CREF-1, pays CM-1 5.00
        carl       | submit CREF-1  | ?
        mona       | approve CREF-1 | ?
        conrad     | approve CREF-1
        system     | work
        carl       | create CREF-2, pays CM-1 5.00
        carl       | submit CREF-2  | ?
        carl       | create VREF-1, pays VC-1 5.00
        carl       | submit VREF-1  | ?
        ",
    );
}
