//! What is not signed in time. See docs/rules/approval.md#deadlines.

use super::approvers::books;
use crate::table::{cases, story};

/// The old signers keep their right, the new ones have one as well; and it happens once.
#[test]
fn further_signers() {
    story(
        &books("conrad | create rule B-1, of bill, level 1, role manager, due 4, escalate user cleo"),
        "
        carl           | create BILL-1, line 6000 5.00
        carl           | submit BILL-1   | BILL-1 Draft → Pending Approval (1: manager); trail Submit for Approval BILL-1
        carl           | wait 3 h
        system         | escalate BILL-1 | nothing
        cleo (bill.approve) | approve BILL-1  | refused forbidden: this level is for others to sign; level 1 can be signed by the
                            |                 | role manager
        carl           | wait 1 h
        system         | escalate BILL-1 | BILL-1 (1: manager + user cleo); trail Escalate BILL-1
        system         | escalate BILL-1 | nothing
        ",
    );
    cases(
        &books("conrad | create rule B-1, of bill, level 1, role manager, due 4, escalate user cleo"),
        "
        carl           | create BILL-1, line 6000 5.00
        carl           | submit BILL-1
        carl           | wait 5 h
        system         | escalate BILL-1
        ben            | approve BILL-1  | refused forbidden: needs the permission bill.approve
        ben (manager)  | approve BILL-1  | BILL-1 Pending Approval → Approved (level 1 of 1); ben signs 1; job post BILL-1; trail
                       |                 | Approve BILL-1
        cleo (bill.approve) | approve BILL-1  | BILL-1 Pending Approval → Approved (level 1 of 1); cleo signs 1; job post BILL-1;
                            |                 | trail Approve BILL-1
        carl (*.*)     | approve BILL-1  | refused forbidden: who created, edited or submitted a document does not sign it; level
                       |                 | 1 can be signed by the role manager or cleo or a delegate
        ",
    );
}

/// To the manager of the one who was to sign; where that is a role, of the submitter. Where none is recorded, to nobody, and once.
#[test]
fn to_the_manager() {
    for (approver, to) in [("user ben", "cleo"), ("role manager", "ben"), ("manager", "cleo")] {
        let rule = format!("conrad | create rule B-1, of bill, level 1, {approver}, due 1, escalate manager");
        let mut books = books(&rule).given(
            "
            carl | create BILL-1, line 6000 5.00
            carl | submit BILL-1
            carl | wait 1 h
            ",
        );
        let line = books.try_command("system", "escalate BILL-1");
        assert!(line.contains(&format!("+ their manager {to})")), "{approver}: {line}");
    }
}

/// Where the one who was to sign has no manager, nobody is added, and the trail says so once.
#[test]
fn to_nobody() {
    story(
        &books("conrad | create rule B-1, of bill, level 1, user cleo, due 1, escalate manager"),
        "
        carl   | create BILL-1, line 6000 5.00
        carl   | submit BILL-1
        carl   | wait 1 h
        system | escalate BILL-1 | BILL-1 (1: user cleo); trail Escalate BILL-1
        system | escalate BILL-1 | nothing
        ",
    );
}

/// The clock stands still On Hold, and begins anew with each level.
#[test]
fn the_clock() {
    let rules = "
        conrad | create rule B-1, of bill, level 1, role manager, due 4, escalate role cfo
        conrad | create rule B-2, of bill, level 2, role controller, due 4, escalate role cfo
    ";
    cases(
        &books(rules),
        "
        carl          | create BILL-1, line 6000 5.00
        carl          | submit BILL-1
        carl          | wait 3 h
        ben (manager) | hold BILL-1
        carl          | wait 10 h
        system        | escalate BILL-1 | nothing
        ben (manager) | unhold BILL-1
        system        | escalate BILL-1 | nothing
        carl          | wait 1 h
        system        | escalate BILL-1 | BILL-1 (1: manager + cfo, 2: controller); trail Escalate BILL-1

        carl          | create BILL-1, line 6000 5.00
        carl          | submit BILL-1
        carl          | wait 3 h
        ben (manager) | hold BILL-1
        carl          | wait 2 h
        ben (manager) | unhold BILL-1
        ben (manager) | approve BILL-1
        carl          | wait 3 h
        system        | escalate BILL-1 | nothing
        carl          | wait 1 h
        system        | escalate BILL-1
        fiona         | approve BILL-1  | BILL-1 Pending Approval → Approved (level 2 of 2); fiona signs 2; job post BILL-1;
                      |                 | trail Approve BILL-1
        ben (*.* manager) | reject BILL-1 | refused forbidden: nobody signs two levels of one document; level 2 can be signed by
                          |               | the role controller or the role cfo

        carl          | create BILL-1, line 6000 5.00
        carl          | submit BILL-1
        carl          | wait 5 h
        system        | escalate BILL-1
        ben (manager) | request-change BILL-1
        carl          | submit BILL-1   | BILL-1 Draft → Pending Approval (1: manager, 2: controller); trail Submit for Approval
                      |                 | BILL-1
        system        | escalate BILL-1 | nothing
        ",
    );
}

/// Whom a step was escalated to counts as one of so many, and may be barred like everyone.
#[test]
fn escalated_signers_are_signers_like_others() {
    cases(
        &books("conrad | create rule B-1, of bill, level 1, role manager, needs 2, due 1, escalate user carl"),
        "
        carl           | create BILL-1, line 6000 5.00
        carl           | submit BILL-1
        carl           | wait 1 h
        system         | escalate BILL-1
        carl (*.*)     | approve BILL-1  | refused forbidden: who created, edited or submitted a document does not sign it; level
                       |                 | 1 has 0 of 2 signatures and can be signed by the role manager or carl or a delegate

        cora           | create BILL-1, line 6000 5.00
        cora           | submit BILL-1
        cora           | wait 1 h
        system         | escalate BILL-1
        carl (*.*)     | approve BILL-1
        ben (manager)  | approve BILL-1  | BILL-1 Pending Approval → Approved (level 1 of 1); ben signs 1; job post BILL-1; trail
                       |                 | Approve BILL-1
        ",
    );
}

/// What a rule may not say of time.
#[test]
fn wrong_deadlines() {
    cases(
        &books(""),
        "
        conrad | create rule B-1, of bill, level 1, role manager, due 0, remind 8761                 | refused invalid: /due_in_hours must be
               |                                                                                     | between 1 and 8760, /remind_every_hours
               |                                                                                     | must be between 1 and 8760
        conrad | create rule B-1, of bill, level 1, role manager, escalate manager                   | refused invalid: /escalate_to needs
               |                                                                                     | due_in_hours
        conrad | create rule B-1, of bill, level 1, role manager, due 24, remind 8, escalate role cfo | rule B-1 bill level 1 open..open; trail
               |                                                                                      | Created B-1
        ",
    );
}
