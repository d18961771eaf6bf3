//! Post: the job writes into the ledger what was signed, once. See docs/rules/postings.md#posted-by-the-job.

use engine::books::document::stage::{Approval, Stage};
use engine::books::document::{Digest, Document, Particulars};
use engine::values::money::Minor;

use crate::books::Books;
use crate::table::{cases, story};

/// A bill that everybody signed.
const SIGNED: &str = "
    carl | create BILL-1, line 6000 100.00
    carl | submit BILL-1
    mona | approve BILL-1
";

#[test]
fn once_and_no_more() {
    story(
        &Books::demo().given(SIGNED),
        "
        system | post BILL-1 | BILL-1 Approved → Posted; posts 2024-01-15 in 2024-01: 2000 -100.00, 6000 100.00; job done; trail
               |             | Post to GL BILL-1
        system | post BILL-1 | nothing
        system | post BILL-9 | nothing
        system | work        | nothing
        ",
    );
}

#[test]
fn what_is_not_approved_is_not_posted() {
    cases(
        &Books::demo(),
        "
        carl   | create BILL-1, line 6000 100.00
        carl   | create BILL-2, line 6000 100.00
        carl   | submit BILL-2
        system | post BILL-1 | nothing
        system | post BILL-2 | nothing
        ",
    );
}

#[test]
fn a_closed_period_keeps_it_until_the_reopening() {
    let books = Books::demo().given(SIGNED).closed("2024-01", "ap");
    story(
        &books,
        "
        system | post BILL-1        | job done, not posted
        conrad | reopen 2024-01, ap | period 2024-01 open; job post BILL-1; trail Reopen 2024-01
        system | work               | BILL-1 Approved → Posted; posts 2024-01-15 in 2024-01: 2000 -100.00, 6000 100.00; job
               |                    | done; trail Post to GL BILL-1
        ",
    );
    // Another sub-ledger is no matter.
    cases(
        &Books::demo().given(SIGNED).closed("2024-01", "ar"),
        "
        system | work | BILL-1 Approved → Posted; posts 2024-01-15 in 2024-01: 2000 -100.00, 6000 100.00; job done; trail Post
               |      | to GL BILL-1
        ",
    );
}

fn other_account(bill: &mut Document) {
    let Particulars::Items(items) = &mut bill.content.particulars else { panic!("a bill has items") };
    items.lines[0].line.account_id = "4000".into();
}

#[test]
fn what_was_signed_is_what_is_posted() {
    let signed = Books::demo().given(SIGNED);
    cases(
        &signed.clone().tamper("BILL-1", |bill| bill.content.total = Minor(1)),
        "
        system | work | refused not_as_signed: 'BILL-1' is not what was signed: its digest differs
        ",
    );
    cases(
        &signed.clone().tamper("BILL-1", other_account),
        "
        system | work | refused not_as_signed: 'BILL-1' is not what was signed: its digest differs
        ",
    );
    let later = Digest { version: 7, hash: String::new() };
    cases(
        &signed.tamper("BILL-1", |bill| bill.stage = Stage::Approved(Approval::Unsigned(later.clone()))),
        "
        system | work | refused not_as_signed: 'BILL-1' cannot be held against what was signed: its digest is of version 7; this program
               |      | knows those up to version 3
        ",
    );
}

#[test]
fn payments_settle_what_they_pay() {
    let books = Books::demo().given(
        "
        carl   | create INV-1, line 4000 100.00
        carl   | submit INV-1
        mona   | approve INV-1
        system | work
        carl   | create IPAY-1, pays INV-1 60.00
        carl   | create IPAY-2, pays INV-1 40.00
        carl   | submit IPAY-1
        carl   | submit IPAY-2
        mona   | approve IPAY-1
        mona   | approve IPAY-2
        ",
    );
    cases(
        &books,
        "
        system | post IPAY-1             | IPAY-1 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 60.00, 1100 -60.00; job
               |                         | done; INV-1 (settled 60.00); trail Post to GL IPAY-1
        system | post IPAY-1, and IPAY-2 | IPAY-1 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 60.00, 1100 -60.00; job
               |                         | done; IPAY-2 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 40.00, 1100 -40.00;
               |                         | job done; INV-1 Posted → Paid (settled 100.00); trail Post to GL IPAY-1, Paid INV-1,
               |                         | Post to GL IPAY-2
        system | post IPAY-1, and IPAY-1 | IPAY-1 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 60.00, 1100 -60.00; job
               |                         | done; job done; INV-1 (settled 60.00); trail Post to GL IPAY-1
        ",
    );
}
