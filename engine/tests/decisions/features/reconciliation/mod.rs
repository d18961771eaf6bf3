//! A table for each command on bank reconciliations. See docs/rules/reconciliation.md.

pub(crate) mod bank;
mod marks;
pub(crate) mod outcome;
mod sessions;
pub(crate) mod words;

use crate::books::Books;

/// In the bank: 100.00 of an invoice, less 40.00 for a bill, and an entry of 5.00; all of January.
fn banked() -> Books {
    Books::demo().given(
        "
        carl   | create INV-1, line 4000 100.00
        carl   | create BILL-1, line 6000 40.00
        carl   | create JE-1, debit 1000 5.00, credit 4000 5.00
        carl   | submit INV-1
        carl   | submit BILL-1
        carl   | submit JE-1
        mona   | approve INV-1
        mona   | approve BILL-1
        mona   | approve JE-1
        system | work
        carl   | create IPAY-1, pays INV-1 100.00
        carl   | create BPAY-1, pays BILL-1 40.00
        carl   | submit IPAY-1
        carl   | submit BPAY-1
        mona   | approve IPAY-1
        mona   | approve BPAY-1
        system | work
        ",
    )
}
