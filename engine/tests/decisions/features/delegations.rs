//! Delegations: made, changed and revoked. See docs/rules/signing.md#delegations.

use crate::books::Books;
use crate::table::cases;

#[test]
fn save() {
    cases(
        &Books::demo(),
        "
        mona   | create delegation D, to dora, from 2024-01-01, until 2024-01-31, why holidays | delegation D mona to dora
               |                                                          | 2024-01-01..2024-01-31; trail Created D
        carl   | create delegation D, to dora, from 2024-01-01, until 2024-01-31, why holidays | refused forbidden: needs the
               |                                                          | permission delegation.write
        mona   | create delegation D, by conrad, to dora, from 2024-01-01, until 2024-01-31, why holidays | refused forbidden:
               |                                                          | needs the permission user.write
        fiona  | create delegation D, by conrad, to dora, from 2024-01-01, until 2024-01-31, why holidays | delegation D conrad
               |                                                          | to dora 2024-01-01..2024-01-31; trail Created D
        mona   | create delegation D, to MONA, from 2024-01-31, until 2024-01-01, limit 0.001, why x | refused invalid:
               |                                                          | /amount_limit has more decimals than the currency has,
               |                                                          | /to_user_id nobody is their own delegate, /last_day
               |                                                          | is before first_day
        mona   | create delegation D                                      | refused invalid: /to_user_id is required, /first_day
               |                                                          | is required, /last_day is required, /reason is required
        mona   | edit delegation D, until 2024-02-01                      | refused not_found: there is no delegation 'D'

        mona   | create delegation D, to dora, from 2024-01-01, until 2024-01-31, why holidays
        mona   | create delegation D, to dora, from 2024-01-01, until 2024-01-31, why holidays | refused already_exists
               |                                                          | /delegation_id: delegation 'D' exists already
        mona   | edit delegation D, until 2024-02-01                      | delegation D mona to dora 2024-01-01..2024-02-01;
               |                                                          | trail Updated D
        dora (manager) | delete delegation D                              | delegation D mona to dora 2024-01-01..2024-01-31,
               |                                                          | revoked; trail Revoked D
        ben (manager) | delete delegation D                               | refused forbidden: needs the permission user.write
        ",
    );
}

/// Nobody signs for somebody who signs for them on the same day.
#[test]
fn no_loops() {
    cases(
        &Books::demo(),
        "
        mona | create delegation D, to ben, from 2024-01-10, until 2024-01-20, why holidays
        ben (manager) | create delegation E, to mona, from 2024-01-20, until 2024-01-31, why holidays | refused invalid:
             |                                                            | /to_user_id mona delegates to ben in that time, by 'D'
        ben (manager) | create delegation E, to mona, from 2024-01-21, until 2024-01-31, why holidays | delegation E ben to mona
             |                                                            | 2024-01-21..2024-01-31; trail Created E
        mona | delete delegation D
        ben (manager) | create delegation E, to mona, from 2024-01-20, until 2024-01-31, why holidays | delegation E ben to mona
             |                                                            | 2024-01-20..2024-01-31; trail Created E

        alma | create user mona, name Mona, delegate ben 2024-01-01 2024-12-31
        ben (manager) | create delegation E, to mona, from 2024-01-20, until 2024-01-31, why holidays | refused invalid:
             |                                                            | /to_user_id mona has ben as their delegate in that time

        alma | create user ben, name Ben, inactive
        mona | create delegation D, to ben, from 2024-01-10, until 2024-01-20, why holidays | refused invalid: /to_user_id ben is
             |                                                            | recorded as inactive
        ",
    );
}

/// What a delegate signs says for whom. It covers the roles that are recorded, within its days, types and amount, and leads no further.
#[test]
fn what_it_covers() {
    let books = Books::demo().given(
        "
        alma   | create user ben, name Ben, as manager
        conrad | create rule B-1, of bill, level 1, role manager
        conrad | create rule E-1, of expense, level 1, user ben
        alma   | create delegation D, by ben, to dora, from 2024-01-10, until 2024-01-20, of bill, limit 100.00, why holidays
        alma   | create delegation F, by dora, to eva, from 2024-01-01, until 2024-01-31, why holidays
        ",
    );
    cases(
        &books,
        "
        carl                 | create BILL-1, line 6000 100.00
        carl                 | submit BILL-1
        dora (bill.approve)  | approve BILL-1 | BILL-1 Pending Approval → Approved (level 1 of 1); dora signs 1 for ben; job post
                             |                | BILL-1; trail Approve BILL-1
        dora (bill.read)     | approve BILL-1 | refused forbidden: needs the permission bill.approve
        dora (manager)       | approve BILL-1 | BILL-1 Pending Approval → Approved (level 1 of 1); dora signs 1; job post BILL-1;
                             |                | trail Approve BILL-1
        eva (bill.approve)   | approve BILL-1 | refused forbidden: this level is for others to sign; level 1 can be signed by the
                             |                | role manager

        carl                 | create BILL-1, line 6000 100.01
        carl                 | submit BILL-1
        dora (bill.approve)  | approve BILL-1 | refused forbidden: this level is for others to sign; level 1 can be signed by the
                             |                | role manager

        carl                 | create EXP-1, line 6000 5.00
        carl                 | submit EXP-1
        dora (manager)       | approve EXP-1  | refused forbidden: this level is for others to sign; level 1 can be signed by ben
                             |                | or a delegate

        alma                 | edit delegation D, until 2024-01-14
        carl                 | create BILL-1, line 6000 5.00
        carl                 | submit BILL-1
        dora (bill.approve)  | approve BILL-1 | refused forbidden: this level is for others to sign; level 1 can be signed by the
                             |                | role manager
        ",
    );
}

/// Never for the author or who gains, and of the two only one signs, once.
#[test]
fn of_the_two_one_signs() {
    cases(
        &Books::demo().given(
            "
            alma   | create user ben, name Ben, as manager
            conrad | create rule B-1, of bill, level 1, role manager
            conrad | create rule B-2, of bill, level 2, role manager
            alma   | create delegation D, by ben, to dora, from 2024-01-10, until 2024-01-20, why holidays
            ",
        ),
        "
        carl                | create BILL-1, line 6000 5.00
        carl                | submit BILL-1
        dora (bill.approve) | approve BILL-1
        ben (manager)       | approve BILL-1 | refused forbidden: a delegate has signed for this person; level 2 can be signed by the
                            |                | role manager
        dora (manager)      | approve BILL-1 | refused forbidden: nobody signs two levels of one document; level 2 can be signed by
                            |                | the role manager

        carl                | create BILL-1, line 6000 5.00
        carl                | submit BILL-1
        ben (manager)       | approve BILL-1
        dora (bill.approve) | approve BILL-1 | refused forbidden: this level is for others to sign; level 2 can be signed by the role
                            |                | manager

        ben (clerk)         | create BILL-1, line 6000 5.00
        ben (clerk)         | submit BILL-1
        dora (bill.approve) | approve BILL-1 | refused forbidden: this level is for others to sign; level 1 can be signed by the role
                            |                | manager

        alma                | edit vendor V-1, user ben
        carl                | create BILL-1, line 6000 5.00
        carl                | submit BILL-1
        dora (bill.approve) | approve BILL-1 | refused forbidden: this level is for others to sign; level 1 can be signed by the role
                            |                | manager
        ",
    );
}
