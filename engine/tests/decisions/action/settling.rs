//! Several payments and credit memos of one document; a void gives back what it had taken. See docs/rules/payments.md.

use crate::books::Books;
use crate::ledger::balances;
use crate::table::{cases, story};

#[test]
fn an_invoice_is_paid_in_parts_and_is_posted_again_after_a_void() {
    let books = story(
        &Books::demo(),
        "
        carl   | create INV-1, line 4000 100.00
        carl   | create CM-1, line 4000 10.00
        carl   | submit INV-1
        carl   | submit CM-1
        mona   | approve INV-1
        mona   | approve CM-1
        system | work
        carl   | create IPAY-1, pays INV-1 30.00
        carl   | submit IPAY-1
        mona   | approve IPAY-1                         | INV-1 (due 70.00); IPAY-1 Pending Approval → Approved (level 1 of 1);
               |                                        | mona signs 1; job post IPAY-1; trail Approve IPAY-1, Receive Payment
               |                                        | INV-1
        conrad | receive INV-1, as IPAY-2, amount 20.00 | INV-1 (due 50.00); IPAY-2 new, Approved, 20.00 USD on 2024-01-20 in
               |                                        | 2024-01; job post IPAY-2; trail Receive Payment INV-1, Created IPAY-2
        abel   | apply CM-1, to INV-1, amount 10.00     | CM-1 (due 0.00, settled 10.00); INV-1 (due 40.00, settled 10.00); CM-1
               |                                        | applied to INV-1 from 2024-01-15; trail Apply CM-1, Apply INV-1
        conrad | receive INV-1, as IPAY-3, amount 40.00 | INV-1 (due 0.00); IPAY-3 new, Approved, 40.00 USD on 2024-01-20 in
               |                                        | 2024-01; job post IPAY-3; trail Receive Payment INV-1, Created IPAY-3
        system | work                                   | IPAY-1 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 30.00,
               |                                        | 1100 -30.00; job done; INV-1 (settled 40.00); trail Post to GL IPAY-1;
               |                                        | IPAY-2 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 20.00,
               |                                        | 1100 -20.00; job done; INV-1 (settled 60.00); trail Post to GL IPAY-2;
               |                                        | IPAY-3 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 40.00,
               |                                        | 1100 -40.00; job done; INV-1 Posted → Paid (settled 100.00); trail
               |                                        | Paid INV-1, Post to GL IPAY-3
        conrad | void INV-1 | refused wrong_status: invoice 'INV-1' is Paid; allowed now: nothing; void its payments and unapply its
               |            | credits first
        conrad | void IPAY-1                            | posts back 2024-01-20 in 2024-01: 1000 -30.00, 1100 30.00; INV-1 Paid
               |                                        | → Posted (due 30.00, settled 70.00); IPAY-1 Posted → Voided (on
               |                                        | 2024-01-20); trail Void IPAY-1, Payment Voided INV-1
        conrad | receive INV-1, as IPAY-4, amount 30.01 | refused overpayment /payment_amount: 30.01 USD is more than the 30.00
               |                                        | USD due on invoice 'INV-1'
        conrad | receive INV-1, as IPAY-4, amount 30.00 | INV-1 (due 0.00); IPAY-4 new, Approved, 30.00 USD on 2024-01-20 in
               |                                        | 2024-01; job post IPAY-4; trail Receive Payment INV-1, Created IPAY-4
        system | work                                   | IPAY-4 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 30.00,
               |                                        | 1100 -30.00; job done; INV-1 Posted → Paid (settled 100.00); trail
               |                                        | Paid INV-1, Post to GL IPAY-4
        ",
    );
    balances(&books, &[("1000", "90.00"), ("1100", "0.00"), ("4000", "-90.00")]);
}

#[test]
fn a_bill_stays_posted_with_nothing_due() {
    let books = story(
        &Books::demo(),
        "
        carl   | create BILL-1, line 6000 100.00
        carl   | submit BILL-1
        mona   | approve BILL-1
        system | work
        carl   | create BPAY-1, pays BILL-1 99.99
        carl   | create BPAY-2, pays BILL-1 0.01
        carl   | create BPAY-3, pays BILL-1 0.01
        carl   | submit BPAY-1
        carl   | submit BPAY-2
        carl   | submit BPAY-3
        mona   | approve BPAY-1
        mona   | approve BPAY-2
        system | work           | BPAY-1 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 -99.99, 2000 99.99; job done;
               |                | BILL-1 (settled 99.99); trail Post to GL BPAY-1; BPAY-2 Approved → Posted; posts 2024-01-20 in
               |                | 2024-01: 1000 -0.01, 2000 0.01; job done; BILL-1 (settled 100.00); trail Post to GL BPAY-2
        mona   | approve BPAY-3 | refused overpayment /payment: 0.01 USD is more than the 0.00 USD due on bill 'BILL-1'
        conrad | void BILL-1    | refused wrong_status: 100.00 of bill 'BILL-1' is paid or applied; void its payments
               |                | and unapply its credits first
        conrad | void BPAY-2    | posts back 2024-01-20 in 2024-01: 1000 0.01, 2000 -0.01; BILL-1 (due 0.01, settled 99.99);
               |                | BPAY-2 Posted → Voided (on 2024-01-20); trail Void BPAY-2, Payment Voided BILL-1
        mona   | approve BPAY-3 | BILL-1 (due 0.00); BPAY-3 Pending Approval → Approved (level 1 of 1); mona signs 1; job post
               |                | BPAY-3; trail Approve BPAY-3, Pay BILL-1
        system | work
        conrad | void BPAY-3
        conrad | void BPAY-1
        conrad | void BILL-1    | posts back 2024-01-15 in 2024-01: 2000 100.00, 6000 -100.00; BILL-1 Posted → Voided (on
               |                | 2024-01-15); trail Void BILL-1
        ",
    );
    balances(&books, &[("1000", "0.00"), ("2000", "0.00"), ("6000", "0.00")]);
}

/// While its posting waits, a payment is promised: what is due is lowered, and nothing can be done to either.
#[test]
fn what_is_approved_is_promised() {
    cases(
        &Books::demo(),
        "
        carl   | create INV-1, line 4000 100.00
        carl   | submit INV-1
        mona   | approve INV-1
        abel   | receive INV-1, as IPAY-1, amount 1.00 | refused wrong_status: invoice 'INV-1' is Approved; allowed now: nothing
        system | work
        carl   | create IPAY-1, pays INV-1 100.00
        carl   | submit IPAY-1
        mona   | approve IPAY-1
        conrad | void INV-1 | refused wrong_status: 100.00 of invoice 'INV-1' is paid or applied; void its payments and unapply its
               |            | credits first
        conrad | void IPAY-1                           | refused wrong_status: invoice payment 'IPAY-1' is Approved; allowed
               |                                       | now: nothing
        mona   | reject IPAY-1                         | refused wrong_status: invoice payment 'IPAY-1' is Approved; allowed
               |                                       | now: nothing
        mona   | hold IPAY-1                           | refused wrong_status: invoice payment 'IPAY-1' is Approved; allowed
               |                                       | now: nothing
        abel   | receive INV-1, as IPAY-2, amount 0.01 | refused overpayment /payment_amount: 0.01 USD is more than the 0.00 USD
               |                                       | due on invoice 'INV-1'
        system | work                                  | IPAY-1 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 100.00,
               |                                       | 1100 -100.00; job done; INV-1 Posted → Paid (settled 100.00); trail
               |                                       | Paid INV-1, Post to GL IPAY-1
        ",
    );
}

#[test]
fn applying_takes_two_permissions() {
    let books = Books::demo().given(
        "
        carl   | create INV-1, line 4000 100.00
        carl   | create CM-1, line 4000 90.00
        carl   | submit INV-1
        carl   | submit CM-1
        mona   | approve INV-1
        mona   | approve CM-1
        system | work
        ",
    );
    for (who, may) in [
        ("pam (credit_memo.* invoice.write)", false),
        ("pam (credit_memo.write credit_memo.read invoice.*)", false),
        ("pam (credit_memo.apply invoice.write)", false),
        ("pam (credit_memo.apply invoice.read)", true),
        ("pam (viewer)", false),
        ("pam (clerk)", false),
        ("pam (manager)", false),
        ("pam (accountant)", true),
        ("pam (controller)", true),
        ("pam (cfo)", true),
        ("pam (admin)", true),
    ] {
        let led_to = books.clone().try_command(who, "apply CM-1, to INV-1, amount 1.00");
        assert_eq!(!led_to.starts_with("refused forbidden"), may, "{who}: {led_to}");
    }
}
