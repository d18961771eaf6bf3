//! What is taken back of a year, and what is added to it later. See docs/rules/fiscal-years.md#taking-a-year-back.

use crate::books::Books;
use crate::table::{cases, story};

#[test]
fn a_year_made_by_a_slip() {
    story(
        &Books::demo().given("alma | wait 1 h\nalma | create year FY2, from 2024-04-01, to 2024-05-15"),
        "
        carl   | delete year FY2               | refused forbidden: needs the permission accounting_period.write
        conrad | delete year FY9               | refused not_found: there is no fiscal year 'FY9'
        conrad | delete year FY2, if version 9 | refused stale_version: If-Match names another version than the
               |                               | present one, 1
        conrad | delete period 2024-04         | refused in_use: accounting period 2024-04 belongs to fiscal year
               |                               | 'FY2': take that back instead
        conrad | delete year FY2               | period 2024-04 gone; period FY2-02 gone; year FY2 gone; trail Deleted
               |                               | 2024-04, Deleted FY2-02, Deleted FY2
        conrad | create year FY2, from 2024-04-01, to 2024-04-30 | period 2024-04 open; year FY2 open; trail Created
               |                                                 | 2024-04, Created FY2
        carl   | create JE-1, debit 1000 100.00, credit 4000 100.00, on 2024-04-30 | JE-1 new, Draft, 100.00 USD on
               |                                                                   | 2024-04-30 in 2024-04; trail Created
               |                                                                   | JE-1
        conrad | delete year FY2               | refused in_use: this rests on it: journal entry JE-1
        carl   | delete JE-1                   | JE-1 gone; trail Deleted JE-1
        conrad | delete year FY2               | period 2024-04 gone; year FY2 gone; trail Deleted 2024-04, Deleted
               |                               | FY2
        ",
    );
}

#[test]
fn periods_that_were_there_before_the_year_stay() {
    story(
        &Books::demo().given(
            "
            carl | create JE-1, debit 1000 100.00, credit 4000 100.00
            alma | wait 1 h
            alma | create year FY1, from 2024-01-01, to 2024-04-30, adjusted
            ",
        ),
        "
        conrad | delete year FY1               | period 2024-04 gone; period FY1-ADJ gone; year FY1 gone; trail
               |                               | Deleted 2024-04, Deleted FY1-ADJ, Deleted FY1
        conrad | delete period 2024-01         | refused in_use: this rests on it: journal entry JE-1
        conrad | delete period 2024-02         | refused in_use: lies between accounting periods 2024-01 and 2024-03:
               |                               | only the first or the last goes
        conrad | delete period 2024-03         | period 2024-03 gone; trail Deleted 2024-03
        conrad | delete period 2024-03         | refused not_found: there is no accounting period '2024-03'
        ",
    );
}

#[test]
fn what_was_closed_or_lies_between_stays() {
    cases(
        &Books::demo().given(
            "
            alma | wait 1 h
            alma | create year FY2, from 2024-04-01, to 2024-04-30
            alma | wait 1 h
            alma | create year FY3, from 2024-05-01, to 2024-05-31
            alma | wait 1 h
            alma | create year FY4, from 2024-06-01, to 2024-06-30
            ",
        ),
        "
        conrad | delete year FY3               | refused in_use: lies between fiscal years FY2 and FY4: only the first
               |                               | or the last goes
        conrad | delete year FY4               | period 2024-06 gone; year FY4 gone; trail Deleted 2024-06, Deleted
               |                               | FY4
        conrad | delete period 2024-01         | period 2024-01 gone; trail Deleted 2024-01

        alma   | close 2024-06, gl
        alma   | work
        conrad | delete year FY4               | refused in_use: was closed before: accounting period 2024-06
        ",
    );
}

#[test]
fn a_period_of_adjustments_is_added_and_taken_back() {
    story(
        &Books::demo().given("alma | wait 1 h\nalma | create year FY1, from 2024-01-01, to 2024-03-31"),
        "
        carl   | adjust year FY1               | refused forbidden: needs the permission accounting_period.write
        conrad | adjust year FY9               | refused not_found: there is no fiscal year 'FY9'
        conrad | adjust year FY1               | period 2024-03 open; period FY1-ADJ open; year FY1 open; trail
               |                               | Adjustment Period 2024-03, Created FY1-ADJ, Adjustment Period FY1
        conrad | adjust year FY1               | refused already_exists: fiscal year 'FY1' has a period of adjustments
               |                               | already, FY1-ADJ
        conrad | delete period FY1-ADJ         | period FY1-ADJ gone; year FY1 open; trail Deleted FY1-ADJ, Updated
               |                               | FY1
        conrad | adjust year FY1               | period 2024-03 open; period FY1-ADJ open; year FY1 open; trail
               |                               | Adjustment Period 2024-03, Created FY1-ADJ, Adjustment Period FY1
        alma   | close 2024-01                 | job close 2024-01 all
        alma   | close 2024-02                 | job close 2024-02 all
        alma   | close 2024-03                 | job close 2024-03 all
        alma   | close FY1-ADJ                 | job close FY1-ADJ all
        alma   | work                          | period 2024-01 soft_closed; job done; trail Close 2024-01 by alma;
               |                               | period 2024-02 soft_closed; job done; trail Close 2024-02 by alma;
               |                               | period 2024-03 soft_closed; job done; trail Close 2024-03 by alma;
               |                               | period FY1-ADJ soft_closed; job done; trail Close FY1-ADJ by alma
        conrad | close year FY1                | year FY1 closed; trail Close FY1
        conrad | delete period FY1-ADJ         | refused in_use: accounting period FY1-ADJ belongs to fiscal year
               |                               | 'FY1', which is closed
        conrad | delete year FY1               | refused in_use: fiscal year 'FY1' was closed before
        ",
    );
}

/// A hard close is for good, so nothing comes in on its last day beside it: neither later, nor with a year that is recorded over it.
#[test]
fn a_hard_closed_last_period_has_no_adjustments_beside_it() {
    story(
        &Books::demo().given(
            "
            conrad | close 2024-01
            system | work
            conrad | hard-close 2024-01, because Audited
            ",
        ),
        "
        conrad | create year FY1, from 2024-01-01, to 2024-01-31, adjusted | refused invalid: /adjustment_period its last
               |                                                           | accounting period, 2024-01, is hard-closed:
               |                                                           | adjustments would change that day
        conrad | create year FY1, from 2024-01-01, to 2024-01-31           | year FY1 open; trail Created FY1
        conrad | adjust year FY1                                           | refused hard_closed: its last accounting period,
               |                                                           | 2024-01, is hard-closed: adjustments would change
               |                                                           | that day
        ",
    );
}
