//! Every posting, in the order of the journal: by day, then by document. For the journal and its export, page by page.

use std::collections::BTreeMap;

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, Statement, Value};

use crate::books::ledger::{Posting, PostingKind};
use crate::features::reports::party::PartyType;
use crate::kernel::entity::posting::Model as Header;
use crate::kernel::entity::posting_line;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::naming::{NAMED, Naming};
use crate::kernel::store::row;
use crate::kernel::store::row::RowName;
use crate::values::clock::Date;
use crate::values::id::is_valid_id;
use crate::values::kind::{DocumentKey, DocumentKind};
use crate::values::money::Currency;

/// A posting with what its document says.
#[derive(Clone, PartialEq, Debug)]
pub struct JournalPosting {
    pub posting: Posting,
    pub memo: Option<String>,
    pub reference: Option<String>,
    pub party_id: Option<String>,
    /// What the document pays, when it is a payment.
    pub settles_kind: Option<DocumentKind>,
}

impl JournalPosting {
    /// The party of its document, by its type and id.
    pub fn party(&self) -> Option<(PartyType, String)> {
        Some((PartyType::of(self.posting.source.kind, self.settles_kind)?, self.party_id.clone()?))
    }
}

/// Where a posting stands in the journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub date: Date,
    pub source: DocumentKey,
    pub posting: PostingKind,
}

impl From<&Posting> for Place {
    fn from(posting: &Posting) -> Self {
        Self { date: posting.posting_date, source: posting.source.clone(), posting: posting.kind }
    }
}

impl Place {
    /// As cursors have it.
    pub fn text(&self) -> String {
        format!("{}~{}~{}~{}", self.date, self.source.kind.name(), self.source.id, self.posting.name())
    }

    /// Reads what [`Self::text`] wrote.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('~');
        let (date, kind, id, posting) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let is_plain = parts.next().is_none() && is_valid_id(id);
        is_plain.then_some(())?;
        Some(Self {
            date: Date::parse(date)?,
            source: DocumentKey::new(DocumentKind::parse(kind)?, id),
            posting: PostingKind::parse(posting)?,
        })
    }
}

#[derive(FromQueryResult)]
struct Row {
    source_kind: String,
    source_id: String,
    kind: String,
    period_id: String,
    sub_ledger: String,
    posting_date: String,
    currency: String,
    posted_at: i64,
    memo: Option<String>,
    reference: Option<String>,
    party_id: Option<String>,
    settles_kind: Option<String>,
}

/// Up to `limit` postings after that one, or from the first day on, with their lines; where values are named, those that have a line which
/// names one of them.
pub async fn page(
    db: &impl ConnectionTrait,
    after: Option<&Place>,
    (from, to): (Date, Date),
    naming: Option<&Naming>,
    limit: u64,
) -> Result<Vec<JournalPosting>, StoreError> {
    const SQL: &str = "SELECT p.source_kind, p.source_id, p.kind, p.period_id, p.sub_ledger, p.posting_date, p.currency, \
        p.posted_at, d.memo, d.reference, d.party_id, d.settles_kind \
        FROM posting p LEFT JOIN document d ON d.kind = p.source_kind AND d.document_id = p.source_id \
        WHERE p.posting_date >= $1 AND p.posting_date <= $5 \
        AND (p.posting_date, p.source_kind, p.source_id, p.kind) > ($1, $2, $3, $4){is_asked} \
        ORDER BY p.posting_date, p.source_kind, p.source_id, p.kind LIMIT $6";
    let (day, source_kind, source_id, kind) = after.map_or_else(
        || (from, "", String::new(), String::new()),
        |last| (last.date, last.source.kind.name(), last.source.id.clone(), last.posting.name().into_owned()),
    );
    let mut values: Vec<Value> = vec![
        day.to_string().into(),
        source_kind.into(),
        source_id.into(),
        kind.into(),
        to.to_string().into(),
        i64::try_from(limit).unwrap_or(i64::MAX).into(),
    ];
    let is_asked = naming.map(|naming| {
        let is_named = naming.condition(db.get_database_backend(), &mut values);
        format!(
            " AND EXISTS (SELECT 1 FROM posting_line l {NAMED} WHERE l.source_kind = p.source_kind AND l.source_id = p.source_id \
              AND l.kind = p.kind AND {is_named})"
        )
    });
    let sql = SQL.replace("{is_asked}", &is_asked.unwrap_or_default());
    let rows = Row::find_by_statement(Statement::from_sql_and_values(db.get_database_backend(), sql, values));
    with_lines(db, rows.all(db).await?).await
}

async fn with_lines(db: &impl ConnectionTrait, rows: Vec<Row>) -> Result<Vec<JournalPosting>, StoreError> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let found = posting_line::Entity::find()
        .filter(posting_line::Column::SourceId.is_in(rows.iter().map(|row| row.source_id.as_str())))
        .filter(posting_line::Column::SourceKind.is_in(DocumentKind::ALL.map(DocumentKind::name)))
        .order_by_asc(posting_line::Column::Position)
        .all(db)
        .await?;
    let mut lines: BTreeMap<(String, String, String), Vec<posting_line::Model>> = BTreeMap::new();
    for line in found {
        lines.entry((line.source_kind.clone(), line.source_id.clone(), line.kind.clone())).or_default().push(line);
    }
    let own = |row: Row| {
        let own = lines.remove(&(row.source_kind.clone(), row.source_id.clone(), row.kind.clone()));
        let name = RowName { table: "document", key: &row.source_id };
        let settles = row.settles_kind.as_deref().map(|kind| name.some("settles_kind", DocumentKind::parse(kind)));
        let settles_kind = settles.transpose()?;
        let header = Header {
            source_kind: row.source_kind,
            source_id: row.source_id.clone(),
            kind: row.kind,
            period_id: row.period_id,
            sub_ledger: row.sub_ledger,
            posting_date: row.posting_date,
            currency: row.currency,
            posted_at: row.posted_at,
        };
        let lines = RowName { table: "posting_line", key: &row.source_id }.some("position", own)?;
        let posting = row::posting::read(&header, lines)?;
        Ok(JournalPosting { posting, memo: row.memo, reference: row.reference, party_id: row.party_id, settles_kind })
    };
    rows.into_iter().map(own).collect()
}

#[derive(FromQueryResult)]
struct Span {
    currency: String,
    first: String,
}

/// The currencies of the postings from one day to another, each with the day of its first.
pub async fn currencies(
    db: &impl ConnectionTrait,
    from: Date,
    to: Date,
) -> Result<BTreeMap<&'static str, (Currency, Date)>, StoreError> {
    const SQL: &str = "SELECT currency, MIN(posting_date) AS first FROM posting \
        WHERE posting_date >= $1 AND posting_date <= $2 GROUP BY currency";
    let values = [from.to_string().into(), to.to_string().into()];
    let rows = Span::find_by_statement(Statement::from_sql_and_values(db.get_database_backend(), SQL, values)).all(db);
    let read = |row: Span| {
        let name = RowName { table: "posting", key: &row.currency };
        let currency = name.currency("currency", &row.currency)?;
        Ok((currency.code(), (currency, name.date("posting_date", &row.first)?)))
    };
    rows.await?.into_iter().map(read).collect()
}
