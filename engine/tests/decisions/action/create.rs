//! Create: a draft that was checked, in an open period. What each type checks stands in `kind`.
//! See docs/rules/documents.md#draft-first.

use crate::books::Books;
use crate::table::cases;

#[test]
fn the_first_that_refuses_speaks() {
    cases(
        &Books::demo(),
        "
        vera | create BILL-1, line 6000 5.00                | refused forbidden: needs the permission bill.write
        carl | create BILL-1, line 6000 5.00                | BILL-1 new, Draft, 5.00 USD on 2024-01-15 in 2024-01; trail
             |                                              | Created BILL-1
        carl | create BILL-1, line 6000 5.00, wrong /memo   | refused invalid: /memo is wrong
        carl | create BILL-1, line 6000 5.00, in 2031-01    | refused invalid: /posting_period_id there is no accounting period
             |                                              | '2031-01'
        carl | create BILL-1, line 6000 5.00, on 2031-01-01 | refused no_open_period /tran_date: no accounting period holds
             |                                              | 2031-01-01

        carl | create BILL-1, line 6000 5.00
        carl | create BILL-1, line 6000 5.00                | refused already_exists /bill_id: bill 'BILL-1' exists already
        carl | create BILL-1, line 6000 5.00, wrong /memo   | refused invalid: /memo is wrong

        carl | create BILL-1, line 6000 5.00
        carl | delete BILL-1
        carl | create BILL-1, line 6000 6.00                | BILL-1 new, Draft, 6.00 USD on 2024-01-15 in 2024-01; trail
             |                                              | Created BILL-1
        ",
    );
    cases(
        &Books::demo().closed("2024-01", "ap"),
        "
        carl | create BILL-1, line 6000 5.00                                | refused period_closed: accounting period
             |                                                              | 2024-01 is closed for ap; send
             |                                                              | posting_period_id 2024-02 to post it later
        carl | create BILL-1, line 6000 5.00, wrong /memo                   | refused invalid: /memo is wrong
        carl | create BILL-1, line 6000 5.00, in 2024-02                    | BILL-1 new, Draft, 5.00 USD on 2024-01-15 in
             |                                                              | 2024-02; trail Created BILL-1
        carl | create INV-1, line 4000 5.00                                 | INV-1 new, Draft, 5.00 USD on 2024-01-15 in
             |                                                              | 2024-01; trail Created INV-1
        carl | create JE-1, debit 6000 5.00, credit 1000 5.00               | JE-1 new, Draft, 5.00 USD on 2024-01-15 in
             |                                                              | 2024-01; trail Created JE-1
        carl | create JE-1, debit 6000 5.00, credit 2000 5.00               | refused period_closed: accounting period
             |                                                              | 2024-01 is closed for ap; send
             |                                                              | posting_period_id 2024-02 to post it later
        abel | create JE-1, debit 6000 5.00, credit 1000 5.00, type Payroll | JE-1 new, Draft, 5.00 USD on 2024-01-15 in
             |                                                              | 2024-01; trail Created JE-1
        ",
    );
}

#[test]
fn the_period_is_named_or_found_by_the_date() {
    cases(
        &Books::demo(),
        "
        carl | create BILL-1, line 6000 5.00, on 2024-02-29             | BILL-1 new, Draft, 5.00 USD on 2024-02-29 in 2024-02;
             |                                                          | trail Created BILL-1
        carl | create BILL-1, line 6000 5.00, on 2023-12-24, in 2024-02 | BILL-1 new, Draft, 5.00 USD on 2023-12-24 in 2024-02;
             |                                                          | trail Created BILL-1
        carl | create BILL-1, line 6000 5.00, on 2024-02-01, in 2024-01 | refused invalid: /tran_date is after the end of the
             |                                                          | posting period, 2024-01-31
        carl | create BILL-1, line 6000 5.00, on 2023-01-31, in 2024-02 | BILL-1 new, Draft, 5.00 USD on 2023-01-31 in 2024-02;
             |                                                          | trail Created BILL-1
        carl | create BILL-1, line 6000 5.00, on 2023-01-30, in 2024-02 | refused invalid: /tran_date is more than 366 days
             |                                                          | before its posting period begins, on 2024-02-01
        carl | create BILL-1, line 6000 5.00, on 2004-01-01, in 2024-01 | BILL-1 new, Draft, 5.00 USD on 2004-01-01 in 2024-01;
             |                                                          | trail Created BILL-1
        carl | create BILL-1, line 6000 5.00, on 2003-12-31, in 2024-01 | refused invalid: /tran_date is more than 7305 days
             |                                                          | before its posting period begins, on 2024-01-01
        carl | create BILL-1, line 6000 5.00, no on                     | refused invalid: /tran_date is required
        ",
    );
}

#[test]
fn the_rate_is_the_tables_or_near_it() {
    let books = Books::demo().given(
        "
        alma | create rate R-1, of EUR, on 2024-01-05, at 1.05
        alma | create rate R-2, of EUR, on 2024-01-10, at 1.2345678901
        ",
    );
    cases(
        &books,
        "
        carl        | create BILL-1, line 6000 100.00, currency EUR, on 2024-01-04 | refused no_exchange_rate /exchange_rate: the
                    |                                                              | table has no rate for EUR of 2024-01-04 …
        carl        | create BILL-1, line 6000 100.00, currency EUR, on 2024-01-09 | BILL-1 new, Draft, 100.00 EUR at 1.05 on
                    |                                                              | 2024-01-09 in 2024-01; trail Created BILL-1
        carl        | create BILL-1, line 6000 100.00, currency EUR, on 2024-02-10 | BILL-1 new, Draft, 100.00 EUR at
                    |                                                              | 1.2345678901 on 2024-02-10 in 2024-02; trail
                    |                                                              | Created BILL-1
        carl        | create BILL-1, line 6000 100.00, currency EUR, on 2024-02-11 | refused no_exchange_rate /exchange_rate: the
                    |                                                              | table has no rate for EUR of 2024-02-11 …
        carl        | create BILL-1, line 6000 100.00, currency EUR, rate 1.2962962846 | BILL-1 new, Draft, 100.00 EUR at
                    |                                                              | 1.2962962846 on 2024-01-15 in 2024-01; trail
                    |                                                              | Created BILL-1
        carl        | create BILL-1, line 6000 100.00, currency EUR, rate 1.2962962847 | refused rate_out_of_tolerance
                    |                                                              | /exchange_rate: 1.2962962847 differs by more
                    |                                                              | than 0.05 times …
        carl        | create BILL-1, line 6000 100.00, currency EUR, rate 1.1728394956 | BILL-1 new, Draft, 100.00 EUR at
                    |                                                              | 1.1728394956 on 2024-01-15 in 2024-01; trail
                    |                                                              | Created BILL-1
        carl        | create BILL-1, line 6000 100.00, currency EUR, rate 1.1728394955 | refused rate_out_of_tolerance
                    |                                                              | /exchange_rate: 1.1728394955 differs by more
                    |                                                              | than 0.05 times …
        carl        | create BILL-1, line 6000 100.00, currency EUR, rate 5, vendor V-9 | refused invalid: /vendor_id there is no
                    |                                                              | vendor 'V-9', /exchange_rate 5 differs by
                    |                                                              | more than 0.05 times …
        carl        | create BILL-1, line 6000 100.00, currency EUR, rate 5, because Hedged | refused rate_out_of_tolerance
                    |                                                              | /exchange_rate: 5 differs by more than 0.05
                    |                                                              | times …
        fiona (cfo) | create BILL-1, line 6000 100.00, currency EUR, rate 5, because Hedged | BILL-1 new, Draft, 100.00 EUR on 2024-01-15
                    |                                                              | in 2024-01; trail Created BILL-1
        fiona (cfo) | create BILL-1, line 6000 100.00, currency EUR, rate 5        | refused rate_out_of_tolerance
                    |                                                              | /exchange_rate: 5 differs by more than 0.05
                    |                                                              | times …
        carl        | create BILL-1, line 6000 100, currency JPY                   | refused no_exchange_rate /exchange_rate: the
                    |                                                              | table has no rate for JPY of 2024-01-15 …
        carl        | create BILL-1, line 6000 100, currency JPY, rate 0.007       | BILL-1 new, Draft, 100 JPY at 0.007 on
                    |                                                              | 2024-01-15 in 2024-01; trail Created BILL-1
        carl        | create BILL-1, line 6000 100.00, rate 1.1                    | refused invalid: /exchange_rate must be 1:
                    |                                                              | USD is the base currency
        carl        | create BILL-1, line 6000 100.00, rate 1, because Hedged      | refused invalid: /exchange_rate_reason is
                    |                                                              | only for another currency than the base
                    |                                                              | currency USD
        carl        | create BILL-1, line 6000 100.00, currency EUR, rate 0        | refused invalid: /exchange_rate must be more
                    |                                                              | than 0
        carl        | create BILL-1, line 6000 100.00, currency EUR, rate 1.00000000001 | refused invalid: /exchange_rate has more
                    |                                                              | than 10 decimals
        carl        | create BILL-1, line 6000 100.00, currency XYZ, rate 2        | refused invalid: /currency is not an ISO
                    |                                                              | 4217 currency
        ",
    );
    cases(
        &books.clone().with_rate_tolerance(None),
        "
        carl | create BILL-1, line 6000 100.00, currency EUR, rate 5 | BILL-1 new, Draft, 100.00 EUR on 2024-01-15 in 2024-01;
             |                                                       | trail Created BILL-1
        carl | create BILL-1, line 6000 100, currency JPY            | refused no_exchange_rate /exchange_rate: the table has no
             |                                                       | rate for JPY of 2024-01-15 or the 31 days before; who has
             |                                                       | the permission exchange_rate.override passes with an
             |                                                       | exchange_rate_reason
        ",
    );
    cases(
        &books.with_rate_tolerance(Some("0")),
        "
        carl | create BILL-1, line 6000 100.00, currency EUR, rate 1.2345678900 | refused rate_out_of_tolerance /exchange_rate: 1.23456789 differs by more than 0 times …
        carl | create BILL-1, line 6000 100.00, currency EUR, rate 1.2345678901 | BILL-1 new, Draft, 100.00 EUR at 1.2345678901 on 2024-01-15 in 2024-01; trail Created BILL-1
        ",
    );
}
