//! Invoices. See docs/rules/documents.md#invoice.

use crate::books::Books;
use crate::table::{cases, story};

#[test]
fn what_is_refused() {
    cases(
        &Books::demo(),
        "
        carl | create INV-1, line 4000 5.00, no customer, no control, no due | refused invalid: /customer_id is required,
             |                                                               | /ar_account_id is required, /due_date is
             |                                                               | required
        carl | create INV-1, line 4000 5.00, customer C-9, control 2000      | refused invalid: /customer_id there is no
             |                                                               | customer 'C-9', /ar_account_id must be an
             |                                                               | account of subtype ar
        alma | edit customer C-1, inactive
        carl | create INV-1, line 4000 5.00                                  | refused invalid: /customer_id customer 'C-1'
             |                                                               | is inactive
        ",
    );
}

#[test]
fn it_posts_to_receivables() {
    story(
        &Books::demo(),
        "
        carl   | create INV-1, line 4000 3 x 19.99 tax 0.07, line 4000 1.5 x 10 tax 0.2, line 4000 -5.00
        carl   | submit INV-1
        mona   | approve INV-1
        system | work | INV-1 Approved → Posted; posts 2024-01-15 in 2024-01: 1100 77.17, 4000 -59.97, 4000 -15.00,
               |      | 4000 5.00, 2200 -7.20; job done; trail Post to GL INV-1
        ",
    );
}

#[test]
fn each_tax_account_gets_its_taxes_in_one_line() {
    story(
        &Books::demo(),
        "
        alma   | create account 2201, liability
        carl   | create INV-1, line 4000 0.10 tax 0.05, line 4000 0.10 tax 0.05, line 4000 0.10 tax 0.05, line 4000 0.10 tax 0.05 tax-account 2201
        carl   | submit INV-1
        mona   | approve INV-1
        system | work | INV-1 Approved → Posted; posts 2024-01-15 in 2024-01: 1100 0.44, 4000 -0.10, 4000 -0.10, 4000
               |      | -0.10, 4000 -0.10, 2200 -0.03, 2201 -0.01; job done; trail Post to GL INV-1
        ",
    );
}
