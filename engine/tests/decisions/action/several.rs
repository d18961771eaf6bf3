//! One payment settles several documents, each by a part. See docs/rules/payments.md#several-documents.

use crate::books::Books;
use crate::ledger::{balances, ledger};
use crate::table::{cases, story};

/// Three invoices of one customer, one of another, one in another account, and two bills in euros at two rates.
fn owed() -> Books {
    Books::demo().given(
        "
        alma   | create customer C-2, name Two
        alma   | create account 1110, name Others, asset, of ar
        carl   | create INV-1, line 4000 100.00
        carl   | create INV-2, line 4000 60.00
        carl   | create INV-3, line 4000 30.00
        carl   | create INV-4, line 4000 100.00, customer C-2
        carl   | create INV-5, line 4000 100.00, control 1110
        carl   | submit INV-1
        carl   | submit INV-2
        carl   | submit INV-4
        carl   | submit INV-5
        mona   | approve INV-1
        mona   | approve INV-2
        mona   | approve INV-4
        mona   | approve INV-5
        system | work
        ",
    )
}

#[test]
fn a_draft_names_documents_that_one_payment_can_pay() {
    cases(
        &owed(),
        "
        carl | create IPAY-1, pays INV-1 40.00 INV-2 60.00  | IPAY-1 new, Draft, 100.00 USD on 2024-01-20 in 2024-01;
             |                                              | trail Created IPAY-1
        carl | create IPAY-1, pays INV-1 40.00 INV-1 60.00  | refused invalid: /applications/1/document_id names invoice
             |                                              | 'INV-1' a second time
        carl | create IPAY-1, pays INV-1 40.00 INV-4 60.00  | refused invalid: /applications/1/document_id invoice 'INV-4'
             |                                              | is of another party than 'INV-1', the first of them
        carl | create IPAY-1, pays INV-1 40.00 INV-5 60.00  | refused invalid: /applications/1/document_id invoice 'INV-5'
             |                                              | stands in another control account than 'INV-1', the first of
             |                                              | them
        carl | create IPAY-1, pays INV-1 40.00 INV-9 60.00  | refused invalid: /applications/1/document_id there is no
             |                                              | invoice 'INV-9'
        carl | create IPAY-1, pays INV-1 40.00 BILL-1 60.00 | refused invalid: /applications/1/document_type must be
             |                                              | invoice
        carl | create IPAY-1, pays INV-1 0 INV-2 0.001      | refused invalid: /applications/0/amount must be more than 0,
             |                                              | /applications/1/amount has more decimals than USD has (2)
        ",
    );
}

#[test]
fn each_part_is_promised_settled_and_given_back() {
    story(
        &owed(),
        "
        carl   | create IPAY-1, pays INV-1 40.00 INV-2 60.00 | IPAY-1 new, Draft, 100.00 USD on 2024-01-20 in 2024-01;
               |                                             | trail Created IPAY-1
        carl   | submit IPAY-1                               | IPAY-1 Draft → Pending Approval (1: anyone); trail Submit
               |                                             | for Approval IPAY-1
        mona   | approve IPAY-1                              | INV-1 (due 60.00); INV-2 (due 0.00); IPAY-1 rewritten,
               |                                             | Approved (1: anyone), 100.00 USD on 2024-01-20 in 2024-01;
               |                                             | mona signs 1; job post IPAY-1; trail Approve IPAY-1, Receive
               |                                             | Payment INV-1, Receive Payment INV-2
        system | work                                        | IPAY-1 Approved → Posted; posts 2024-01-20 in 2024-01: 1000
               |                                             | 100.00, 1100 -100.00; IPAY-1 applied to INV-1 from
               |                                             | 2024-01-20; IPAY-1 applied to INV-2 from 2024-01-20; job
               |                                             | done; INV-1 (settled 40.00); INV-2 Posted → Paid (settled
               |                                             | 60.00); trail Paid INV-2, Post to GL IPAY-1
        conrad | reassign IPAY-1, to INV-3                   | refused wrong_status: invoice payment 'IPAY-1' settles
               |                                             | several documents; correct it, and name the right documents
               |                                             | in its copy
        conrad | void INV-2, because r | refused wrong_status: invoice 'INV-2' is Paid; allowed now: nothing; void its payments and
               |                       | unapply its credits first
        conrad | void IPAY-1, because r                      | posts back 2024-01-20 in 2024-01: 1000 -100.00, 1100 100.00;
               |                                             | INV-1 (due 100.00, settled 0.00); INV-2 Paid → Posted (due
               |                                             | 60.00, settled 0.00); IPAY-1 taken back from INV-2 from
               |                                             | 2024-01-20, undoes 2; IPAY-1 taken back from INV-1 from
               |                                             | 2024-01-20, undoes 1; IPAY-1 Posted → Voided (on
               |                                             | 2024-01-20); trail Void IPAY-1, Payment Voided INV-1,
               |                                             | Payment Voided INV-2
        ",
    );
}

#[test]
fn no_part_is_more_than_is_due() {
    story(
        &owed(),
        "
        carl | create IPAY-1, pays INV-1 40.00 INV-2 60.01 | IPAY-1 new, Draft, 100.01 USD on 2024-01-20 in 2024-01;
             |                                             | trail Created IPAY-1
        carl | submit IPAY-1                               | refused overpayment /applications/1/amount: 60.01 USD is
             |                                             | more than the 60.00 USD due on invoice 'INV-2'
        carl | create IPAY-2, pays INV-1 40.00 INV-3 30.00 | IPAY-2 new, Draft, 70.00 USD on 2024-01-20 in 2024-01; trail
             |                                             | Created IPAY-2
        carl | submit IPAY-2                               | IPAY-2 Draft → Pending Approval (1: anyone); trail Submit
             |                                             | for Approval IPAY-2
        mona | approve IPAY-2                              | refused wrong_status: invoice 'INV-3' is Draft; only a
             |                                             | posted one is paid
        ",
    );
}

/// Two invoices in euros at two rates, and what they are paid by at a third: 100.00 at 1.10 and 60.00 at 1.25 by 160.00 at 1.20.
#[test]
fn each_is_relieved_at_its_own_rate() {
    let books = Books::demo().given(
        "
        alma   | create rate EUR-1, of EUR, on 2024-01-14, at 1.10
        alma   | create rate EUR-2, of EUR, on 2024-01-15, at 1.25
        alma   | create rate EUR-3, of EUR, on 2024-01-20, at 1.20
        carl   | create INV-1, on 2024-01-14, currency EUR, line 4000 100.00
        carl   | create INV-2, on 2024-01-15, currency EUR, line 4000 60.00
        carl   | submit INV-1
        carl   | submit INV-2
        mona   | approve INV-1
        mona   | approve INV-2
        system | work
        carl   | create IPAY-1, pays INV-1 100.00 INV-2 60.00
        carl   | submit IPAY-1
        mona   | approve IPAY-1
        system | work
        ",
    );
    ledger(
        &books,
        "IPAY-1",
        "document",
        "
        2024-01-20  1000  160.00       -  EUR   192.00
        2024-01-20  1100       -  160.00  EUR  -185.00
        2024-01-20  7900       -       -  EUR    -7.00
        ",
    );
    balances(&books, &[("1000", "192.00"), ("1100", "0.00"), ("7900", "-7.00")]);
    let back = books.given("conrad | void IPAY-1, because Wrong");
    balances(&back, &[("1000", "0.00"), ("1100", "185.00"), ("7900", "0.00")]);
}
