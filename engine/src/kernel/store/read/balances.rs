//! Sums of the ledger, from the balances and from the postings themselves.

use std::collections::BTreeMap;

use sea_orm::{ConnectionTrait, FromQueryResult, Statement, Value};

use crate::kernel::store::StoreError;
use crate::kernel::store::row::RowName;
use crate::values::clock::Date;
use crate::values::money::{Minor, MoneyError};

/// Debits and credits of one account in base currency.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sums {
    pub debit: Minor,
    pub credit: Minor,
}

impl Sums {
    /// Of one line: an amount of 0 is a debit.
    pub fn of(amount: Minor) -> Result<Self, MoneyError> {
        let size = amount.magnitude()?;
        let (debit, credit) = if amount < Minor::ZERO { (Minor::ZERO, size) } else { (size, Minor::ZERO) };
        Ok(Self { debit, credit })
    }

    pub fn plus(self, more: Self) -> Result<Self, MoneyError> {
        Ok(Self { debit: self.debit.checked_add(more.debit)?, credit: self.credit.checked_add(more.credit)? })
    }

    pub fn less(self, other: Self) -> Result<Self, MoneyError> {
        Ok(Self { debit: self.debit.checked_sub(other.debit)?, credit: self.credit.checked_sub(other.credit)? })
    }

    /// Debit positive.
    pub fn balance(self) -> Result<Minor, MoneyError> {
        self.debit.checked_sub(self.credit)
    }
}

#[derive(FromQueryResult)]
struct SumRow {
    account_id: String,
    debit: i64,
    credit: i64,
}

/// Of all accounts: balances are found by their key, account by account, and lines by the day of their posting.
const WHOLE_PERIODS: &str = "SELECT b.account_id, b.base_debit AS debit, b.base_credit AS credit \
    FROM account a JOIN balance b ON b.account_id = a.account_id \
    WHERE b.period_id IN (SELECT period_id FROM period WHERE start_date >= $1 AND end_date <= $2)";
const OF_PERIOD: &str = "SELECT b.account_id, b.base_debit AS debit, b.base_credit AS credit \
    FROM account a JOIN balance b ON b.account_id = a.account_id WHERE b.period_id";
const LINES: &str = "SELECT l.account_id, CASE WHEN l.base_amount > 0 THEN l.base_amount ELSE 0 END AS debit, \
    CASE WHEN l.base_amount < 0 THEN -l.base_amount ELSE 0 END AS credit FROM posting p \
    JOIN posting_line l ON l.source_kind = p.source_kind AND l.source_id = p.source_id AND l.kind = p.kind \
    WHERE p.posting_date";

/// So many lines are counted before days alone tell which part of a period has fewer.
pub(super) const COUNTED: u64 = 1_000;

/// A part of a period that a day cuts: its lines, counted up to [`COUNTED`], and its days.
#[derive(Clone, Copy)]
pub(super) struct Counted {
    pub lines: u64,
    pub days: i64,
}

impl Counted {
    /// Whether this part is quicker to add up than the other.
    pub const fn is_shorter_than(self, other: Self) -> bool {
        if self.lines == COUNTED && other.lines == COUNTED { self.days < other.days } else { self.lines < other.lines }
    }
}

/// Days, both included.
type Days = (Date, Date);

/// A period that the first or the last day cuts: the days that are asked for, and the rest of its days.
struct Cut {
    period_id: String,
    asked: Days,
    rest: Vec<Days>,
}

/// What is read of a cut period. As of today, the rest of a month has next to no lines, however many are in it.
enum Part {
    /// The lines of its days.
    Lines { period_id: String, of: Days },
    /// Its balance, less the lines of the other days.
    AllBut { period_id: String, rest: Vec<Days> },
}

/// The cut periods: at most two. A posting is dated within its period, which `gl check` checks. They are read before the lines, so
/// that the database knows how few these are.
async fn cut(db: &impl ConnectionTrait, from: Date, to: Date) -> Result<Vec<Cut>, StoreError> {
    const SQL: &str = "SELECT period_id, start_date, end_date FROM period WHERE start_date <= $2 AND end_date >= $1 \
        AND (start_date < $1 OR end_date > $2)";
    let values = [from.to_string().into(), to.to_string().into()];
    let mut cut = Vec::new();
    for row in db.query_all_raw(Statement::from_sql_and_values(db.get_database_backend(), SQL, values)).await? {
        let period_id: String = row.try_get_by_index(0)?;
        let name = RowName { table: "period", key: &period_id };
        let day = |column: &str| -> Result<Date, StoreError> { name.date(column, &row.try_get::<String>("", column)?) };
        let (start, end) = (day("start_date")?, day("end_date")?);
        let asked = (start.max(from), end.min(to));
        let before = (start < asked.0).then(|| (start, asked.0.plus_days(-1)));
        let after = (asked.1 < end).then(|| (asked.1.plus_days(1), end));
        cut.push(Cut { period_id, asked, rest: before.into_iter().chain(after).collect() });
    }
    Ok(cut)
}

/// The statement so far, with its values.
struct Parts {
    sql: String,
    values: Vec<Value>,
}

impl Parts {
    /// A place for the value.
    fn given(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    /// Those of the period alone: the adjustments of a fiscal year have a period of their own on its last day.
    fn lines(&mut self, period_id: &str, (first, last): Days) -> String {
        let (first, last) = (self.given(first.to_string()), self.given(last.to_string()));
        let period = self.given(period_id);
        format!("{LINES} BETWEEN {first} AND {last} AND p.period_id = {period}")
    }

    fn add(&mut self, part: Part) {
        match part {
            Part::Lines { period_id, of } => {
                let lines = self.lines(&period_id, of);
                self.sql = format!("{} UNION ALL {lines}", self.sql);
            }
            Part::AllBut { period_id, rest } => {
                let period = self.given(period_id.as_str());
                self.sql = format!("{} UNION ALL {OF_PERIOD} = {period}", self.sql);
                for days in rest {
                    let lines = self.lines(&period_id, days);
                    self.sql = format!("{} UNION ALL SELECT account_id, -debit, -credit FROM ({lines}) rest", self.sql);
                }
            }
        }
    }
}

/// How many lines these days have, counted up to `most`.
async fn count(db: &impl ConnectionTrait, days: &[Days], most: u64) -> Result<u64, StoreError> {
    let mut counted = 0_u64;
    for (first, last) in days {
        let values = [first.to_string().into(), last.to_string().into()];
        let sql = format!("SELECT COUNT(*) FROM (SELECT 1 FROM ({LINES} BETWEEN $1 AND $2) of_days LIMIT {most}) few");
        let row = db.query_one_raw(Statement::from_sql_and_values(db.get_database_backend(), sql, values)).await?;
        let found: Option<i64> = row.map(|row| row.try_get_by_index(0)).transpose()?;
        counted = counted.saturating_add(found.and_then(|found| u64::try_from(found).ok()).unwrap_or_default());
    }
    Ok(counted.min(most))
}

/// The part of a cut period with the fewer lines.
async fn shorter(db: &impl ConnectionTrait, cut: Cut) -> Result<Part, StoreError> {
    let Cut { period_id, asked, rest } = cut;
    let others = count(db, &rest, COUNTED).await?;
    let is_rest_shorter = others == 0 || {
        let own = count(db, &[asked], COUNTED).await?;
        let days = |(first, last): &Days| last.days_since(*first);
        let others = Counted { lines: others, days: rest.iter().map(days).sum() };
        others.is_shorter_than(Counted { lines: own, days: days(&asked) })
    };
    Ok(if is_rest_shorter { Part::AllBut { period_id, rest } } else { Part::Lines { period_id, of: asked } })
}

/// Base currency sums by account of what is posted up to `to`, and from `from` where given: of whole periods by their balances, of a
/// period that a day cuts by the shorter part of its lines. On PostgreSQL a sum of bigint is numeric: it is cast back.
pub async fn by_account(
    db: &impl ConnectionTrait,
    from: Option<Date>,
    to: Date,
) -> Result<BTreeMap<String, Sums>, StoreError> {
    let from = from.unwrap_or(Date::FIRST);
    let values = vec![from.to_string().into(), to.to_string().into()];
    let mut parts = Parts { sql: WHOLE_PERIODS.to_owned(), values };
    for cut in cut(db, from, to).await? {
        parts.add(shorter(db, cut).await?);
    }
    summed(db, parts).await
}

/// The same of what was posted into one period.
pub async fn of_period(db: &impl ConnectionTrait, period_id: &str) -> Result<BTreeMap<String, Sums>, StoreError> {
    let sql = format!("{OF_PERIOD} = $1");
    summed(db, Parts { sql, values: vec![period_id.into()] }).await
}

async fn summed(db: &impl ConnectionTrait, parts: Parts) -> Result<BTreeMap<String, Sums>, StoreError> {
    let sql = format!(
        "SELECT account_id, CAST(SUM(debit) AS BIGINT) AS debit, CAST(SUM(credit) AS BIGINT) AS credit \
         FROM ({}) moved GROUP BY account_id ORDER BY account_id",
        parts.sql
    );
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, parts.values);
    let rows = SumRow::find_by_statement(statement).all(db).await?;
    let sums = |row: SumRow| (row.account_id, Sums { debit: Minor(row.debit), credit: Minor(row.credit) });
    Ok(rows.into_iter().map(sums).collect())
}
