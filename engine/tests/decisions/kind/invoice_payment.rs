//! Invoice payments. See docs/rules/payments.md#payment.

use crate::books::Books;
use crate::table::{cases, story};

fn invoiced() -> Books {
    Books::demo().given(
        "
        alma   | create customer C-2, name Cedar
        carl   | create INV-1, line 4000 100.00
        carl   | submit INV-1
        mona   | approve INV-1
        system | work
        ",
    )
}

#[test]
fn what_is_refused() {
    cases(
        &invoiced(),
        "
        carl | create IPAY-1, no cash, no control, no customer            | refused invalid: /invoice_id is required, /account_id
             |                                                            | is required, /ar_account_id is required, /customer_id
             |                                                            | is required, /payment is required
        carl | create IPAY-1, cash 1000, customer C-1 | refused invalid: /invoice_id is required; money for no document yet is a
             |                                        | credit memo with a line on the account of the money, /payment is required
        carl | create IPAY-1, pays INV-9 5.00, customer C-9               | refused invalid: /invoice_id there is no invoice
             |                                                            | 'INV-9', /customer_id there is no customer 'C-9'
        carl | create IPAY-1, pays INV-1 5.00, customer C-2, control 2000 | refused invalid: /ar_account_id must be '1100', the
             |                                                            | account of what is paid, /customer_id must be 'C-1',
             |                                                            | the party of what is paid
        carl | create IPAY-1, pays INV-1 5.00, cash 1100                  | refused invalid: /account_id must be an account of
             |                                                            | subtype bank, cash or card
        carl | create IPAY-1, pays INV-1 0.001                            | refused invalid: /payment has more decimals than USD
             |                                                            | has (2)
        carl | create IPAY-1, pays INV-1 5.00, on 2024-01-14              | refused invalid: /tran_date is before 2024-01-15, the
             |                                                            | date of invoice 'INV-1'

        carl | create IPAY-2, pays INV-1 5.00
        alma | edit customer C-1, inactive
        carl | submit IPAY-2                                              | IPAY-2 Draft → Pending Approval (1: anyone); trail
             |                                                            | Submit for Approval IPAY-2
        carl | create IPAY-1, pays INV-1 5.00                             | IPAY-1 new, Draft, 5.00 USD on 2024-01-20 in 2024-01;
             |                                                            | trail Created IPAY-1
        ",
    );
}

#[test]
fn it_relieves_receivables_and_the_last_one_pays_the_invoice_off() {
    story(
        &invoiced(),
        "
        carl   | create IPAY-1, pays INV-1 60.00
        carl   | create IPAY-2, pays INV-1 40.00
        carl   | submit IPAY-1
        carl   | submit IPAY-2
        mona   | approve IPAY-1 | INV-1 (due 40.00); IPAY-1 Pending Approval → Approved (level 1 of 1); mona signs 1; job post
               |                | IPAY-1; trail Approve IPAY-1, Receive Payment INV-1
        mona   | approve IPAY-2 | INV-1 (due 0.00); IPAY-2 Pending Approval → Approved (level 1 of 1); mona signs 1; job post
               |                | IPAY-2; trail Approve IPAY-2, Receive Payment INV-1
        system | work           | IPAY-1 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 60.00, 1100 -60.00; job done;
               |                | INV-1 (settled 60.00); trail Post to GL IPAY-1; IPAY-2 Approved → Posted; posts 2024-01-20 in
               |                | 2024-01: 1000 40.00, 1100 -40.00; job done; INV-1 Posted → Paid (settled 100.00); trail Paid
               |                | INV-1, Post to GL IPAY-2
        ",
    );
}
