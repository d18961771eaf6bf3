//! The discounts of several documents that one payment settles. See docs/rules/payment-terms.md#the-discount-taken.

use super::payment_terms::{TERMS, books};
use crate::table::{cases, story};

const OWED: &str = "
    carl | create BILL-1, terms NET, line 6000 100.00
    carl | create BILL-2, terms NET, line 6000 50.00
    carl | create BILL-3, line 6000 20.00
    carl | submit BILL-1
    carl | submit BILL-2
    carl | submit BILL-3
    mona | approve BILL-1
    mona | approve BILL-2
    mona | approve BILL-3
    job  | post BILL-1
    job  | post BILL-2
    job  | post BILL-3
    ";

/// Each of several documents has its own, under the rules of a payment of one.
#[test]
fn a_discount_of_each() {
    cases(
        &books().given(TERMS).given(OWED),
        "
        carl | create BPAY-1, pays BILL-1 98.00/2.00 BILL-3 20.00 | BPAY-1 new, Draft, 118.00 USD on 2024-01-20 in 2024-01; trail
             |                                                    | Created BPAY-1
        carl | create BPAY-1, pays BILL-1 98.00/2.00 BILL-2 49.00/1.00 | BPAY-1 new, Draft, 147.00 USD on 2024-01-20 in 2024-01;
             |                                                         | trail Created BPAY-1
        carl | create BPAY-1, pays BILL-1 97.00/3.00 BILL-3 20.00 | refused no_discount /applications/0/discount: the discount of
             |                                                    | bill 'BILL-1' is 2.00 USD at most
        carl | create BPAY-1, pays BILL-1 98.00/2.00 BILL-3 19.00/1.00 | refused no_discount /applications/1/discount: bill 'BILL-3'
             |                                                         | has no discount
        carl | create BPAY-1, pays BILL-1 98.00/0 BILL-3 20.00, discount 2.00 | refused invalid: /applications/0/discount must be
             |                                                                | more than 0, /discount stands in each of the
             |                                                                | applications
        carl | create BPAY-1, pays BILL-1 98.00/2.00 BILL-3 20.00, on 2024-01-26 | refused no_discount /applications/0/discount: the
             |                                                                   | discount of bill 'BILL-1' is for payments up to
             |                                                                   | 2024-01-25
        ",
    );
    story(
        &books().given(TERMS).given(OWED),
        "
        carl | create BPAY-1, pays BILL-1 98.00/2.00 BILL-2 49.00/1.00 BILL-3 5.00 | BPAY-1 new, Draft, 152.00 USD on 2024-01-20 in
             |                                                                     | 2024-01; trail Created BPAY-1
        carl | submit BPAY-1 | BPAY-1 Draft → Pending Approval (1: anyone); trail Submit for Approval BPAY-1
        carl | create BPAY-2, pays BILL-2 10.00 | BPAY-2 new, Draft, 10.00 USD on 2024-01-20 in 2024-01; trail Created BPAY-2
        carl | submit BPAY-2 | BPAY-2 Draft → Pending Approval (1: anyone); trail Submit for Approval BPAY-2
        mona | approve BPAY-2 | BILL-2 (due 40.00); BPAY-2 Pending Approval → Approved (level 1 of 1); mona signs 1; job post
             |                | BPAY-2; trail Approve BPAY-2, Pay BILL-2
        job | post BPAY-2 | BPAY-2 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 -10.00, 2000 10.00; job done; BILL-2
            |             | (settled 10.00); trail Post to GL BPAY-2
        mona | approve BPAY-1 | refused overpayment /applications/1/amount: 50.00 USD is more than the 40.00 USD due on bill
             |                | 'BILL-2'
        alma | void BPAY-2, because r | posts back 2024-01-20 in 2024-01: 1000 10.00, 2000 -10.00; BILL-2 (due 50.00, settled 0.00);
             |                        | BPAY-2 Posted → Voided (on 2024-01-20); trail Void BPAY-2, Payment Voided BILL-2
        mona | approve BPAY-1 | BILL-1 (due 0.00); BILL-2 (due 0.00); BILL-3 (due 15.00); BPAY-1 rewritten, Approved (1: anyone),
             |                | 152.00 USD on 2024-01-20 in 2024-01; mona signs 1; job post BPAY-1; trail Approve BPAY-1, Pay
             |                | BILL-1, Pay BILL-2, Pay BILL-3
        job | post BPAY-1 | BPAY-1 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 -152.00, 2000 155.00, 6900 -2.00, 6900
            |             | -1.00; BPAY-1 applied to BILL-1 from 2024-01-20; BPAY-1 applied to BILL-2 from 2024-01-20; BPAY-1
            |             | applied to BILL-3 from 2024-01-20; job done; BILL-1 (settled 100.00); BILL-2 (settled 50.00); BILL-3
            |             | (settled 5.00); trail Post to GL BPAY-1
        alma | void BPAY-1, because r | posts back 2024-01-20 in 2024-01: 1000 152.00, 2000 -155.00, 6900 2.00, 6900 1.00; BILL-1
             |                        | (due 100.00, settled 0.00); BILL-2 (due 50.00, settled 0.00); BILL-3 (due 20.00, settled
             |                        | 0.00); BPAY-1 taken back from BILL-3 from 2024-01-20, undoes 3; BPAY-1 taken back from
             |                        | BILL-2 from 2024-01-20, undoes 2; BPAY-1 taken back from BILL-1 from 2024-01-20, undoes 1;
             |                        | BPAY-1 Posted → Voided (on 2024-01-20); trail Void BPAY-1, Payment Voided BILL-1, Payment
             |                        | Voided BILL-2, Payment Voided BILL-3
        ",
    );
    story(
        &books().given(TERMS).given(OWED),
        "
        carl | create BPAY-1, pays BILL-1 97.00/2.00 BILL-3 5.00 | BPAY-1 new, Draft, 102.00 USD on 2024-01-20 in 2024-01; trail
             |                                                   | Created BPAY-1
        carl | submit BPAY-1 | refused no_discount /applications/0/discount: payment and discount come to 99.00, and 100.00 USD is
             |               | due on bill 'BILL-1': a discount is for all that is due
        ",
    );
}
