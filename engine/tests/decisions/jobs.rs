//! Retry of a job that was set aside. See docs/rules/operation.md#jobs.

use engine::queue::JobState;

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
