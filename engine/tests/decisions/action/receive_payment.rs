//! Receive payment: a customer pays, in one step. See docs/rules/payments.md#receive-payment.

use crate::books::Books;
use crate::table::{cases, story};

fn invoiced() -> Books {
    Books::demo().given(
        "
        carl   | create INV-1, line 4000 100.00
        carl   | submit INV-1
        mona   | approve INV-1
        system | work
        ",
    )
}

#[test]
fn where_no_rule_speaks_of_payments_it_is_approved_at_once() {
    story(
        &invoiced(),
        "
        abel   | receive INV-1, as IPAY-1, amount 60.00 | INV-1 (due 40.00); IPAY-1 new, Approved, 60.00 USD on 2024-01-20 in
               |                                        | 2024-01; job post IPAY-1; trail Receive Payment INV-1, Created IPAY-1
        abel   | receive INV-1, as IPAY-2, amount 40.01 | refused overpayment /payment_amount: 40.01 USD is more than the 40.00
               |                                        | USD due on invoice 'INV-1'
        abel   | receive INV-1, as IPAY-2, amount 40.00 | INV-1 (due 0.00); IPAY-2 new, Approved, 40.00 USD on 2024-01-20 in
               |                                        | 2024-01; job post IPAY-2; trail Receive Payment INV-1, Created IPAY-2
        abel   | receive INV-1, as IPAY-3, amount 0.01  | refused overpayment /payment_amount: 0.01 USD is more than the 0.00
               |                                        | USD due on invoice 'INV-1'
        system | work                                   | IPAY-1 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 60.00,
               |                                        | 1100 -60.00; job done; INV-1 (settled 60.00); trail Post to GL IPAY-1;
               |                                        | IPAY-2 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 40.00,
               |                                        | 1100 -40.00; job done; INV-1 Posted → Paid (settled 100.00); trail
               |                                        | Paid INV-1, Post to GL IPAY-2
        abel   | receive INV-1, as IPAY-3, amount 0.01  | refused wrong_status: invoice 'INV-1' is Paid; allowed now: nothing
        ",
    );
}

#[test]
fn where_a_rule_speaks_of_payments_it_is_submitted() {
    cases(
        &invoiced(),
        "
        alma              | create rule pay, of invoice_payment, level 1, to 50.00, role cfo
        abel              | receive INV-1, as IPAY-1, amount 50.00 | IPAY-1 new, Pending Approval (1: cfo), 50.00 USD on
                          |                                        | 2024-01-20 in 2024-01; trail Created IPAY-1, Submit for
                          |                                        | Approval IPAY-1, Receive Payment INV-1
        abel              | receive INV-1, as IPAY-1, amount 50.01 | refused no_matching_rule: no amount rule for invoice
                          |                                        | payment covers this amount
        alma              | edit rule pay, inactive
        abel              | receive INV-1, as IPAY-1, amount 50.01 | INV-1 (due 49.99); IPAY-1 new, Approved, 50.01 USD on
                          |                                        | 2024-01-20 in 2024-01; job post IPAY-1; trail Receive
                          |                                        | Payment INV-1, Created IPAY-1

        alma              | edit customer C-1, user abel
        abel (accountant) | receive INV-1, as IPAY-1, amount 50.00 | IPAY-1 new, Pending Approval (1: anyone), 50.00 USD on
                          |                                        | 2024-01-20 in 2024-01; trail Created IPAY-1, Submit for
                          |                                        | Approval IPAY-1, Receive Payment INV-1
        conrad            | receive INV-1, as IPAY-1, amount 50.00 | INV-1 (due 50.00); IPAY-1 new, Approved, 50.00 USD on
                          |                                        | 2024-01-20 in 2024-01; job post IPAY-1; trail Receive
                          |                                        | Payment INV-1, Created IPAY-1
        ",
    );
}

#[test]
fn what_is_refused() {
    cases(
        &invoiced(),
        "
        carl | receive INV-1, as IPAY-1, amount 50.00                       | refused forbidden: needs the permission
             |                                                              | invoice.receive_payment
        abel | receive INV-9, as IPAY-1, amount 50.00                       | refused not_found: there is no invoice 'INV-9'
        abel | receive INV-1, as IPAY-1, no amount, no on, no into          | refused invalid: /deposit_account_id is required,
             |                                                              | /payment_amount is required, /payment_date is required
        abel | receive INV-1, as IPAY-1, amount 0, into 6000, on 2024-01-14 | refused invalid: /deposit_account_id must be an account
             |                                                              | of subtype bank, cash or card, /payment_date is before
             |                                                              | 2024-01-15, the date of invoice 'INV-1',
             |                                                              | /payment_amount must be more than 0
        abel | receive INV-1, as IPAY-1, amount 0.001                       | refused invalid: /payment_amount has more decimals than
             |                                                              | USD has (2)
        abel | receive INV-1, as IPAY-1, amount 5.00, on 2031-01-01         | refused no_open_period /payment_date: no accounting
             |                                                              | period holds 2031-01-01
        abel | receive INV-1, as IPAY-1, amount 5.00, rate 1.1              | refused invalid: /exchange_rate must be 1: USD is the
             |                                                              | base currency
        abel | receive INV-1, as IPAY-1, amount 500.00, wrong /reference    | refused invalid: /reference is wrong

        carl | create INV-2, line 4000 1.00
        abel | receive INV-2, as IPAY-1, amount 1.00                        | refused wrong_status: invoice 'INV-2' is Draft; allowed
             |                                                              | now: edit, delete, submit-for-approval, void

        alma | edit customer C-1, inactive
        abel | receive INV-1, as IPAY-1, amount 1.00                        | INV-1 (due 99.00); IPAY-1 new, Approved, 1.00 USD on
             |                                                              | 2024-01-20 in 2024-01; job post IPAY-1; trail Receive
             |                                                              | Payment INV-1, Created IPAY-1
        ",
    );
    cases(
        &invoiced().closed("2024-01", "ar"),
        "
        abel | receive INV-1, as IPAY-1, amount 1.00                | refused period_closed: accounting period 2024-01
             |                                                      | is closed for ar; the next open day is 2024-02-01
        abel | receive INV-1, as IPAY-1, amount 1.00, on 2024-02-01 | INV-1 (due 99.00); IPAY-1 new, Approved, 1.00 USD on
             |                                                      | 2024-02-01 in 2024-02; job post IPAY-1; trail Receive
             |                                                      | Payment INV-1, Created IPAY-1
        ",
    );
}
