//! Bill payments. See docs/rules/payments.md#payment.

use crate::books::Books;
use crate::table::{cases, story};

fn owed() -> Books {
    Books::demo().given(
        "
        carl   | create BILL-1, line 6000 100.00
        carl   | create EXP-1, line 6000 50.00
        carl   | submit BILL-1
        carl   | submit EXP-1
        mona   | approve BILL-1
        mona   | approve EXP-1
        system | work
        ",
    )
}

#[test]
fn what_is_refused() {
    cases(
        &owed(),
        "
        carl   | create BPAY-1, pays BILL-1 100.01                       | BPAY-1 new, Draft, 100.01 USD on 2024-01-20 in 2024-01;
               |                                                         | trail Created BPAY-1
        carl | create BPAY-1, no cash, no control | refused invalid: /bill_id is required; money for no document yet is a vendor
             |                                    | credit with a line on the account of the money, /account_id is required,
             |                                    | /ap_account_id is required, /payment is required
        carl   | create BPAY-1, pays BILL-9 5.00                         | refused invalid: /bill_id there is no bill 'BILL-9'
        carl   | create BPAY-1, pays BILL-1 5.00, control 1100           | refused invalid: /ap_account_id must be '2000', the
               |                                                         | account of what is paid
        carl   | create BPAY-1, pays BILL-1 5.00, cash 6000              | refused invalid: /account_id must be an account of
               |                                                         | subtype bank, cash or card
        carl   | create BPAY-1, pays BILL-1 0                            | refused invalid: /payment must be more than 0
        carl   | create BPAY-1, pays BILL-1 5.00, currency EUR, rate 1.1 | refused invalid: /currency must be USD, the currency of
               |                                                         | what is paid
        carl   | create BPAY-1, pays BILL-1 5.00, on 2024-01-14          | refused invalid: /tran_date is before 2024-01-15, the
               |                                                         | date of bill 'BILL-1'
        carl   | create BPAY-1, pays EXP-1 5.00, on 2024-01-14           | refused invalid: /tran_date is before 2024-01-15, the
               |                                                         | date of expense 'EXP-1'

        alma   | edit vendor V-1, inactive
        carl   | create BPAY-1, pays BILL-1 5.00                         | BPAY-1 new, Draft, 5.00 USD on 2024-01-20 in 2024-01;
               |                                                         | trail Created BPAY-1

        alma   | create user emil, name Emil, inactive
        carl   | create BPAY-1, pays EXP-1 5.00                          | BPAY-1 new, Draft, 5.00 USD on 2024-01-20 in 2024-01;
               |                                                         | trail Created BPAY-1

        conrad | void BILL-1
        carl   | create BPAY-1, pays BILL-1 5.00                         | refused invalid: /bill_id bill 'BILL-1' is Voided
        ",
    );
}

#[test]
fn it_relieves_payables() {
    story(
        &owed(),
        "
        carl   | create BPAY-1, pays BILL-1 60.00
        carl   | create BPAY-2, pays EXP-1 50.00
        carl   | submit BPAY-1
        carl   | submit BPAY-2  | BPAY-2 Draft → Pending Approval (1: anyone, for the good of emil); trail Submit for Approval
               |                | BPAY-2
        mona   | approve BPAY-1 | BILL-1 (due 40.00); BPAY-1 Pending Approval → Approved (level 1 of 1); mona signs 1; job post
               |                | BPAY-1; trail Approve BPAY-1, Pay BILL-1
        mona   | approve BPAY-2 | EXP-1 (due 0.00); BPAY-2 Pending Approval → Approved (level 1 of 1); mona signs 1; job post
               |                | BPAY-2; trail Approve BPAY-2, Pay EXP-1
        system | work           | BPAY-1 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 -60.00, 2000 60.00; job done;
               |                | BILL-1 (settled 60.00); trail Post to GL BPAY-1; BPAY-2 Approved → Posted; posts 2024-01-20 in
               |                | 2024-01: 1000 -50.00, 2000 50.00; job done; EXP-1 (settled 50.00); trail Post to GL BPAY-2
        ",
    );
}
