//! Other currencies: conversion, rounding, and what two rates leave over.
//! See docs/rules/amounts.md#rounding-differences and docs/rules/payments.md#exchange-gain-or-loss.

use crate::books::Books;
use crate::ledger::{balances, ledger};

/// A rate for each day that the tables speak of.
fn books() -> Books {
    Books::demo().given(
        "
        alma | create rate EUR-1, of EUR, on 2024-01-14, at 1.5
        alma | create rate EUR-2, of EUR, on 2024-01-15, at 1.10
        alma | create rate EUR-3, of EUR, on 2024-01-20, at 1.20
        alma | create rate EUR-4, of EUR, on 2024-01-25, at 1.05
        alma | create rate JPY-1, of JPY, on 2024-01-15, at 0.0067
        alma | create rate KWD-1, of KWD, on 2024-01-15, at 3.25
        ",
    )
}

/// The books with these drafts signed and posted, one after the other.
fn posted(books: Books, drafts: &[&str]) -> Books {
    drafts.iter().fold(books, |books, draft| {
        let id = draft.split(',').next().unwrap_or_default();
        books.given(&format!(
            "
            carl   | create {draft}
            carl   | submit {id}
            mona   | approve {id}
            system | work
            "
        ))
    })
}

#[test]
fn each_line_is_converted_by_itself_and_the_rest_is_rounding() {
    let books = posted(
        books(),
        &[
            "INV-1, on 2024-01-14, currency EUR, line 4000 0.33, line 4000 0.33, line 4000 0.34",
            "BILL-1, on 2024-01-14, currency EUR, line 6000 0.33, line 6000 0.33, line 6000 0.34",
            "JE-1, on 2024-01-14, currency EUR, debit 6000 0.33, debit 6000 0.33, debit 6000 0.34, credit 1000 1.00",
        ],
    );
    ledger(
        &books,
        "INV-1",
        "document",
        "
        2024-01-14  1100  1.00     -  EUR   1.50
        2024-01-14  4000     -  0.33  EUR  -0.50
        2024-01-14  4000     -  0.33  EUR  -0.50
        2024-01-14  4000     -  0.34  EUR  -0.51
        2024-01-14  7990     -     -  EUR   0.01
        ",
    );
    ledger(
        &books,
        "BILL-1",
        "document",
        "
        2024-01-14  2000     -  1.00  EUR  -1.50
        2024-01-14  6000  0.33     -  EUR   0.50
        2024-01-14  6000  0.33     -  EUR   0.50
        2024-01-14  6000  0.34     -  EUR   0.51
        2024-01-14  7990     -     -  EUR  -0.01
        ",
    );
    ledger(
        &books,
        "JE-1",
        "document",
        "
        2024-01-14  6000  0.33     -  EUR   0.50
        2024-01-14  6000  0.33     -  EUR   0.50
        2024-01-14  6000  0.34     -  EUR   0.51
        2024-01-14  1000     -  1.00  EUR  -1.50
        2024-01-14  7990     -     -  EUR  -0.01
        ",
    );
}

#[test]
fn currencies_of_no_and_of_three_decimals() {
    let books = posted(books(), &["EXP-1, currency JPY, line 6000 1500", "CM-1, currency KWD, line 4000 2.505"]);
    ledger(
        &books,
        "EXP-1",
        "document",
        "
        2024-01-15  2000     -  1500  JPY  -10.05
        2024-01-15  6000  1500     -  JPY   10.05
        ",
    );
    ledger(
        &books,
        "CM-1",
        "document",
        "
        2024-01-15  1100      -  2.505  KWD  -8.14
        2024-01-15  4000  2.505      -  KWD   8.14
        ",
    );
}

#[test]
fn partial_payments_take_together_what_the_invoice_put_there() {
    let part = |id| format!("{id}, pays INV-1 0.01, on 2024-01-14");
    let parts = ["IPAY-1", "IPAY-2", "IPAY-3"].map(part);
    let books = posted(books(), &["INV-1, on 2024-01-14, currency EUR, line 4000 0.03"]);
    let books = posted(books, &[&parts[0], &parts[1], &parts[2]]);
    ledger(
        &books,
        "IPAY-1",
        "document",
        "
        2024-01-14  1000  0.01     -  EUR   0.02
        2024-01-14  1100     -  0.01  EUR  -0.02
        ",
    );
    ledger(
        &books,
        "IPAY-2",
        "document",
        "
        2024-01-14  1000  0.01     -  EUR   0.02
        2024-01-14  1100     -  0.01  EUR  -0.01
        2024-01-14  7990     -     -  EUR  -0.01
        ",
    );
    ledger(
        &books,
        "IPAY-3",
        "document",
        "
        2024-01-14  1000  0.01     -  EUR   0.02
        2024-01-14  1100     -  0.01  EUR  -0.02
        ",
    );
    balances(&books, &[("1100", "0.00")]);
}

#[test]
fn a_hundred_yen_are_paid_one_by_one() {
    let mut books = posted(
        Books::demo().given("alma | create rate JPY-1, of JPY, on 2024-01-15, at 0.006"),
        &["INV-1, currency JPY, line 4000 100"],
    );
    for number in 1..=100 {
        books = books.given(&format!(
            "
            conrad | receive INV-1, as IPAY-{number}, amount 1
            system | work
            "
        ));
    }
    assert_eq!(books.document("INV-1").status().name(), "Paid");
    // A yen is 0.006 dollars, and so 0.01 in the bank each time; the invoice put 0.60 into receivables.
    balances(&books, &[("1100", "0.00"), ("1000", "1.00"), ("7990", "-0.40")]);
}

#[test]
fn an_invoice_is_paid_at_other_rates() {
    let books = posted(
        books(),
        &[
            "INV-1, currency EUR, line 4000 100.00",
            "IPAY-1, pays INV-1 40.00, on 2024-01-20",
            "IPAY-2, pays INV-1 60.00, on 2024-01-25",
        ],
    );
    ledger(
        &books,
        "IPAY-1",
        "document",
        "
        2024-01-20  1000  40.00      -  EUR   48.00
        2024-01-20  1100      -  40.00  EUR  -44.00
        2024-01-20  7900      -      -  EUR   -4.00
        ",
    );
    ledger(
        &books,
        "IPAY-2",
        "document",
        "
        2024-01-25  1000  60.00      -  EUR   63.00
        2024-01-25  1100      -  60.00  EUR  -66.00
        2024-01-25  7900      -      -  EUR    3.00
        ",
    );
    balances(&books, &[("1000", "111.00"), ("1100", "0.00"), ("7900", "-1.00")]);
    let books = books.given("conrad | void IPAY-1");
    ledger(
        &books,
        "IPAY-1",
        "void",
        "
        2024-01-20  1000      -  40.00  EUR  -48.00
        2024-01-20  1100  40.00      -  EUR   44.00
        2024-01-20  7900      -      -  EUR    4.00
        ",
    );
}

#[test]
fn a_bill_is_paid_at_other_rates() {
    let books = posted(
        books(),
        &[
            "BILL-1, currency EUR, line 6000 100.00",
            "BPAY-1, pays BILL-1 40.00, on 2024-01-20",
            "BPAY-2, pays BILL-1 60.00, on 2024-01-25",
        ],
    );
    ledger(
        &books,
        "BPAY-1",
        "document",
        "
        2024-01-20  1000      -  40.00  EUR  -48.00
        2024-01-20  2000  40.00      -  EUR   44.00
        2024-01-20  7900      -      -  EUR    4.00
        ",
    );
    ledger(
        &books,
        "BPAY-2",
        "document",
        "
        2024-01-25  1000      -  60.00  EUR  -63.00
        2024-01-25  2000  60.00      -  EUR   66.00
        2024-01-25  7900      -      -  EUR   -3.00
        ",
    );
    balances(&books, &[("2000", "0.00"), ("7900", "1.00")]);
}

#[test]
fn a_credit_memo_is_applied_at_another_rate() {
    let books = posted(
        books(),
        &[
            "INV-1, currency EUR, line 4000 100.00",
            "INV-2, currency EUR, line 4000 100.00, on 2024-01-20",
            "CM-1, currency EUR, line 4000 80.00, on 2024-01-20",
        ],
    );
    let books = books.given(
        "
        abel | apply CM-1, to INV-1, amount 30.00
        abel | apply CM-1, to INV-2, amount 50.00
        ",
    );
    ledger(
        &books,
        "CM-1",
        "application-1",
        "
        2024-01-20  1100  -  -  EUR   3.00
        2024-01-20  7900  -  -  EUR  -3.00
        ",
    );
    ledger(&books, "CM-1", "application-2", "");
    // What is open: 70.00 euros at 1.10, and 50.00 at 1.20.
    balances(&books, &[("1100", "137.00"), ("7900", "-3.00")]);
}

#[test]
fn a_credit_applied_bit_by_bit_under_one_rate_leaves_only_rounding() {
    let mut books = posted(books(), &["CM-1, on 2024-01-14, currency EUR, line 4000 0.03"]);
    for number in 1..=3 {
        books = posted(books, &[&format!("INV-{number}, on 2024-01-14, currency EUR, line 4000 0.01")]);
        books = books.given(&format!("abel | apply CM-1, to INV-{number}, amount 0.01"));
    }
    ledger(
        &books,
        "CM-1",
        "application-2",
        "
        2024-01-14  1100  -  -  EUR  -0.01
        2024-01-14  7990  -  -  EUR   0.01
        ",
    );
    balances(&books, &[("1100", "0.00"), ("7900", "0.00"), ("7990", "0.01")]);
}

#[test]
fn what_a_voided_payment_took_is_exactly_given_back() {
    let books = posted(
        books(),
        &[
            "INV-1, on 2024-01-14, currency EUR, line 4000 0.05",
            "IPAY-1, pays INV-1 0.01, on 2024-01-14",
            "IPAY-2, pays INV-1 0.02, on 2024-01-20",
        ],
    );
    let books = posted(books.given("conrad | void IPAY-1"), &["IPAY-3, pays INV-1 0.03, on 2024-01-25"]);
    assert_eq!(books.document("INV-1").status().name(), "Paid");
    balances(&books, &[("1100", "0.00")]);
}
