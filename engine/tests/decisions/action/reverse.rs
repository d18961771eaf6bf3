//! Reverse: a posted entry is undone by a new one. See docs/rules/postings.md#reversal.

use crate::books::Books;
use crate::table::{cases, story};

fn posted() -> Books {
    Books::demo().given(
        "
        carl   | create JE-1, debit 6000 70.00, credit 1000 70.00
        carl   | submit JE-1
        mona   | approve JE-1
        system | work
        ",
    )
}

#[test]
fn a_new_entry_swaps_the_sides() {
    story(
        &posted(),
        "
        conrad | reverse JE-1, as JE-2, on 2024-02-05 | JE-2 new, Draft, 70.00 USD on 2024-02-05 in 2024-02; trail Created JE-2,
               |                                      | Reverse JE-1
        conrad | submit JE-2                          | JE-2 Draft → Pending Approval (1: manager); trail Submit for Approval
               |                                      | JE-2
        mona   | approve JE-2
        system | work                                 | JE-2 Approved → Posted; posts 2024-02-05 in 2024-02: 6000 -70.00, 1000
               |                                      | 70.00; job done; trail Post to GL JE-2
        conrad | reverse JE-2, as JE-3, on 2024-02-06 | JE-3 new, Draft, 70.00 USD on 2024-02-06 in 2024-02; trail Created JE-3,
               |                                      | Reverse JE-2
        ",
    );
}

#[test]
fn what_is_refused() {
    cases(
        &posted(),
        "
        carl   | reverse JE-1, as JE-2, on 2024-02-05              | refused forbidden: needs the permission
               |                                                   | journal_entry.reverse
        conrad | reverse JE-9, as JE-2, on 2024-02-05              | refused not_found: there is no journal entry 'JE-9'
        conrad | reverse JE-1, as JE-2                             | refused invalid: /reversal_date is required
        conrad | reverse JE-1, as JE-2, on 2024-01-14              | refused invalid: /reversal_date is before 2024-01-15, the
               |                                                   | date of journal entry 'JE-1'
        conrad | reverse JE-1, as JE-2, on 2031-02-05              | refused no_open_period /reversal_date: no accounting period
               |                                                   | holds 2031-02-05
        conrad | reverse JE-1, as JE-2, on 2024-02-05, wrong /memo | refused invalid: /memo is wrong

        conrad | reverse JE-1, as JE-2, on 2024-02-05
        conrad | reverse JE-1, as JE-3, on 2024-02-05              | refused already_reversed: journal entry 'JE-2' reverses it
               |                                                   | already
        conrad | reverse JE-2, as JE-3, on 2024-02-05              | refused wrong_status: journal entry 'JE-2' is Draft;
               |                                                   | allowed now: edit, delete, submit-for-approval
        conrad | reverse JE-1, as JE-3                             | refused already_reversed: journal entry 'JE-2' reverses it
               |                                                   | already

        conrad | close 2024-02, force
        system | work
        conrad | reverse JE-1, as JE-2, on 2024-02-05              | refused period_closed: accounting period 2024-02 is
               |                                                   | closed for gl; the next open day is 2024-03-01
        conrad | reverse JE-1, as JE-2, on 2024-03-05              | JE-2 new, Draft, 70.00 USD on 2024-03-05 in 2024-03; trail
               |                                                   | Created JE-2, Reverse JE-1
        ",
    );
}

#[test]
fn what_was_called_off_makes_way() {
    cases(
        &posted(),
        "
        conrad | reverse JE-1, as JE-2, on 2024-02-05
        conrad | delete JE-2
        conrad | reverse JE-1, as JE-3, on 2024-02-05 | JE-3 new, Draft, 70.00 USD on 2024-02-05 in 2024-02; trail Created JE-3,
               |                                      | Reverse JE-1

        conrad | reverse JE-1, as JE-2, on 2024-02-05
        conrad | submit JE-2
        conrad | reverse JE-1, as JE-3, on 2024-02-05 | refused already_reversed: journal entry 'JE-2' reverses it already
        mona   | reject JE-2
        conrad | reverse JE-1, as JE-3, on 2024-02-05 | JE-3 new, Draft, 70.00 USD on 2024-02-05 in 2024-02; trail Created JE-3,
               |                                      | Reverse JE-1
        ",
    );
}

#[test]
fn its_lines_currency_and_rate_are_not_for_editing() {
    cases(
        &posted(),
        "
        conrad | reverse JE-1, as JE-2, on 2024-02-05
        carl   | edit JE-2, debit 1000 70.00, credit 6000 70.00, on 2024-02-05, memo better | refused invalid: /lines of a reversing entry
               |                                                               | cannot be changed
        carl   | edit JE-2, credit 6000 70.00, debit 1000 70.00, on 2024-02-05 | JE-2 rewritten, Draft, 70.00 USD on 2024-02-05
               |                                                               | in 2024-02; trail Updated JE-2
        carl   | edit JE-2, credit 6000 71.00, debit 1000 71.00, on 2024-02-05 | refused invalid: /lines of a reversing entry
               |                                                               | cannot be changed
        carl   | edit JE-2, credit 6000 70.00, debit 1000 70.00, on 2024-01-14 | refused invalid: /tran_date is before
               |                                                               | 2024-01-15, the date of journal entry 'JE-1'
        carl   | edit JE-2, credit 6000 70.00, debit 1000 70.00, on 2024-02-05, type Standard | refused invalid: /entry_type of a reversing
               |                                                               | entry cannot be changed
        carl   | edit JE-2, credit 6000 70.00, debit 1000 70.00, on 2024-02-05, currency EUR, rate 1.1 | refused invalid: /currency of a reversing entry
               |                                                               | cannot be changed, /exchange_rate of a
               |                                                               | reversing entry cannot be changed
        ",
    );
}

#[test]
fn accounts_that_are_inactive_by_now_bar_no_reversal() {
    cases(
        &posted(),
        "
        conrad | reverse JE-1, as JE-2, on 2024-02-05
        alma   | edit account 6000, inactive
        conrad | submit JE-2 | JE-2 Draft → Pending Approval (1: manager); trail Submit for Approval JE-2
        ",
    );
}

#[test]
fn it_lands_where_the_control_accounts_on_its_lines_are_open() {
    let books = Books::demo().given(
        "
        carl   | create JE-1, debit 1100 70.00, credit 4000 70.00
        carl   | submit JE-1
        mona   | approve JE-1
        system | work
        ",
    );
    for (closed, is_open) in [("ar", false), ("ap", true), ("all", false)] {
        let led_to =
            books.clone().closed("2024-02", closed).try_command("conrad", "reverse JE-1, as JE-2, on 2024-02-05");
        assert_eq!(!led_to.starts_with("refused period_closed"), is_open, "{closed}: {led_to}");
    }
}
