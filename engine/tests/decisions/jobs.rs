//! Retry of a job that was set aside. See docs/rules/operation.md#jobs.

use engine::books::queue::JobState;

use crate::books::Books;
use crate::table::cases;

#[test]
fn retry() {
    let mut books = Books::demo().given(
        "
        carl   | create BILL-1, line 6000 5.00
        carl   | create BILL-2, line 6000 5.00
        carl   | submit BILL-1
        carl   | submit BILL-2
        mona   | approve BILL-1
        mona   | approve BILL-2
        ",
    );
    let [aside, queued] = [0, 1].map(|at| books.jobs[at].job_id.clone());
    books.jobs[0].state = JobState::Quarantined;
    cases(
        &books,
        &format!(
            "
            conrad | retry job {aside}  | job {aside} again; trail Retried {aside}
            carl   | retry job {aside}  | refused forbidden: needs the permission job.write
            conrad | retry job {queued} | refused job_not_retryable: job {queued} is queued; only a quarantined job is retried
            conrad | retry job none     | refused not_found: there is no job 'none'

            conrad | retry job {aside}
            system | work               | BILL-1 Approved → Posted; …
            "
        ),
    );
}

/// What is approved and cannot be posted is taken back by whoever may void it. See docs/rules/documents.md#no-dead-end.
#[test]
fn an_approved_document_whose_posting_was_set_aside_goes_back_to_draft() {
    let books = Books::demo().given(
        "
        carl   | create BILL-1, line 6000 5.00
        carl   | submit BILL-1
        mona   | approve BILL-1
        system | work
        carl   | create BPAY-1, pays BILL-1 3.00
        carl   | submit BPAY-1
        mona   | approve BPAY-1
        carl   | create JE-1, debit 6000 5.00, credit 1000 5.00
        carl   | submit JE-1
        mona   | approve JE-1
        ",
    );
    cases(
        &books,
        "
        conrad | request-change JE-1 | refused wrong_status: journal entry 'JE-1' is Approved; allowed now: nothing
        ",
    );
    let books = books.given("system | set-aside BPAY-1").given("system | set-aside JE-1");
    cases(
        &books,
        "
        mona   | request-change JE-1                         | refused forbidden: needs the permission journal_entry.void
        carl   | request-change JE-1                         | refused forbidden: needs the permission journal_entry.void
        conrad | reject JE-1                                 | refused wrong_status: journal entry 'JE-1' is Approved;
               |                                             | allowed now: nothing
        conrad | request-change JE-1, because 'too large'    | job done, not posted; JE-1 Approved → Draft; trail
               |                                             | Request Change JE-1

        conrad | request-change BPAY-1, because 'wrong bank' | BILL-1 (due 5.00); job done, not posted; BPAY-1
               |                                             | Approved → Draft; trail Request Change BPAY-1,
               |                                             | Payment Taken Back BILL-1

        conrad | request-change BPAY-1
        carl   | delete BPAY-1                               | BPAY-1 gone; trail Deleted BPAY-1
        carl   | submit BPAY-1                               | BPAY-1 Draft → Pending Approval …
        conrad | void BILL-1                                 | posts back …
        ",
    );
}

/// The sums of the ledger are whole minor units in 64 bits; half of that is kept free for what undoes. See docs/rules/amounts.md#head-room.
#[test]
fn the_last_signature_asks_whether_the_sums_hold_it() {
    let amount = "999999999999999.999";
    let mut books = Books::demo().given("alma | create rate KWD-1, of KWD, on 2024-01-01, at 0.3");
    for number in 1..=5 {
        books = books.given(&format!(
            "
            carl | create JE-{number}, debit 6000 {amount}, credit 1000 {amount}, currency KWD
            carl | submit JE-{number}
            mona | approve JE-{number}
            sue (controller) | approve JE-{number}
            "
        ));
        if number < 5 {
            books = books.given(&format!("fred (cfo) | approve JE-{number}")).given("system | work");
        }
    }
    cases(
        &books,
        "
        fred (cfo) | approve JE-5 | refused invalid: is more than the ledger can still add to its sums, which are whole minor units in 64 bits

        sue (controller) | reverse JE-1, as JE-9, on 2024-02-05
        carl       | submit JE-9
        mona       | approve JE-9
        stan (controller) | approve JE-9
        fred (cfo) | approve JE-9 | JE-9 Pending Approval → Approved …
        ",
    );
}
