//! Correct: a posted document is taken back, and a copy of it is a draft. See docs/rules/postings.md#correction.

use crate::books::Books;
use crate::table::cases;

/// A bill, an invoice, an entry and a payment, all posted in January.
fn posted() -> Books {
    Books::demo().given(
        "
        carl   | create BILL-1, line 6000 100.00
        carl   | create INV-1, line 4000 50.00
        carl   | create JE-1, debit 6000 5.00, credit 1000 5.00
        carl   | submit BILL-1
        carl   | submit INV-1
        carl   | submit JE-1
        mona   | approve BILL-1
        mona   | approve INV-1
        mona   | approve JE-1
        system | work
        carl   | create BPAY-1, pays BILL-1 10.00
        carl   | submit BPAY-1
        mona   | approve BPAY-1
        system | work
        ",
    )
}

#[test]
fn it_is_taken_back_and_written_anew() {
    cases(
        &posted(),
        "
        conrad | correct INV-1, as INV-2                                | posts back 2024-01-15 in 2024-01: 1100 -50.00,
               |                                                        | 4000 50.00; INV-1 Posted → Voided (on
               |                                                        | 2024-01-15); INV-2 new, Draft, 50.00 USD on
               |                                                        | 2024-01-15 in 2024-01; trail Void INV-1,
               |                                                        | Created INV-2
        conrad | correct BPAY-1, as BPAY-2, on 2024-02-05               | posts back 2024-02-05 in 2024-02: 1000 10.00,
               |                                                        | 2000 -10.00; BILL-1 (due 100.00, settled
               |                                                        | 0.00); BPAY-1 Posted → Voided (on 2024-02-05);
               |                                                        | BPAY-2 new, Draft, 10.00 USD on 2024-02-05 in
               |                                                        | 2024-02; trail Void BPAY-1, Payment Voided
               |                                                        | BILL-1, Created BPAY-2
        conrad | correct BILL-1, as BILL-2                              | refused wrong_status: 10.00 of bill 'BILL-1'
               |                                                        | is paid or applied; void its payments and
               |                                                        | unapply its credits first
        conrad | correct JE-1, as JE-2                                  | JE-REV new, Draft, 5.00 USD on 2024-01-15 in
               |                                                        | 2024-01; JE-1; JE-2 new, Draft, 5.00 USD on
               |                                                        | 2024-01-15 in 2024-01; trail Created JE-REV,
               |                                                        | Reverse JE-1, Created JE-2
        conrad | correct JE-1, as JE-2, on 2024-02-05                   | JE-REV new, Draft, 5.00 USD on 2024-02-05 in
               |                                                        | 2024-02; JE-1; JE-2 new, Draft, 5.00 USD on
               |                                                        | 2024-02-05 in 2024-02; trail Created JE-REV,
               |                                                        | Reverse JE-1, Created JE-2
        conrad | correct JE-1, as JE-2, on 2024-01-14                   | refused invalid: /correction_date is before
               |                                                        | 2024-01-15, the date of journal entry 'JE-1'
        conrad | correct INV-1, as INV-2, on 2024-01-14                 | refused invalid: /correction_date is before
               |                                                        | 2024-01-15, the day on which it was posted
        conrad | correct INV-1, as INV-2, because nothing               | refused invalid: /reason is required
        conrad | correct JE-1, as JE-2, because nothing                 | refused invalid: /reason is required
        carl   | correct INV-1, as INV-2                                | refused forbidden: needs the permission
               |                                                        | invoice.void
        carl   | create INV-3, line 4000 1.00
        conrad | correct INV-3, as INV-4                                | refused wrong_status: invoice 'INV-3' is
               |                                                        | Draft; allowed now: edit, delete,
               |                                                        | submit-for-approval, void

        conrad | correct JE-1, as JE-2
        conrad | correct JE-1, as JE-3                                  | refused already_reversed: journal entry
               |                                                        | 'JE-REV' reverses it already
        conrad | submit JE-REV
        mona   | approve JE-REV
        system | work
        conrad | correct JE-REV, as JE-4                                | refused wrong_status: journal entry 'JE-REV'
               |                                                        | is Posted; allowed now: reverse
        conrad | edit JE-2, debit 6000 6.00, credit 1000 6.00           | JE-2 rewritten, Draft, 6.00 USD on 2024-01-15
               |                                                        | in 2024-01; trail Updated JE-2

        conrad | close 2024-01, force
        system | work
        conrad | correct INV-1, as INV-5                                | posts back 2024-02-01 in 2024-02: 1100 -50.00,
               |                                                        | 4000 50.00; INV-1 Posted → Voided (on
               |                                                        | 2024-02-01); INV-5 new, Draft, 50.00 USD on
               |                                                        | 2024-02-01 in 2024-02; trail Void INV-1,
               |                                                        | Created INV-5
        conrad | correct JE-1, as JE-5                                  | JE-REV new, Draft, 5.00 USD on 2024-02-01 in
               |                                                        | 2024-02; JE-1; JE-5 new, Draft, 5.00 USD on
               |                                                        | 2024-02-01 in 2024-02; trail Created JE-REV,
               |                                                        | Reverse JE-1, Created JE-5
        conrad | correct INV-1, as INV-5, on 2024-01-20                 | refused period_closed /correction_date:
               |                                                        | accounting period 2024-01 is closed for ar;
               |                                                        | the next open day is 2024-02-01
        ",
    );
}

/// What guards the void guards this as well.
#[test]
fn it_asks_for_the_signatures_of_what_takes_it_back() {
    cases(
        &posted(),
        "
        alma   | create rule v-1, of invoice, guards void, level 1, role manager
        alma   | create rule r-1, of journal_entry, guards reverse, level 1, role manager
        conrad | correct INV-1, as INV-6 | change Pending Approval: void invoice INV-1 (1: manager); trail Submit for
               |                         | Approval change
        conrad | correct JE-1, as JE-6   | change Pending Approval: reverse journal_entry JE-1 (1: manager); trail
               |                         | Submit for Approval change
        ",
    );
}
