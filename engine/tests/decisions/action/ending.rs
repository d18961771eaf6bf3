//! Clear and deposit: how payments end. See docs/rules/payments.md#clear-and-deposit.

use crate::books::Books;
use crate::table::cases;

fn paid() -> Books {
    Books::demo().given(
        "
        carl   | create INV-1, line 4000 100.00
        carl   | submit INV-1
        mona   | approve INV-1
        carl   | create BILL-1, line 6000 5.00
        carl   | submit BILL-1
        mona   | approve BILL-1
        system | work
        carl   | create IPAY-1, pays INV-1 100.00
        carl   | submit IPAY-1
        mona   | approve IPAY-1
        carl   | create BPAY-1, pays BILL-1 5.00
        carl   | submit BPAY-1
        mona   | approve BPAY-1
        ",
    )
}

#[test]
fn a_posted_payment_is_cleared_or_deposited() {
    cases(
        &paid(),
        "
        conrad | clear BPAY-1, on 2024-01-25       | refused wrong_status: bill payment 'BPAY-1' is Approved; allowed
               |                                   | now: nothing
        conrad | deposit IPAY-1, on 2024-01-25     | refused wrong_status: invoice payment 'IPAY-1' is Approved;
               |                                   | allowed now: nothing

        system | work
        conrad | clear BPAY-1, on 2024-01-20       | BPAY-1 Posted → Cleared (on 2024-01-20); trail Clear BPAY-1
        conrad | clear BPAY-1, on 2024-01-19       | refused invalid: /cleared_date is before the payment's date,
               |                                   | 2024-01-20
        conrad | clear BPAY-1, on 2024-04-01       | refused invalid: /cleared_date no accounting period holds
               |                                   | 2024-04-01
        conrad | clear BPAY-1                      | refused invalid: /cleared_date is required
        conrad | clear BPAY-1, wrong /cleared_date | refused invalid: /cleared_date is wrong
        conrad | clear IPAY-1, on 2024-01-25       | refused wrong_status: invoice payment 'IPAY-1' is Posted; allowed
               |                                   | now: void, deposit, return, reassign
        carl   | clear BPAY-1, on 2024-01-25       | refused forbidden: needs the permission bill_payment.clear
        conrad | clear BPAY-9, on 2024-01-25       | refused not_found: there is no bill payment 'BPAY-9'
        conrad | deposit IPAY-1, on 2024-03-31     | IPAY-1 Posted → Deposited (on 2024-03-31); trail Deposit IPAY-1
        conrad | deposit IPAY-1, on 2024-01-19     | refused invalid: /deposit_date is before the payment's date,
               |                                   | 2024-01-20
        conrad | deposit IPAY-1, on 2024-04-01     | refused invalid: /deposit_date no accounting period holds
               |                                   | 2024-04-01
        conrad | deposit IPAY-1                    | refused invalid: /deposit_date is required
        conrad | deposit BPAY-1, on 2024-01-25     | refused wrong_status: bill payment 'BPAY-1' is Posted; allowed now:
               |                                   | void, clear, return, reassign
        carl   | deposit IPAY-1, on 2024-01-25     | refused forbidden: needs the permission invoice_payment.deposit

        system | work
        conrad | clear BPAY-1, on 2024-01-25
        conrad | deposit IPAY-1, on 2024-01-25
        conrad | clear BPAY-1, on 2024-01-25       | refused wrong_status: bill payment 'BPAY-1' is Cleared; allowed
               |                                   | now: unclear, return, reassign
        conrad | deposit IPAY-1, on 2024-01-25     | refused wrong_status: invoice payment 'IPAY-1' is Deposited;
               |                                   | allowed now: undeposit, return, reassign

        conrad | close 2024-01, force
        system | work
        conrad | clear BPAY-1, on 2024-01-25       | BPAY-1 Posted → Cleared (on 2024-01-25); trail Clear BPAY-1
        ",
    );
}

/// What `clear` or `deposit` recorded is taken back, and the ledger moves by neither.
#[test]
fn it_is_taken_back() {
    cases(
        &paid(),
        "
        system | work
        conrad | unclear BPAY-1                    | refused wrong_status: bill payment 'BPAY-1' is Posted; allowed now:
               |                                   | void, clear, return, reassign
        conrad | undeposit BPAY-1                  | refused wrong_status: bill payment 'BPAY-1' is Posted; allowed now:
               |                                   | void, clear, return, reassign
        conrad | clear BPAY-1, on 2024-01-25
        conrad | deposit IPAY-1, on 2024-01-25
        conrad | unclear BPAY-1, because 'another' | BPAY-1 Cleared → Posted; trail Unclear BPAY-1
        conrad | undeposit IPAY-1                  | IPAY-1 Deposited → Posted; trail Undeposit IPAY-1
        conrad | undeposit BPAY-1                  | refused wrong_status: bill payment 'BPAY-1' is Cleared; allowed
               |                                   | now: unclear, return, reassign
        carl   | unclear BPAY-1                    | refused forbidden: needs the permission bill_payment.clear
        carl   | undeposit IPAY-1                  | refused forbidden: needs the permission invoice_payment.deposit
        conrad | unclear BPAY-1
        conrad | unclear BPAY-1                    | refused wrong_status: bill payment 'BPAY-1' is Posted; allowed now:
               |                                   | void, clear, return, reassign
        conrad | clear BPAY-1, on 2024-01-26       | BPAY-1 Posted → Cleared (on 2024-01-26); trail Clear BPAY-1
        ",
    );
}

/// What came back on a later day is posted the other way round on that day, with the bank's fee.
#[test]
fn it_comes_back() {
    cases(
        &paid(),
        "
        conrad | return BPAY-1, on 2024-02-05                     | refused wrong_status: bill payment 'BPAY-1' is
               |                                                  | Approved; allowed now: nothing
        system | work
        conrad | return IPAY-1, on 2024-02-05                     | posts back 2024-02-05 in 2024-02: 1000 -100.00, 1100
               |                                                  | 100.00; INV-1 Paid → Posted (due 100.00, settled
               |                                                  | 0.00); IPAY-1 Posted → Returned; trail Return
               |                                                  | IPAY-1, Payment Returned INV-1
        conrad | return IPAY-1, on 2024-02-05, fee 7.00, to 6000  | posts back 2024-02-05 in 2024-02: 1000 -100.00, 1100
               |                                                  | 100.00, 6000 7.00, 1000 -7.00; INV-1 Paid → Posted
               |                                                  | (due 100.00, settled 0.00); IPAY-1 Posted →
               |                                                  | Returned; trail Return IPAY-1, Payment Returned
               |                                                  | INV-1
        conrad | return BPAY-1, on 2024-02-05                     | posts back 2024-02-05 in 2024-02: 1000 5.00, 2000
               |                                                  | -5.00; BILL-1 (due 5.00, settled 0.00); BPAY-1
               |                                                  | Posted → Returned; trail Return BPAY-1, Payment
               |                                                  | Returned BILL-1
        conrad | return IPAY-1                                    | refused invalid: /return_date is required
        conrad | return IPAY-1, on 2024-01-19                     | refused invalid: /return_date is before 2024-01-20,
               |                                                  | the day on which it was posted
        conrad | return IPAY-1, on 2029-01-19                     | refused invalid: /return_date no accounting period
               |                                                  | holds 2029-01-19
        conrad | return IPAY-1, on 2024-02-05, fee 7.00           | refused invalid: /fee_account_id is required with a
               |                                                  | fee
        conrad | return IPAY-1, on 2024-02-05, to 6000            | refused invalid: /fee is required
        conrad | return IPAY-1, on 2024-02-05, fee 7.001, to 1100 | refused invalid: /fee has more decimals than USD has
               |                                                  | (2), /fee_account_id is a control account (subtype
               |                                                  | ar); no line may name one
        conrad | return IPAY-1, on 2024-02-05, fee 0, to 6999     | refused invalid: /fee must be more than 0,
               |                                                  | /fee_account_id there is no account '6999'
        carl   | return IPAY-1, on 2024-02-05                     | refused forbidden: needs the permission
               |                                                  | invoice_payment.void
        conrad | return JE-1, on 2024-02-05                       | refused not_found: there is no journal entry 'JE-1'

        system | work
        conrad | clear BPAY-1, on 2024-01-25
        conrad | deposit IPAY-1, on 2024-01-25
        conrad | return BPAY-1, on 2024-01-24                     | refused invalid: /return_date is before 2024-01-25,
               |                                                  | the day on which the bank had it
        conrad | return IPAY-1, on 2024-01-24                     | refused invalid: /return_date is before 2024-01-25,
               |                                                  | the day on which the bank had it
        conrad | return BPAY-1, on 2024-01-25                     | posts back 2024-01-25 in 2024-01: 1000 5.00, 2000
               |                                                  | -5.00; BILL-1 (due 5.00, settled 0.00); BPAY-1
               |                                                  | Cleared → Returned; trail Return BPAY-1, Payment
               |                                                  | Returned BILL-1
        conrad | return IPAY-1, on 2024-01-25                     | posts back 2024-01-25 in 2024-01: 1000 -100.00, 1100
               |                                                  | 100.00; INV-1 Paid → Posted (due 100.00, settled
               |                                                  | 0.00); IPAY-1 Deposited → Returned; trail Return
               |                                                  | IPAY-1, Payment Returned INV-1
        conrad | return BPAY-1, on 2024-01-25
        conrad | return BPAY-1, on 2024-01-25                     | refused wrong_status: bill payment 'BPAY-1' is
               |                                                  | Returned; allowed now: unreturn
        conrad | void BPAY-1                                      | refused wrong_status: bill payment 'BPAY-1' is
               |                                                  | Returned; allowed now: unreturn
        conrad | unclear BPAY-1                                   | refused wrong_status: bill payment 'BPAY-1' is
               |                                                  | Returned; allowed now: unreturn

        system | work
        conrad | close 2024-02, ap, force
        system | work
        conrad | return BPAY-1, on 2024-02-05                     | refused period_closed /return_date: accounting
               |                                                  | period 2024-02 is closed for ap; the next open day
               |                                                  | is 2024-03-01
        conrad | return IPAY-1, on 2024-02-05                     | posts back 2024-02-05 in 2024-02: 1000 -100.00, 1100
               |                                                  | 100.00; INV-1 Paid → Posted (due 100.00, settled
               |                                                  | 0.00); IPAY-1 Posted → Returned; trail Return
               |                                                  | IPAY-1, Payment Returned INV-1
        ",
    );
}

/// A return that was recorded by mistake is taken back: all as it stood before.
#[test]
fn a_return_is_taken_back() {
    cases(
        &paid(),
        "
        system | work
        conrad | unreturn IPAY-1 | refused wrong_status: invoice payment 'IPAY-1' is Posted; allowed now: void,
               |                 | deposit, return, reassign
        conrad | return IPAY-1, on 2024-02-05, fee 7.00, to 6000
        carl | unreturn IPAY-1 | refused forbidden: needs the permission invoice_payment.void
        conrad | unreturn IPAY-1, because 'another' | posts again 2024-02-05 in 2024-02: 1000 100.00, 1100 -100.00,
               |                                    | 6000 -7.00, 1000 7.00; INV-1 Posted → Paid (due 0.00, settled
               |                                    | 100.00); IPAY-1 Returned → Posted; trail Unreturn IPAY-1,
               |                                    | Payment Stands Again INV-1
        conrad | unreturn IPAY-1
        conrad | unreturn IPAY-1 | refused wrong_status: invoice payment 'IPAY-1' is Posted; allowed now: void,
               |                 | deposit, return, reassign
        conrad | void IPAY-1, on 2024-02-04 | refused invalid: /void_date is before 2024-02-05, from which on it
               |                            | stands again
        conrad | void IPAY-1 | posts back 2024-02-05 in 2024-02: 1000 -100.00, 1100 100.00; INV-1 Paid → Posted (due
               |             | 100.00, settled 0.00); IPAY-1 Posted → Voided (on 2024-02-05); trail Void IPAY-1,
               |             | Payment Voided INV-1
        conrad | return IPAY-1, on 2024-02-04 | refused invalid: /return_date is before 2024-02-05, from which on it
               |                              | stands again
        conrad | return IPAY-1, on 2024-02-06 | posts back 2024-02-06 in 2024-02: 1000 -100.00, 1100 100.00; INV-1
               |                              | Paid → Posted (due 100.00, settled 0.00); IPAY-1 Posted → Returned;
               |                              | trail Return IPAY-1, Payment Returned INV-1
        conrad | return IPAY-1, on 2024-02-06
        conrad | unreturn IPAY-1 | posts again 2024-02-06 in 2024-02: 1000 100.00, 1100 -100.00; INV-1 Posted → Paid
               |                 | (due 0.00, settled 100.00); IPAY-1 Returned → Posted; trail Unreturn IPAY-1,
               |                 | Payment Stands Again INV-1
        conrad | unreturn IPAY-1
        conrad | return IPAY-1, on 2024-02-07 | posts back 2024-02-07 in 2024-02: 1000 -100.00, 1100 100.00; INV-1
               |                              | Paid → Posted (due 100.00, settled 0.00); IPAY-1 Posted → Returned;
               |                              | trail Return IPAY-1, Payment Returned INV-1

        system | work
        conrad | clear BPAY-1, on 2024-01-25
        conrad | deposit IPAY-1, on 2024-01-25
        conrad | return BPAY-1, on 2024-02-05
        conrad | return IPAY-1, on 2024-02-05
        conrad | unreturn BPAY-1 | posts again 2024-02-05 in 2024-02: 1000 -5.00, 2000 5.00; BILL-1 (due 0.00, settled
               |                 | 5.00); BPAY-1 Returned → Cleared; trail Unreturn BPAY-1, Payment Stands Again
               |                 | BILL-1
        conrad | unreturn IPAY-1 | posts again 2024-02-05 in 2024-02: 1000 100.00, 1100 -100.00; INV-1 Posted → Paid
               |                 | (due 0.00, settled 100.00); IPAY-1 Returned → Deposited; trail Unreturn IPAY-1,
               |                 | Payment Stands Again INV-1
        conrad | close 2024-02, ar, force
        system | work
        conrad | unreturn IPAY-1 | posts again 2024-03-01 in 2024-03: 1000 100.00, 1100 -100.00; INV-1 Posted → Paid
               |                 | (due 0.00, settled 100.00); IPAY-1 Returned → Deposited; trail Unreturn IPAY-1,
               |                 | Payment Stands Again INV-1
        conrad | close 2024-03, ar, force
        system | work
        conrad | unreturn IPAY-1 | refused no_open_period: no accounting period on or after 2024-02-05 is open for
               |                 | receivables
        conrad | unreturn BPAY-1 | posts again 2024-02-05 in 2024-02: 1000 -5.00, 2000 5.00; BILL-1 (due 0.00, settled
               |                 | 5.00); BPAY-1 Returned → Cleared; trail Unreturn BPAY-1, Payment Stands Again
               |                 | BILL-1

        system | work
        conrad | return IPAY-1, on 2024-02-05
        carl   | create IPAY-2, pays INV-1 1.00
        carl   | submit IPAY-2
        mona   | approve IPAY-2
        system | work
        conrad | unreturn IPAY-1 | refused overpayment: 100.00 USD is more than the 99.00 USD due on invoice 'INV-1'
        conrad | void IPAY-2
        conrad | void INV-1, on 2024-02-06
        conrad | unreturn IPAY-1 | refused wrong_status: invoice 'INV-1' is Voided; only a posted one is paid
        ",
    );
}
