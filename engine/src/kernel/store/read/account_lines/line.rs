//! A line of an account with its place in the order of the general ledger, and how lines are read.

use sea_orm::{ConnectionTrait, FromQueryResult, Statement, Value};

use crate::books::ledger::PostingKind;
use crate::kernel::store::StoreError;
use crate::kernel::store::row::RowName;
use crate::values::clock::Date;
use crate::values::kind::{DocumentKey, DocumentKind};
use crate::values::money::{Currency, Minor};

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

    pub(crate) fn values(&self) -> [sea_orm::Value; 5] {
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
    pub department_id: Option<String>,
    pub cost_center_id: Option<String>,
    /// As [`crate::values::dimension::text_of`] writes it.
    pub dimensions: Option<String>,
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
    department_id: Option<String>,
    cost_center_id: Option<String>,
    dimensions: Option<String>,
}

/// A line as it is read, with its document's row, and with the row of the document's line that it is of, where it is of one.
pub(super) const SHOWN: &str = "l.posting_date, l.source_kind, l.source_id, l.kind, l.position, l.line_number, COALESCE(l.memo, d.memo) AS memo, \
    l.currency, l.amount, l.base_amount, d.party_id, d.settles_kind, n.department_id, n.cost_center_id, n.dimensions";
pub(super) const DOCUMENT: &str = "LEFT JOIN document d ON d.kind = l.source_kind AND d.document_id = l.source_id \
    LEFT JOIN document_line n ON n.kind = l.source_kind AND n.document_id = l.source_id AND n.line_number = l.line_number";
pub(super) const IN_ORDER: &str = "l.posting_date, l.source_kind, l.source_id, l.kind, l.position";

/// The next lines of these days, of which all are read. They are sorted before their documents are looked up.
pub(super) async fn sorted(
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
    values.extend([to.to_string().into(), bound(limit)]);
    lines(db, sql, values).await
}

/// A number of rows as a value.
pub(super) fn bound(rows: u64) -> Value {
    i64::try_from(rows).unwrap_or(i64::MAX).into()
}

pub(super) async fn lines(
    db: &impl ConnectionTrait,
    sql: String,
    values: Vec<Value>,
) -> Result<Vec<AccountLine>, StoreError> {
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
        department_id: row.department_id,
        cost_center_id: row.cost_center_id,
        dimensions: row.dimensions,
        place: Place {
            date: name.date("posting_date", &row.posting_date)?,
            source_kind: row.source_kind,
            source_id: row.source_id.clone(),
            posting: row.kind,
            position: row.position,
        },
    })
}
