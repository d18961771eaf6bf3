//! Journal entries. See docs/rules/documents.md#journal-entry.

use crate::books::Books;
use crate::table::{cases, story};

#[test]
fn debits_equal_credits() {
    cases(
        &Books::demo(),
        "
        carl | create JE-1, debit 6000 70.00, debit 2200 30.00, credit 1000 100.00 | JE-1 new, Draft, 100.00 USD on 2024-01-15 in
             |                                                                | 2024-01; trail Created JE-1
        carl | create JE-1, debit 6000 70.00, credit 1000 70.01               | refused unbalanced /lines: debits 70.00
             |                                                                | differ from credits 70.01
        carl | create JE-1, debit 6000 70.00, credit 1000 70.01, in 2031-01   | refused invalid: /posting_period_id there is
             |                                                                | no accounting period '2031-01', /lines
             |                                                                | debits 70.00 differ from credits 70.01
        carl | create JE-1, debit 6000 70.00                                  | refused invalid: /lines must be 2 to 1000
             |                                                                | lines
        carl | create JE-1                                                    | refused invalid: /lines must be 2 to 1000
             |                                                                | lines
        carl | create JE-1, debit 6000 0, credit 1000 0                       | refused invalid: /lines/0/debit must be more
             |                                                                | than 0, /lines/1/credit must be more than 0
        carl | create JE-1, debit 6000 -5.00, credit 1000 -5.00               | refused invalid: /lines/0/debit must be more
             |                                                                | than 0, /lines/1/credit must be more than 0
        carl | create JE-1, debit 6000 0.001, credit 1000 0.001               | refused invalid: /lines/0/debit has more
             |                                                                | decimals than USD has (2), /lines/1/credit
             |                                                                | has more decimals than USD has (2)
        carl | create JE-1, debit 6001 5.00, credit 1000 5.00, type Reversing | refused invalid: /entry_type must be one of
             |                                                                | Standard, Adjusting, Accrual, Payroll,
             |                                                                | /lines/0/account_id there is no account
             |                                                                | '6001'
        carl | create JE-1, debit 6000 5.00 number 1, credit 1000 5.00 number 1 | refused invalid: /lines/1/line_number line
             |                                                                | number 1 occurs twice
        carl | create JE-1, debit 6000 5.00 number 0, credit 1000 5.00 number 1000001 | refused invalid: /lines/0/line_number must
             |                                                                | be between 1 and 1000000,
             |                                                                | /lines/1/line_number must be between 1 and
             |                                                                | 1000000
        carl | create JE-1, debit 6000 999999999999999.99, credit 1000 999999999999999.99 | JE-1 new, Draft, 999999999999999.99 USD on
             |                                                                | 2024-01-15 in 2024-01; trail Created JE-1
        carl | create JE-1, debit 6000 1000000000000000.00, credit 1000 1000000000000000.00 | refused invalid: /lines/0/debit has more
             |                                                                | than 15 digits before the decimal point,
             |                                                                | /lines/1/credit has more than 15 digits
             |                                                                | before the decimal point
        carl | create JE-1, debit 6000 999999999999999.99, debit 6000 0.01, credit 1000 999999999999999.99, credit 1000 0.01 | refused invalid: /lines the total has more
             |                                                                | than 15 digits before the decimal point
        ",
    );
}

#[test]
fn each_line_is_posted() {
    story(
        &Books::demo(),
        "
        carl   | create JE-1, debit 6000 70.00, debit 1100 30.00, credit 1000 100.00
        carl   | submit JE-1
        mona   | approve JE-1
        system | work | JE-1 Approved → Posted; posts 2024-01-15 in 2024-01: 6000 70.00, 1100 30.00, 1000 -100.00; job
               |      | done; trail Post to GL JE-1
        ",
    );
}

#[test]
fn an_account_in_one_currency_takes_no_other() {
    cases(
        &Books::demo().given("alma | create account 1001, asset, of bank, in EUR"),
        "
        carl | create JE-1, debit 1001 5.00, credit 1000 5.00 | refused invalid: /lines/0/account_id account '1001' is
             |                                                | kept in another currency than USD
        ",
    );
}

#[test]
fn a_payroll_entry_belongs_to_payroll_and_control_accounts_to_theirs() {
    for (closed, entry, is_open) in [
        ("payroll", "debit 6000 5.00, credit 1000 5.00", true),
        ("payroll", "debit 6000 5.00, credit 1000 5.00, type Payroll", false),
        ("ap", "debit 6000 5.00, credit 2000 5.00", false),
        ("ap", "debit 1100 5.00, credit 1000 5.00", true),
        ("ar", "debit 1100 5.00, credit 1000 5.00", false),
        ("ar", "debit 6000 5.00, credit 2000 5.00", true),
        ("all", "debit 6000 5.00, credit 1000 5.00", false),
    ] {
        let led_to = Books::demo().closed("2024-01", closed).try_command("abel", &format!("create JE-1, {entry}"));
        assert_eq!(!led_to.starts_with("refused period_closed"), is_open, "{closed}, {entry}: {led_to}");
    }
}
