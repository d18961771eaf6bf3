//! Credits of every type. See docs/rules/payments.md#applying-a-credit.

use crate::books::Books;
use crate::table::{cases, story};

#[test]
fn what_is_refused_of_a_credit_memo() {
    cases(
        &Books::demo(),
        "
        alma | create customer C-2, name Cedar
        carl | create INV-1, line 4000 5.00
        carl | create CM-1, line 4000 5.00, about INV-1               | CM-1 new, Draft, 5.00 USD on 2024-01-15 in
             |                                                        | 2024-01; trail Created CM-1
        carl | create CM-1, line 4000 5.00, about INV-9               | refused invalid: /invoice_id there is no
             |                                                        | invoice 'INV-9'
        carl | create CM-1, line 4000 5.00, about INV-1, customer C-2 | refused invalid: /invoice_id invoice 'INV-1'
             |                                                        | is another customer's
        carl | create CM-1, line 4000 5.00, no customer, no control   | refused invalid: /customer_id is required,
             |                                                        | /ar_account_id is required
        ",
    );
}

#[test]
fn a_credit_memo_posts_to_receivables() {
    story(
        &Books::demo(),
        "
        carl   | create CM-1, line 4000 3 x 19.99 tax 0.07, line 4000 1.5 x 10 tax 0.2, line 4000 -5.00
        carl   | submit CM-1
        mona   | approve CM-1
        system | work | CM-1 Approved → Posted; posts 2024-01-15 in 2024-01: 1100 -77.17, 4000 59.97, 4000 15.00, 4000
               |      | -5.00, 2200 7.20; job done; trail Post to GL CM-1
        ",
    );
}

#[test]
fn what_is_refused_of_a_vendor_credit() {
    cases(
        &Books::demo(),
        "
        alma | create vendor V-2, name Violet
        carl | create BILL-1, line 6000 5.00, reference inv 17
        carl | create VC-1, line 6000 5.00, about BILL-1, reference inv 17 | VC-1 new, Draft, 5.00 USD on 2024-01-15 in
             |                                                             | 2024-01; trail Created VC-1
        carl | create VC-1, line 6000 5.00, about BILL-9                   | refused invalid: /bill_id there is no bill
             |                                                             | 'BILL-9'
        carl | create VC-1, line 6000 5.00, about BILL-1, vendor V-2       | refused invalid: /bill_id bill 'BILL-1' is
             |                                                             | another vendor's
        carl | create VC-1, line 6000 5.00, no vendor, no control          | refused invalid: /vendor_id is required,
             |                                                             | /ap_account_id is required
        ",
    );
    story(
        &Books::demo(),
        "
        carl | create VC-1, line 6000 5.00, reference inv 17
        carl | create VC-2, line 6000 5.00, reference INV17  | refused already_exists /reference: vendor credit 'VC-1' of this
             |                                               | vendor has the reference 'INV17' already, or one that looks the
             |                                               | same
        ",
    );
}

#[test]
fn a_vendor_credit_posts_to_payables() {
    story(
        &Books::demo(),
        "
        carl   | create VC-1, line 6000 3 x 19.99 tax 0.07, line 6000 1.5 x 10 tax 0.2, line 6000 -5.00
        carl   | submit VC-1
        mona   | approve VC-1
        system | work | VC-1 Approved → Posted; posts 2024-01-15 in 2024-01: 2000 77.17, 6000 -59.97, 6000 -15.00, 6000
               |      | 5.00, 2200 -7.20; job done; trail Post to GL VC-1
        ",
    );
}

#[test]
fn a_vendor_credit_settles_bills() {
    let books = Books::demo().given(
        "
        alma   | create rate R-1, of EUR, on 2024-01-15, at 1.10
        alma   | create rate R-2, of EUR, on 2024-01-16, at 1.25
        carl   | create BILL-1, line 6000 100.00
        carl   | create BILL-2, line 6000 100.00, currency EUR
        carl   | create VC-1, line 6000 30.00
        carl   | create VC-2, line 6000 100.00, currency EUR, on 2024-01-16
        carl   | submit BILL-1
        carl   | submit BILL-2
        carl   | submit VC-1
        carl   | submit VC-2
        mona   | approve BILL-1
        mona   | approve BILL-2
        mona   | approve VC-1
        mona   | approve VC-2
        system | work
        ",
    );
    story(
        &books,
        "
        carl                     | apply VC-1, to BILL-1, amount 1.00    | refused forbidden: needs the permission
                                 |                                       | vendor_credit.apply
        bo (vendor_credit.apply) | apply VC-1, to BILL-1, amount 1.00    | refused forbidden: needs the permission
                                 |                                       | bill.read
        abel                     | apply VC-1, to BILL-2, amount 1.00    | refused invalid: /bill_id bill 'BILL-2' is not
                                 |                                       | in USD, the vendor credit's currency
        abel                     | apply VC-1, to BILL-1, amount 30.01   | refused overpayment /amount: 30.01 USD is more
                                 |                                       | than the 30.00 USD due on vendor credit 'VC-1'
        abel                     | apply VC-1, to BILL-1, amount 30.00   | VC-1 (due 0.00, settled 30.00); BILL-1 (due
                                 |                                       | 70.00, settled 30.00); VC-1 applied to BILL-1
                                 |                                       | from 2024-01-15; trail Apply VC-1, Apply
                                 |                                       | BILL-1
        abel                     | apply VC-2, to BILL-2, amount 100.00  | posts the difference 2024-01-16 in 2024-01:
                                 |                                       | 2000 0.00=-15.00, 7900 0.00=15.00; VC-2 (due
                                 |                                       | 0.00, settled 100.00); BILL-2 (due 0.00,
                                 |                                       | settled 100.00); VC-2 applied to BILL-2 from
                                 |                                       | 2024-01-16; trail Apply VC-2, Apply BILL-2
        conrad                   | void VC-1                             | refused wrong_status: 30.00 of vendor credit
                                 |                                       | 'VC-1' is paid or applied; unapply it first
        ",
    );
}
