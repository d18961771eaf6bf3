//! Accruals: entries that are reversed on a day of theirs. See docs/rules/accruals.md.
//!
//! `create JE-1, debit 6000 70.00, credit 1000 70.00, reversed 2024-02-01` is one; `tick accrual JE-1` is what the job does on its day,
//! and `refuse accrual JE-1` how it notes that it could not.

use engine::features::accruals::commands::problem::NoteRefusal;
use engine::features::accruals::commands::reverse::ReverseAccrual;
use engine::values::error::Faults;
use engine::values::kind::DocumentKey;

use crate::books::{Asked, Books};
use crate::table::{cases, story};

pub(crate) fn words(verb: &str, key: DocumentKey, books: &Books) -> Box<dyn Asked> {
    match verb {
        "tick" => {
            let content = &books.document(&key.id).content;
            let reversal_date = content.reversal_date().expect("a day");
            Box::new(ReverseAccrual { currency: content.currency, reversal_date, key })
        }
        "refuse" => Box::new(NoteRefusal { key, refusal: Faults::one("/lines/0/account_id", "is inactive") }),
        verb => panic!("nobody can {verb} an accrual"),
    }
}

/// The first of February, with a posted accrual of January.
fn accrued() -> Books {
    let books = Books::demo().given(
        "
        carl   | create JE-A, debit 6000 70.00, credit 1000 70.00, type Accrual, reversed 2024-02-01
        cora   | edit JE-A, debit 6000 70.00, credit 1000 70.00, type Accrual, memo Power, reversed 2024-02-01
        carl   | submit JE-A
        mona   | approve JE-A
        system | work
        ",
    );
    books.on("2024-02-01")
}

#[test]
fn it_is_reversed_once_on_its_day_and_goes_into_approval() {
    story(
        &accrued(),
        "
        carl (clerk)  | tick accrual JE-A | JE-A-RV new, Pending Approval (1: manager), 70.00 USD on 2024-02-01 in
                      |                   | 2024-02; JE-A (reversed by JE-A-RV); trail Created JE-A-RV, Submit for
                      |                   | Approval JE-A-RV, Reversed on Its Day JE-A by system
        carl (clerk)  | tick accrual JE-A | nothing
        carl (*.*)    | approve JE-A-RV   | refused forbidden: who created, edited or submitted a document does not sign
                      |                   | it; level 1 can be signed by the role manager
        cora (*.*)    | approve JE-A-RV   | refused forbidden: who created, edited or submitted a document does not sign
                      |                   | it; level 1 can be signed by the role manager
        mona          | approve JE-A-RV   | JE-A-RV Pending Approval → Approved (level 1 of 1); mona signs 1; job post
                      |                   | JE-A-RV; trail Approve JE-A-RV
        system        | work              | JE-A-RV Approved → Posted; posts 2024-02-01 in 2024-02: 6000 -70.00, 1000
                      |                   | 70.00; job done; trail Post to GL JE-A-RV
        conrad        | reverse JE-A, as JE-3, on 2024-02-05 | refused already_reversed: journal entry 'JE-A-RV'
                      |                                      | reverses it already
        ",
    );
}

#[test]
fn it_waits_for_its_day_and_for_its_posting() {
    cases(
        &accrued().on("2024-01-31"),
        "
        carl (clerk) | tick accrual JE-A | nothing
        carl         | create JE-B, debit 6000 70.00, credit 1000 70.00, reversed 2024-01-20
        carl         | submit JE-B
        carl (clerk) | tick accrual JE-B | nothing
        mona         | approve JE-B
        carl (clerk) | tick accrual JE-B | nothing
        system       | work
        carl (clerk) | tick accrual JE-B | JE-B-RV new, Pending Approval (1: manager), 70.00 USD on 2024-01-20 in
                     |                   | 2024-01; JE-B (reversed by JE-B-RV); trail Created JE-B-RV, Submit for
                     |                   | Approval JE-B-RV, Reversed on Its Day JE-B by system
        ",
    );
}

#[test]
fn what_was_taken_back_by_hand_is_not_reversed_again() {
    cases(
        &accrued(),
        "
        conrad       | reverse JE-A, as JE-3, on 2024-02-01
        carl (clerk) | tick accrual JE-A | nothing
        system       | refuse accrual JE-A | nothing
        conrad       | delete JE-3
        carl (clerk) | tick accrual JE-A | JE-A-RV new, Pending Approval (1: manager), 70.00 USD on 2024-02-01 in
                     |                   | 2024-02; JE-A (reversed by JE-A-RV); trail Created JE-A-RV, Submit for
                     |                   | Approval JE-A-RV, Reversed on Its Day JE-A by system
        ",
    );
    cases(
        &accrued(),
        "
        conrad       | correct JE-A, as JE-4, because Slip
        carl (clerk) | tick accrual JE-A | nothing
        ",
    );
}

#[test]
fn what_bars_it_is_said_once_and_tried_again() {
    story(
        &accrued().closed("2024-02", "all"),
        "
        carl (clerk) | tick accrual JE-A | refused period_closed: accounting period 2024-02 is closed for gl; the next
                     |                   | open day is 2024-03-01
        system | refuse accrual JE-A | JE-A (stuck: invalid); trail Not Reversed JE-A
        system | refuse accrual JE-A | nothing
        alma | reopen 2024-02, because Late | period 2024-02 open; trail Reopen 2024-02
        alma | work | nothing
        carl (viewer) | tick accrual JE-A | refused forbidden: needs the permission journal_entry.write
        carl (clerk) | tick accrual JE-A | JE-A-RV new, Pending Approval (1: manager), 70.00 USD on 2024-02-01 in
                     |                   | 2024-02; JE-A (reversed by JE-A-RV); trail Created JE-A-RV, Submit for
                     |                   | Approval JE-A-RV, Reversed on Its Day JE-A by system
        system | refuse accrual JE-A | nothing
        ",
    );
    cases(
        &accrued(),
        "
        carl (*.*) | create JE-A-RV, debit 6000 1.00, credit 1000 1.00
        carl (clerk) | tick accrual JE-A | refused already_exists: journal entry 'JE-A-RV' exists already
        ",
    );
}

#[test]
fn the_day_is_after_the_posting_and_can_be_changed_in_a_draft() {
    cases(
        &Books::demo(),
        "
        carl   | create JE-D, debit 6000 70.00, credit 1000 70.00, reversed 2024-01-15 | refused invalid: /reversal_date is not
               |                                                                       | after 2024-01-15, the day on which the
               |                                                                       | entry posts
        carl   | create JE-D, debit 6000 70.00, credit 1000 70.00, on 2024-01-30, in 2024-02, reversed 2024-02-01 | refused invalid: /reversal_date is not
               |                                                                                                  | after 2024-02-01, the day on which the
               |                                                                                                  | entry posts
        carl   | create JE-D, debit 6000 5.00, credit nowhere 5.00, reversed 2024-01-02, type Odd | refused invalid: /entry_type must be one
               |                                                                                  | of Standard, Adjusting, Accrual,
               |                                                                                  | Payroll, /reversal_date is not after
               |                                                                                  | 2024-01-15, the day on which the entry
               |                                                                                  | posts, /lines/1/account_id there is no
               |                                                                                  | account 'nowhere'
        carl   | create JE-D, debit 6000 70.00, credit 1000 70.00, reversed 2024-01-16 | JE-D new, Draft, 70.00 USD on 2024-01-15
               |                                                                       | in 2024-01; trail Created JE-D
        carl   | create JE-D, debit 6000 70.00, credit 1000 70.00, reversed 2024-02-01
        carl   | edit JE-D, debit 6000 70.00, credit 1000 70.00, reversed 2024-01-10 | refused invalid: /reversal_date is not
               |                                                                     | after 2024-01-15, the day on which the
               |                                                                     | entry posts
        carl   | edit JE-D, debit 6000 70.00, credit 1000 70.00, reversed 2024-02-01 | nothing
        carl   | edit JE-D, debit 6000 70.00, credit 1000 70.00, reversed 2024-02-02 | JE-D rewritten, Draft, 70.00 USD on
               |                                                                     | 2024-01-15 in 2024-01; trail Updated
               |                                                                     | JE-D
        carl   | edit JE-D, debit 6000 70.00, credit 1000 70.00 | JE-D rewritten, Draft, 70.00 USD on 2024-01-15 in
               |                                                | 2024-01; trail Updated JE-D
        ",
    );
}

#[test]
fn a_reversing_entry_has_no_day_of_its_own() {
    cases(
        &accrued(),
        "
        conrad | reverse JE-A, as JE-3, on 2024-02-01
        conrad | edit JE-3, debit 1000 70.00, credit 6000 70.00, on 2024-02-01, reversed 2024-03-01 | refused invalid: /reversal_date is not
               |                                                                                    | for an entry of type Reversing
        ",
    );
}

#[test]
fn what_was_signed_covers_the_day() {
    let signed = Books::demo().given(
        "
        carl | create JE-E, debit 6000 70.00, credit 1000 70.00, reversed 2024-02-01
        carl | submit JE-E
        mona | approve JE-E
        ",
    );
    let tampered = signed.tamper("JE-E", |entry| {
        let engine::books::document::Particulars::Journal(journal) = &mut entry.content.particulars else {
            panic!("no journal entry")
        };
        journal.reversal_date = None;
    });
    cases(&tampered, "system | work | refused not_as_signed: 'JE-E' is not what was signed: its digest differs");
}
