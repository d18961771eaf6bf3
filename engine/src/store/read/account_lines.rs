//! The posting lines of one account, in the order of the general ledger: by day, then by document.

mod account_day;

use sea_orm::{ConnectionTrait, FromQueryResult, Statement, Value};

use crate::clock::Date;
use crate::kind::{DocumentKey, DocumentKind};
use crate::ledger::PostingKind;
use crate::money::{Currency, Minor};
use crate::store::StoreError;
use crate::store::row::RowName;

/// A line's place in the order. A line is never changed, so its place never does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub date: Date,
    pub source_kind: String,
    pub source_id: String,
    pub posting: String,
    pub position: i64,
}

impl Place {
    /// Before every line of that day.
    pub const fn start_of(date: Date) -> Self {
        Self { date, source_kind: String::new(), source_id: String::new(), posting: String::new(), position: 0 }
    }

    pub(super) fn values(&self) -> [sea_orm::Value; 5] {
        [
            self.date.to_string().into(),
            self.source_kind.clone().into(),
            self.source_id.clone().into(),
            self.posting.clone().into(),
            self.position.into(),
        ]
    }
}

/// A point between two lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Until {
    /// After all lines of that day.
    EndOf(Date),
    /// After the line at that place.
    Line(Place),
}

impl Until {
    pub const fn day(&self) -> Date {
        match self {
            Self::EndOf(day) => *day,
            Self::Line(place) => place.date,
        }
    }
}

/// One line with what its document says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccountLine {
    pub place: Place,
    pub source: DocumentKey,
    pub posting: PostingKind,
    pub line_number: i64,
    pub memo: Option<String>,
    pub currency: Currency,
    pub amount: Minor,
    pub base_amount: Minor,
    pub party_id: Option<String>,
    /// What the document pays, when it is a payment.
    pub settles_kind: Option<DocumentKind>,
}

#[derive(FromQueryResult)]
struct Row {
    posting_date: String,
    source_kind: String,
    source_id: String,
    kind: String,
    position: i64,
    line_number: i64,
    memo: Option<String>,
    currency: String,
    amount: i64,
    base_amount: i64,
    party_id: Option<String>,
    settles_kind: Option<String>,
}

/// So many lines of a day, or of some days together, are read and sorted for a page.
const MOST: u64 = 1_000;

/// A line as it is read, with its document's row.
const SHOWN: &str = "l.posting_date, l.source_kind, l.source_id, l.kind, l.position, l.line_number, COALESCE(l.memo, d.memo) AS memo, \
    l.currency, l.amount, l.base_amount, d.party_id, d.settles_kind";
const DOCUMENT: &str = "LEFT JOIN document d ON d.kind = l.source_kind AND d.document_id = l.source_id";
const IN_ORDER: &str = "l.posting_date, l.source_kind, l.source_id, l.kind, l.position";

/// Up to `limit` lines after a place, dated up to `to`. A line without a memo has its document's.
///
/// The account's index knows days alone. So days are read together, and sorted, up to [`MOST`] lines; a day with more is walked through in
/// the order of the journal (`account_day.rs`).
pub async fn page(
    db: &impl ConnectionTrait,
    account_id: &str,
    after: &Place,
    to: Date,
    limit: u64,
) -> Result<Vec<AccountLine>, StoreError> {
    let most = MOST.max(limit);
    let (mut found, mut after) = (Vec::new(), after.clone());
    loop {
        let wanted = limit.saturating_sub(u64::try_from(found.len()).unwrap_or(u64::MAX));
        let Some((first, next)) = days_ahead(db, account_id, (after.date, to), most).await? else { return Ok(found) };
        if first != after.date {
            after = Place::start_of(first);
        }
        let last = match next {
            Some(next) if next == first => {
                found.extend(account_day::walk(db, account_id, &after, wanted).await?);
                first
            }
            Some(next) => {
                let last = next.plus_days(-1);
                found.extend(sorted(db, account_id, &after, last, wanted).await?);
                last
            }
            None => {
                found.extend(sorted(db, account_id, &after, to, wanted).await?);
                to
            }
        };
        if last >= to || u64::try_from(found.len()).unwrap_or(u64::MAX) >= limit {
            return Ok(found);
        }
        after = Place::start_of(last.next());
    }
}

/// The first day with a line of the account, and that of the line which is `most` lines further.
async fn days_ahead(
    db: &impl ConnectionTrait,
    account_id: &str,
    (from, to): (Date, Date),
    most: u64,
) -> Result<Option<(Date, Option<Date>)>, StoreError> {
    let of_days =
        "FROM posting_line WHERE account_id = $1 AND posting_date >= $2 AND posting_date <= $3 ORDER BY posting_date";
    let sql = format!(
        "SELECT (SELECT posting_date {of_days} LIMIT 1) AS first, (SELECT posting_date {of_days} LIMIT 1 OFFSET {most}) AS next"
    );
    let values = [account_id.into(), from.to_string().into(), to.to_string().into()];
    let row = db.query_one_raw(Statement::from_sql_and_values(db.get_database_backend(), sql, values)).await?;
    let Some(row) = row else { return Ok(None) };
    let day = |column: &str| -> Result<Option<Date>, StoreError> {
        let day: Option<String> = row.try_get("", column)?;
        let name = RowName { table: "posting_line", key: account_id };
        day.map(|day| name.date("posting_date", &day)).transpose()
    };
    let (first, next) = (day("first")?, day("next")?);
    Ok(first.map(|first| (first, next)))
}

/// The next lines of these days, of which all are read. They are sorted before their documents are looked up.
async fn sorted(
    db: &impl ConnectionTrait,
    account_id: &str,
    after: &Place,
    to: Date,
    limit: u64,
) -> Result<Vec<AccountLine>, StoreError> {
    // The day stands there a second time because that is what the index knows.
    let sql = format!(
        "SELECT {SHOWN} FROM (SELECT posting_date, source_kind, source_id, kind, position, line_number, memo, currency, amount, base_amount \
            FROM posting_line WHERE account_id = $1 AND posting_date >= $2 AND posting_date <= $7 \
            AND (posting_date, source_kind, source_id, kind, position) > ($2, $3, $4, $5, $6) \
            ORDER BY posting_date, source_kind, source_id, kind, position LIMIT $8) l {DOCUMENT} ORDER BY {IN_ORDER}"
    );
    let mut values = vec![account_id.into()];
    values.extend(after.values());
    values.extend([to.to_string().into(), i64::try_from(limit).unwrap_or(i64::MAX).into()]);
    lines(db, sql, values).await
}

async fn lines(db: &impl ConnectionTrait, sql: String, values: Vec<Value>) -> Result<Vec<AccountLine>, StoreError> {
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    Row::find_by_statement(statement).all(db).await?.into_iter().map(read).collect()
}

fn read(row: Row) -> Result<AccountLine, StoreError> {
    let name = RowName { table: "posting_line", key: &row.source_id };
    let kind = name.some("source_kind", DocumentKind::parse(&row.source_kind))?;
    let settles = row.settles_kind.as_deref().map(|kind| name.some("settles_kind", DocumentKind::parse(kind)));
    Ok(AccountLine {
        source: DocumentKey::new(kind, row.source_id.clone()),
        posting: name.some("kind", PostingKind::parse(&row.kind))?,
        line_number: row.line_number,
        currency: name.currency("currency", &row.currency)?,
        amount: Minor(row.amount),
        base_amount: Minor(row.base_amount),
        settles_kind: settles.transpose()?,
        memo: row.memo,
        party_id: row.party_id,
        place: Place {
            date: name.date("posting_date", &row.posting_date)?,
            source_kind: row.source_kind,
            source_id: row.source_id.clone(),
            posting: row.kind,
            position: row.position,
        },
    })
}

/// How many lines the account has from one day to another, both included. It counts them one by one.
pub async fn count(db: &impl ConnectionTrait, account_id: &str, from: Date, to: Date) -> Result<u64, StoreError> {
    const SQL: &str =
        "SELECT COUNT(*) FROM posting_line WHERE account_id = $1 AND posting_date >= $2 AND posting_date <= $3";
    let values = [account_id.into(), from.to_string().into(), to.to_string().into()];
    let found = db.query_one_raw(Statement::from_sql_and_values(db.get_database_backend(), SQL, values)).await?;
    let count: Option<i64> = found.map(|row| row.try_get_by_index(0)).transpose()?;
    Ok(count.and_then(|count| u64::try_from(count).ok()).unwrap_or_default())
}
