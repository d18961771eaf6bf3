//! Clear and unclear: what the bank's statement shows.

use super::banked;
use crate::table::{cases, story};

#[test]
fn what_a_mark_may_be_set_on() {
    cases(
        &banked(),
        "
        carl   | create BILL-2, line 6000 7.00
        carl   | create BPAY-2, pays BILL-1 1.00
        conrad | create REC-1, ends 65.00
        conrad | clear REC-1, found IPAY-1 BPAY-1 JE-1#1                | REC-1 1000 2024-01-31 ends 65.00, In
               |                                                        | Progress; marks IPAY-1 on 2024-01-25, BPAY-1
               |                                                        | on 2024-01-25, JE-1#1 on 2024-01-25; trail
               |                                                        | Clear REC-1
        conrad | clear REC-1, found bill_payment/BPAY-1, on 2024-01-20  | REC-1 1000 2024-01-31 ends 65.00, In
               |                                                        | Progress; marks BPAY-1 on 2024-01-20; trail
               |                                                        | Clear REC-1
        conrad | clear REC-1, found BPAY-1, on 2024-01-19               | refused invalid: /transaction_ids/0 is dated
               |                                                        | 2024-01-20, after the cleared_date
               |                                                        | 2024-01-19
        conrad | clear REC-1, found BPAY-1, no on                       | refused invalid: /cleared_date is required
        conrad | clear REC-1, found BPAY-1, on 2024-04-01               | refused invalid: /cleared_date no accounting
               |                                                        | period holds 2024-04-01
        conrad | clear REC-1, found BPAY-1, on 2024-02-10               | REC-1 1000 2024-01-31 ends 65.00, In
               |                                                        | Progress; marks BPAY-1 on 2024-02-10; trail
               |                                                        | Clear REC-1
        conrad | clear REC-1, found BPAY-1 BPAY-1                       | refused invalid: /transaction_ids/1 is named
               |                                                        | twice
        conrad | clear REC-1, found BPAY-2 BPAY-9 JE-1#2 JE-1 nonsense# | refused invalid: /transaction_ids/0 is not
               |                                                        | posted: its document is Draft,
               |                                                        | /transaction_ids/1 there is no such
               |                                                        | transaction, /transaction_ids/2 is not a
               |                                                        | transaction of account '1000',
               |                                                        | /transaction_ids/3 there is no such
               |                                                        | transaction, /transaction_ids/4 is not a
               |                                                        | transaction id: <payment id>, <payment
               |                                                        | id>#return or <document id>#<line number>
        conrad | clear REC-1, found BPAY-1, if version 2                | refused stale_version: If-Match names
               |                                                        | another version than the present one, 1
        carl   | clear REC-1, found BPAY-1                              | refused forbidden: needs the permission
               |                                                        | reconciliation.clear
        conrad | clear REC-9, found BPAY-1                              | refused not_found: there is no
               |                                                        | reconciliation 'REC-9'

        conrad | create REC-1, ends 65.00
        conrad | clear REC-1, found IPAY-1
        conrad | clear BPAY-1, on 2024-01-22
        conrad | clear REC-1, found IPAY-1 BPAY-1                       | refused invalid: /transaction_ids/0 is
               |                                                        | cleared already, on 2024-01-25 in
               |                                                        | reconciliation 'REC-1', /transaction_ids/1
               |                                                        | is cleared already, on 2024-01-22 by the
               |                                                        | bill payment's own clear
        conrad | unclear REC-1, found IPAY-1                            | REC-1 1000 2024-01-31 ends 65.00, In
               |                                                        | Progress; unmarks IPAY-1; trail Unclear
               |                                                        | REC-1
        conrad | unclear REC-1, found BPAY-1 JE-1#1                     | refused invalid: /transaction_ids/0 was
               |                                                        | cleared by the bill payment's own clear,
               |                                                        | which stays, /transaction_ids/1 is not
               |                                                        | cleared
        carl   | unclear REC-1, found IPAY-1                            | refused forbidden: needs the permission
               |                                                        | reconciliation.clear

        conrad | void IPAY-1
        conrad | create REC-1, ends 65.00
        conrad | clear REC-1, found IPAY-1                              | refused invalid: /transaction_ids/0 nets to
               |                                                        | nothing: it is voided

        conrad | create REC-1, ends 65.00, statement 2024-01-19
        conrad | clear REC-1, found IPAY-1                              | refused invalid: /transaction_ids/0 is dated
               |                                                        | 2024-01-20, after the statement date
               |                                                        | 2024-01-19
        ",
    );
}

/// What was voided after the statement stood on its day, and is cleared in it and no later.
#[test]
fn what_was_voided_later_is_cleared_in_its_statement() {
    cases(
        &banked(),
        "
        conrad | void IPAY-1, on 2024-02-08
        conrad | create REC-1, ends 65.00
        conrad | clear REC-1, found IPAY-1                    | REC-1 1000 2024-01-31 ends 65.00, In Progress; marks
               |                                              | IPAY-1 on 2024-01-25; trail Clear REC-1
        conrad | clear REC-1, found IPAY-1, on 2024-02-01     | refused invalid: /transaction_ids/0 is voided after
               |                                              | 2024-01-31, and cannot be cleared later

        conrad | void IPAY-1, on 2024-02-08
        conrad | create REC-1, ends 65.00, statement 2024-02-29
        conrad | clear REC-1, found IPAY-1                    | refused invalid: /transaction_ids/0 nets to nothing: it
               |                                              | is voided
        ",
    );
}

/// What came back is a bank transaction of its own, on its day.
#[test]
fn what_came_back_is_cleared_by_itself() {
    cases(
        &banked(),
        "
        conrad | return IPAY-1, on 2024-02-08, fee 7.00, to 6000
        conrad | create REC-1, ends 65.00, statement 2024-02-29
        conrad | clear REC-1, found IPAY-1 IPAY-1#return, on 2024-02-08            | REC-1 1000 2024-02-29 ends 65.00, In
               |                                                                   | Progress; marks IPAY-1 on 2024-02-08,
               |                                                                   | IPAY-1#return on 2024-02-08; trail Clear
               |                                                                   | REC-1
        conrad | clear REC-1, found invoice_payment/IPAY-1#return, on 2024-02-08   | REC-1 1000 2024-02-29 ends 65.00, In
               |                                                                   | Progress; marks IPAY-1#return on
               |                                                                   | 2024-02-08; trail Clear REC-1
        conrad | clear REC-1, found IPAY-1#return, on 2024-02-07                   | refused invalid: /transaction_ids/0 is
               |                                                                   | dated 2024-02-08, after the cleared_date
               |                                                                   | 2024-02-07
        conrad | clear REC-1, found BPAY-1#return                                  | refused invalid: /transaction_ids/0 is
               |                                                                   | not a transaction of account '1000'

        conrad | return IPAY-1, on 2024-02-08
        conrad | create REC-1, ends 65.00
        conrad | clear REC-1, found IPAY-1#return                                  | refused invalid: /transaction_ids/0 is
               |                                                                   | dated 2024-02-08, after the statement
               |                                                                   | date 2024-01-31
        ",
    );
}

#[test]
fn what_a_completed_session_counted_stays() {
    story(
        &banked(),
        "
        conrad | create REC-1, ends 65.00
        conrad | clear REC-1, found IPAY-1 BPAY-1
        conrad | clear REC-1, found JE-1#1, on 2024-02-05
        conrad | complete REC-1                     | refused not_reconciled: the difference is 5.00, not 0
        conrad | edit REC-1, ends 60.00
        conrad | complete REC-1                     | REC-1 1000 2024-01-31 ends 60.00, Completed; locks the marks of
               |                                    | 1000 up to 2024-01-31; trail Complete REC-1
        conrad | unclear REC-1, found IPAY-1        | refused reconciliation_completed: reconciliation 'REC-1' was
               |                                    | completed on 2024-01-15T10:00:43.000000Z and is locked
        conrad | clear REC-1, found IPAY-1          | refused reconciliation_completed: reconciliation 'REC-1' was
               |                                    | completed on 2024-01-15T10:00:43.000000Z and is locked
        conrad | create REC-2, ends 65.00, statement 2024-02-29
        conrad | unclear REC-2, found IPAY-1 BPAY-1 | refused reconciliation_completed /transaction_ids/0
               |                                    | /transaction_ids/1: reconciliation 'REC-1' is completed: what it
               |                                    | cleared stays cleared
        conrad | unclear REC-2, found JE-1#1        | REC-2 1000 2024-02-29 ends 65.00, In Progress; unmarks JE-1#1;
               |                                    | trail Unclear REC-2
        conrad | void IPAY-1                        | refused reconciliation_completed: 'IPAY-1' is cleared in
               |                                    | reconciliation 'REC-1', which is completed
        ",
    );
}

#[test]
fn one_name_may_mean_two_payments() {
    cases(
        &banked(),
        "
        carl   | create EXP-1, line 6000 1.00
        carl   | submit EXP-1
        mona   | approve EXP-1
        system | work
        conrad | create REC-1, ends 65.00
        conrad | clear REC-1, found EXP-1#1 | refused invalid: /transaction_ids/0 is not a transaction of account
               |                            | '1000'
        ",
    );
}
