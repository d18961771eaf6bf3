//! The tables of revaluations. See docs/rules/revaluation.md.

pub(crate) mod words;

use crate::books::Books;
use crate::table::{cases, story};

/// An invoice of 1,000.00 and a bill of 333.33 euros at 1.10, of which 100.00 of the invoice were received at 1.15; 500.00 euros in a bank
/// account at 1.10; and the rate of the month's end, 1.20.
fn euros() -> Books {
    Books::demo().given(
        "
        alma   | create account 1030, name Euro bank, asset, of bank, in EUR
        alma   | create rate EUR-1, of EUR, on 2024-01-10, at 1.10
        alma   | create rate EUR-2, of EUR, on 2024-01-20, at 1.15
        alma   | create rate EUR-3, of EUR, on 2024-01-31, at 1.20
        carl   | create INV-1, currency EUR, line 4000 1000.00
        carl   | submit INV-1
        mona   | approve INV-1
        carl   | create BILL-1, currency EUR, line 6000 333.33
        carl   | submit BILL-1
        mona   | approve BILL-1
        carl   | create JE-1, currency EUR, debit 1030 500.00, credit 4000 500.00
        carl   | submit JE-1
        mona   | approve JE-1
        alma   | work
        carl   | create IPAY-1, pays INV-1 100.00, cash 1030
        carl   | submit IPAY-1
        mona   | approve IPAY-1
        alma   | work
        ",
    )
}

/// Everything that was submitted is signed and posted, the entry before what reverses it.
const SIGNED: &str = "
        mona   | approve JE-R-1
        mona   | approve JE-R-2
        mona   | approve JE-R-3
        alma   | work
        mona   | approve JE-R-2-reversal
        mona   | approve JE-R-3-reversal
        alma   | work
        ";

#[test]
fn what_is_asked() {
    cases(
        &euros(),
        "
        conrad | revalue 2024-01                        | JE-R-1 new, Pending Approval (1: manager), 55.00 USD on
               |                                        | 2024-01-31 in 2024-01; JE-R-2 new, Pending Approval (1:
               |                                        | manager), 90.00 USD on 2024-01-31 in 2024-01; JE-R-2-reversal
               |                                        | new, Pending Approval (1: manager), 90.00 USD on 2024-02-01 in
               |                                        | 2024-02; JE-R-3 new, Pending Approval (1: manager), 33.34 USD
               |                                        | on 2024-01-31 in 2024-01; JE-R-3-reversal new, Pending
               |                                        | Approval (1: manager), 33.34 USD on 2024-02-01 in 2024-02;
               |                                        | trail Created JE-R-1, Submit for Approval JE-R-1, Created
               |                                        | JE-R-2, Submit for Approval JE-R-2, Created JE-R-2-reversal,
               |                                        | Submit for Approval JE-R-2-reversal, Created JE-R-3, Submit
               |                                        | for Approval JE-R-3, Created JE-R-3-reversal, Submit for
               |                                        | Approval JE-R-3-reversal
        conrad | revalue 2024-01, against 7900          | JE-R-1 new, Pending Approval (1: manager), 55.00 USD on
               |                                        | 2024-01-31 in 2024-01; JE-R-2 new, Pending Approval (1:
               |                                        | manager), 90.00 USD on 2024-01-31 in 2024-01; JE-R-2-reversal
               |                                        | new, Pending Approval (1: manager), 90.00 USD on 2024-02-01 in
               |                                        | 2024-02; JE-R-3 new, Pending Approval (1: manager), 33.34 USD
               |                                        | on 2024-01-31 in 2024-01; JE-R-3-reversal new, Pending
               |                                        | Approval (1: manager), 33.34 USD on 2024-02-01 in 2024-02;
               |                                        | trail Created JE-R-1, Submit for Approval JE-R-1, Created
               |                                        | JE-R-2, Submit for Approval JE-R-2, Created JE-R-2-reversal,
               |                                        | Submit for Approval JE-R-2-reversal, Created JE-R-3, Submit
               |                                        | for Approval JE-R-3, Created JE-R-3-reversal, Submit for
               |                                        | Approval JE-R-3-reversal
        conrad | revalue 2024-01, against 1000          | refused invalid: /exchange_gain_loss_account_id must be an
               |                                        | active account of subtype exchange_gain_loss
        conrad | revalue 2024-09                        | refused invalid: /period_id there is no accounting period
               |                                        | '2024-09'
        conrad | revalue 2024-01, no period             | refused invalid: /period_id is required
        conrad | revalue 2024-01, for good              | refused invalid: /reverse open items are revalued for the day
               |                                        | alone: what is settled counts from the rate of its document,
               |                                        | so their revaluation is reversed on the next day; leave it
               |                                        | out, or send true
        conrad | revalue 2024-01, wrong /x, against 1   | refused invalid: /x is wrong, /exchange_gain_loss_account_id
               |                                        | must be an active account of subtype exchange_gain_loss
        vera   | revalue 2024-01                        | refused forbidden: needs the permission journal_entry.write
        conrad | revalue 2024-03                        | refused no_exchange_rate: the table has no rate of 2024-03-31
               |                                        | or the 31 days before for EUR: record it
        conrad | revalue 2024-02                        | JE-R-1 new, Pending Approval (1: manager), 55.00 USD on
               |                                        | 2024-02-29 in 2024-02; JE-R-2 new, Pending Approval (1:
               |                                        | manager), 90.00 USD on 2024-02-29 in 2024-02; JE-R-2-reversal
               |                                        | new, Pending Approval (1: manager), 90.00 USD on 2024-03-01 in
               |                                        | 2024-03; JE-R-3 new, Pending Approval (1: manager), 33.34 USD
               |                                        | on 2024-02-29 in 2024-02; JE-R-3-reversal new, Pending
               |                                        | Approval (1: manager), 33.34 USD on 2024-03-01 in 2024-03;
               |                                        | trail Created JE-R-1, Submit for Approval JE-R-1, Created
               |                                        | JE-R-2, Submit for Approval JE-R-2, Created JE-R-2-reversal,
               |                                        | Submit for Approval JE-R-2-reversal, Created JE-R-3, Submit
               |                                        | for Approval JE-R-3, Created JE-R-3-reversal, Submit for
               |                                        | Approval JE-R-3-reversal

        alma   | close 2024-02
        alma   | work
        conrad | revalue 2024-01                        | refused period_closed: accounting period 2024-02 is closed for
               |                                        | gl
        alma   | close 2024-01
        alma   | work
        conrad | revalue 2024-01                        | refused period_closed: accounting period 2024-01 is closed for
               |                                        | gl
        ",
    );
}

#[test]
fn run_twice_it_does_nothing() {
    story(
        &euros(),
        "
        conrad | revalue 2024-01                        | JE-R-1 new, Pending Approval (1: manager), 55.00 USD on
               |                                        | 2024-01-31 in 2024-01; JE-R-2 new, Pending Approval (1:
               |                                        | manager), 90.00 USD on 2024-01-31 in 2024-01; JE-R-2-reversal
               |                                        | new, Pending Approval (1: manager), 90.00 USD on 2024-02-01 in
               |                                        | 2024-02; JE-R-3 new, Pending Approval (1: manager), 33.34 USD
               |                                        | on 2024-01-31 in 2024-01; JE-R-3-reversal new, Pending
               |                                        | Approval (1: manager), 33.34 USD on 2024-02-01 in 2024-02;
               |                                        | trail Created JE-R-1, Submit for Approval JE-R-1, Created
               |                                        | JE-R-2, Submit for Approval JE-R-2, Created JE-R-2-reversal,
               |                                        | Submit for Approval JE-R-2-reversal, Created JE-R-3, Submit
               |                                        | for Approval JE-R-3, Created JE-R-3-reversal, Submit for
               |                                        | Approval JE-R-3-reversal
        conrad | revalue 2024-01, as JE-S               | nothing
        mona   | approve JE-R-2-reversal                | refused wrong_status: journal entry 'JE-R-2', which it
               |                                        | reverses, is Pending Approval: that is posted first
        mona   | approve JE-R-2                         | JE-R-2 Pending Approval → Approved (level 1 of 1); mona signs
               |                                        | 1; job post JE-R-2; trail Approve JE-R-2
        alma   | work                                   | JE-R-2 Approved → Posted; posts 2024-01-31 in 2024-01: 1100
               |                                        | 90.00, 7900 -90.00; job done; trail Post to GL JE-R-2
        mona   | approve JE-R-2-reversal                | JE-R-2-reversal Pending Approval → Approved (level 1 of 1);
               |                                        | mona signs 1; job post JE-R-2-reversal; trail Approve
               |                                        | JE-R-2-reversal
        conrad | revalue 2024-01, as JE-S               | nothing
        mona   | reject JE-R-1                          | JE-R-1 Pending Approval → Rejected; trail Reject JE-R-1
        conrad | revalue 2024-01, as JE-S               | JE-S-1 new, Pending Approval (1: manager), 55.00 USD on
               |                                        | 2024-01-31 in 2024-01; trail Created JE-S-1, Submit for
               |                                        | Approval JE-S-1
        ",
    );
}

#[test]
fn a_late_posting_brings_the_difference() {
    story(
        &euros().given("conrad | revalue 2024-01").given(SIGNED),
        "
        carl   | create INV-2, currency EUR, line 4000 10.00, on 2024-01-15
        carl   | submit INV-2
        mona   | approve INV-2
        alma   | work
        conrad | revalue 2024-01, as JE-S               | JE-S-1 new, Pending Approval (1: manager), 1.00 USD on
               |                                        | 2024-01-31 in 2024-01; JE-S-1-reversal new, Pending Approval
               |                                        | (1: manager), 1.00 USD on 2024-02-01 in 2024-02; trail Created
               |                                        | JE-S-1, Submit for Approval JE-S-1, Created JE-S-1-reversal,
               |                                        | Submit for Approval JE-S-1-reversal
        conrad | revalue 2024-02, as JE-T               | JE-T-1 new, Pending Approval (1: manager), 91.00 USD on
               |                                        | 2024-02-29 in 2024-02; JE-T-1-reversal new, Pending Approval
               |                                        | (1: manager), 91.00 USD on 2024-03-01 in 2024-03; JE-T-2 new,
               |                                        | Pending Approval (1: manager), 33.34 USD on 2024-02-29 in
               |                                        | 2024-02; JE-T-2-reversal new, Pending Approval (1: manager),
               |                                        | 33.34 USD on 2024-03-01 in 2024-03; trail Created JE-T-1,
               |                                        | Submit for Approval JE-T-1, Created JE-T-1-reversal, Submit
               |                                        | for Approval JE-T-1-reversal, Created JE-T-2, Submit for
               |                                        | Approval JE-T-2, Created JE-T-2-reversal, Submit for Approval
               |                                        | JE-T-2-reversal
        ",
    );
}

#[test]
fn a_reversing_entry_is_of_what_was_posted() {
    story(
        &euros().given("conrad | revalue 2024-01"),
        "
        mona   | request-change JE-R-2                  | JE-R-2 Pending Approval → Draft; trail Request Change JE-R-2
        conrad | edit JE-R-2, debit 1100 80.00, credit 7900 80.00, on 2024-01-31 | JE-R-2 rewritten, Draft, 80.00 USD on
               |                                                                 | 2024-01-31 in 2024-01; trail Updated
               |                                                                 | JE-R-2
        conrad | submit JE-R-2                          | JE-R-2 Draft → Pending Approval (1: manager); trail Submit for
               |                                        | Approval JE-R-2
        mona   | approve JE-R-2                         | JE-R-2 Pending Approval → Approved (level 1 of 1); mona signs
               |                                        | 1; job post JE-R-2; trail Approve JE-R-2
        alma   | work                                   | JE-R-2 Approved → Posted; posts 2024-01-31 in 2024-01: 1100
               |                                        | 80.00, 7900 -80.00; job done; trail Post to GL JE-R-2
        mona   | approve JE-R-2-reversal                | refused wrong_status: journal entry 'JE-R-2', which it
               |                                        | reverses, was written anew since: reject this one, and reverse
               |                                        | that
        mona   | reject JE-R-2-reversal                 | JE-R-2-reversal Pending Approval → Rejected; trail Reject
               |                                        | JE-R-2-reversal
        conrad | reverse JE-R-2, as JE-9, on 2024-02-01 | JE-9 new, Draft, 80.00 USD on 2024-02-01 in 2024-02; trail
               |                                        | Created JE-9, Reverse JE-R-2
        ",
    );
}

/// 600.00 euros at 1.10 and 1.15, paid out at 1.20.
#[test]
fn an_account_that_was_emptied_keeps_no_base_amount() {
    story(
        &euros(),
        "
        carl   | create JE-2, currency EUR, debit 4000 600.00, credit 1030 600.00, on 2024-01-31
        carl   | submit JE-2
        mona   | approve JE-2
        alma   | work
        conrad | revalue 2024-01                        | JE-R-1 new, Pending Approval (1: manager), 55.00 USD on
               |                                        | 2024-01-31 in 2024-01; JE-R-2 new, Pending Approval (1:
               |                                        | manager), 90.00 USD on 2024-01-31 in 2024-01; JE-R-2-reversal
               |                                        | new, Pending Approval (1: manager), 90.00 USD on 2024-02-01 in
               |                                        | 2024-02; JE-R-3 new, Pending Approval (1: manager), 33.34 USD
               |                                        | on 2024-01-31 in 2024-01; JE-R-3-reversal new, Pending
               |                                        | Approval (1: manager), 33.34 USD on 2024-02-01 in 2024-02;
               |                                        | trail Created JE-R-1, Submit for Approval JE-R-1, Created
               |                                        | JE-R-2, Submit for Approval JE-R-2, Created JE-R-2-reversal,
               |                                        | Submit for Approval JE-R-2-reversal, Created JE-R-3, Submit
               |                                        | for Approval JE-R-3, Created JE-R-3-reversal, Submit for
               |                                        | Approval JE-R-3-reversal
        mona   | approve JE-R-1                         | JE-R-1 Pending Approval → Approved (level 1 of 1); mona signs
               |                                        | 1; job post JE-R-1; trail Approve JE-R-1
        alma   | work                                   | JE-R-1 Approved → Posted; posts 2024-01-31 in 2024-01: 1030
               |                                        | 55.00, 7900 -55.00; job done; trail Post to GL JE-R-1
        conrad | revalue 2024-01, as JE-S               | nothing
        ",
    );
}

#[test]
fn lines_with_a_base_amount_alone() {
    cases(
        &euros().given("alma | create account 1031, name Euro cash, asset, of cash, in EUR"),
        "
        carl | create JE-5, debit 1030 5.00, credit 7900 5.00                   | JE-5 new, Draft, 5.00 USD on 2024-01-15
             |                                                                  | in 2024-01; trail Created JE-5
        carl | create JE-5, debit 7900 5.00, credit 1030 2.00, credit 1030 3.00 | JE-5 new, Draft, 5.00 USD on 2024-01-15
             |                                                                  | in 2024-01; trail Created JE-5
        carl | create JE-5, debit 1030 5.00, credit 4000 5.00                   | refused invalid: /lines/0/account_id
             |                                                                  | account '1030' is kept in another
             |                                                                  | currency than USD
        carl | create JE-5, debit 1030 5.00, credit 7900 3.00, credit 4000 2.00 | refused invalid: /lines/0/account_id
             |                                                                  | account '1030' is kept in another
             |                                                                  | currency than USD
        carl | create JE-5, debit 1030 5.00, credit 1031 5.00                   | refused invalid: /lines/0/account_id
             |                                                                  | account '1030' is kept in another
             |                                                                  | currency than USD, /lines/1/account_id
             |                                                                  | account '1031' is kept in another
             |                                                                  | currency than USD
        carl | create JE-5, debit 1030 5.00, credit 1031 3.00, credit 7900 2.00 | refused invalid: /lines/0/account_id
             |                                                                  | account '1030' is kept in another
             |                                                                  | currency than USD, /lines/1/account_id
             |                                                                  | account '1031' is kept in another
             |                                                                  | currency than USD
        carl | create JE-5, debit 1030 5.00, credit 1000 5.00                   | refused invalid: /lines/0/account_id
             |                                                                  | account '1030' is kept in another
             |                                                                  | currency than USD
        carl | create JE-5, debit 1030 5.00, credit 7900 5.00, type Revaluation | refused invalid: /entry_type must be one
             |                                                                  | of Standard, Adjusting, Accrual, Payroll
        ",
    );
}
