//! A table for each command on fiscal years. See docs/rules/fiscal-years.md.

mod taken_back;
pub(crate) mod words;

use crate::books::Books;
use crate::table::{cases, story};

/// A year of the three months that there are, with a period of adjustments, and the next one of one month.
fn years() -> Books {
    Books::demo().given(
        "
        alma | create account 3900, name Retained earnings, equity, of retained_earnings
        alma | create year FY1, from 2024-01-01, to 2024-03-31, adjusted
        alma | create year FY2, from 2024-04-01, to 2024-04-30
        carl | create JE-1, debit 1000 100.00, credit 4000 100.00
        carl | submit JE-1
        mona | approve JE-1
        carl | create JE-2, debit 6000 30.00, credit 1000 30.00, on 2024-03-31
        carl | submit JE-2
        mona | approve JE-2
        alma | work
        ",
    )
}

/// The same with everything in the first year closed.
fn closed_periods() -> Books {
    years().given(
        "
        alma | close 2024-01
        alma | close 2024-02
        alma | close 2024-03
        alma | close FY1-ADJ
        alma | work
        ",
    )
}

#[test]
fn create() {
    cases(
        &Books::demo(),
        "
        conrad | create year FY1, from 2024-01-01, to 2024-03-31             | year FY1 open; trail Created FY1
        conrad | create year FY1, from 2024-01-01, to 2024-03-31, adjusted   | period 2024-03 open; period FY1-ADJ open;
               |                                                             | year FY1 open; trail Adjustment Period 2024-03,
               |                                                             | Created FY1-ADJ, Created FY1
        conrad | create year FY1, from 2024-01-01, to 2024-04-30             | period 2024-04 open; year FY1 open; trail
               |                                                             | Created 2024-04, Created FY1
        conrad | create year FY1, from 2024-04-01, by weeks-4, to 2025-03-31 | refused invalid: /end_date a year of
               |                                                             | weeks that begins on 2024-04-01 ends on
               |                                                             | 2025-03-30, or a week later
        conrad | create year FY1, from 2024-03-15, to 2024-06-14             | refused period_overlap: overlaps
               |                                                             | accounting period '2024-03' (2024-03-01
               |                                                             | to 2024-03-31)
        conrad | create year FY1, from 2024-04-06, to 2024-06-05             | period FY1-01 open; period FY1-02 open;
               |                                                             | year FY1 open; trail Created FY1-01,
               |                                                             | Created FY1-02, Created FY1
        conrad | create year FY1, from 2024-04-01, to 2024-03-01             | refused invalid: /end_date is before
               |                                                             | start_date
        conrad | create year FY1, from 2024-04-01, to 2026-03-01             | refused invalid: /end_date a fiscal year
               |                                                             | has at most 13 periods
        conrad | create year FY1, to 2024-04-01                              | refused invalid: the fiscal year is
               |                                                             | incomplete
        conrad | create year FY1, wrong /start_date                          | refused invalid: /start_date is wrong
        carl   | create year FY1, from 2024-01-01, to 2024-03-31             | refused forbidden: needs the permission
               |                                                             | accounting_period.write

        conrad | create year FY1, from 2024-01-01, to 2024-03-31
        conrad | create year FY1, from 2025-01-01                            | refused already_exists /fiscal_year_id:
               |                                                             | fiscal year 'FY1' exists already
        conrad | create year FY2, from 2024-03-01, to 2024-04-30             | refused period_overlap: overlaps fiscal
               |                                                             | year 'FY1' (2024-01-01 to 2024-03-31)
        ",
    );
}

#[test]
fn a_close_carries_income_and_expenses_into_equity() {
    story(
        &closed_periods(),
        "
        carl   | close year FY1                 | refused forbidden: needs the permission accounting_period.close
        conrad | close year FY9                 | refused not_found: there is no fiscal year 'FY9'
        conrad | close year FY2                 | refused fiscal_year_not_ready: close these accounting periods first:
               |                                | 2024-04
        conrad | close year FY1, into 1000      | refused invalid: /retained_earnings_account_id must be an active
               |                                | account of subtype retained_earnings
        conrad | close year FY1, wrong /x       | refused invalid: /x is wrong
        conrad | close year FY1, if version 9   | refused stale_version: If-Match names another version than the present
               |                                | one, 1
        conrad | close year FY1                 | JE-CLOSE-FY1-1 new, Posted, 100.00 USD on 2024-03-31 in FY1-ADJ; posts
               |                                | 2024-03-31 in FY1-ADJ: 4000 100.00, 6000 -30.00, 3900 -70.00; period
               |                                | FY1-ADJ soft_closed; year FY1 closed; trail Created JE-CLOSE-FY1-1,
               |                                | Post to GL JE-CLOSE-FY1-1, Fiscal Year Closed FY1-ADJ, Close FY1
        conrad | close year FY1                 | refused already_closed: fiscal year 'FY1' is closed already, and
               |                                | nothing was posted since
        conrad | reopen 2024-02                 | refused fiscal_year_closed: accounting period 2024-02 belongs to
               |                                | fiscal year 'FY1', which is closed: reopen that first
        conrad | reverse JE-CLOSE-FY1-1, as JE-8, on 2024-04-01 | refused wrong_status: journal entry 'JE-CLOSE-FY1-1'
               |                                                | is Posted; allowed now: nothing, for its fiscal year
               |                                                | is reopened instead
        conrad | correct JE-CLOSE-FY1-1, as JE-9 | refused wrong_status: journal entry 'JE-CLOSE-FY1-1' is Posted;
               |                                 | allowed now: nothing, for its fiscal year is reopened instead
        fiona  | hard-close 2024-01             | period 2024-01 hard_closed; trail Hard Close 2024-01
        ",
    );
}

#[test]
fn a_year_waits_for_its_periods_and_for_the_year_before() {
    cases(
        &years(),
        "
        conrad | close year FY1     | refused fiscal_year_not_ready: close these accounting periods first: 2024-01,
               |                    | 2024-02, 2024-03, FY1-ADJ
        conrad | reopen year FY1    | refused not_closed: fiscal year 'FY1' is not closed

        alma   | close 2024-04
        alma   | work
        conrad | close year FY2     | refused fiscal_year_not_ready: close fiscal year 'FY1' first, which is before it

        alma   | close 2024-01
        alma   | close 2024-02
        alma   | close 2024-03
        alma   | close FY1-ADJ, ap
        alma   | work
        conrad | close year FY1     | refused fiscal_year_not_ready: close these accounting periods first: FY1-ADJ

        ",
    );
}

#[test]
fn the_last_period_waits_for_the_close() {
    cases(
        &Books::demo().given(
            "
            alma | create year FY1, from 2024-01-01, to 2024-01-31
            alma | close 2024-01
            alma | work
            ",
        ),
        "
        fiona  | hard-close 2024-01 | refused not_ready_to_hard_close: close fiscal year 'FY1' first: its closing entry
               |                    | stands in accounting period 2024-01
        ",
    );
}

#[test]
fn the_period_of_adjustments_waits_for_the_close() {
    story(
        &closed_periods().given(
            "
            alma | hard-close 2024-01
            alma | hard-close 2024-02
            alma | hard-close 2024-03
            ",
        ),
        "
        fiona  | hard-close FY1-ADJ | refused not_ready_to_hard_close: close fiscal year 'FY1' first: its closing entry
               |                    | stands in accounting period FY1-ADJ
        conrad | close year FY1     | JE-CLOSE-FY1-1 new, Posted, 100.00 USD on 2024-03-31 in FY1-ADJ; posts 2024-03-31
               |                    | in FY1-ADJ: 4000 100.00, 6000 -30.00, 3900 -70.00; period FY1-ADJ soft_closed;
               |                    | year FY1 closed; trail Created JE-CLOSE-FY1-1, Post to GL JE-CLOSE-FY1-1, Fiscal
               |                    | Year Closed FY1-ADJ, Close FY1
        fiona  | hard-close FY1-ADJ | period FY1-ADJ hard_closed; trail Hard Close FY1-ADJ
        conrad | reopen year FY1    | refused hard_closed: the closing entry stands in accounting period 'FY1-ADJ',
               |                    | which is hard-closed
        ",
    );
}

#[test]
fn what_is_adjusted_later_is_carried_by_another_close() {
    story(
        &closed_periods().given("alma | close year FY1"),
        "
        conrad | reopen FY1-ADJ                                                    | period FY1-ADJ open; trail Reopen
               |                                                                   | FY1-ADJ
        carl | create JE-3, debit 6000 7.00, credit 2000 7.00, on 2024-03-31 | refused period_closed: accounting period 2024-03 is
             |                                                               | closed for gl; send posting_period_id FY1-ADJ to
             |                                                               | adjust the year, or 2024-04 to post it later
        carl   | create JE-3, debit 6000 7.00, credit 2000 7.00, in FY1-ADJ        | JE-3 new, Draft, 7.00 USD on 2024-01-15
               |                                                                   | in FY1-ADJ; trail Created JE-3
        carl   | submit JE-3                                                       | JE-3 Draft → Pending Approval (1:
               |                                                                   | manager); trail Submit for Approval JE-3
        mona   | approve JE-3                                                      | JE-3 Pending Approval → Approved (level
               |                                                                   | 1 of 1); mona signs 1; job post JE-3;
               |                                                                   | trail Approve JE-3
        alma   | work                                                              | JE-3 Approved → Posted; posts 2024-03-31
               |                                                                   | in FY1-ADJ: 6000 7.00, 2000 -7.00; job
               |                                                                   | done; trail Post to GL JE-3
        conrad | close year FY1                                                    | refused fiscal_year_not_ready: close
               |                                                                   | these accounting periods first: FY1-ADJ
        conrad | close FY1-ADJ                                                     | job close FY1-ADJ all
        alma   | work                                                              | period FY1-ADJ soft_closed; job done;
               |                                                                   | trail Close FY1-ADJ by conrad
        conrad | close year FY1                                                    | JE-CLOSE-FY1-2 new, Posted, 7.00 USD on
               |                                                                   | 2024-03-31 in FY1-ADJ; posts 2024-03-31
               |                                                                   | in FY1-ADJ: 6000 -7.00, 3900 7.00;
               |                                                                   | period FY1-ADJ soft_closed; year FY1
               |                                                                   | closed; trail Created JE-CLOSE-FY1-2,
               |                                                                   | Post to GL JE-CLOSE-FY1-2, Fiscal Year
               |                                                                   | Closed FY1-ADJ, Close FY1
        conrad | reopen year FY1, no because                                       | refused invalid: /reason is required
        carl   | reopen year FY1                                                   | refused forbidden: needs the permission
               |                                                                   | accounting_period.reopen
        conrad | reopen year FY1                                                   | posts back 2024-03-31 in FY1-ADJ: 4000
               |                                                                   | -100.00, 6000 30.00, 3900 70.00;
               |                                                                   | JE-CLOSE-FY1-1 Posted → Voided (on
               |                                                                   | 2024-03-31); posts back 2024-03-31 in
               |                                                                   | FY1-ADJ: 6000 7.00, 3900 -7.00;
               |                                                                   | JE-CLOSE-FY1-2 Posted → Voided (on
               |                                                                   | 2024-03-31); period FY1-ADJ soft_closed;
               |                                                                   | year FY1 open; trail Void
               |                                                                   | JE-CLOSE-FY1-1, Void JE-CLOSE-FY1-2,
               |                                                                   | Fiscal Year Reopened FY1-ADJ, Reopen FY1
        conrad | reopen year FY1                                                   | refused not_closed: fiscal year 'FY1' is
               |                                                                   | not closed
        conrad | close year FY1                                                    | JE-CLOSE-FY1-3 new, Posted, 100.00 USD
               |                                                                   | on 2024-03-31 in FY1-ADJ; posts
               |                                                                   | 2024-03-31 in FY1-ADJ: 4000 100.00, 6000
               |                                                                   | -37.00, 3900 -63.00; period FY1-ADJ
               |                                                                   | soft_closed; year FY1 closed; trail
               |                                                                   | Created JE-CLOSE-FY1-3, Post to GL
               |                                                                   | JE-CLOSE-FY1-3, Fiscal Year Closed
               |                                                                   | FY1-ADJ, Close FY1
        ",
    );
}

#[test]
fn years_are_reopened_from_the_last_one_on() {
    story(
        &closed_periods().given(
            "
            alma | close 2024-04
            alma | work
            alma | close year FY1
            alma | close year FY2
            ",
        ),
        "
        conrad | reopen year FY1 | refused fiscal_year_closed: reopen fiscal year 'FY2' first, which is after it
        conrad | reopen year FY2 | period 2024-04 soft_closed; year FY2 open; trail Fiscal Year Reopened 2024-04, Reopen
               |                 | FY2
        conrad | reopen year FY1 | posts back 2024-03-31 in FY1-ADJ: 4000 -100.00, 6000 30.00, 3900 70.00;
               |                 | JE-CLOSE-FY1-1 Posted → Voided (on 2024-03-31); period FY1-ADJ soft_closed; year FY1
               |                 | open; trail Void JE-CLOSE-FY1-1, Fiscal Year Reopened FY1-ADJ, Reopen FY1
        conrad | reopen 2024-03  | period 2024-03 open; trail Reopen 2024-03
        ",
    );
}

#[test]
fn a_year_without_an_account_to_carry_to() {
    cases(
        &Books::demo().given(
            "
            alma | create year FY1, from 2024-01-01, to 2024-01-31
            carl | create JE-1, debit 1000 100.00, credit 4000 100.00
            carl | submit JE-1
            mona | approve JE-1
            alma | work
            alma | close 2024-01
            alma | work
            ",
        ),
        "
        conrad | close year FY1            | refused missing_account: there is no active account of subtype
               |                           | retained_earnings
        conrad | close year FY1, into 3900 | refused invalid: /retained_earnings_account_id must be an active account of
               |                           | subtype retained_earnings

        alma   | create account 3900, name Retained, equity, of retained_earnings
        alma   | create account 3901, name Others, equity, of retained_earnings
        conrad | close year FY1, into 3901 | JE-CLOSE-FY1-1 new, Posted, 100.00 USD on 2024-01-31 in 2024-01; posts
               |                           | 2024-01-31 in 2024-01: 4000 100.00, 3901 -100.00; period 2024-01
               |                           | soft_closed; year FY1 closed; trail Created JE-CLOSE-FY1-1, Post to GL
               |                           | JE-CLOSE-FY1-1, Fiscal Year Closed 2024-01, Close FY1
        ",
    );
}
