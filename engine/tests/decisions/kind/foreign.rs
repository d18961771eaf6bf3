//! Other currencies: conversion, rounding, and what two rates leave over.
//! See docs/rules/amounts.md#rounding-differences and docs/rules/payments.md#exchange-gain-or-loss.

use crate::books::Books;
use crate::table::story;

#[test]
fn each_line_is_converted_by_itself_and_the_rest_is_rounding() {
    story(
        &Books::demo(),
        "
        alma   | create rate R-1, of EUR, on 2024-01-15, at 1.5
        carl   | create INV-1, currency EUR, line 4000 0.33, line 4000 0.33, line 4000 0.34
        carl   | create BILL-1, currency EUR, line 6000 0.33, line 6000 0.33, line 6000 0.34
        carl   | create JE-1, currency EUR, debit 6000 0.33, debit 6000 0.33, debit 6000 0.34, credit 1000 1.00
        carl   | submit INV-1
        carl   | submit BILL-1
        carl   | submit JE-1
        mona   | approve INV-1
        mona   | approve BILL-1
        mona   | approve JE-1
        system | work | INV-1 Approved → Posted; posts 2024-01-15 in 2024-01: 1100 1.00=1.50, 4000 -0.33=-0.50, 4000
               |      | -0.33=-0.50, 4000 -0.34=-0.51, 7990 0.00=0.01; job done; trail Post to GL INV-1; BILL-1 Approved →
               |      | Posted; posts 2024-01-15 in 2024-01: 2000 -1.00=-1.50, 6000 0.33=0.50, 6000 0.33=0.50, 6000 0.34=0.51,
               |      | 7990 0.00=-0.01; job done; trail Post to GL BILL-1; JE-1 Approved → Posted; posts 2024-01-15 in 2024-01:
               |      | 6000 0.33=0.50, 6000 0.33=0.50, 6000 0.34=0.51, 1000 -1.00=-1.50, 7990 0.00=-0.01; job done; trail Post
               |      | to GL JE-1
        ",
    );
}

#[test]
fn currencies_of_no_and_of_three_decimals() {
    story(
        &Books::demo(),
        "
        alma   | create rate R-1, of JPY, on 2024-01-15, at 0.0067
        alma   | create rate R-2, of KWD, on 2024-01-15, at 3.25
        carl   | create EXP-1, currency JPY, line 6000 1500
        carl   | create CM-1, currency KWD, line 4000 2.505
        carl   | submit EXP-1
        carl   | submit CM-1
        mona   | approve EXP-1
        mona   | approve CM-1
        system | work | EXP-1 Approved → Posted; posts 2024-01-15 in 2024-01: 2000 -1500=-10.05, 6000 1500=10.05; job done;
               |      | trail Post to GL EXP-1; CM-1 Approved → Posted; posts 2024-01-15 in 2024-01: 1100 -2.505=-8.14, 4000
               |      | 2.505=8.14; job done; trail Post to GL CM-1
        ",
    );
}

#[test]
fn partial_payments_take_together_what_the_invoice_put_there() {
    story(
        &Books::demo(),
        "
        alma   | create rate R-1, of EUR, on 2024-01-15, at 1.5
        carl   | create INV-1, currency EUR, line 4000 0.03
        carl   | submit INV-1
        mona   | approve INV-1
        system | work | INV-1 Approved → Posted; posts 2024-01-15 in 2024-01: 1100 0.03=0.05, 4000 -0.03=-0.05; job done; trail
               |      | Post to GL INV-1
        conrad | receive INV-1, as IPAY-1, amount 0.01
        conrad | receive INV-1, as IPAY-2, amount 0.01
        conrad | receive INV-1, as IPAY-3, amount 0.01
        system | work | IPAY-1 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 0.01=0.02, 1100 -0.01=-0.02; job done; INV-1
               |      | (settled 0.01); trail Post to GL IPAY-1; IPAY-2 Approved → Posted; posts 2024-01-20 in 2024-01: 1000
               |      | 0.01=0.02, 1100 -0.01=-0.01, 7990 0.00=-0.01; job done; INV-1 (settled 0.02); trail Post to GL IPAY-2;
               |      | IPAY-3 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 0.01=0.02, 1100 -0.01=-0.02; job done; INV-1
               |      | Posted → Paid (settled 0.03); trail Paid INV-1, Post to GL IPAY-3
        ",
    );
}

#[test]
fn two_rates_are_a_gain_or_a_loss() {
    story(
        &Books::demo(),
        "
        alma   | create rate R-1, of EUR, on 2024-01-15, at 1.10
        alma   | create rate R-2, of EUR, on 2024-01-20, at 1.15
        alma   | create rate R-3, of EUR, on 2024-01-25, at 1.05
        carl   | create INV-1, currency EUR, line 4000 100.00
        carl   | create BILL-1, currency EUR, line 6000 100.00
        carl   | submit INV-1
        carl   | submit BILL-1
        mona   | approve INV-1
        mona   | approve BILL-1
        system | work
        carl   | create IPAY-1, pays INV-1 40.00
        carl   | create IPAY-2, pays INV-1 60.00, on 2024-01-25
        carl   | create BPAY-1, pays BILL-1 40.00
        carl   | create BPAY-2, pays BILL-1 60.00, on 2024-01-25
        carl   | submit IPAY-1
        carl   | submit IPAY-2
        carl   | submit BPAY-1
        carl   | submit BPAY-2
        mona   | approve IPAY-1
        mona   | approve IPAY-2
        mona   | approve BPAY-1
        mona   | approve BPAY-2
        system | work        | IPAY-1 Approved → Posted; posts 2024-01-20 in 2024-01: 1000 40.00=46.00, 1100 -40.00=-44.00, 7900
               |             | 0.00=-2.00; job done; INV-1 (settled 40.00); trail Post to GL IPAY-1; IPAY-2 Approved → Posted;
               |             | posts 2024-01-25 in 2024-01: 1000 60.00=63.00, 1100 -60.00=-66.00, 7900 0.00=3.00; job done;
               |             | INV-1 Posted → Paid (settled 100.00); trail Paid INV-1, Post to GL IPAY-2; BPAY-1 Approved →
               |             | Posted; posts 2024-01-20 in 2024-01: 1000 -40.00=-46.00, 2000 40.00=44.00, 7900 0.00=2.00; job
               |             | done; BILL-1 (settled 40.00); trail Post to GL BPAY-1; BPAY-2 Approved → Posted; posts 2024-01-25
               |             | in 2024-01: 1000 -60.00=-63.00, 2000 60.00=66.00, 7900 0.00=-3.00; job done; BILL-1 (settled
               |             | 100.00); trail Post to GL BPAY-2
        conrad | void IPAY-1 | posts back 2024-01-20 in 2024-01: 1000 -40.00=-46.00, 1100 40.00=44.00, 7900 0.00=2.00; INV-1
               |             | Paid → Posted (due 40.00, settled 60.00); IPAY-1 Posted → Voided (on 2024-01-20); trail Void
               |             | IPAY-1, Payment Voided INV-1
        ",
    );
}
