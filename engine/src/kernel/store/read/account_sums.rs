//! Debits and credits of one account up to a point in its ledger: the balances of the periods before, and of the period that the point
//! cuts the lines of the side with fewer of them. What was added up from lines is remembered (`remembered_sums.rs`), so that a page
//! deep inside of a full period goes on from the page before.

use sea_orm::{ConnectionTrait, Statement, Value};

use super::account_lines::{Place, Until};
use super::account_periods::{ByPeriod, OfPeriod};
use super::balances::{COUNTED, Counted, Sums};
use super::remembered_sums::{RememberedSums, newest_entry};
use crate::kernel::store::StoreError;
use crate::values::clock::Date;
use crate::values::money::{Minor, MoneyError};

const ADDED_UP: &str = "SELECT CAST(COALESCE(SUM(CASE WHEN base_amount > 0 THEN base_amount ELSE 0 END), 0) AS BIGINT) AS debit, \
    CAST(COALESCE(SUM(CASE WHEN base_amount < 0 THEN -base_amount ELSE 0 END), 0) AS BIGINT) AS credit FROM posting_line ";

/// The lines of some days, which the index of the account knows.
const OF_DAYS: &str = "WHERE account_id = $1 AND posting_date >= $2 AND posting_date <= $3";

/// Days, both included.
type Days = (Date, Date);

/// The account in one state of the books.
#[derive(Clone, Copy)]
pub struct AccountSums<'a> {
    pub account_id: &'a str,
    pub by_period: &'a ByPeriod,
    pub remembered: &'a RememberedSums,
}

impl AccountSums<'_> {
    /// The sums up to there, in base currency. The periods up to that day must have been read.
    pub async fn until(&self, db: &impl ConnectionTrait, until: &Until) -> Result<Sums, StoreError> {
        let (whole, cut) = self.by_period.cut(until).map_err(too_large)?;
        let Some(cut) = cut.filter(|cut| cut.sums != Sums::default()) else { return Ok(whole) };
        let with_cut = whole.plus(cut.sums).map_err(too_large)?;
        if let Some(known) = self.remembered.of(db, self.account_id, until, with_cut).await? {
            return Ok(known);
        }
        let sums = match until {
            Until::EndOf(day) => self.of_cut(db, *day, cut).await?.plus(whole),
            Until::Line(place) => {
                let of_days_before = if cut.first < place.date {
                    self.of_cut(db, place.date.plus_days(-1), cut).await?
                } else {
                    Sums::default()
                };
                let of_day = self.of_day(db, place).await?;
                whole.plus(of_days_before).and_then(|sums| sums.plus(of_day))
            }
        };
        let sums = sums.map_err(too_large)?;
        self.keep(db, until.clone(), sums, with_cut).await?;
        Ok(sums)
    }

    /// Keeps the sums up to there for the next page.
    pub async fn remember(&self, db: &impl ConnectionTrait, until: Until, sums: Sums) -> Result<(), StoreError> {
        let (whole, cut) = self.by_period.cut(&until).map_err(too_large)?;
        // Whole periods are no work.
        let Some(cut) = cut else { return Ok(()) };
        let moved = whole.plus(cut.sums).map_err(too_large)?;
        self.keep(db, until, sums, moved).await
    }

    async fn keep(&self, db: &impl ConnectionTrait, until: Until, sums: Sums, moved: Sums) -> Result<(), StoreError> {
        if let Some(newest) = newest_entry(db).await? {
            self.remembered.keep(self.account_id, until, sums, moved, newest);
        }
        Ok(())
    }

    /// What the cut period holds up to the end of the day.
    async fn of_cut(&self, db: &impl ConnectionTrait, day: Date, cut: &OfPeriod) -> Result<Sums, StoreError> {
        let (before, after) = ((cut.first, day), (day.next(), cut.last));
        if self.is_rest_shorter(db, before, after).await? {
            cut.sums.less(self.of_days(db, after).await?).map_err(too_large)
        } else {
            self.of_days(db, before).await
        }
    }

    /// Whether the later days have fewer lines. As of today, the rest of a month has next to none, however many are in it.
    async fn is_rest_shorter(&self, db: &impl ConnectionTrait, before: Days, after: Days) -> Result<bool, StoreError> {
        let rest = self.count(db, after).await?;
        if rest == 0 {
            return Ok(true);
        }
        let of = |lines, (first, last): Days| Counted { lines, days: last.days_since(first) };
        Ok(of(rest, after).is_shorter_than(of(self.count(db, before).await?, before)))
    }

    /// How many lines these days have, counted up to [`COUNTED`].
    async fn count(&self, db: &impl ConnectionTrait, days: Days) -> Result<u64, StoreError> {
        let sql = format!("SELECT COUNT(*) FROM (SELECT 1 FROM posting_line {OF_DAYS} LIMIT {COUNTED}) few");
        let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, self.values(days));
        let row = db.query_one_raw(statement).await?;
        let found: Option<i64> = row.map(|row| row.try_get_by_index(0)).transpose()?;
        Ok(found.and_then(|found| u64::try_from(found).ok()).unwrap_or_default())
    }

    async fn of_days(&self, db: &impl ConnectionTrait, days: Days) -> Result<Sums, StoreError> {
        added_up(db, format!("{ADDED_UP}{OF_DAYS}"), self.values(days)).await
    }

    /// The lines of the day up to and with the one at that place.
    async fn of_day(&self, db: &impl ConnectionTrait, place: &Place) -> Result<Sums, StoreError> {
        let sql = format!(
            "{ADDED_UP}WHERE account_id = $1 AND posting_date = $2 \
             AND (source_kind, source_id, kind, position) <= ($3, $4, $5, $6)"
        );
        let mut values = vec![self.account_id.into()];
        values.extend(place.values());
        added_up(db, sql, values).await
    }

    fn values(&self, (first, last): Days) -> Vec<Value> {
        vec![self.account_id.into(), first.to_string().into(), last.to_string().into()]
    }
}

async fn added_up(db: &impl ConnectionTrait, sql: String, values: Vec<Value>) -> Result<Sums, StoreError> {
    let row = db.query_one_raw(Statement::from_sql_and_values(db.get_database_backend(), sql, values)).await?;
    let Some(row) = row else { return Ok(Sums::default()) };
    Ok(Sums { debit: Minor(row.try_get("", "debit")?), credit: Minor(row.try_get("", "credit")?) })
}

fn too_large(error: MoneyError) -> StoreError {
    StoreError::TooLarge(error.to_string())
}
