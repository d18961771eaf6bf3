//! Create, edit, complete and delete a session.

use super::banked;
use crate::table::{cases, story};

#[test]
fn create() {
    cases(
        &banked(),
        "
        conrad | create REC-1, ends 65.00                          | REC-1 new, 1000 2024-01-31 ends 65.00, In Progress; trail
               |                                                   | Created REC-1
        conrad | create REC-1, ends 65.00, bank 5.00, book -3.00   | REC-1 new, 1000 2024-01-31 ends 65.00, bank 5.00, book
               |                                                   | -3.00, In Progress; trail Created REC-1
        carl   | create REC-1, ends 65.00                          | refused forbidden: needs the permission
               |                                                   | reconciliation.write
        conrad | create REC-1, ends 65.00, account 9999            | refused invalid: /account_id there is no account '9999'
        conrad | create REC-1, ends 65.00, account 1100            | refused invalid: /account_id account '1100' is not of
               |                                                   | subtype bank or card
        conrad | create REC-1, ends 65.001, bank 0.001, book 0.001 | refused invalid: /statement_ending_balance has more
               |                                                   | decimals than the currency has (USD), /bank_adjustments has
               |                                                   | more decimals than the currency has (USD),
               |                                                   | /book_adjustments has more decimals than the currency has
               |                                                   | (USD)
        conrad | create REC-1                                      | refused invalid: the reconciliation is incomplete
        conrad | create REC-1, ends 65.00, no statement            | refused invalid: the reconciliation is incomplete

        abel   | create account 1001, asset, of cash
        abel   | create account 1002, liability, of card
        conrad | create REC-1, ends 0, account 1001                | refused invalid: /account_id account '1001' is not of
               |                                                   | subtype bank or card
        conrad | create REC-1, ends 0, account 1002                | REC-1 new, 1002 2024-01-31 ends 0.00, In Progress; trail
               |                                                   | Created REC-1

        alma   | edit account 1000, inactive
        conrad | create REC-1, ends 65.00                          | refused invalid: /account_id account '1000' is inactive

        conrad | create REC-1, ends 65.00
        conrad | create REC-1, ends 65.00                          | refused already_exists /reconciliation_id: reconciliation
               |                                                   | 'REC-1' exists already
        conrad | create REC-2, ends 65.00                          | refused reconciliation_in_progress: account '1000' has
               |                                                   | reconciliation 'REC-1' in progress
        conrad | create REC-2, ends 65.00, wrong /memo             | refused invalid: /memo is wrong
        ",
    );
}

#[test]
fn edit() {
    cases(
        &banked(),
        "
        conrad | edit REC-1, ends 66.00                               | refused not_found: there is no reconciliation 'REC-1'

        conrad | create REC-1, ends 65.00
        conrad | edit REC-1, ends 66.00                               | REC-1 1000 2024-01-31 ends 66.00, In Progress; trail
               |                                                      | Updated REC-1
        carl   | edit REC-1, ends 66.00                               | refused forbidden: needs the permission
               |                                                      | reconciliation.write
        conrad | edit REC-1, ends 66.00, if version 2                 | refused stale_version: If-Match names another version
               |                                                      | than the present one, 1
        conrad | edit REC-1, bank-item 3.00 fee, bank-item -1.00 slip | REC-1 1000 2024-01-31 ends 65.00, bank 2.00 (3.00 fee by
               |                                                      | conrad, -1.00 slip by conrad), In Progress; trail
               |                                                      | Updated REC-1
        conrad | edit REC-1, bank 2.00, bank-item 3.00 fee            | refused invalid: /bankAdjustmentItems sum to 3.00, not
               |                                                      | to the total given, 2.00
        conrad | edit REC-1, bank 2.00                                | REC-1 1000 2024-01-31 ends 65.00, bank 2.00, In
               |                                                      | Progress; trail Updated REC-1
        conrad | edit REC-1, bank-item 0 fee                          | refused invalid: /bankAdjustmentItems/0/amount must not
               |                                                      | be 0
        conrad | edit REC-1                                           | nothing

        conrad | create REC-1, ends 65.00
        conrad | edit REC-1, bank-item 3.00 fee
        alma   | edit REC-1, bank-item 3.00 fee, bank-item 1.00 slip  | REC-1 1000 2024-01-31 ends 65.00, bank 4.00 (3.00 fee by
               |                                                      | conrad, 1.00 slip by alma), In Progress; trail Updated
               |                                                      | REC-1
        alma   | edit REC-1, bank 4.00                                | REC-1 1000 2024-01-31 ends 65.00, bank 4.00, In
               |                                                      | Progress; trail Updated REC-1
        alma   | edit REC-1, no bank-items                            | REC-1 1000 2024-01-31 ends 65.00, In Progress; trail
               |                                                      | Updated REC-1
        ",
    );
}

#[test]
fn complete_and_delete() {
    story(
        &banked(),
        "
        conrad | create REC-1, ends 65.00                       | REC-1 new, 1000 2024-01-31 ends 65.00, In Progress; trail
               |                                                | Created REC-1
        conrad | complete REC-1                                 | refused not_reconciled: the difference is 65.00, not 0
        conrad | clear REC-1, found BPAY-1 IPAY-1               | REC-1 1000 2024-01-31 ends 65.00, In Progress; marks BPAY-1 on
               |                                                | 2024-01-25, IPAY-1 on 2024-01-25; trail Clear REC-1
        conrad | complete REC-1                                 | refused not_reconciled: the difference is 5.00, not 0
        conrad | edit REC-1, ends 60.00, bank 0.50              | REC-1 1000 2024-01-31 ends 60.00, bank 0.50, In Progress;
               |                                                | trail Updated REC-1
        conrad | complete REC-1                                 | refused not_reconciled: the difference is 0.50, not 0
        conrad | edit REC-1, bank-item 0.50 fee                 | REC-1 1000 2024-01-31 ends 60.00, bank 0.50 (0.50 fee by
               |                                                | conrad), In Progress; trail Updated REC-1
        conrad | edit REC-1, ends 64.50, book 1.00              | REC-1 1000 2024-01-31 ends 64.50, bank 0.50 (0.50 fee by
               |                                                | conrad), book 1.00, In Progress; trail Updated REC-1
        conrad | complete REC-1                                 | refused not_reconciled: the difference is 4.00 and the book
               |                                                | adjustments are 1.00: post them as entries, and both must be 0
        conrad | edit REC-1, book 0
        carl   | complete REC-1                                 | refused forbidden: needs the permission reconciliation.clear
        conrad | complete REC-1, if version 1                   | refused stale_version: If-Match names another version than the
               |                                                | present one, 6
        conrad | complete REC-1                                 | refused not_reconciled: the difference is 5.00, not 0
        conrad | complete REC-1                                 | refused not_reconciled: the difference is 5.00, not 0
        conrad | edit REC-1, ends 1.00                          | REC-1 1000 2024-01-31 ends 1.00, bank 0.50 (0.50 fee by
               |                                                | conrad), In Progress; trail Updated REC-1
        conrad | delete REC-1                                   | REC-1 gone; trail Deleted REC-1
        conrad | create REC-2, ends 65.00                       | REC-2 new, 1000 2024-01-31 ends 65.00, In Progress; trail
               |                                                | Created REC-2
        conrad | create REC-2, ends 65.00, statement 2024-02-29 | refused already_exists /reconciliation_id: reconciliation
               |                                                | 'REC-2' exists already
        conrad | clear REC-2, found JE-1#1
        carl   | delete REC-2                                   | refused forbidden: needs the permission reconciliation.write
        conrad | delete REC-9                                   | refused not_found: there is no reconciliation 'REC-9'
        conrad | delete REC-2                                   | REC-2 gone; trail Deleted REC-2
        conrad | create REC-3, ends 65.00, statement 2024-02-29
        conrad | clear REC-3, found JE-1#1                      | REC-3 1000 2024-02-29 ends 65.00, In Progress; marks JE-1#1 on
               |                                                | 2024-01-25; trail Clear REC-3
        ",
    );
}

#[test]
fn reopen() {
    story(
        &banked(),
        "
        conrad | create REC-1, ends 60.00
        conrad | reopen REC-1                                   | refused reconciliation_not_completed: reconciliation 'REC-1'
               |                                                | is in progress
        conrad | clear REC-1, found BPAY-1 IPAY-1
        conrad | complete REC-1
        carl   | reopen REC-1                                   | refused forbidden: needs the permission reconciliation.reopen
        conrad | reopen REC-9                                   | refused not_found: there is no reconciliation 'REC-9'
        conrad | create REC-2, ends 60.00, statement 2024-02-29
        conrad | reopen REC-1                                   | refused reconciliation_not_last: account '1000' has the later
               |                                                | reconciliation 'REC-2', which counts on it
        conrad | complete REC-2
        conrad | reopen REC-2
        conrad | delete REC-2
        conrad | reopen REC-1                                   | REC-1 1000 2024-01-31 ends 60.00, In Progress; unlocks what
               |                                                | REC-1 locked; trail Reopen REC-1
        conrad | unclear REC-1, found IPAY-1                    | REC-1 1000 2024-01-31 ends 60.00, In Progress; unmarks IPAY-1;
               |                                                | trail Unclear REC-1
        conrad | void IPAY-1
        ",
    );
}
