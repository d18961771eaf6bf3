//! Several signatures of one level, limits, and the climb to whose limit covers the amount. See docs/rules/signing.md.

use engine::approval::field::ENTRY_TYPES;
use engine::books::document::EntryType;

use crate::books::Books;
use crate::table::{cases, story};

/// Ben under Cleo, Carl under Ben, and Ida, a manager as Ben is.
pub fn books(rules: &str) -> Books {
    Books::demo().given(&format!(
        "
        alma | create user cleo, name Cleo, as controller
        alma | create user ben, name Ben, manager cleo, as manager
        alma | create user ida, name Ida, as manager
        alma | create user carl, name Carl, manager ben
        {rules}
        "
    ))
}

/// A level is complete when so many different people have signed it; its alternatives count each for itself.
#[test]
fn so_many_of_them() {
    story(
        &books("conrad | create rule B-1, of bill, level 1, role manager, people cleo, needs 2"),
        "
        carl           | create BILL-1, line 6000 5.00
        carl           | submit BILL-1  | BILL-1 Draft → Pending Approval (1: 2 of manager + user cleo); trail Submit for
                       |                | Approval BILL-1
        ben (manager)  | approve BILL-1 | BILL-1; ben signs 1; trail Approve BILL-1
        ben (manager)  | approve BILL-1 | refused forbidden: this person has signed this level already; level 1 has 1 of 2
                       |                | signatures and can be signed by the role manager or cleo or a delegate
        carl (manager) | approve BILL-1 | refused forbidden: who created, edited or submitted a document does not sign it; level 1
                       |                | has 1 of 2 signatures and can be signed by the role manager or cleo or a delegate
        cleo (bill.approve) | approve BILL-1 | BILL-1 Pending Approval → Approved (level 1 of 1); cleo signs 1; job post BILL-1;
                       |                | trail Approve BILL-1
        ",
    );
    cases(
        &books(
            "
            conrad | create rule B-1, of bill, level 1, role manager, needs 2
            conrad | create rule B-2, of bill, level 1, user cleo
            ",
        ),
        "
        carl           | create BILL-1, line 6000 5.00
        carl           | submit BILL-1
        ben (manager)  | approve BILL-1
        ida (manager)  | reject BILL-1  | BILL-1 Pending Approval → Rejected; trail Reject BILL-1
        ida (manager)  | approve BILL-1 | BILL-1 Pending Approval → Approved (level 1 of 1); ida signs 1; job post BILL-1; trail
                       |                | Approve BILL-1
        cleo (bill.approve) | approve BILL-1 | BILL-1 Pending Approval → Approved (level 1 of 1); cleo signs 1; job post BILL-1;
                       |                | trail Approve BILL-1
        ",
    );
}

/// Signatures of a round that was sent back stand for nothing.
#[test]
fn a_new_round_begins_anew() {
    story(
        &books("conrad | create rule B-1, of bill, level 1, role manager, needs 2"),
        "
        carl          | create BILL-1, line 6000 5.00
        carl          | submit BILL-1
        ben (manager) | approve BILL-1
        ida (manager) | request-change BILL-1
        carl          | submit BILL-1
        ben (manager) | approve BILL-1 | BILL-1; ben signs 1; trail Approve BILL-1
        ",
    );
}

/// Nobody signs above their limit, unless somebody with a higher one signed before; whoever may sign may still reject.
#[test]
fn limits() {
    let books = books(
        "
        alma   | edit user ben, limit bill 100.00
        alma   | edit role manager, permits bill.approve bill.read, limit bill 500.00
        conrad | create rule B-1, of bill, level 1, role manager, needs 2
        ",
    );
    cases(
        &books,
        "
        carl          | create BILL-1, line 6000 100.00
        carl          | submit BILL-1
        ben (manager) | approve BILL-1 | BILL-1; ben signs 1; trail Approve BILL-1

        carl          | create BILL-1, line 6000 100.01
        carl          | submit BILL-1
        ida (manager) | approve BILL-1
        ben (manager) | approve BILL-1 | BILL-1 Pending Approval → Approved (level 1 of 1); ben signs 1; job post BILL-1; trail
                      |                | Approve BILL-1

        carl          | create BILL-1, line 6000 100.01
        carl          | submit BILL-1
        ben (manager) | approve BILL-1 | refused over_limit: 100.01 is above the approval limit, 100.00; somebody with a higher
                      |                | limit must sign before
        ben (manager) | reject BILL-1  | BILL-1 Pending Approval → Rejected; trail Reject BILL-1
        ben (manager) | hold BILL-1    | BILL-1 Pending Approval → On Hold; trail Hold BILL-1

        carl          | create BILL-1, line 6000 500.01
        carl          | submit BILL-1  | refused no_approver: level 1 asks for the role manager, and not enough of them are active
                      |                | and may sign so much
        ",
    );
}

/// `manager_chain` climbs from the submitter's manager to the first whose limit covers the amount.
#[test]
fn the_climb() {
    cases(
        &books(
            "
            alma   | edit user ben, limit bill 100.00
            alma   | edit user cleo, limit bill 1000.00
            conrad | create rule B-1, of bill, level 1, chain
            ",
        ),
        "
        carl | create BILL-1, line 6000 100.00
        carl | submit BILL-1 | BILL-1 Draft → Pending Approval (1: ben above 0 others); trail Submit for Approval BILL-1

        carl | create BILL-1, line 6000 100.01
        carl | submit BILL-1 | BILL-1 Draft → Pending Approval (1: cleo above 1 others); trail Submit for Approval BILL-1

        alma | edit user ben, no limits, inactive
        carl | create BILL-1, line 6000 5.00
        carl | submit BILL-1 | BILL-1 Draft → Pending Approval (1: cleo above 1 others); trail Submit for Approval BILL-1

        carl | create BILL-1, line 6000 1000.01
        carl | submit BILL-1 | refused no_approver: rule 'B-1' climbs from the submitter's manager, and nobody there may sign so
             |               | much at level 1

        mona | create BILL-1, line 6000 5.00 | refused forbidden: needs the permission bill.write
        dan (clerk) | create BILL-1, line 6000 5.00
        dan (clerk) | submit BILL-1 | refused no_manager: rule 'B-1' asks for the submitter's manager, and none is recorded
        ",
    );
}

/// A step that no active person could sign bars the submission. A role that is recorded of nobody counts as held.
#[test]
fn nobody_could_sign() {
    cases(
        &books(""),
        "
        conrad | create rule B-1, of bill, level 1, user ben
        alma   | edit user ben, inactive
        carl   | create BILL-1, line 6000 5.00
        carl   | submit BILL-1 | refused no_approver: level 1 asks for ben or a delegate, and not enough of them are active and may
               |               | sign so much
        alma   | edit user ben, delegate ida 2024-01-01 2024-01-31
        carl   | submit BILL-1 | BILL-1 Draft → Pending Approval (1: user ben); trail Submit for Approval BILL-1

        conrad | create rule B-1, of bill, level 1, role controller, needs 2
        carl   | create BILL-1, line 6000 5.00
        carl   | submit BILL-1 | refused no_approver: level 1 asks for the role controller, and not enough of them are active and may
               |               | sign so much
        alma   | create user conrad, name Conrad, as controller
        carl   | submit BILL-1 | BILL-1 Draft → Pending Approval (1: 2 of controller); trail Submit for Approval BILL-1

        conrad | create rule B-1, of bill, level 1, role treasurer, needs 2
        carl   | create BILL-1, line 6000 5.00
        carl   | submit BILL-1 | BILL-1 Draft → Pending Approval (1: 2 of treasurer); trail Submit for Approval BILL-1
        ",
    );
}

/// Rules look at more than amounts.
#[test]
fn conditions() {
    cases(
        &books(
            "
            conrad | create rule B-1, of bill, level 1, role manager
            conrad | create rule B-2, of bill, level 2, role controller, when vendor_id = V-1, when account_type in expense asset
            conrad | create rule B-3, of bill, level 3, role cfo, when amount >= 1000, when created_by != carl
            ",
        ),
        "
        carl        | create BILL-1, line 6000 5.00
        carl        | submit BILL-1 | BILL-1 Draft → Pending Approval (1: manager, 2: controller); trail Submit for Approval BILL-1

        carl        | create BILL-1, line 1000 1000.00
        carl        | submit BILL-1 | BILL-1 Draft → Pending Approval (1: manager, 2: controller); trail Submit for Approval BILL-1

        dan (clerk) | create BILL-1, line 6000 1000.00
        dan (clerk) | submit BILL-1 | BILL-1 Draft → Pending Approval (1: manager, 2: controller, 3: cfo); trail Submit for Approval
                    |               | BILL-1
        ",
    );
}

/// Conditions name the entry types as entries do.
#[test]
fn the_entry_types_of_conditions() {
    let given = EntryType::GIVEN.iter().map(EntryType::name).chain([EntryType::REVERSING, EntryType::REVALUATION]);
    assert_eq!(given.collect::<Vec<_>>(), ENTRY_TYPES);
}
