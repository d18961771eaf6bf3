//! The posting lines of one account, in the order of the general ledger: by day, then by document.

use sea_orm::{ConnectionTrait, FromQueryResult, Statement};

use crate::clock::Date;
use crate::kind::{DocumentKey, DocumentKind};
use crate::ledger::PostingKind;
use crate::money::{Currency, Minor, MoneyError};
use crate::store::StoreError;
use crate::store::read::balances::{Sums, of_account};
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

    fn values(&self) -> [sea_orm::Value; 5] {
        [
            self.date.to_string().into(),
            self.source_kind.clone().into(),
            self.source_id.clone().into(),
            self.posting.clone().into(),
            self.position.into(),
        ]
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

/// Up to `limit` lines after a place, dated up to `to`. A line without a memo has its document's.
pub async fn page(
    db: &impl ConnectionTrait,
    account_id: &str,
    after: &Place,
    to: Date,
    limit: u64,
) -> Result<Vec<AccountLine>, StoreError> {
    // The day stands there a second time because that is what the index knows.
    const SQL: &str = "SELECT l.posting_date, l.source_kind, l.source_id, l.kind, l.position, l.line_number, \
        COALESCE(l.memo, d.memo) AS memo, l.currency, l.amount, l.base_amount, d.party_id, d.settles_kind \
        FROM posting_line l LEFT JOIN document d ON d.kind = l.source_kind AND d.document_id = l.source_id \
        WHERE l.account_id = $1 AND l.posting_date >= $2 AND l.posting_date <= $7 \
        AND (l.posting_date, l.source_kind, l.source_id, l.kind, l.position) > ($2, $3, $4, $5, $6) \
        ORDER BY l.posting_date, l.source_kind, l.source_id, l.kind, l.position LIMIT $8";
    let mut values = vec![account_id.into()];
    values.extend(after.values());
    values.extend([to.to_string().into(), i64::try_from(limit).unwrap_or(i64::MAX).into()]);
    let statement = Statement::from_sql_and_values(db.get_database_backend(), SQL, values);
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

#[derive(FromQueryResult)]
struct Balance {
    balance: i64,
}

/// The account's balance in base currency, debit positive, up to and with the line at that place: that of the days before, from the
/// balances, and the lines of the day.
pub async fn balance_until(
    db: &impl ConnectionTrait,
    account_id: &str,
    place: &Place,
) -> Result<Result<Minor, MoneyError>, StoreError> {
    const SQL: &str = "SELECT CAST(COALESCE(SUM(base_amount), 0) AS BIGINT) AS balance FROM posting_line \
        WHERE account_id = $1 AND posting_date = $2 \
        AND (source_kind, source_id, kind, position) <= ($3, $4, $5, $6)";
    let before = match place.date {
        Date::FIRST => Sums::default(),
        day => of_account(db, account_id, None, day.plus_days(-1)).await?,
    };
    let mut values = vec![account_id.into()];
    values.extend(place.values());
    let found =
        Balance::find_by_statement(Statement::from_sql_and_values(db.get_database_backend(), SQL, values)).one(db);
    let of_the_day = found.await?.map_or(Minor::ZERO, |found| Minor(found.balance));
    Ok(before.debit.checked_sub(before.credit).and_then(|before| before.checked_add(of_the_day)))
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
