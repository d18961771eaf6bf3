//! No fault is told that follows from another. See docs/rules/errors.md#all-faults-at-once.

use crate::books::Books;
use crate::table::cases;

#[test]
fn of_an_unknown_document_or_currency_nothing_follows() {
    cases(
        &Books::demo().given(
            "
            alma | create account 1001, name Euros, asset, of bank, in EUR
            alma | create rate EUR-1, of EUR, on 2024-01-15, at 1.10
            carl | create INV-1, line 4000 5.00
            ",
        ),
        "
        carl | create BPAY-1, pays BILL-9 5.00, currency EUR                 | refused invalid: /bill_id there is no bill 'BILL-9'
        carl | create BPAY-1, pays BILL-9 5.00, currency EUR, rate 9         | refused invalid: /bill_id there is no bill 'BILL-9'
        carl | create BPAY-1, pays BILL-9 5.005, cash 1001                   | refused invalid: /bill_id there is no bill 'BILL-9'
        carl | create BPAY-1, pays BILL-9 5.00, currency JPY                 | refused invalid: /bill_id there is no bill 'BILL-9'
        carl | create BPAY-1, currency EUR | refused invalid: /bill_id is required; money for no document yet is a vendor credit
             |                             | with a line on the account of the money, /payment is required
        carl | create IPAY-1, pays INV-9 5.00, currency EUR                  | refused invalid: /invoice_id there is no invoice
             |                                                               | 'INV-9'
        carl | create JE-1, currency EUX, debit 1001 5.005, credit 1000 5.00 | refused invalid: /currency is not an ISO 4217 currency
        carl | create JE-1, currency EUX, debit 1001 5.00, credit 1000 5.00  | refused invalid: /currency is not an ISO 4217 currency
        carl | create JE-1, currency EUX, debit 1001 5.00, credit 1000 6.00  | refused invalid: /currency is not an ISO 4217 currency,
             |                                                               | /lines debits 5.00 differ from credits 6.00
        carl | create BILL-1, currency EUX, line 6000 5.0051                 | refused invalid: /currency is not an ISO 4217 currency
        carl | create BILL-1, currency EUX, line 6000 0.001                  | refused invalid: /currency is not an ISO 4217 currency
        carl | create BILL-1, currency EUX, line 6000 5.00 amount 5.005      | refused invalid: /currency is not an ISO 4217 currency
        carl | create BILL-1, currency EUX, line 6000 5.00 amount 6.00       | refused invalid: /currency is not an ISO 4217 currency
        carl | create CM-1, line 4000 5.00, about INV-1, customer C-9        | refused invalid: /customer_id there is no customer
             |                                                               | 'C-9'
        carl | create CM-1, line 4000 5.00, about INV-1, no customer         | refused invalid: /customer_id is required
        carl | create BILL-1, line 6000 1000000000000000.00                  | refused invalid: /lines/0/amount quantity × rate has
             |                                                               | more than 15 digits before the decimal point
        ",
    );
}

/// A line may be larger than the total. See docs/rules/amounts.md#largest-amount.
#[test]
fn a_line_that_is_too_large_in_base_currency_is_named() {
    cases(
        &Books::demo().given("alma | create rate KWD-1, of KWD, on 2024-01-15, at 3.25"),
        "
        carl | create JE-1, currency KWD, debit 6000 400000000000000.000, credit 1000 400000000000000.000 | refused invalid: /lines/0/debit has more than 15 digits
             |                                                            | before the decimal point in base currency,
             |                                                            | /lines/1/credit has more than 15 digits before the
             |                                                            | decimal point in base currency
        carl | create JE-1, currency KWD, debit 6000 200000000000000.000, debit 6000 200000000000000.000, credit 1000 400000000000000.000 | refused invalid: /lines/2/credit has more than 15
             |                                                            | digits before the decimal point in base currency
        carl | create JE-1, currency KWD, debit 6000 200000000000000.000, debit 6000 200000000000000.000, credit 1000 200000000000000.000, credit 1000 200000000000000.000 | refused invalid: /exchange_rate the total in base
             |                                                            | currency has more than 15 digits before the decimal
             |                                                            | point
        carl | create BILL-1, currency KWD, line 6000 400000000000000.000, line 6000 -399999999999999.000 | refused invalid: /lines/0/amount has more than 15
             |                                                            | digits before the decimal point in base currency,
             |                                                            | /lines/1/amount has more than 15 digits before the
             |                                                            | decimal point in base currency
        carl | create BILL-1, currency KWD, line 6000 1.000, line 6000 300000000000000.000 tax 1, line 6000 300000000000000.000 tax 1, line 6000 -300000000000000.000, line 6000 -300000000000000.000 | refused invalid: /lines the total has more than 15
             |                                                            | digits before the decimal point, or has in base
             |                                                            | currency
        carl | create BILL-1, currency KWD, line 6000 307000000000000.000 | BILL-1 new, Draft, 307000000000000.000 KWD at 3.25 on
             |                                                            | 2024-01-15 in 2024-01; trail Created BILL-1
        ",
    );
}
