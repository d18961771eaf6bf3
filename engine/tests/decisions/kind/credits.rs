//! Credits of every type. See docs/rules/payments.md#applying-a-credit.

use crate::books::Books;
use crate::ledger::balances;
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
                                 |                                       | 'VC-1' is paid or applied; unapply it and void
                                 |                                       | its refunds first
        ",
    );
}

/// Money for several documents, or for none yet, is a credit whose item is the bank account. See docs/rules/payments.md#on-account.
#[test]
fn a_receipt_on_account_settles_several_invoices() {
    let books = Books::demo().given(
        "
        alma   | create rate R-1, of EUR, on 2024-01-15, at 1.10
        alma   | create rate R-2, of EUR, on 2024-01-16, at 1.25
        carl   | create INV-1, line 4000 100.00, currency EUR
        carl   | create INV-2, line 4000 50.00, currency EUR
        carl   | submit INV-1
        carl   | submit INV-2
        mona   | approve INV-1
        mona   | approve INV-2
        system | work
        ",
    );
    let books = story(
        &books,
        "
        carl   | create CM-1, line 1000 130.00, currency EUR, on 2024-01-16 | CM-1 new, Draft, 130.00 EUR at 1.25 on
               |                                                            | 2024-01-16 in 2024-01; trail Created CM-1
        carl   | submit CM-1
        mona   | approve CM-1
        system | work                                    | CM-1 Approved → Posted; posts 2024-01-16 in 2024-01: 1100
               |                                         | -130.00=-162.50, 1000 130.00=162.50; job done; trail Post to
               |                                         | GL CM-1
        abel   | apply CM-1, to INV-1, amount 100.00     | posts the difference 2024-01-16 in 2024-01: 1100 0.00=15.00,
               |                                         | 7900 0.00=-15.00; CM-1 (due 30.00, settled 100.00); INV-1
               |                                         | Posted → Paid (due 0.00, settled 100.00); CM-1 applied to
               |                                         | INV-1 from 2024-01-16; trail Apply CM-1, Apply INV-1, Paid
               |                                         | INV-1
        abel   | apply CM-1, to INV-2, amount 50.00      | refused overpayment /amount: 50.00 EUR is more than the 30.00
               |                                         | EUR due on credit memo 'CM-1'
        abel   | apply CM-1, to INV-2, amount 30.00      | posts the difference 2024-01-16 in 2024-01: 1100 0.00=4.50,
               |                                         | 7900 0.00=-4.50; CM-1 (due 0.00, settled 130.00); INV-2 (due
               |                                         | 20.00, settled 30.00); CM-1 applied to INV-2 from 2024-01-16;
               |                                         | trail Apply CM-1, Apply INV-2
        conrad | void CM-1                               | refused wrong_status: 130.00 of credit memo 'CM-1' is paid or
               |                                         | applied; unapply it and void its refunds first
        abel   | unapply CM-1, from INV-2                | posts the difference 2024-01-16 in 2024-01: 1100 0.00=-4.50,
               |                                         | 7900 0.00=4.50; CM-1 (due 30.00, settled 100.00); INV-2 (due
               |                                         | 50.00, settled 0.00); CM-1 taken back from INV-2 from
               |                                         | 2024-01-16, undoes 2; trail Unapply CM-1, Unapply INV-2
        abel   | unapply CM-1, from INV-1                | posts the difference 2024-01-16 in 2024-01: 1100 0.00=-15.00,
               |                                         | 7900 0.00=15.00; CM-1 (due 130.00, settled 0.00); INV-1 Paid
               |                                         | → Posted (due 100.00, settled 0.00); CM-1 taken back from
               |                                         | INV-1 from 2024-01-16, undoes 1; trail Unapply CM-1, Unapply
               |                                         | INV-1
        conrad | void CM-1                               | posts back 2024-01-16 in 2024-01: 1100 130.00=162.50, 1000
               |                                         | -130.00=-162.50; CM-1 Posted → Voided (on 2024-01-16); trail
               |                                         | Void CM-1
        ",
    );
    balances(&books, &[("1000", "0.00"), ("1100", "165.00"), ("7900", "0.00")]);
}

/// The mirror of it: a transfer to a vendor before the bills are there.
#[test]
fn an_advance_to_a_vendor_settles_several_bills() {
    let books = story(
        &Books::demo(),
        "
        carl   | create VC-1, line 1000 90.00
        carl   | submit VC-1
        mona   | approve VC-1
        system | work                               | VC-1 Approved → Posted; posts 2024-01-15 in 2024-01: 2000 90.00,
               |                                    | 1000 -90.00; job done; trail Post to GL VC-1
        carl   | create BILL-1, line 6000 50.00
        carl   | create BILL-2, line 6000 45.00
        carl   | submit BILL-1
        carl   | submit BILL-2
        mona   | approve BILL-1
        mona   | approve BILL-2
        system | work
        abel   | apply VC-1, to BILL-1, amount 50.01 | refused overpayment /amount: 50.01 USD is more than the 50.00 USD
               |                                     | due on bill 'BILL-1'
        abel   | apply VC-1, to BILL-1, amount 50.00 | VC-1 (due 40.00, settled 50.00); BILL-1 (due 0.00, settled
               |                                     | 50.00); VC-1 applied to BILL-1 from 2024-01-15; trail Apply VC-1,
               |                                     | Apply BILL-1
        abel   | apply VC-1, to BILL-2, amount 40.00 | VC-1 (due 0.00, settled 90.00); BILL-2 (due 5.00, settled 40.00);
               |                                     | VC-1 applied to BILL-2 from 2024-01-15; trail Apply VC-1, Apply
               |                                     | BILL-2
        ",
    );
    balances(&books, &[("1000", "-90.00"), ("2000", "-5.00"), ("6000", "95.00")]);
}

/// A small difference, or a discount for paying early, is a credit on the account that takes it; the money may be on account, too.
#[test]
fn a_discount_pays_off_what_the_money_leaves() {
    let books = story(
        &Books::demo(),
        "
        alma   | create account 4900, name Discounts, income
        carl   | create INV-1, line 4000 100.00
        carl   | create CM-1, line 1000 98.00
        carl   | create CM-2, line 4900 2.00
        carl   | submit INV-1
        carl   | submit CM-1
        carl   | submit CM-2
        mona   | approve INV-1
        mona   | approve CM-1
        mona   | approve CM-2
        system | work
        abel   | apply CM-1, to INV-1, amount 98.00 | CM-1 (due 0.00, settled 98.00); INV-1 (due 2.00, settled 98.00);
               |                                    | CM-1 applied to INV-1 from 2024-01-15; trail Apply CM-1, Apply
               |                                    | INV-1
        abel   | apply CM-2, to INV-1, amount 2.00  | CM-2 (due 0.00, settled 2.00); INV-1 Posted → Paid (due 0.00,
               |                                    | settled 100.00); CM-2 applied to INV-1 from 2024-01-15; trail
               |                                    | Apply CM-2, Apply INV-1, Paid INV-1
        ",
    );
    balances(&books, &[("1000", "98.00"), ("1100", "0.00"), ("4000", "-100.00"), ("4900", "2.00")]);
}

/// A transfer that bounced later stood until then.
#[test]
fn money_on_account_that_bounced_is_voided_on_its_day() {
    let books = story(
        &Books::demo(),
        "
        carl   | create CM-1, line 1000 50.00
        carl   | submit CM-1
        mona   | approve CM-1
        system | work
        conrad | void CM-1, on 2024-02-08 | posts back 2024-02-08 in 2024-02: 1100 50.00, 1000 -50.00; CM-1 Posted →
               |                          | Voided (on 2024-02-08); trail Void CM-1
        ",
    );
    balances(&books, &[("1000", "0.00"), ("1100", "0.00")]);
}
