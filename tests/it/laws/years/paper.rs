//! Books on paper: what an accountant would have who knows what happened, and nothing of the service. Cents, debits positive.

use tests::prelude::*;

/// Accrued liabilities, prepaid expenses, and what customers owe in euros.
pub const ACCRUED: &str = "2300";
pub const PREPAID: &str = "1500";
pub const IN_EUROS: &str = "1101";
pub const EXCHANGE: &str = "7900";

const OF_INCOME: [&str; 3] = [REVENUE, EXPENSE, EXCHANGE];
pub const ALL: [&str; 10] =
    [CASH, RECEIVABLE, IN_EUROS, PREPAID, PAYABLE, TAX, ACCRUED, RETAINED_EARNINGS, REVENUE, EXPENSE];
pub const ASSETS: [&str; 4] = [CASH, RECEIVABLE, IN_EUROS, PREPAID];

/// All that was written.
#[derive(Default)]
pub struct Paper {
    lines: Vec<Line>,
}

struct Line {
    day: String,
    account: &'static str,
    cents: i64,
    /// Of the close of a year.
    is_closing: bool,
}

impl Paper {
    /// Writes one entry, which balances.
    pub fn write(&mut self, day: &str, lines: &[(&'static str, i64)]) {
        assert_eq!(lines.iter().map(|line| line.1).sum::<i64>(), 0, "{day}: {lines:?}");
        self.put(day, lines, false);
    }

    fn put(&mut self, day: &str, lines: &[(&'static str, i64)], is_closing: bool) {
        self.lines.extend(lines.iter().map(|(account, cents)| Line {
            day: day.into(),
            account,
            cents: *cents,
            is_closing,
        }));
    }

    /// The balance of an account at the end of a day.
    pub fn balance(&self, account: &str, day: &str) -> i64 {
        let of = self.lines.iter().filter(|line| line.account == account && line.day.as_str() <= day);
        of.map(|line| line.cents).sum()
    }

    /// Income less expenses of these days, whether or not their year is closed.
    pub fn net_income(&self, from: &str, to: &str) -> i64 {
        let of = self.lines.iter().filter(|line| OF_INCOME.contains(&line.account) && !line.is_closing);
        -of.filter(|line| from <= line.day.as_str() && line.day.as_str() <= to).map(|line| line.cents).sum::<i64>()
    }

    /// Carries what stands on the accounts of income and expenses to retained earnings.
    pub fn close(&mut self, last_day: &str) {
        let mut entry: Vec<_> = OF_INCOME.map(|account| (account, -self.balance(account, last_day))).into();
        entry.push((RETAINED_EARNINGS, -entry.iter().map(|line| line.1).sum::<i64>()));
        self.put(last_day, &entry, true);
    }
}

/// Cents times a rate in ten-thousandths, half away from zero.
pub fn times(cents: i64, ten_thousandths: i64) -> i64 {
    let product = cents * ten_thousandths;
    (product.abs() + 5_000) / 10_000 * product.signum()
}

/// The n-th of the parts that an amount is spread over: each is what is due by then, rounded, less what was before.
pub fn part(cents: i64, at: i64, of: i64) -> i64 {
    let by = |at: i64| (2 * cents * at + of) / (2 * of);
    by(at + 1) - by(at)
}

/// As the interface writes it.
pub fn decimal(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", cents.abs() / 100, cents.abs() % 100)
}
