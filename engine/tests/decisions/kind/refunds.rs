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
        carl   | create CREF-1, no cash, no control              | refused invalid: /credit_memo_id is required,
               |                                                 | /account_id is required, /ar_account_id is required,
               |                                                 | /payment is required
        carl   | create CREF-1, pays CM-9 5.00                   | refused invalid: /credit_memo_id there is no credit
               |                                                 | memo 'CM-9'
        carl   | create CREF-1, pays CM-1 5.00, control 2000     | refused invalid: /ar_account_id must be '1100', the
               |                                                 | account of what is paid
        carl   | create CREF-1, pays CM-1 5.00, cash 6000        | refused invalid: /account_id must be an account of
               |                                                 | subtype bank, cash or card
        carl   | create CREF-1, pays CM-1 5.00, on 2024-01-14    | refused invalid: /tran_date is before 2024-01-15, the
               |                                                 | date of credit memo 'CM-1'
        carl   | create CREF-1, pays CM-1 100.01                 | CREF-1 new, Draft, 100.01 USD on 2024-01-20 in
               |                                                 | 2024-01; trail Created CREF-1
        carl   | create VREF-1, no cash, no control              | refused invalid: /vendor_credit_id is required,
               |                                                 | /account_id is required, /ap_account_id is required,
               |                                                 | /payment is required
        carl   | create VREF-1, pays VC-1 5.00, control 1100     | refused invalid: /ap_account_id must be '2000', the
               |                                                 | account of what is paid
        carl   | create VREF-1, pays VC-1 5.00                   | VREF-1 new, Draft, 5.00 USD on 2024-01-20 in 2024-01;
               |                                                 | trail Created VREF-1
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
        carl   | submit CREF-1                       | CREF-1 Draft → Pending Approval (1: anyone); trail Submit for
               |                                     | Approval CREF-1
        carl   | submit CREF-2
        abel   | apply CM-1, to INV-1, amount 30.00
        mona   | approve CREF-1                      | CM-1 (due 0.00); CREF-1 Pending Approval → Approved (level 1 of
               |                                     | 1); mona signs 1; job post CREF-1; trail Approve CREF-1, Refund
               |                                     | CM-1
        mona   | approve CREF-2                      | refused overpayment /payment: 30.01 USD is more than the 0.00 USD
               |                                     | due on credit memo 'CM-1'
        abel   | apply CM-1, to INV-1, amount 0.01   | refused overpayment /amount: 0.01 USD is more than the 0.00 USD
               |                                     | due on credit memo 'CM-1'
        system | work                                | CREF-1 Approved → Posted; posts 2024-01-20 in 2024-01: 1000
               |                                     | -70.00, 1100 70.00; job done; CM-1 (settled 100.00); trail Post
               |                                     | to GL CREF-1
        conrad | void CM-1                           | refused wrong_status: 100.00 of credit memo 'CM-1' is paid or
               |                                     | applied; unapply it and void its refunds first
        abel   | clear CREF-1, on 2024-01-25         | CREF-1 Posted → Cleared (on 2024-01-25); trail Clear CREF-1
        conrad | return CREF-1, on 2024-02-08        | posts back 2024-02-08 in 2024-02: 1000 70.00, 1100 -70.00; CM-1
               |                                     | (due 70.00, settled 30.00); CREF-1 Cleared → Returned; trail
               |                                     | Return CREF-1, Payment Returned CM-1
        conrad | void CM-1                           | refused wrong_status: 30.00 of credit memo 'CM-1' is paid or
               |                                     | applied; unapply it and void its refunds first
        abel   | unapply CM-1, from INV-1
        conrad | void CM-1, on 2024-01-20            | refused invalid: /void_date is before 2024-02-08, until which
               |                                     | payments or credits of it counted
        conrad | void CM-1, on 2024-02-08            | posts back 2024-02-08 in 2024-02: 1100 100.00, 4000 -100.00; CM-1
               |                                     | Posted → Voided (on 2024-02-08); trail Void CM-1
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
        mona   | approve VREF-1                  | VC-1 (due 0.00); VREF-1 Pending Approval → Approved (level 1 of 1);
               |                                 | mona signs 1; job post VREF-1; trail Approve VREF-1, Refund VC-1
        system | work                            | VREF-1 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 80.00,
               |                                 | 2000 -80.00; job done; VC-1 (settled 80.00); trail Post to GL VREF-1
        abel   | deposit VREF-1, on 2024-01-25   | VREF-1 Posted → Deposited (on 2024-01-25); trail Deposit VREF-1
        abel   | undeposit VREF-1                | VREF-1 Deposited → Posted; trail Undeposit VREF-1
        conrad | void VREF-1                     | posts back 2024-01-20 in 2024-01: 1000 -80.00, 2000 80.00; VC-1 (due
               |                                 | 80.00, settled 0.00); VREF-1 Posted → Voided (on 2024-01-20); trail
               |                                 | Void VREF-1, Payment Voided VC-1
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
        system | work           | CREF-1 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 -33.33=-41.66, 1100
               |                | 33.33=36.66, 7900 0.00=5.00; job done; CM-1 (settled 33.33); trail Post to GL CREF-1;
               |                | CREF-2 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 -66.67=-83.34, 1100
               |                | 66.67=73.34, 7900 0.00=10.00; job done; CM-1 (settled 100.00); trail Post to GL
               |                | CREF-2; VREF-1 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 100.00=125.00,
               |                | 2000 -100.00=-110.00, 7900 0.00=-15.00; job done; VC-1 (settled 100.00); trail Post to
               |                | GL VREF-1
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
        carl       | submit CREF-1  | CREF-1 Draft → Pending Approval (1: anyone, for the good of mona); trail Submit
                   |                | for Approval CREF-1
        mona       | approve CREF-1 | refused forbidden: who gains from a document, or changed the bank details that it
                   |                | pays to, signs neither it nor what pays it; level 1 can be signed by anyone with
                   |                | the approve permission
        conrad     | approve CREF-1
        system     | work
        carl       | create CREF-2, pays CM-1 5.00
        carl       | submit CREF-2  | CREF-2 Draft → Pending Approval (1: anyone); trail Submit for Approval CREF-2
        carl       | create VREF-1, pays VC-1 5.00
        carl       | submit VREF-1  | VREF-1 Draft → Pending Approval (1: anyone); trail Submit for Approval VREF-1
        ",
    );
}
