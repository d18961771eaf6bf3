//! An amount that was split does not pass below the bounds of rules that add up. See docs/rules/approval.md#splitting.

use crate::books::Books;
use crate::table::{cases, story};

/// One level up to 1,000, two above: by what the vendor, or the author, has in a week.
fn books(by: &str) -> Books {
    Books::demo().given(&format!(
        "
        conrad | create rule B-1, of bill, level 1, to 1000.00, role manager, adds 7 days by {by}
        conrad | create rule B-2, of bill, level 2, from 1000.01, role controller, adds 7 days by {by}
        "
    ))
}

#[test]
fn bills_of_one_vendor() {
    story(
        &books("vendor"),
        "
        carl   | create BILL-1, line 6000 600.00
        carl   | submit BILL-1 | BILL-1 Draft → Pending Approval (1: manager); trail Submit for Approval BILL-1
        cora   | create BILL-2, line 6000 400.00
        cora   | submit BILL-2 | BILL-2 Draft → Pending Approval (1: manager with BILL-1); trail Submit for Approval BILL-2
        cora   | create BILL-3, line 6000 0.01
        cora   | submit BILL-3 | BILL-3 Draft → Pending Approval (1: manager with BILL-2 BILL-1, 2: controller with BILL-2
               |               | BILL-1); trail Submit for Approval BILL-3
        carl   | wait 169 h
        cora   | create BILL-4, line 6000 1000.00
        cora   | submit BILL-4 | BILL-4 Draft → Pending Approval (1: manager); trail Submit for Approval BILL-4
        ",
    );
}

/// What was called off does not count, nor what was sent back; the document itself counts once.
#[test]
fn what_is_off_does_not_count() {
    cases(
        &books("vendor"),
        "
        carl   | create BILL-1, line 6000 600.00
        carl   | submit BILL-1
        mona   | reject BILL-1
        cora   | create BILL-2, line 6000 600.00
        cora   | submit BILL-2 | BILL-2 Draft → Pending Approval (1: manager); trail Submit for Approval BILL-2

        carl   | create BILL-1, line 6000 600.00
        carl   | submit BILL-1
        mona   | request-change BILL-1
        cora   | create BILL-2, line 6000 600.00
        cora   | submit BILL-2 | BILL-2 Draft → Pending Approval (1: manager); trail Submit for Approval BILL-2
        cora   | submit BILL-2
        carl   | submit BILL-1 | BILL-1 Draft → Pending Approval (1: manager with BILL-2, 2: controller with BILL-2); trail
               |               | Submit for Approval BILL-1
        ",
    );
}

/// By the author it does not matter whose bills they are, nor who submits them.
#[test]
fn bills_of_one_author() {
    cases(
        &books("author"),
        "
        carl          | create BILL-1, line 6000 600.00
        carl          | submit BILL-1
        cora          | create BILL-2, line 6000 600.00
        cora          | submit BILL-2 | BILL-2 Draft → Pending Approval (1: manager); trail Submit for Approval BILL-2
        CARL (clerk)  | create BILL-3, line 6000 600.00
        cora          | submit BILL-3 | BILL-3 Draft → Pending Approval (1: manager with BILL-1, 2: controller with BILL-1);
                      |               | trail Submit for Approval BILL-3
        ",
    );
}

#[test]
fn what_may_be_added_up() {
    cases(
        &books("author"),
        "
        conrad | create rule B-3, of bill, level 1, role manager, adds 0 days by customer    | refused invalid: /aggregate_days must be
               |                                                                             | between 1 and 366, /aggregate_by bill
               |                                                                             | has no customer
        conrad | create rule B-3, of expense, level 1, role manager, adds 30 days by vendor  | refused invalid: /aggregate_by expense
               |                                                                             | has no vendor
        conrad | create rule B-3, of invoice, level 1, role manager, adds 30 days by customer | rule B-3 invoice level 1 open..open;
               |                                                                              | trail Created B-3
        ",
    );
}
