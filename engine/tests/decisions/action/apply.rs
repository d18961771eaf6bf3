//! Apply: a credit memo settles an invoice of its customer, and is taken back. See docs/rules/payments.md#applying-a-credit.

use crate::books::Books;
use crate::ledger::balances;
use crate::table::{cases, story};

fn posted() -> Books {
    Books::demo().given(
        "
        alma   | create customer C-2, name Cedar
        alma   | create account 1101, asset, of ar
        alma   | create rate R-1, of EUR, on 2024-01-15, at 1.10
        alma   | create rate R-2, of EUR, on 2024-01-16, at 1.25
        carl   | create INV-1, line 4000 100.00
        carl   | create INV-2, line 4000 100.00, customer C-2
        carl   | create INV-3, line 4000 100.00, control 1101
        carl   | create INV-4, line 4000 100.00, currency EUR
        carl   | create INV-5, line 4000 100.00
        carl   | create CM-1, line 4000 30.00
        carl   | create CM-2, line 4000 80.00, currency EUR, on 2024-01-16
        carl   | submit INV-1
        carl   | submit INV-2
        carl   | submit INV-3
        carl   | submit INV-4
        carl   | submit CM-1
        carl   | submit CM-2
        mona   | approve INV-1
        mona   | approve INV-2
        mona   | approve INV-3
        mona   | approve INV-4
        mona   | approve CM-1
        mona   | approve CM-2
        system | work
        ",
    )
}

#[test]
fn both_are_used_up() {
    story(
        &posted(),
        "
        abel | apply CM-1, to INV-1, amount 20.00 | CM-1 (due 10.00, settled 20.00); INV-1 (due 80.00, settled 20.00); CM-1
             |                                    | applied to INV-1 from 2024-01-15; trail Apply CM-1, Apply INV-1
        abel | apply CM-1, to INV-1, amount 10.01 | refused overpayment /amount: 10.01 USD is more than the 10.00 USD due on
             |                                    | credit memo 'CM-1'
        abel | apply CM-1, to INV-1, amount 10.00 | CM-1 (due 0.00, settled 30.00); INV-1 (due 70.00, settled 30.00); CM-1
             |                                    | applied to INV-1 from 2024-01-15; trail Apply CM-1, Apply INV-1
        abel | apply CM-1, to INV-1, amount 0.01  | refused overpayment /amount: 0.01 USD is more than the 0.00 USD due on
             |                                    | credit memo 'CM-1'
        ",
    );
}

#[test]
fn two_rates_leave_a_gain_or_a_loss() {
    story(
        &posted(),
        "
        abel | apply CM-2, to INV-4, amount 10.00 | posts the difference 2024-01-16 in 2024-01: 1100 0.00=1.50, 7900 0.00=-1.50;
             |                                    | CM-2 (due 70.00, settled 10.00); INV-4 (due 90.00, settled 10.00); CM-2
             |                                    | applied to INV-4 from 2024-01-16; trail Apply CM-2, Apply INV-4
        abel | apply CM-2, to INV-4, amount 70.00 | posts the difference 2024-01-16 in 2024-01: 1100 0.00=10.50, 7900
             |                                    | 0.00=-10.50; CM-2 (due 0.00, settled 80.00); INV-4 (due 20.00, settled
             |                                    | 80.00); CM-2 applied to INV-4 from 2024-01-16; trail Apply CM-2, Apply INV-4
        ",
    );
    cases(
        &posted(),
        "
        alma | edit account 7900, inactive
        abel | apply CM-2, to INV-4, amount 10.00 | refused missing_account: two exchange rates leave a gain or loss and there
             |                                    | is no active account of subtype exchange_gain_loss
        ",
    );
}

#[test]
fn what_is_applied_lands_in_an_open_period() {
    cases(
        &posted(),
        "
        conrad | close 2024-01, ar, force
        system | work
        abel   | apply CM-1, to INV-1, amount 10.00 | CM-1 (due 20.00, settled 10.00); INV-1 (due 90.00, settled 10.00); CM-1
               |                                    | applied to INV-1 from 2024-02-01; trail Apply CM-1, Apply INV-1
        abel   | apply CM-2, to INV-4, amount 10.00 | posts the difference 2024-02-01 in 2024-02: 1100 0.00=1.50, 7900
               |                                    | 0.00=-1.50; CM-2 (due 70.00, settled 10.00); INV-4 (due 90.00, settled
               |                                    | 10.00); CM-2 applied to INV-4 from 2024-02-01; trail Apply CM-2, Apply
               |                                    | INV-4
        conrad | close 2024-02, ar
        conrad | close 2024-03, ar
        system | work
        abel   | apply CM-1, to INV-1, amount 10.00 | refused no_open_period: no accounting period on or after 2024-01-15 is
               |                                    | open for receivables
        ",
    );
}

#[test]
fn what_is_refused() {
    cases(
        &posted(),
        "
        carl                   | apply CM-1, to INV-1, amount 1.00   | refused forbidden: needs the permission credit_memo.apply
        bo (credit_memo.apply) | apply CM-1, to INV-1, amount 1.00   | refused forbidden: needs the permission invoice.read
        abel                   | apply CM-9, to INV-1, amount 1.00   | refused not_found: there is no credit memo 'CM-9'
        abel                   | apply CM-1                          | refused invalid: /invoice_id is required, /amount is
                               |                                     | required
        abel                   | apply CM-1, to INV-9, amount 0      | refused invalid: /invoice_id there is no invoice 'INV-9',
                               |                                     | /amount must be more than 0
        abel                   | apply CM-1, to INV-2, amount 1.00   | refused invalid: /invoice_id invoice 'INV-2' is another
                               |                                     | customer's
        abel                   | apply CM-1, to INV-3, amount 1.00   | refused invalid: /invoice_id invoice 'INV-3' stands in
                               |                                     | another receivables account
        abel                   | apply CM-1, to INV-4, amount 1.00   | refused invalid: /invoice_id invoice 'INV-4' is not in
                               |                                     | USD, the credit memo's currency
        abel                   | apply CM-1, to INV-5, amount 1.00   | refused wrong_status: invoice 'INV-5' is Draft; only a
                               |                                     | posted one is paid
        abel                   | apply CM-1, to INV-1, amount 100.01 | refused overpayment /amount: 100.01 USD is more than the
                               |                                     | 100.00 USD due on invoice 'INV-1'
        abel                   | apply CM-1, to INV-1, amount 30.01  | refused overpayment /amount: 30.01 USD is more than the
                               |                                     | 30.00 USD due on credit memo 'CM-1'
        abel                   | apply CM-1, to INV-1, amount 1.001  | refused invalid: /amount has more decimals than USD has
                               |                                     | (2)
        ",
    );
}

#[test]
fn an_application_counts_from_the_later_posting() {
    cases(
        &Books::demo(),
        "
        carl   | create INV-1, line 4000 100.00
        carl   | create CM-1, line 4000 30.00, on 2023-12-05, in 2024-02
        carl   | submit INV-1
        carl   | submit CM-1
        mona   | approve INV-1
        mona   | approve CM-1
        system | work
        abel   | apply CM-1, to INV-1, amount 30.00 | CM-1 (due 0.00, settled 30.00); INV-1 (due 70.00, settled 30.00); CM-1
               |                                    | applied to INV-1 from 2024-02-01; trail Apply CM-1, Apply INV-1
        ",
    );
}

#[test]
fn an_application_is_taken_back() {
    story(
        &posted(),
        "
        abel | apply CM-1, to INV-1, amount 20.00
        abel | apply CM-1, to INV-1, amount 10.00
        abel | unapply CM-1, from INV-1                  | refused invalid: /application_number is required:
             |                                           | applications 1, 2 to it stand
        abel | unapply CM-1, from INV-1, application 3   | refused invalid: /application_number no application 3 of it
             |                                           | to invoice 'INV-1' stands
        abel | unapply CM-1                              | refused invalid: /invoice_id is required
        abel | unapply CM-1, from INV-9                  | refused invalid: /invoice_id there is no invoice 'INV-9'
        abel | unapply CM-1, from INV-2                  | refused invalid: /invoice_id nothing of it is applied to
             |                                           | invoice 'INV-2'
        carl | unapply CM-1, from INV-1, application 1   | refused forbidden: needs the permission credit_memo.apply
        abel | unapply CM-1, from INV-1, application 1   | CM-1 (due 20.00, settled 10.00); INV-1 (due 90.00, settled
             |                                           | 10.00); CM-1 taken back from INV-1 from 2024-01-15, undoes 1;
             |                                           | trail Unapply CM-1, Unapply INV-1
        abel | unapply CM-1, from INV-1, application 1   | refused invalid: /application_number no application 1 of it
             |                                           | to invoice 'INV-1' stands
        abel | unapply CM-1, from INV-1                  | CM-1 (due 30.00, settled 0.00); INV-1 (due 100.00, settled
             |                                           | 0.00); CM-1 taken back from INV-1 from 2024-01-15, undoes 2;
             |                                           | trail Unapply CM-1, Unapply INV-1
        abel | unapply CM-1, from INV-1                  | refused wrong_status: nothing of credit memo 'CM-1' is
             |                                           | applied
        abel | apply CM-1, to INV-1, amount 30.00        | CM-1 (due 0.00, settled 30.00); INV-1 (due 70.00, settled
             |                                           | 30.00); CM-1 applied to INV-1 from 2024-01-15; trail Apply
             |                                           | CM-1, Apply INV-1
        ",
    );
}

/// To the account that took it, whichever takes such differences today.
#[test]
fn a_difference_of_rates_is_posted_back() {
    story(
        &posted(),
        "
        abel | apply CM-2, to INV-4, amount 10.00
        alma | create account 7800, income, of exchange_gain_loss
        abel | unapply CM-2, from INV-4 | posts the difference 2024-01-16 in 2024-01: 1100 0.00=-1.50, 7900 0.00=1.50;
             |                          | CM-2 (due 80.00, settled 0.00); INV-4 (due 100.00, settled 0.00); CM-2 taken
             |                          | back from INV-4 from 2024-01-16, undoes 1; trail Unapply CM-2, Unapply INV-4
        ",
    );
}

#[test]
fn what_is_taken_back_lands_in_an_open_period() {
    story(
        &posted(),
        "
        abel   | apply CM-2, to INV-4, amount 10.00
        conrad | close 2024-01, ar
        system | work
        abel   | unapply CM-2, from INV-4 | posts the difference 2024-01-16 in 2024-01: 1100 0.00=-1.50, 7900 0.00=1.50;
               |                          | CM-2 (due 80.00, settled 0.00); INV-4 (due 100.00, settled 0.00); CM-2 taken
               |                          | back from INV-4 from 2024-01-16, undoes 1; trail Unapply CM-2, Unapply INV-4
        conrad | close 2024-02, ar
        conrad | close 2024-03, ar
        system | work
        abel   | apply CM-1, to INV-1, amount 30.00 | CM-1 (due 0.00, settled 30.00); INV-1 (due 70.00, settled 30.00);
               |                                    | CM-1 applied to INV-1 from 2024-01-15; trail Apply CM-1, Apply
               |                                    | INV-1
        abel   | unapply CM-2, from INV-4 | refused wrong_status: nothing of credit memo 'CM-2' is applied
        ",
    );
}

/// All of the list or none of it. See docs/rules/payments.md#applied-to-several.
#[test]
fn a_credit_is_applied_to_several_in_one_step() {
    story(
        &posted().given(
            "
            carl   | submit INV-5
            mona   | approve INV-5
            system | work
            ",
        ),
        "
        carl   | apply-several CM-1, to INV-1 1.00, to INV-5 1.00       | refused forbidden: needs the permission
               |                                                        | credit_memo.apply
        abel   | apply-several CM-1                                     | refused invalid: /applications is required
        abel   | apply-several CM-1, to, to INV-1, to INV-9 0           | refused invalid: /applications/0/invoice_id is
               |                                                        | required, /applications/0/amount is required,
               |                                                        | /applications/1/amount is required,
               |                                                        | /applications/2/invoice_id there is no invoice
               |                                                        | 'INV-9', /applications/2/amount must be more
               |                                                        | than 0
        abel   | apply-several CM-1, to INV-2 1.00, to INV-3 1.00       | refused invalid: /applications/0/invoice_id
               |                                                        | invoice 'INV-2' is another customer's,
               |                                                        | /applications/1/invoice_id invoice 'INV-3'
               |                                                        | stands in another receivables account
        abel   | apply-several CM-1, to INV-1 1.00, to INV-1 0          | refused invalid: /applications/1/amount must
               |                                                        | be more than 0, /applications/1/invoice_id
               |                                                        | invoice 'INV-1' stands in the list already
        abel   | apply-several CM-1, to INV-1 20.00, to INV-5 10.01     | refused overpayment /applications/1/amount:
               |                                                        | 10.01 USD is more than the 10.00 USD due on
               |                                                        | credit memo 'CM-1'
        abel   | apply-several CM-1, to INV-1 20.00, to INV-5 10.00     | CM-1 (due 0.00, settled 30.00); INV-1 (due
               |                                                        | 80.00, settled 20.00); INV-5 (due 90.00,
               |                                                        | settled 10.00); CM-1 applied to INV-1 from
               |                                                        | 2024-01-15; CM-1 applied to INV-5 from
               |                                                        | 2024-01-15; trail Apply CM-1, Apply INV-1,
               |                                                        | Apply CM-1, Apply INV-5
        abel   | apply-several CM-1, to INV-1 0.01, to INV-5 0.01       | refused overpayment /applications/0/amount:
               |                                                        | 0.01 USD is more than the 0.00 USD due on
               |                                                        | credit memo 'CM-1'
        abel   | apply-several CM-2, to INV-4 80.00                     | posts the difference 2024-01-16 in 2024-01:
               |                                                        | 1100 0.00=12.00, 7900 0.00=-12.00; CM-2 (due
               |                                                        | 0.00, settled 80.00); INV-4 (due 20.00,
               |                                                        | settled 80.00); CM-2 applied to INV-4 from
               |                                                        | 2024-01-16; trail Apply CM-2, Apply INV-4
        abel   | unapply CM-1, from INV-1                               | CM-1 (due 20.00, settled 10.00); INV-1 (due
               |                                                        | 100.00, settled 0.00); CM-1 taken back from
               |                                                        | INV-1 from 2024-01-15, undoes 1; trail Unapply
               |                                                        | CM-1, Unapply INV-1
        conrad | void CM-1                                              | refused wrong_status: 10.00 of credit memo
               |                                                        | 'CM-1' is paid or applied; unapply it and void its
               |                                                        | refunds first
        ",
    );
}

/// Each at its own rate; and nothing of it where one of them cannot be.
#[test]
fn each_of_several_is_settled_at_its_own_rate() {
    let books = story(
        &Books::demo().given(
            "
            alma   | create rate R-1, of EUR, on 2024-01-15, at 1.10
            alma   | create rate R-2, of EUR, on 2024-01-16, at 1.25
            alma   | create rate R-3, of EUR, on 2024-01-17, at 1.30
            carl   | create INV-1, line 4000 33.33, currency EUR
            carl   | create INV-2, line 4000 50.00, currency EUR, on 2024-01-16
            carl   | create CM-1, line 1000 90.00, currency EUR, on 2024-01-17
            carl   | submit INV-1
            carl   | submit INV-2
            carl   | submit CM-1
            mona   | approve INV-1
            mona   | approve INV-2
            mona   | approve CM-1
            system | work
            ",
        ),
        "
        abel | apply-several CM-1, to INV-1 33.33, to INV-2 50.01 | refused overpayment /applications/1/amount: 50.01
             |                                                    | EUR is more than the 50.00 EUR due on invoice
             |                                                    | 'INV-2'
        abel | apply-several CM-1, to INV-1 33.33, to INV-2 50.00 | posts the difference 2024-01-17 in 2024-01: 1100
             |                                                    | 0.00=6.67, 7900 0.00=-6.67; posts the difference
             |                                                    | 2024-01-17 in 2024-01: 1100 0.00=2.50, 7900
             |                                                    | 0.00=-2.50; CM-1 (due 6.67, settled 83.33); INV-1
             |                                                    | Posted → Paid (due 0.00, settled 33.33); INV-2
             |                                                    | Posted → Paid (due 0.00, settled 50.00); CM-1
             |                                                    | applied to INV-1 from 2024-01-17; CM-1 applied to
             |                                                    | INV-2 from 2024-01-17; trail Apply CM-1, Apply
             |                                                    | INV-1, Paid INV-1, Apply CM-1, Apply INV-2, Paid
             |                                                    | INV-2
        ",
    );
    balances(&books, &[("1000", "117.00"), ("1100", "-8.67"), ("7900", "-9.17")]);
}
