//! Bills. See docs/rules/documents.md#bill.

use crate::books::Books;
use crate::table::{cases, story};

#[test]
fn what_is_refused() {
    cases(
        &Books::demo(),
        "
        carl | create BILL-1, line 6000 5.00, no vendor, no control, no due | refused invalid: /vendor_id is required,
             |                                                              | /ap_account_id is required, /due_date is
             |                                                              | required
        carl | create BILL-1, line 6000 5.00, vendor V-9, control 1100      | refused invalid: /vendor_id there is no
             |                                                              | vendor 'V-9', /ap_account_id must be an
             |                                                              | account of subtype ap
        carl | create BILL-1, line 6000 5.00, vendor C-1, control 9999      | refused invalid: /vendor_id there is no
             |                                                              | vendor 'C-1', /ap_account_id there is no
             |                                                              | account '9999'
        alma | edit vendor V-1, inactive
        alma | edit account 2000, inactive
        carl | create BILL-1, line 6000 5.00                                | refused invalid: /vendor_id vendor 'V-1' is
             |                                                              | inactive, /ap_account_id account '2000' is
             |                                                              | inactive
        ",
    );
}

#[test]
fn it_posts_to_payables() {
    story(
        &Books::demo(),
        "
        carl   | create BILL-1, line 6000 3 x 19.99 tax 0.07, line 6000 1.5 x 10 tax 0.2, line 6000 -5.00
        carl   | submit BILL-1
        mona   | approve BILL-1
        system | work | BILL-1 Approved → Posted; posts 2024-01-15 in 2024-01: 2000 -77.17, 6000 59.97, 6000 15.00,
               |      | 6000 -5.00, 2200 7.20; job done; trail Post to GL BILL-1
        ",
    );
}

#[test]
fn a_late_one_is_posted_from_the_first_day_of_its_period() {
    story(
        &Books::demo(),
        "
        carl   | create BILL-1, line 6000 9.00, on 2023-12-24, in 2024-02
        carl   | submit BILL-1
        mona   | approve BILL-1
        system | work | BILL-1 Approved → Posted; posts 2024-02-01 in 2024-02: 2000 -9.00, 6000 9.00; job done; trail
               |      | Post to GL BILL-1
        ",
    );
}
