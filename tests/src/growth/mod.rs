//! Books of any size: one month goes through the service, document by document ([`month`]); the others are copies of it ([`copies`]),
//! with digests of their own and sealed by `gl audit head`, so that `gl check` and `gl audit verify` hold.

pub mod copies;
pub mod month;

/// The first of the periods that [`open`] makes; the month that goes through the service.
pub const FIRST: &str = "2016-01";
/// How many periods [`open`] makes: more than eight years.
pub const PERIODS: u32 = 103;

use crate::prelude::*;

/// The period of a month's number, such as `2016-01` for 0.
pub fn period_of(number: u32) -> String {
    format!("{}-{:02}", 2016 + number / 12, 1 + number % 12)
}

/// Accounts, parties, rules and [`PERIODS`] monthly periods, and the accounts that the entries of [`month`] name.
pub async fn open(app: &TestApp) {
    app.open_books().await;
    let admin = app.admin();
    for number in 0..month::ACCOUNTS {
        let body = account(&month::account_of(number), "Expense", "expense");
        app.post("accounts", &admin, body).await.expect(201);
    }
    // Those of the first months of 2024 are there.
    for id in (0..PERIODS).map(period_of).filter(|id| !["2024-01", "2024-02", "2024-03"].contains(&id.as_str())) {
        let last = chrono::NaiveDate::parse_from_str(&format!("{id}-01"), "%Y-%m-%d").expect("a day");
        let last = last + chrono::Months::new(1) - chrono::Days::new(1);
        let body = period(&id, &id, &format!("{id}-01"), &last.to_string());
        app.post("accounting-periods", &admin, body).await.expect(201);
    }
}
