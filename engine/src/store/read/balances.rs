//! Sums of the ledger, from the balances and from the postings themselves.

use std::collections::BTreeMap;

use sea_orm::{ConnectionTrait, FromQueryResult, Statement, Value};

use crate::clock::Date;
use crate::money::Minor;
use crate::store::StoreError;
use crate::store::row::RowName;

/// Debits and credits of one account in base currency.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sums {
    pub debit: Minor,
    pub credit: Minor,
}

#[derive(FromQueryResult)]
struct SumRow {
    account_id: String,
    debit: i64,
    credit: i64,
}

/// All accounts: balances are found by their key, account by account, and lines by the day of their posting.
const ALL: Source = Source {
    whole_periods: "SELECT b.account_id, b.base_debit AS debit, b.base_credit AS credit \
        FROM account a JOIN balance b ON b.account_id = a.account_id \
        WHERE b.period_id IN (SELECT period_id FROM period WHERE start_date >= $1 AND end_date <= $2)",
    of_period: "SELECT b.account_id, b.base_debit, b.base_credit \
        FROM account a JOIN balance b ON b.account_id = a.account_id WHERE b.period_id",
    lines: "SELECT l.account_id, CASE WHEN l.base_amount > 0 THEN l.base_amount ELSE 0 END AS debit, \
        CASE WHEN l.base_amount < 0 THEN -l.base_amount ELSE 0 END AS credit FROM posting p \
        JOIN posting_line l ON l.source_kind = p.source_kind AND l.source_id = p.source_id AND l.kind = p.kind \
        WHERE p.posting_date",
};

/// One account, the third value.
const ONE: Source = Source {
    whole_periods: "SELECT b.account_id, b.base_debit AS debit, b.base_credit AS credit FROM balance b \
        WHERE b.account_id = $3 AND b.period_id IN (SELECT period_id FROM period WHERE start_date >= $1 AND end_date <= $2)",
    of_period: "SELECT account_id, base_debit, base_credit FROM balance WHERE account_id = $3 AND period_id",
    lines: "SELECT account_id, CASE WHEN base_amount > 0 THEN base_amount ELSE 0 END AS debit, \
        CASE WHEN base_amount < 0 THEN -base_amount ELSE 0 END AS credit FROM posting_line \
        WHERE account_id = $3 AND posting_date",
};

/// So many lines are counted before days alone tell which part of a period has fewer.
const COUNTED: u64 = 1_000;

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
    Lines(Days),
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
struct Parts<'a> {
    sql: String,
    values: Vec<Value>,
    /// The lines of an account or of all, up to the days.
    lines: &'a str,
}

impl Parts<'_> {
    /// A place for the value.
    fn given(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    fn lines(&mut self, (first, last): Days) -> String {
        let (first, last) = (self.given(first.to_string()), self.given(last.to_string()));
        format!("{} BETWEEN {first} AND {last}", self.lines)
    }

    fn add(&mut self, part: Part, of_period: &str) {
        match part {
            Part::Lines(days) => {
                let lines = self.lines(days);
                self.sql = format!("{} UNION ALL {lines}", self.sql);
            }
            Part::AllBut { period_id, rest } => {
                let period = self.given(period_id);
                self.sql = format!("{} UNION ALL {of_period} = {period}", self.sql);
                for days in rest {
                    let lines = self.lines(days);
                    self.sql = format!("{} UNION ALL SELECT account_id, -debit, -credit FROM ({lines}) rest", self.sql);
                }
            }
        }
    }
}

/// How many lines these days have, counted up to `most`.
async fn count(
    db: &impl ConnectionTrait,
    lines: &str,
    (days, account_id): (&[Days], Option<&str>),
    most: u64,
) -> Result<u64, StoreError> {
    let mut counted = 0_u64;
    for days in days {
        // The places of the other values are those of the sums.
        let mut values: Vec<Value> = vec![days.0.to_string().into(), days.1.to_string().into()];
        values.extend(account_id.map(Value::from));
        let sql = format!("SELECT COUNT(*) FROM (SELECT 1 FROM ({lines} BETWEEN $1 AND $2) of_days LIMIT {most}) few");
        let row = db.query_one_raw(Statement::from_sql_and_values(db.get_database_backend(), sql, values)).await?;
        let found: Option<i64> = row.map(|row| row.try_get_by_index(0)).transpose()?;
        counted = counted.saturating_add(found.and_then(|found| u64::try_from(found).ok()).unwrap_or_default());
    }
    Ok(counted.min(most))
}

/// The part of a cut period with the fewer lines.
async fn shorter(
    db: &impl ConnectionTrait,
    lines: &str,
    account_id: Option<&str>,
    cut: Cut,
) -> Result<Part, StoreError> {
    let Cut { period_id, asked, rest } = cut;
    let others = count(db, lines, (&rest, account_id), COUNTED).await?;
    let is_rest_shorter = others == 0 || {
        let own = count(db, lines, (&[asked], account_id), COUNTED).await?;
        let days = |(first, last): &Days| last.days_since(*first);
        if own == COUNTED && others == COUNTED {
            rest.iter().map(days).sum::<i64>() < days(&asked)
        } else {
            others < own
        }
    };
    Ok(if is_rest_shorter { Part::AllBut { period_id, rest } } else { Part::Lines(asked) })
}

/// What is summed up: the balances of whole periods, that of one period, and the lines of some days.
struct Source {
    whole_periods: &'static str,
    of_period: &'static str,
    lines: &'static str,
}

/// Sums by account: of whole periods by their balances, of cut ones by the shorter part of their lines.
async fn sums(
    db: &impl ConnectionTrait,
    source: &Source,
    (from, to): (Option<Date>, Date),
    account_id: Option<&str>,
) -> Result<BTreeMap<String, Sums>, StoreError> {
    let from = from.unwrap_or(Date::FIRST);
    let mut values: Vec<Value> = vec![from.to_string().into(), to.to_string().into()];
    values.extend(account_id.map(Value::from));
    let mut parts = Parts { sql: source.whole_periods.to_owned(), values, lines: source.lines };
    for cut in cut(db, from, to).await? {
        let part = shorter(db, source.lines, account_id, cut).await?;
        parts.add(part, source.of_period);
    }
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

/// Base currency sums by account of what is posted up to `to`, and from `from` where given: from the balances of whole periods, and
/// the lines of a period that a day cuts. On PostgreSQL a sum of bigint is numeric: it is cast back.
pub async fn by_account(
    db: &impl ConnectionTrait,
    from: Option<Date>,
    to: Date,
) -> Result<BTreeMap<String, Sums>, StoreError> {
    sums(db, &ALL, (from, to), None).await
}

/// As [`by_account`], of one account.
pub async fn of_account(
    db: &impl ConnectionTrait,
    account_id: &str,
    from: Option<Date>,
    to: Date,
) -> Result<Sums, StoreError> {
    let found = sums(db, &ONE, (from, to), Some(account_id)).await?;
    Ok(found.into_values().next().unwrap_or_default())
}
