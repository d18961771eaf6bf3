//! A table for each command on accounting periods. See docs/rules/periods.md.

pub(crate) mod words;

use crate::books::Books;
use crate::table::{cases, story};

#[test]
fn create() {
    cases(
        &Books::demo(),
        "
        conrad | create period 2024-04, from 2024-04-01, to 2024-04-30   | period 2024-04 open; trail Created 2024-04
        carl   | create period 2024-04, from 2024-04-01, to 2024-04-30   | refused forbidden: needs the permission
               |                                                         | accounting_period.write
        conrad | create period 2024-03, from 2024-04-01, to 2024-04-30   | refused already_exists /period_id: accounting period
               |                                                         | '2024-03' exists already
        conrad | create period 2024-04, from 2024-03-31, to 2024-04-30   | refused period_overlap: overlaps accounting period
               |                                                         | '2024-03' (2024-03-01 to 2024-03-31)
        conrad | create period 2023-12, from 2023-12-01, to 2024-01-01   | refused period_overlap: overlaps accounting period
               |                                                         | '2024-01' (2024-01-01 to 2024-01-31)
        conrad | create period 2024-04, from 2024-04-30, to 2024-04-01   | refused invalid: /end_date is before start_date
        conrad | create period 2024-04, from 2024-04-01                  | refused invalid: the period is incomplete
        conrad | create period 2024-04, from 2024-04-01, wrong /end_date | refused invalid: /end_date is wrong
        conrad | create period 2024-03, wrong /end_date                  | refused invalid: /end_date is wrong
        ",
    );
}

#[test]
fn a_close_is_asked_for_and_done_by_its_job() {
    story(
        &Books::demo(),
        "
        carl   | close 2024-01               | refused forbidden: needs the permission accounting_period.close
        conrad | close 2031-01               | refused not_found: there is no accounting period '2031-01'
        conrad | close 2024-01, ap           | job close 2024-01 ap
        system | work                        | period 2024-01 ap soft_closed; job done; trail Close 2024-01 by conrad
        conrad | close 2024-01, ap           | refused already_closed: accounting period 2024-01 is closed for ap already
        conrad | close 2024-01, if version 1 | refused stale_version: If-Match names another version than the present one, 2
        conrad | close 2024-01               | job close 2024-01 all
        system | work                        | period 2024-01 soft_closed; job done; trail Close 2024-01 by conrad
        conrad | close 2024-01               | refused already_closed: accounting period 2024-01 is closed for all already
        ",
    );
}

#[test]
fn what_is_unposted_bars_the_close_that_covers_it() {
    cases(
        &Books::demo(),
        "
        carl   | create BILL-1, line 6000 5.00
        conrad | close 2024-01, ar
        system | work                                           | period 2024-01 ar soft_closed; job done; trail Close 2024-01
               |                                                | by conrad

        carl   | create BILL-1, line 6000 5.00
        conrad | close 2024-01, ap
        system | work                                           | job refused unposted_documents: 1 unposted documents bar the
               |                                                | close of 2024-01

        carl   | create BILL-1, line 6000 5.00
        conrad | close 2024-01
        system | work                                           | job refused unposted_documents: 1 unposted documents bar the
               |                                                | close of 2024-01

        carl   | create BILL-1, line 6000 5.00
        conrad | close 2024-01, force
        system | work                                           | period 2024-01 soft_closed; job done; trail Close 2024-01 by
               |                                                | conrad

        carl   | create BILL-1, line 6000 5.00, in 2024-02
        conrad | close 2024-01
        system | work                                           | period 2024-01 soft_closed; job done; trail Close 2024-01 by
               |                                                | conrad

        carl   | create BILL-1, line 6000 5.00
        carl   | create BILL-2, line 6000 5.00
        carl   | submit BILL-2
        mona   | approve BILL-2
        conrad | close 2024-01, ap
        system | work                                           | BILL-2 Approved → Posted; posts 2024-01-15 in 2024-01: 2000
               |                                                | -5.00, 6000 5.00; job done; trail Post to GL BILL-2; job
               |                                                | refused unposted_documents: 1 unposted documents bar the close
               |                                                | of 2024-01

        carl   | create JE-1, debit 6000 5.00, credit 2000 5.00
        conrad | close 2024-01, ap
        system | work                                           | job refused unposted_documents: 1 unposted documents bar the
               |                                                | close of 2024-01

        carl   | create JE-1, debit 1100 5.00, credit 6000 5.00
        carl   | submit JE-1
        conrad | close 2024-01, ar
        system | work                                           | job refused unposted_documents: 1 unposted documents bar the
               |                                                | close of 2024-01

        carl   | create JE-1, debit 1100 5.00, credit 6000 5.00
        conrad | close 2024-01, ap
        system | work                                           | period 2024-01 ap soft_closed; job done; trail Close 2024-01
               |                                                | by conrad

        carl   | create JE-1, debit 6000 5.00, credit 1000 5.00
        conrad | close 2024-01, ap
        system | work                                           | period 2024-01 ap soft_closed; job done; trail Close 2024-01
               |                                                | by conrad

        carl   | create JE-1, debit 6000 5.00, credit 2000 5.00
        conrad | close 2024-01, ap, force
        system | work                                           | period 2024-01 ap soft_closed; job done; trail Close 2024-01
               |                                                | by conrad

        carl   | create BILL-1, line 6000 5.00
        conrad | close 2024-01, ap, force
        system | work
        conrad | close 2024-01
        system | work                                           | period 2024-01 soft_closed; job done; trail Close 2024-01 by
               |                                                | conrad
        ",
    );
}

#[test]
fn what_is_approved_is_posted_first() {
    let books = Books::demo().given(
        "
        carl | create BILL-1, line 6000 5.00
        carl | submit BILL-1
        mona | approve BILL-1
        ",
    );
    cases(
        &books,
        "
        system | close-job 2024-01, ap                       | refused postings_in_hand: approved documents of the period wait
               |                                             | for their posting
        system | close-job 2024-01, ap, force                | refused postings_in_hand: approved documents of the period wait
               |                                             | for their posting
        system | close-job 2024-01, ap, force, over approved | period 2024-01 ap soft_closed; trail Close 2024-01 by conrad
        system | close-job 2024-01, ap, over approved        | refused unposted_documents: 1 unposted documents bar the close of
               |                                             | 2024-01

        conrad | close 2024-01, ap
        system | work                                        | BILL-1 Approved → Posted; posts 2024-01-15 in 2024-01: 2000
               |                                             | -5.00, 6000 5.00; job done; trail Post to GL BILL-1; period
               |                                             | 2024-01 ap soft_closed; job done; trail Close 2024-01 by conrad
        ",
    );
}

#[test]
fn a_close_that_is_delivered_twice_closes_once() {
    let mut books = Books::demo().given(
        "
        conrad | close 2024-01, ap
        system | work
        conrad | reopen 2024-01, ap
        ",
    );
    let job = books.jobs[0].clone();
    assert_eq!(books.do_job(&job), ["job refused already_closed: the job that closes the period has ended"]);
}

#[test]
fn reopen() {
    cases(
        &Books::demo(),
        "
        conrad | reopen 2024-01                   | refused not_closed: accounting period 2024-01 is not closed for all
        carl   | reopen 2024-01                   | refused forbidden: needs the permission accounting_period.reopen
        conrad | reopen 2031-01                   | refused not_found: there is no accounting period '2031-01'
        conrad | reopen 2024-01, no because       | refused invalid: /reason is required
        conrad | reopen 2024-01, wrong /reason    | refused invalid: /reason is wrong

        carl   | create BILL-1, line 6000 5.00
        carl   | submit BILL-1
        mona   | approve BILL-1
        system | close-job 2024-01, force, over approved
        conrad | reopen 2024-01, ar               | period 2024-01 gl soft_closed, ap soft_closed, payroll soft_closed; job post
               |                                  | BILL-1; trail Reopen 2024-01
        conrad | reopen 2024-01                   | period 2024-01 open; job post BILL-1; trail Reopen 2024-01
        conrad | reopen 2024-01, ap, if version 1 | refused stale_version: If-Match names another version than the present one,
               |                                  | 2
        ",
    );
}

#[test]
fn hard_close() {
    cases(
        &Books::demo(),
        "
        conrad | hard-close 2024-01             | refused not_ready_to_hard_close: accounting period 2024-01 is still open for
               |                                | gl, ap, ar, payroll
        carl   | hard-close 2024-01             | refused forbidden: needs the permission accounting_period.hard_close
        conrad | hard-close 2031-01             | refused not_found: there is no accounting period '2031-01'
        conrad | hard-close 2024-01, no because | refused invalid: /reason is required

        conrad | close 2024-01, ap
        system | work
        conrad | hard-close 2024-01             | refused not_ready_to_hard_close: accounting period 2024-01 is still open for
               |                                | gl, ar, payroll

        conrad | close 2024-01
        conrad | close 2024-02
        system | work
        conrad | hard-close 2024-02             | refused not_ready_to_hard_close: the earlier accounting period 2024-01 is not
               |                                | hard-closed
        conrad | hard-close 2024-01             | period 2024-01 hard_closed; trail Hard Close 2024-01

        carl   | create BILL-1, line 6000 5.00
        conrad | close 2024-01, force
        system | work
        conrad | hard-close 2024-01             | refused unposted_documents: 1 unposted documents bar the close of 2024-01

        conrad | close 2024-01
        system | work
        conrad | hard-close 2024-01
        conrad | hard-close 2024-01             | refused hard_closed: accounting period 2024-01 is hard-closed already
        conrad | reopen 2024-01                 | refused hard_closed: accounting period 2024-01 is hard-closed
        conrad | close 2024-01                  | refused already_closed: accounting period 2024-01 is closed for all already
        ",
    );
}

#[test]
fn a_forced_close_strands_what_is_unposted_and_a_reopening_lets_it_go_on() {
    let books = Books::demo().given(
        "
        carl   | create BILL-9, line 6000 100.00
        carl   | create INV-9, line 4000 100.00
        carl   | submit BILL-9
        carl   | submit INV-9
        mona   | approve BILL-9
        mona   | approve INV-9
        system | work
        ",
    );
    for (draft, more) in [
        ("JE-1", "debit 6000 5.00, credit 1000 5.00"),
        ("BILL-1", "line 6000 5.00"),
        ("INV-1", "line 4000 5.00"),
        ("CM-1", "line 4000 5.00"),
        ("EXP-1", "line 6000 5.00"),
        ("BPAY-1", "pays BILL-9 5.00"),
        ("IPAY-1", "pays INV-9 5.00"),
    ] {
        let stranded = books
            .clone()
            .given(&format!("carl | create {draft}, {more}\ncarl | submit {draft}"))
            .closed("2024-01", "all");
        cases(
            &stranded,
            &format!(
                "
                mona   | approve {draft} | refused period_closed: accounting period 2024-01 is closed for …
                mona   | hold {draft}
                mona   | unhold {draft}
                carl   | request-change {draft}
                carl   | submit {draft} | refused period_closed: accounting period 2024-01 is closed for …
                carl   | edit {draft}, {more} | refused period_closed: accounting period 2024-01 is closed for …
                carl   | edit {draft}, {more}, in 2024-02, on 2024-01-25
                carl   | submit {draft}
                mona   | approve {draft} | …
                system | work
                "
            ),
        );
        let reopened = stranded.given(&format!("conrad | reopen 2024-01\nmona | approve {draft}\nsystem | work"));
        assert_eq!(reopened.document(draft).status().name(), "Posted", "{draft}");
    }
}
