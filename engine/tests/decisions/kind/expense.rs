//! Expenses. See docs/rules/documents.md#expense.

use crate::books::Books;
use crate::table::{cases, story};

#[test]
fn what_is_refused() {
    cases(
        &Books::demo(),
        "
        carl | create EXP-1, line 6000 5.00, no employee, no control | refused invalid: /employee_id is required,
             |                                                       | /ap_account_id is required
        carl | create EXP-1, line 6000 5.00, control 1100            | refused invalid: /ap_account_id must be an
             |                                                       | account of subtype ap
        carl | create EXP-1, line 6000 5.00, employee nobody-knows   | EXP-1 new, Draft, 5.00 USD on 2024-01-15 in
             |                                                       | 2024-01; trail Created EXP-1
        alma | create user emil, name Emil, inactive
        carl | create EXP-1, line 6000 5.00, employee EMIL           | refused invalid: /employee_id user 'EMIL' is
             |                                                       | recorded as inactive
        ",
    );
}

#[test]
fn it_posts_to_payables() {
    story(
        &Books::demo(),
        "
        carl   | create EXP-1, line 6000 3 x 19.99 tax 0.07, line 6000 1.5 x 10 tax 0.2, line 6000 -5.00
        carl   | submit EXP-1
        mona   | approve EXP-1
        system | work | EXP-1 Approved → Posted; posts 2024-01-15 in 2024-01: 2000 -77.17, 6000 59.97, 6000 15.00,
               |      | 6000 -5.00, 2200 7.20; job done; trail Post to GL EXP-1
        ",
    );
}
