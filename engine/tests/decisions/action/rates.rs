//! The author of a document does not choose who signs it by choosing its rate. See docs/rules/amounts.md#rate-override.

use crate::books::Books;
use crate::table::{cases, story};

/// Euros are 1.10 in January, and nobody knows what they are in March.
fn books() -> Books {
    Books::demo().given("alma | create rate R-1, of EUR, on 2024-01-15, at 1.10")
}

#[test]
fn the_greater_of_two_amounts_decides() {
    cases(
        &books(),
        "
        fiona | create JE-1, currency EUR, rate 1.1, because Hedged, debit 6000 900.00, credit 1000 900.00
        fiona | submit JE-1 | JE-1 Draft → Pending Approval (1: manager); trail Submit for Approval JE-1

        fiona | create JE-1, currency EUR, rate 2, because Hedged, debit 6000 900.00, credit 1000 900.00
        fiona | submit JE-1 | JE-1 Draft → Pending Approval (1: manager, 2: controller, rate overridden); trail Submit for
              |             | Approval JE-1

        fiona | create JE-1, currency EUR, rate 0.5, because Hedged, debit 6000 900.00, credit 1000 900.00
        fiona | submit JE-1 | JE-1 Draft → Pending Approval (1: manager, rate overridden); trail Submit for Approval JE-1

        fiona | create JE-1, currency EUR, rate 0.1, because Hedged, debit 6000 10000.00, credit 1000 10000.00
        fiona | submit JE-1 | JE-1 Draft → Pending Approval (1: manager, 2: controller, 3: cfo, rate overridden); trail Submit
              |             | for Approval JE-1
        ",
    );
}

#[test]
fn where_the_table_has_no_rate_every_level_signs() {
    cases(
        &books(),
        "
        carl  | create JE-1, on 2024-03-20, currency EUR, rate 1.1, because Hedged, debit 6000 1.00, credit 1000 1.00
        carl  | submit JE-1 | refused no_exchange_rate /exchange_rate: the table has no rate for EUR of 2024-03-20 or the 31
              |             | days before; who has the permission exchange_rate.override passes with an exchange_rate_reason
        fiona | submit JE-1 | JE-1 Draft → Pending Approval (1: manager, 2: controller, 3: cfo, no rate known); trail Submit for
              |             | Approval JE-1

        carl  | create JE-1, on 2024-03-20, currency EUR, rate 1.1, debit 6000 1.00, credit 1000 1.00
        fiona | submit JE-1 | refused no_exchange_rate /exchange_rate: the table has no rate for EUR of 2024-03-20 or the 31
              |             | days before; who has the permission exchange_rate.override passes with an exchange_rate_reason
        ",
    );
}

#[test]
fn a_reason_is_nothing_without_the_permission() {
    cases(
        &books(),
        "
        carl  | create BILL-1, currency EUR, rate 2, because Hedged, line 6000 10.00 | refused rate_out_of_tolerance /exchange_rate: 2 differs
              |                                                      | by more than 0.05 times the table's rate from it, which
              |                                                      | for EUR is 1.1 of 2024-01-15; who has the permission
              |                                                      | exchange_rate.override passes with an
              |                                                      | exchange_rate_reason
        fiona | create BILL-1, currency EUR, rate 2, line 6000 10.00 | refused rate_out_of_tolerance /exchange_rate: 2 differs
              |                                                      | by more than 0.05 times the table's rate from it, which
              |                                                      | for EUR is 1.1 of 2024-01-15; who has the permission
              |                                                      | exchange_rate.override passes with an
              |                                                      | exchange_rate_reason
        fiona | create BILL-1, currency EUR, rate 2, because Hedged, line 6000 10.00
        carl  | edit BILL-1, currency EUR, rate 2, because Hedged, line 6000 10.00 | refused rate_out_of_tolerance /exchange_rate: 2 differs
              |                                                      | by more than 0.05 times the table's rate from it, which
              |                                                      | for EUR is 1.1 of 2024-01-15; who has the permission
              |                                                      | exchange_rate.override passes with an
              |                                                      | exchange_rate_reason
        fiona | edit BILL-1, currency EUR, rate 2, because Agreed, line 6000 10.00 | BILL-1 rewritten, Draft, 10.00 EUR on 2024-01-15 in
              |                                                      | 2024-01; trail Updated BILL-1
        carl  | submit BILL-1                                        | refused rate_out_of_tolerance /exchange_rate: 2 differs
              |                                                      | by more than 0.05 times the table's rate from it, which
              |                                                      | for EUR is 1.1 of 2024-01-15; who has the permission
              |                                                      | exchange_rate.override passes with an
              |                                                      | exchange_rate_reason
        fiona | submit BILL-1                                        | BILL-1 Draft → Pending Approval (1: anyone, rate
              |                                                      | overridden); trail Submit for Approval BILL-1
        ",
    );
}

#[test]
fn a_hundred_thousand_euros_do_not_go_for_five_hundred_dollars() {
    let books = Books::demo().given(
        "
        alma | create rule b1, of bill, level 1, to 1000.00, role manager
        alma | create rule b2, of bill, level 2, from 1000.01, role controller
        alma | create rule p1, of bill_payment, level 1, to 1000.00, role manager
        alma | create rule p2, of bill_payment, level 2, from 1000.01, role controller
        ",
    );
    story(
        &books,
        "
        carl   | create BILL-1, currency EUR, rate 0.005, line 6000 100000.00 | BILL-1 new, Draft, 100000.00 EUR at 0.005 on
               |                                                              | 2024-01-15 in 2024-01; trail Created BILL-1
        carl   | submit BILL-1                                                | refused no_exchange_rate /exchange_rate: the
               |                                                              | table has no rate for EUR of 2024-01-15 …
        alma   | create rate R-1, of EUR, on 2024-01-15, at 1.10
        carl   | submit BILL-1                                                | refused rate_out_of_tolerance /exchange_rate:
               |                                                              | 0.005 differs by more than 0.05 times …
        carl   | create BILL-2, currency EUR, rate 0.005, line 6000 100000.00 | refused rate_out_of_tolerance /exchange_rate:
               |                                                              | 0.005 differs by more than 0.05 times …
        carl   | edit BILL-1, currency EUR, rate 0.005, line 6000 100000.00   | refused rate_out_of_tolerance /exchange_rate:
               |                                                              | 0.005 differs by more than 0.05 times …
        carl   | edit BILL-1, currency EUR, rate 1.045, line 6000 100000.00   | BILL-1 rewritten, Draft, 100000.00 EUR at 1.045
               |                                                              | on 2024-01-15 in 2024-01; trail Updated BILL-1
        carl   | submit BILL-1                                                | BILL-1 Draft → Pending Approval (1: manager, 2:
               |                                                              | controller); trail Submit for Approval BILL-1
        mona   | approve BILL-1
        conrad | approve BILL-1
        system | work
        carl   | create BPAY-1, pays BILL-1 100000.00, rate 0.005             | refused rate_out_of_tolerance /exchange_rate:
               |                                                              | 0.005 differs by more than 0.05 times …
        carl   | create BPAY-1, pays BILL-1 100000.00
        carl   | submit BPAY-1                                                | BPAY-1 Draft → Pending Approval (1: manager, 2:
               |                                                              | controller); trail Submit for Approval BPAY-1
        ",
    );
    // Nor does its payment, once the rate was overridden by those who may.
    story(
        &books,
        "
        fiona  | create BILL-1, currency EUR, rate 0.005, because Agreed, line 6000 100000.00
        fiona  | submit BILL-1                               | BILL-1 Draft → Pending Approval (1: manager, 2: controller, no
               |                                             | rate known); trail Submit for Approval BILL-1
        mona   | approve BILL-1
        conrad | approve BILL-1
        system | work
        carl   | create BPAY-1, pays BILL-1 100000.00
        carl   | submit BPAY-1                               | BPAY-1 Draft → Pending Approval (1: manager, 2: controller, no
               |                                             | rate known); trail Submit for Approval BPAY-1
        carl   | create BPAY-2, pays BILL-1 1.00, rate 0.004 | BPAY-2 new, Draft, 1.00 EUR at 0.004 on 2024-01-20 in 2024-01;
               |                                             | trail Created BPAY-2
        carl   | submit BPAY-2                               | refused no_exchange_rate /exchange_rate: the table has no rate
               |                                             | for EUR of 2024-01-20 …
        ",
    );
}

#[test]
fn a_documents_own_rate_vouches_for_its_payment_once_it_was_submitted() {
    cases(
        &books(),
        "
        carl   | create BILL-1, on 2024-03-20, currency EUR, rate 0.005, line 6000 100.00
        carl   | create BPAY-1, on 2024-03-20, pays BILL-1 100.00
        carl   | submit BPAY-1 | refused no_exchange_rate /exchange_rate: the table has no rate for EUR of 2024-03-20 or the 31
               |               | days before; who has the permission exchange_rate.override passes with an exchange_rate_reason

        carl   | create INV-1, currency EUR, line 4000 100.00
        carl   | submit INV-1
        mona   | approve INV-1
        system | work
        carl   | create IPAY-1, pays INV-1 10.00, on 2024-03-20
        carl   | submit IPAY-1 | IPAY-1 Draft → Pending Approval (1: anyone); trail Submit for Approval IPAY-1
        ",
    );
}

#[test]
fn a_correction_of_the_table_counts_for_drafts_and_not_for_what_is_submitted() {
    story(
        &books(),
        "
        carl   | create INV-1, currency EUR, line 4000 100.00
        carl   | create INV-2, currency EUR, line 4000 100.00
        carl   | submit INV-2
        conrad | edit rate R-1, at 2.20
        carl   | submit INV-1  | refused rate_out_of_tolerance /exchange_rate: 1.1 differs by more than 0.05 times the table's
               |               | rate from it, which for EUR is 2.2 of 2024-01-15; who has the permission exchange_rate.override
               |               | passes with an exchange_rate_reason
        mona   | approve INV-2 | INV-2 Pending Approval → Approved (level 1 of 1); mona signs 1; job post INV-2; trail Approve
               |               | INV-2
        carl   | edit INV-1, currency EUR, line 4000 100.00
        carl   | submit INV-1  | INV-1 Draft → Pending Approval (1: anyone); trail Submit for Approval INV-1
        ",
    );
}

#[test]
fn a_payment_received_is_asked_as_at_its_submission() {
    let books = books().given(
        "
        carl   | create INV-1, currency EUR, line 4000 100.00
        carl   | submit INV-1
        mona   | approve INV-1
        system | work
        ",
    );
    cases(
        &books,
        "
        conrad | receive INV-1, as IPAY-1, amount 10, rate 2                 | refused rate_out_of_tolerance /exchange_rate: 2
               |                                                             | differs by more than 0.05 times …
        conrad | receive INV-1, as IPAY-1, amount 10, rate 2, on 2024-03-20  | refused no_exchange_rate /exchange_rate: the
               |                                                             | table has no rate for EUR of 2024-03-20 …
        conrad | receive INV-1, as IPAY-1, amount 10, rate 2, because Hedged | refused rate_out_of_tolerance /exchange_rate: 2
               |                                                             | differs by more than 0.05 times …
        conrad | receive INV-1, as IPAY-1, amount 10, rate 1.12              | INV-1 (due 90.00); IPAY-1 new, Approved, 10.00
               |                                                             | EUR at 1.12 on 2024-01-20 in 2024-01; job post
               |                                                             | IPAY-1; trail Receive Payment INV-1, Created
               |                                                             | IPAY-1
        fiona  | receive INV-1, as IPAY-1, amount 10, rate 2, because Hedged | INV-1 (due 90.00); IPAY-1 new, Approved, 10.00
               |                                                             | EUR on 2024-01-20 in 2024-01; job post IPAY-1;
               |                                                             | trail Receive Payment INV-1, Created IPAY-1
        alma   | create rule p1, of invoice_payment, level 1, to 1000.00, role manager
        alma   | create rule p2, of invoice_payment, level 2, from 1000.01, role controller
        fiona  | receive INV-1, as IPAY-1, amount 10, rate 2, because Hedged, on 2024-03-20 | IPAY-1 new, Pending Approval (1: manager, 2:
               |                                                             | controller, no rate known), 10.00 EUR on
               |                                                             | 2024-03-20 in 2024-03; trail Created IPAY-1,
               |                                                             | Submit for Approval IPAY-1, Receive Payment INV-1
        ",
    );
}

#[test]
fn a_reversal_keeps_the_rate_of_what_it_undoes() {
    story(
        &books(),
        "
        carl   | create JE-1, currency EUR, debit 6000 100.00, credit 1000 100.00
        carl   | submit JE-1
        mona   | approve JE-1
        system | work
        alma   | create rate R-2, of EUR, on 2024-02-01, at 5
        conrad | reverse JE-1, as JE-2, on 2024-02-10 | JE-2 new, Draft, 100.00 EUR at 1.1 on 2024-02-10 in 2024-02; trail
               |                                      | Created JE-2, Reverse JE-1
        carl   | edit JE-2, currency EUR, rate 5, credit 6000 100.00, debit 1000 100.00, on 2024-02-10 | refused invalid: /exchange_rate of a reversing entry cannot be changed
        carl   | edit JE-2, currency EUR, credit 6000 100.00, debit 1000 100.00, on 2024-02-10, memo Undone | JE-2 rewritten, Draft, 100.00 EUR at 1.1 on 2024-02-10 in 2024-02; trail
               |                                      | Updated JE-2
        carl   | submit JE-2                          | JE-2 Draft → Pending Approval (1: manager); trail Submit for Approval
               |                                      | JE-2
        ",
    );
}
