//! Reject, request-change, hold and unhold: for those who may sign, and two exceptions.
//! See docs/rules/documents.md#recall and docs/rules/documents.md#hold-and-release.

use crate::books::Books;
use crate::table::{cases, story};

#[test]
fn those_who_may_sign_may_refuse() {
    cases(
        &Books::demo(),
        "
        carl   | create JE-1, debit 6000 5.00, credit 1000 5.00
        carl   | submit JE-1
        mona   | reject JE-1, because 'wrong account' | JE-1 Pending Approval → Rejected; trail Reject JE-1
        mona   | request-change JE-1                  | JE-1 Pending Approval → Draft; trail Request Change JE-1
        mona   | hold JE-1                            | JE-1 Pending Approval → On Hold; trail Hold JE-1
        mona   | unhold JE-1                          | refused wrong_status: journal entry 'JE-1' is Pending
               |                                      | Approval; allowed now: approve, …
        conrad | reject JE-1                          | refused forbidden: this level is for others to sign; level 1
               |                                      | can be signed by the role manager
        conrad | hold JE-1                            | refused forbidden: this level is for others to sign; level 1
               |                                      | can be signed by the role manager
        conrad | request-change JE-1                  | refused forbidden: this level is for others to sign; level 1
               |                                      | can be signed by the role manager
        cora   | reject JE-1                          | refused forbidden: needs the permission journal_entry.approve
        cora   | request-change JE-1                  | refused forbidden: needs the permission journal_entry.approve
        cora   | hold JE-1                            | refused forbidden: needs the permission journal_entry.approve
        ",
    );
}

#[test]
fn the_submitter_recalls_and_the_levels_go_back() {
    story(
        &Books::demo(),
        "
        cora                      | create JE-1, debit 6000 5000.00, credit 1000 5000.00
        carl                      | submit JE-1
        mona                      | approve JE-1        | JE-1 (level 1 of 2); mona signs 1; trail Approve JE-1
        cora                      | request-change JE-1 | refused forbidden: needs the permission
                                  |                     | journal_entry.approve
        CARL (journal_entry.read) | request-change JE-1 | JE-1 Pending Approval → Draft; trail Request Change JE-1
        carl                      | submit JE-1         | JE-1 Draft → Pending Approval (1: manager, 2: controller);
                                  |                     | trail Submit for Approval JE-1
        ",
    );
}

#[test]
fn a_hold_keeps_the_levels_and_the_holder_releases() {
    story(
        &Books::demo(),
        "
        carl                        | create JE-1, debit 6000 5000.00, credit 1000 5000.00
        carl                        | submit JE-1
        mona                        | approve JE-1
        conrad                      | hold JE-1           | JE-1 Pending Approval → On Hold; trail Hold JE-1
        conrad                      | approve JE-1        | refused wrong_status: journal entry 'JE-1' is On Hold;
                                    |                     | allowed now: unhold
        mona                        | unhold JE-1         | refused forbidden: nobody signs two levels of one
                                    |                     | document; level 2 can be signed by the role controller
        carl                        | unhold JE-1         | refused forbidden: needs the permission
                                    |                     | journal_entry.approve
        carl                        | request-change JE-1 | refused wrong_status: journal entry 'JE-1' is On Hold;
                                    |                     | allowed now: unhold
        CONRAD (journal_entry.read) | unhold JE-1         | JE-1 On Hold → Pending Approval; trail Unhold JE-1
        max                         | hold JE-1           | refused forbidden: this level is for others to sign; level
                                    |                     | 2 can be signed by the role controller
        conrad                      | hold JE-1
        kim (controller)            | unhold JE-1         | JE-1 On Hold → Pending Approval; trail Unhold JE-1
        conrad                      | approve JE-1        | JE-1 Pending Approval → Approved (level 2 of 2); conrad
                                    |                     | signs 2; job post JE-1; trail Approve JE-1
        ",
    );
}

#[test]
fn what_is_rejected_stays_so() {
    cases(
        &Books::demo(),
        "
        carl   | create BILL-1, line 6000 5.00
        carl   | submit BILL-1
        mona   | reject BILL-1
        carl   | submit BILL-1               | refused wrong_status: bill 'BILL-1' is Rejected; allowed now: nothing
        carl   | edit BILL-1, line 6000 6.00 | refused wrong_status: bill 'BILL-1' is Rejected; allowed now: nothing
        carl   | delete BILL-1               | refused wrong_status: bill 'BILL-1' is Rejected; allowed now: nothing
        conrad | void BILL-1                 | refused wrong_status: bill 'BILL-1' is Rejected; allowed now: nothing
        ",
    );
}

#[test]
fn a_closed_period_lets_them_put_it_right() {
    cases(
        &Books::demo(),
        "
        carl   | create BILL-1, line 6000 5.00
        carl   | submit BILL-1
        conrad | close 2024-01, ap, force
        system | work
        mona   | approve BILL-1        | refused period_closed: accounting period 2024-01 is closed for ap;
               |                       | request-change sends it back, to be moved to 2024-02
        mona   | hold BILL-1           | BILL-1 Pending Approval → On Hold; trail Hold BILL-1
        mona   | request-change BILL-1 | BILL-1 Pending Approval → Draft; trail Request Change BILL-1
        mona   | reject BILL-1         | BILL-1 Pending Approval → Rejected; trail Reject BILL-1
        conrad | void BILL-1           | BILL-1 Pending Approval → Voided (on 2024-01-15); trail Void BILL-1
        ",
    );
}
