//! What one account holds by period, from the balances.

use sea_orm::{ConnectionTrait, FromQueryResult, Statement};

use super::account_lines::Until;
use super::balances::Sums;
use crate::kernel::store::StoreError;
use crate::kernel::store::row::RowName;
use crate::values::clock::Date;
use crate::values::money::{Minor, MoneyError};

/// What one period holds of the account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OfPeriod {
    pub first: Date,
    pub last: Date,
    pub sums: Sums,
}

/// The account by period, in the order of their days. A period of adjustments is one with that whose last day it shares.
#[derive(Clone, Default, Debug)]
pub struct ByPeriod(Vec<OfPeriod>);

#[derive(FromQueryResult)]
struct Row {
    period_id: String,
    start_date: String,
    end_date: String,
    debit: i64,
    credit: i64,
}

/// The balances of the account in the periods that begin by this day.
pub async fn by_period(db: &impl ConnectionTrait, account_id: &str, to: Date) -> Result<ByPeriod, StoreError> {
    const SQL: &str = "SELECT p.period_id, p.start_date, p.end_date, CAST(SUM(b.base_debit) AS BIGINT) AS debit, \
        CAST(SUM(b.base_credit) AS BIGINT) AS credit FROM balance b JOIN period p ON p.period_id = b.period_id \
        WHERE b.account_id = $1 AND p.start_date <= $2 GROUP BY p.period_id, p.start_date, p.end_date \
        ORDER BY p.start_date";
    let values = [account_id.into(), to.to_string().into()];
    let found = Row::find_by_statement(Statement::from_sql_and_values(db.get_database_backend(), SQL, values));
    let read = |row: Row| {
        let name = RowName { table: "period", key: &row.period_id };
        Ok::<_, StoreError>(OfPeriod {
            first: name.date("start_date", &row.start_date)?,
            last: name.date("end_date", &row.end_date)?,
            sums: Sums { debit: Minor(row.debit), credit: Minor(row.credit) },
        })
    };
    let mut periods: Vec<OfPeriod> = Vec::new();
    for period in found.all(db).await?.into_iter().map(read) {
        let period = period?;
        match periods.last_mut().filter(|before| period.first <= before.last) {
            Some(before) => before.sums = before.sums.plus(period.sums).map_err(too_large)?,
            None => periods.push(period),
        }
    }
    Ok(ByPeriod(periods))
}

fn too_large(error: MoneyError) -> StoreError {
    StoreError::TooLarge(error.to_string())
}

impl ByPeriod {
    /// The sums of the periods that end before the point, and the period that it cuts. A posting is dated within its period, which
    /// `gl check` checks.
    pub(crate) fn cut(&self, until: &Until) -> Result<(Sums, Option<&OfPeriod>), MoneyError> {
        let day = until.day();
        let is_whole = |period: &OfPeriod| match until {
            Until::EndOf(day) => period.last <= *day,
            Until::Line(place) => period.last < place.date,
        };
        let mut whole = Sums::default();
        for period in self.0.iter().filter(|period| is_whole(period)) {
            whole = whole.plus(period.sums)?;
        }
        Ok((whole, self.0.iter().find(|period| period.first <= day && !is_whole(period))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::store::read::account_lines::Place;

    fn day(text: &str) -> Date {
        Date::parse(text).expect("a day")
    }

    fn period(first: &str, last: &str, debit: i64) -> OfPeriod {
        OfPeriod { first: day(first), last: day(last), sums: Sums { debit: Minor(debit), credit: Minor(1) } }
    }

    #[test]
    fn a_point_cuts_the_period_that_it_is_in() {
        let all = ByPeriod(vec![
            period("2024-01-01", "2024-01-31", 10),
            period("2024-02-01", "2024-02-29", 100),
            period("2024-04-01", "2024-04-30", 1_000),
        ]);
        let line = |text: &str| Until::Line(Place::start_of(day(text)));
        let end = |text: &str| Until::EndOf(day(text));
        for (until, whole, cut) in [
            (end("2023-12-31"), 0, None),
            (end("2024-01-01"), 0, Some(10)),
            (end("2024-01-30"), 0, Some(10)),
            (end("2024-01-31"), 10, None),
            (line("2024-01-31"), 0, Some(10)),
            (line("2024-02-01"), 10, Some(100)),
            (end("2024-02-29"), 110, None),
            (end("2024-03-15"), 110, None),
            (line("2024-03-15"), 110, None),
            (end("2024-04-29"), 110, Some(1_000)),
            (end("9999-12-31"), 1_110, None),
        ] {
            let (sums, found) = all.cut(&until).expect("small sums");
            assert_eq!((sums.debit.0, found.map(|period| period.sums.debit.0)), (whole, cut), "{until:?}");
        }
    }
}
