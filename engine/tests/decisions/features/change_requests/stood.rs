//! What stands in the books before something is asked for.

/// A bill and an invoice.
macro_rules! posted {
    () => {
        "carl | create BILL-1, line 6000 40.00
        carl | create INV-1, line 4000 100.00
        carl | submit BILL-1
        carl | submit INV-1
        mona | approve BILL-1
        mona | approve INV-1
        alma | work
        "
    };
}

/// Both, and their payments.
macro_rules! paid {
    () => {
        concat!(
            posted!(),
            "carl | create IPAY-1, pays INV-1 100.00
            carl | create BPAY-1, pays BILL-1 40.00
            carl | submit IPAY-1
            carl | submit BPAY-1
            mona | approve IPAY-1
            mona | approve BPAY-1
            alma | work
            "
        )
    };
}

/// An invoice, and a credit memo.
macro_rules! credited {
    () => {
        "carl | create INV-1, line 4000 100.00
        carl | create CM-1, line 4000 50.00
        carl | submit INV-1
        carl | submit CM-1
        mona | approve INV-1
        mona | approve CM-1
        alma | work
        "
    };
}

pub const POSTED: &str = posted!();
pub const PAID: &str = paid!();
/// Both with their payments, and another bill and another invoice.
pub const TWICE: &str = concat!(
    paid!(),
    "carl | create BILL-8, line 6000 40.00
    carl | create INV-8, line 4000 100.00
    carl | submit BILL-8
    carl | submit INV-8
    mona | approve BILL-8
    mona | approve INV-8
    alma | work
    "
);
pub const CLEARED: &str =
    concat!(paid!(), "conrad | deposit IPAY-1, on 2024-01-25\nconrad | clear BPAY-1, on 2024-01-25");
pub const RETURNED: &str =
    concat!(paid!(), "conrad | return IPAY-1, on 2024-01-25\nconrad | return BPAY-1, on 2024-01-25");
pub const OPEN_SESSION: &str =
    concat!(paid!(), "conrad | create REC-1, ends 100.00\nconrad | clear REC-1, found IPAY-1");
pub const CREDITED: &str = credited!();
pub const APPLIED: &str = concat!(credited!(), "conrad | apply CM-1, to INV-1, amount 10.00");

/// A year of one month in which everything is closed.
pub const ENDED_YEAR: &str = "alma | create account 3900, name Retained earnings, equity, of retained_earnings
            alma | create year FY1, from 2024-01-01, to 2024-01-31
            carl | create JE-8, debit 1000 100.00, credit 4000 100.00
            carl | submit JE-8
            mona | approve JE-8
            alma | work
            alma | close 2024-01
            alma | work";

/// The same, closed.
pub const CLOSED_YEAR: &str = "alma | create account 3900, name Retained earnings, equity, of retained_earnings
            alma | create year FY1, from 2024-01-01, to 2024-01-31
            carl | create JE-8, debit 1000 100.00, credit 4000 100.00
            carl | submit JE-8
            mona | approve JE-8
            alma | work
            alma | close 2024-01
            alma | work
            alma | close year FY1";

/// Its month is reopened for a moment, and takes an entry.
pub const POSTED_MEANWHILE: &str = "conrad | reopen 2024-01; carl | create JE-1, debit 1000 5.00, credit 4000 5.00; \
    carl | submit JE-1; mona | approve JE-1; conrad | close 2024-01; alma | work";

pub const DEFERRED: &str = "
    alma   | create account 1500, name Prepaid, asset
    carl   | create BILL-D, line 1500 100.00
    carl   | submit BILL-D
    mona   | approve BILL-D
    alma   | work
    conrad | create deferral JE-DF, of BILL-D, from 2023-11-01, months 3";
