//! What the lines of bills, invoices, credit memos and expenses share. See docs/rules/documents.md#lines.

use crate::books::Books;
use crate::table::cases;

#[test]
fn an_amount_is_quantity_times_rate_and_its_tax_a_part_of_it() {
    cases(
        &Books::demo().given("alma | create account 2201, liability"),
        "
        carl | create BILL-1, line 6000 3 x 19.99 tax 0.07             | BILL-1 new, Draft, 64.17 USD on 2024-01-15 in
             |                                                         | 2024-01; trail Created BILL-1
        carl | create BILL-1, line 6000 3 x 19.99 amount 59.98         | BILL-1 new, Draft, 59.98 USD on 2024-01-15 in
             |                                                         | 2024-01; trail Created BILL-1
        carl | create BILL-1, line 6000 3 x 19.99 amount 59.99         | refused invalid: /lines/0/amount differs by
             |                                                         | more than one minor unit from quantity ×
             |                                                         | rate, which is 59.97
        carl | create BILL-1, line 6000 0.10 tax 0.05, line 6000 0.10 tax 0.05, line 6000 0.10 tax 0.05 | BILL-1 new, Draft, 0.33 USD on 2024-01-15 in
             |                                                         | 2024-01; trail Created BILL-1
        carl | create BILL-1, line 6000 1.00 tax 0.05 tax-amount 0.06  | BILL-1 new, Draft, 1.06 USD on 2024-01-15 in
             |                                                         | 2024-01; trail Created BILL-1
        carl | create BILL-1, line 6000 1.00 tax 0.05 tax-amount 0.07  | refused invalid: /lines/0/tax_amount differs
             |                                                         | by more than one minor unit from amount ×
             |                                                         | tax_rate, which is 0.05
        carl | create BILL-1, line 6000 1.00 tax 0.05 tax-account 2201 | BILL-1 new, Draft, 1.05 USD on 2024-01-15 in
             |                                                         | 2024-01; trail Created BILL-1
        carl | create BILL-1, line 6000 1.00 tax 1.01                  | refused invalid: /lines/0/tax_rate must be a
             |                                                         | fraction between 0 and 1
        carl | create BILL-1, line 6000 1.00 tax -0.01                 | refused invalid: /lines/0/tax_rate must be a
             |                                                         | fraction between 0 and 1
        carl | create BILL-1, line 6000 0 x 1.00                       | refused invalid: /lines/0/quantity must be
             |                                                         | more than 0
        carl | create BILL-1, line 6000 -1 x 1.00                      | refused invalid: /lines/0/quantity must be
             |                                                         | more than 0
        carl | create BILL-1, line 6000 1.0000001 x 1.00               | refused invalid: /lines/0/quantity has more
             |                                                         | than 6 decimals
        carl | create BILL-1, line 6000 5.00, line 6000 -6.00          | refused invalid: /lines the total must be
             |                                                         | more than 0
        carl | create BILL-1, line 6000 5.00, line 6000 -5.00          | refused invalid: /lines the total must be
             |                                                         | more than 0
        carl | create BILL-1, line 6000 5.00, line 6000 -4.00          | BILL-1 new, Draft, 1.00 USD on 2024-01-15 in
             |                                                         | 2024-01; trail Created BILL-1
        carl | create BILL-1                                           | refused invalid: /lines must be 1 to 1000
             |                                                         | lines
        carl | create BILL-1, line 2000 5.00                           | refused invalid: /lines/0/account_id is a
             |                                                         | control account (subtype ap); no line may
             |                                                         | name one
        carl | create BILL-1, line 1100 5.00                           | refused invalid: /lines/0/account_id is a
             |                                                         | control account (subtype ar); no line may
             |                                                         | name one
        carl | create BILL-1, line 6000 5.00 tax 0.05 tax-account 2000 | refused invalid: /lines/0/tax_account_id is a
             |                                                         | control account (subtype ap); no line may
             |                                                         | name one
        carl | create BILL-1, line 6000 5.00 number 7, line 6000 5.00 number 7 | refused invalid: /lines/1/line_number line
             |                                                         | number 7 occurs twice
        carl | create BILL-1, line 6000 999999999999999 x 2            | refused invalid: /lines/0/amount quantity ×
             |                                                         | rate has more than 15 digits before the
             |                                                         | decimal point
        carl | create BILL-1, line 6000 999999999999999, line 6000 999999999999999 | refused invalid: /lines the total has more
             |                                                         | than 15 digits before the decimal point, or
             |                                                         | has in base currency
        ",
    );
}

#[test]
fn the_one_active_tax_account_takes_a_tax_that_names_none() {
    cases(
        &Books::demo(),
        "
        alma | create account 2201, liability, of tax
        carl | create BILL-1, line 6000 1.00 tax 0.05                  | refused invalid: /lines/0/tax_account_id is
             |                                                         | required: there is not exactly one active tax
             |                                                         | account
        carl | create BILL-1, line 6000 1.00                           | BILL-1 new, Draft, 1.00 USD on 2024-01-15 in
             |                                                         | 2024-01; trail Created BILL-1
        alma | edit account 2200, inactive
        carl | create BILL-1, line 6000 1.00 tax 0.05                  | BILL-1 new, Draft, 1.05 USD on 2024-01-15 in
             |                                                         | 2024-01; trail Created BILL-1
        carl | create BILL-1, line 6000 1.00 tax 0.05 tax-account 2200 | refused invalid: /lines/0/tax_account_id
             |                                                         | account '2200' is inactive
        ",
    );
}
