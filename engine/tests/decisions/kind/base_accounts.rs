//! Accounts that are kept in one currency: in the base currency, they take any document's base amount; in another, that one alone.
//! See docs/rules/master-data.md#account-types.

use crate::books::Books;
use crate::ledger::ledger;
use crate::table::{cases, story};

/// Every account of the demo company is kept in the base currency, and one bank account in euros.
fn books() -> Books {
    ["1000", "1100", "2000", "2200", "4000", "6000"]
        .into_iter()
        .fold(Books::demo(), |books, account| books.given(&format!("alma | edit account {account}, in USD")))
        .given(
            "
            alma | create account 1001, name Euros, asset, of bank, in EUR
            alma | create rate EUR-1, of EUR, on 2024-01-15, at 1.10
            alma | create rate EUR-2, of EUR, on 2024-01-20, at 1.20
            ",
        )
}

#[test]
fn an_invoice_in_euros_is_paid_into_an_account_in_dollars() {
    let books = story(
        &books(),
        "
        carl   | create INV-1, currency EUR, line 4000 100.00 tax 0.1
        carl   | submit INV-1
        mona   | approve INV-1
        system | work
        carl   | create IPAY-1, pays INV-1 60.00
        carl   | submit IPAY-1
        mona   | approve IPAY-1
        conrad | receive INV-1, as IPAY-2, amount 50.00
        system | work
        carl   | create BILL-1, currency EUR, line 6000 10.00
        carl   | submit BILL-1
        mona   | approve BILL-1
        carl   | create JE-1, currency EUR, debit 6000 5.00, credit 1000 5.00
        carl   | submit JE-1
        mona   | approve JE-1
        system | work
        ",
    );
    ledger(
        &books,
        "IPAY-1",
        "document",
        "
        2024-01-20  1000  60.00      -  EUR   72.00
        2024-01-20  1100      -  60.00  EUR  -66.00
        2024-01-20  7900      -      -  EUR   -6.00
        ",
    );
    // What the worksheet of the account counts is what stands there in dollars.
    cases(
        &books,
        "
        conrad | create REC-1, ends 126.50
        conrad | clear REC-1, found IPAY-1 IPAY-2 JE-1#2 | REC-1 1000 2024-01-31 ends 126.50, In Progress; marks IPAY-1 on
               |                                         | 2024-01-25, IPAY-2 on 2024-01-25, JE-1#2 on 2024-01-25; trail Clear
               |                                         | REC-1

        conrad | create REC-1, ends 126.50
        conrad | clear REC-1, found IPAY-1 IPAY-2 JE-1#2
        conrad | complete REC-1                          | REC-1 1000 2024-01-31 ends 126.50, Completed; locks the marks of 1000
               |                                         | up to 2024-01-31; trail Complete REC-1
        ",
    );
}

#[test]
fn an_account_in_another_currency_takes_that_alone() {
    cases(
        &books(),
        "
        carl | create INV-1, line 4000 100.00
        carl | create IPAY-1, pays INV-1 60.00, cash 1001                   | refused invalid: /account_id account '1001' is kept in
             |                                                              | another currency than USD
        carl | create JE-1, debit 1001 5.00, credit 1000 5.00               | refused invalid: /lines/0/account_id account '1001' is
             |                                                              | kept in another currency than USD
        carl | create JE-1, currency EUR, debit 1001 5.00, credit 1000 5.00 | JE-1 new, Draft, 5.00 EUR at 1.1 on 2024-01-15 in
             |                                                              | 2024-01; trail Created JE-1

        carl | create INV-1, currency EUR, line 4000 100.00
        carl | create IPAY-1, pays INV-1 60.00, cash 1001                   | IPAY-1 new, Draft, 60.00 EUR at 1.2 on 2024-01-20 in
             |                                                              | 2024-01; trail Created IPAY-1
        carl | create IPAY-1, pays INV-1 60.00, cash 1000
        carl | edit IPAY-1, pays INV-1 60.00, cash 1001                     | IPAY-1 rewritten, Draft, 60.00 EUR at 1.2 on 2024-01-20
             |                                                              | in 2024-01; trail Updated IPAY-1
        carl | submit IPAY-1                                                | IPAY-1 Draft → Pending Approval (1: anyone); trail
             |                                                              | Submit for Approval IPAY-1
        ",
    );
}
