//! What is taken back of a year, and what is added to it later. See docs/rules/fiscal-years.md#taking-a-year-back.

use crate::books::Books;
use crate::table::{cases, story};

#[test]
fn a_year_made_by_a_slip() {
    story(
        &Books::demo().given("alma | wait 1 h\nalma | create year FY2, from 2024-04-01, to 2024-05-15"),
        "
        carl   | delete year FY2               | ?
        conrad | delete year FY9               | ?
        conrad | delete year FY2, if version 9 | ?
        conrad | delete period 2024-04         | ?
        conrad | delete year FY2               | ?
        conrad | create year FY2, from 2024-04-01, to 2024-04-30 | ?
        carl   | create JE-1, debit 1000 100.00, credit 4000 100.00, on 2024-04-30 | ?
        conrad | delete year FY2               | ?
        carl   | delete JE-1                   | ?
        conrad | delete year FY2               | ?
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
        conrad | delete year FY1 | ?
        conrad | delete period 2024-01 | ?
        conrad | delete period 2024-02 | ?
        conrad | delete period 2024-03 | ?
        conrad | delete period 2024-03 | ?
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
        conrad | delete year FY3       | ?
        conrad | delete year FY4       | ?
        conrad | delete period 2024-01 | ?

        alma   | close 2024-06, gl
        alma   | work
        conrad | delete year FY4       | ?
        ",
    );
}

#[test]
fn a_period_of_adjustments_is_added_and_taken_back() {
    story(
        &Books::demo().given("alma | wait 1 h\nalma | create year FY1, from 2024-01-01, to 2024-03-31"),
        "
        carl   | adjust year FY1       | ?
        conrad | adjust year FY9       | ?
        conrad | adjust year FY1       | ?
        conrad | adjust year FY1       | ?
        conrad | delete period FY1-ADJ | ?
        conrad | adjust year FY1       | ?
        alma   | close 2024-01         | ?
        alma   | close 2024-02         | ?
        alma   | close 2024-03         | ?
        alma   | close FY1-ADJ         | ?
        alma   | work                  | ?
        conrad | close year FY1        | ?
        conrad | delete period FY1-ADJ | ?
        conrad | delete year FY1       | ?
        ",
    );
}
