//! Lists of documents. Each page comes from an index in its order, whatever the list is narrowed to, so that it costs the same
//! among a thousand documents and among a million; a range of dates costs by what lies in it.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::sea_query::{Alias, Expr, ExprTrait, Order, Query, SelectStatement, SimpleExpr};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbBackend, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect,
};

use super::after;
use crate::clock::Date;
use crate::document::{Document, Status};
use crate::entity::document::Column;
use crate::entity::{document, document_line};
use crate::kind::{DocumentKey, DocumentKind};
use crate::page::{Cursor, Page, PageRequest};
use crate::store::row::RowName;
use crate::store::statement::any_of;
use crate::store::{StoreError, party_key, row, status};

/// How many of the newest documents are looked through for a range of dates before its index is asked.
const RECENT: u64 = 2_000;

/// The present statuses of these documents, without those that are not there.
pub async fn statuses(
    db: &impl ConnectionTrait,
    keys: &BTreeSet<DocumentKey>,
) -> Result<BTreeMap<DocumentKey, Status>, StoreError> {
    let rows: Vec<(String, String, String)> = document::Entity::find()
        .select_only()
        .columns([Column::Kind, Column::DocumentId, Column::Status])
        .filter(any_of(Column::Kind, Column::DocumentId, keys))
        .into_tuple()
        .all(db)
        .await?;
    let read = |(kind, id, status): (String, String, String)| {
        let name = RowName { table: "document", key: &id };
        let key = DocumentKey::new(name.some("kind", DocumentKind::parse(&kind))?, id.clone());
        Ok((key, name.some("status", Status::parse(&status))?))
    };
    rows.into_iter().map(read).collect()
}

/// What a list is narrowed to.
#[derive(Clone, Debug)]
pub struct Filter {
    pub kind: DocumentKind,
    pub statuses: Vec<Status>,
    pub period_id: Option<String>,
    pub party_id: Option<String>,
    /// The id of the document that a payment pays, or that a credit is about.
    pub settles_id: Option<String>,
    /// Bounds of `tran_date`, both included.
    pub from: Option<Date>,
    pub to: Option<Date>,
}

/// The filter whose index is read. SQLite keeps no count of values, and would take any that fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lead {
    Settled,
    Party,
    /// One status or several.
    Status,
    /// What is not posted in a period.
    Unposted,
    Period,
    Dates,
    /// No filter: the newest first.
    Newest,
}

impl Filter {
    /// All documents of one type.
    pub const fn of(kind: DocumentKind) -> Self {
        Self { kind, statuses: Vec::new(), period_id: None, party_id: None, settles_id: None, from: None, to: None }
    }

    /// The filter that leaves the fewest documents in any books: what one document is paid by, what one party has, what is not
    /// posted yet; then a period, a range of dates, and the statuses in which documents end.
    fn lead(&self) -> Lead {
        let unposted = self.statuses.iter().all(|status| Status::UNPOSTED.contains(status));
        let status = !self.statuses.is_empty();
        if self.settles_id.is_some() {
            Lead::Settled
        } else if self.party_id.is_some() {
            Lead::Party
        } else if status && unposted {
            if self.period_id.is_some() { Lead::Unposted } else { Lead::Status }
        } else if self.period_id.is_some() {
            Lead::Period
        } else if self.from.is_some() || self.to.is_some() {
            Lead::Dates
        } else if status {
            Lead::Status
        } else {
            Lead::Newest
        }
    }

    /// Several statuses, each with its newest first in the index: the page is among the newest of each.
    fn is_merged(&self) -> bool {
        self.lead() == Lead::Status && self.statuses.len() > 1
    }

    /// Whether the index of the lead is not in the order of the list: its matches are gathered and sorted, by their keys alone.
    fn is_sorted(&self) -> bool {
        match self.lead() {
            Lead::Settled | Lead::Dates => true,
            Lead::Party => self.party_id.as_deref().is_some_and(|id| party_key::asked(self.kind, id).len() > 1),
            Lead::Status | Lead::Unposted | Lead::Period | Lead::Newest => false,
        }
    }

    fn condition(&self, backend: DbBackend) -> Condition {
        let lead = self.lead();
        let column = |is_indexed: bool, column: Column| -> SimpleExpr {
            if is_indexed { Expr::col(column.as_column_ref()) } else { unindexed(backend, column) }
        };
        let status = column(lead == Lead::Status, Column::Status);
        let statuses = match self.statuses.as_slice() {
            [] => None,
            [only] => Some(status.eq(only.name())),
            several => Some(status.is_in(several.iter().map(|status| status.name()))),
        };
        let period = column(matches!(lead, Lead::Period | Lead::Unposted), Column::PeriodId);
        let date = || column(lead == Lead::Dates, Column::TranDate);
        let party = self.party_id.as_deref().map(|id| {
            let found_by = column(lead == Lead::Party, Column::PartyKey);
            match party_key::asked(self.kind, id).as_slice() {
                [only] => found_by.eq(only.as_str()),
                several => found_by.is_in(several.iter().map(String::as_str)),
            }
        });
        Condition::all()
            .add_option((lead == Lead::Unposted).then(status::unposted))
            .add(column(lead != Lead::Unposted, Column::Kind).eq(self.kind.name()))
            .add_option(statuses)
            .add_option(self.period_id.as_deref().map(|id| period.eq(id)))
            .add_option(party)
            .add_option(self.settles_id.as_deref().map(|id| column(lead == Lead::Settled, Column::SettlesId).eq(id)))
            .add_option(self.from.map(|day| date().gte(day.to_string())))
            .add_option(self.to.map(|day| date().lte(day.to_string())))
    }
}

/// A column whose index is not to be read: a column in an expression is none that SQLite has an index of.
pub(super) fn unindexed(backend: DbBackend, column: Column) -> SimpleExpr {
    match backend {
        DbBackend::Sqlite => Expr::cust(format!("+\"document\".\"{}\"", sea_orm::IdenStatic::as_str(&column))),
        _ => Expr::col(column.as_column_ref()),
    }
}

/// One page of documents without their lines, newest first.
pub async fn headers(
    db: &impl ConnectionTrait,
    filter: &Filter,
    page: &PageRequest,
) -> Result<Page<Document>, StoreError> {
    let wanted = filter.condition(db.get_database_backend());
    let total = if page.count { Some(document::Entity::find().filter(wanted.clone()).count(db).await?) } else { None };
    let rows = if filter.is_sorted() {
        rows_of(db, &sorted(db, filter, page).await?).await?
    } else if filter.is_merged() {
        merged(db, filter, page).await?
    } else {
        newest(db, wanted, page).await?
    };
    Ok(Page::of(bare(rows)?, page.limit, total, cursor))
}

/// The newest of these, as many as the page holds, and one more.
async fn newest(
    db: &impl ConnectionTrait,
    wanted: Condition,
    page: &PageRequest,
) -> Result<Vec<document::Model>, StoreError> {
    Ok(document::Entity::find()
        .filter(wanted)
        .filter(after(Column::CreatedAt, Column::DocumentId, page.after.as_ref()))
        .order_by_desc(Column::CreatedAt)
        .order_by_desc(Column::DocumentId)
        .limit(page.limit.saturating_add(1))
        .all(db)
        .await?)
}

/// The newest of each status, merged.
async fn merged(
    db: &impl ConnectionTrait,
    filter: &Filter,
    page: &PageRequest,
) -> Result<Vec<document::Model>, StoreError> {
    let mut rows = Vec::new();
    for status in &filter.statuses {
        let one = Filter { statuses: vec![*status], ..filter.clone() };
        rows.extend(newest(db, one.condition(db.get_database_backend()), page).await?);
    }
    newest_first(&mut rows);
    rows.dedup_by(|one, other| one.document_id == other.document_id);
    rows.truncate(usize::try_from(page.limit.saturating_add(1)).unwrap_or(usize::MAX));
    Ok(rows)
}

fn newest_first(rows: &mut [document::Model]) {
    rows.sort_by(|one, other| (other.created_at, &other.document_id).cmp(&(one.created_at, &one.document_id)));
}

pub(super) fn bare(rows: Vec<document::Model>) -> Result<Vec<Document>, StoreError> {
    rows.into_iter().map(|row| row::document::read(row, Vec::new())).collect()
}

/// Where a document stands in the order of lists.
pub fn cursor(document: &Document) -> Cursor {
    Cursor { at: document.created_at.micros(), id: document.key.id.clone() }
}

/// How many documents of a period are not posted, by type and status.
pub async fn unposted_counts(
    db: &impl ConnectionTrait,
    period_id: &str,
) -> Result<BTreeMap<(DocumentKind, Status), u64>, StoreError> {
    let found: Vec<(String, String, i64)> = document::Entity::find()
        .select_only()
        .columns([Column::Kind, Column::Status])
        .column_as(Column::DocumentId.count(), "found")
        .filter(Column::PeriodId.eq(period_id))
        .filter(status::unposted())
        .group_by(Column::Kind)
        .group_by(Column::Status)
        .into_tuple()
        .all(db)
        .await?;
    let name = row::RowName { table: "document", key: period_id };
    let read = |(kind, status, found): (String, String, i64)| {
        let key = (name.some("kind", DocumentKind::parse(&kind))?, name.some("status", Status::parse(&status))?);
        Ok((key, name.u64("count", found)?))
    };
    found.into_iter().map(read).collect()
}

/// The keys of a page whose index is not in its order.
async fn sorted(
    db: &impl ConnectionTrait,
    filter: &Filter,
    page: &PageRequest,
) -> Result<BTreeSet<DocumentKey>, StoreError> {
    let enough = usize::try_from(page.limit.saturating_add(1)).unwrap_or(usize::MAX);
    if filter.lead() == Lead::Dates {
        // The newest documents of a wide range are among the newest documents of all.
        let found = keys(db, &recent(db.get_database_backend(), filter, page)).await?;
        if found.len() >= enough {
            return Ok(found);
        }
    }
    let mut all = Query::select();
    all.columns([Column::Kind, Column::DocumentId]).from(document::Entity);
    all.cond_where(filter.condition(db.get_database_backend()));
    // In an expression, so that no planner walks all documents in the order of the list instead.
    let at: SimpleExpr = Expr::col(Column::CreatedAt.as_column_ref()).add(0);
    if let Some(cursor) = &page.after {
        let last: [SimpleExpr; 2] = [Expr::value(cursor.at), Expr::value(cursor.id.as_str())];
        let place: [SimpleExpr; 2] = [at.clone(), Expr::col(Column::DocumentId.as_column_ref())];
        all.and_where(Expr::tuple(place).lt(Expr::tuple(last)));
    }
    all.order_by_expr(at, Order::Desc).order_by(Column::DocumentId, Order::Desc).limit(page.limit.saturating_add(1));
    keys(db, &all).await
}

/// The newest documents that pass the filter, as many as the page holds.
fn recent(backend: DbBackend, filter: &Filter, page: &PageRequest) -> SelectStatement {
    let mut newest = Query::select();
    let columns =
        [Column::Kind, Column::DocumentId, Column::CreatedAt, Column::TranDate, Column::Status, Column::PeriodId];
    newest.columns(columns).from(document::Entity);
    newest.and_where(Column::Kind.eq(filter.kind.name()));
    newest.cond_where(after(Column::CreatedAt, Column::DocumentId, page.after.as_ref()));
    newest.order_by(Column::CreatedAt, Order::Desc).order_by(Column::DocumentId, Order::Desc).limit(RECENT);
    let mut wanted = Query::select();
    wanted.columns([Column::Kind, Column::DocumentId]).from_subquery(newest, Alias::new("document"));
    wanted.cond_where(filter.condition(backend));
    wanted.order_by(Column::CreatedAt, Order::Desc).order_by(Column::DocumentId, Order::Desc);
    wanted.limit(page.limit.saturating_add(1)).to_owned()
}

async fn keys(db: &impl ConnectionTrait, select: &SelectStatement) -> Result<BTreeSet<DocumentKey>, StoreError> {
    let mut keys = BTreeSet::new();
    for found in db.query_all(select).await? {
        let (kind, id): (String, String) = (found.try_get_by_index(0)?, found.try_get_by_index(1)?);
        let name = row::RowName { table: "document", key: &id };
        keys.insert(DocumentKey::new(name.some("kind", DocumentKind::parse(&kind))?, id.clone()));
    }
    Ok(keys)
}

/// The header rows of these documents, newest first.
async fn rows_of(db: &impl ConnectionTrait, keys: &BTreeSet<DocumentKey>) -> Result<Vec<document::Model>, StoreError> {
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let mut rows = document::Entity::find().filter(any_of(Column::Kind, Column::DocumentId, keys)).all(db).await?;
    newest_first(&mut rows);
    Ok(rows)
}

/// These documents without their lines, newest first.
pub async fn without_lines(
    db: &impl ConnectionTrait,
    keys: &BTreeSet<DocumentKey>,
) -> Result<Vec<Document>, StoreError> {
    bare(rows_of(db, keys).await?)
}

/// A page of the documents whose step waits for this word (`approval/waiting.rs`), without their lines, newest first.
pub async fn waiting_for(
    db: &impl ConnectionTrait,
    word: &str,
    after_row: Option<&Cursor>,
    limit: u64,
) -> Result<Vec<Document>, StoreError> {
    let rows = document::Entity::find()
        .filter(Column::WaitsFor.eq(word))
        .filter(after(Column::CreatedAt, Column::DocumentId, after_row))
        .order_by_desc(Column::CreatedAt)
        .order_by_desc(Column::DocumentId)
        .limit(limit)
        .all(db)
        .await?;
    bare(rows)
}

/// The same documents with their lines, in one statement. By type and id, which is the key of a line: ids alone would read
/// every line that there is.
pub async fn with_lines(db: &impl ConnectionTrait, mut documents: Vec<Document>) -> Result<Vec<Document>, StoreError> {
    if documents.is_empty() {
        return Ok(documents);
    }
    let keys = documents.iter().map(|document| document.key.clone()).collect();
    let rows = document_line::Entity::find()
        .filter(any_of(document_line::Column::Kind, document_line::Column::DocumentId, &keys))
        .order_by_asc(document_line::Column::LineNumber)
        .all(db)
        .await?;
    let mut lines: BTreeMap<(String, String), Vec<document_line::Model>> = BTreeMap::new();
    for line in rows {
        lines.entry((line.kind.clone(), line.document_id.clone())).or_default().push(line);
    }
    for document in &mut documents {
        let key = (document.key.kind.name().to_owned(), document.key.id.clone());
        row::document::put_lines(&mut document.content, lines.remove(&key).unwrap_or_default())?;
    }
    Ok(documents)
}

/// The live reversals of the entries: original id to reversing id.
pub async fn live_reversals(
    db: &impl ConnectionTrait,
    originals: &[String],
) -> Result<BTreeMap<String, String>, StoreError> {
    if originals.is_empty() {
        return Ok(BTreeMap::new());
    }
    let rows: Vec<(Option<String>, String)> = document::Entity::find()
        .select_only()
        .columns([document::Column::OriginalEntryId, document::Column::DocumentId])
        .filter(document::Column::OriginalEntryId.is_in(originals.iter().map(String::as_str)))
        .filter(document::Column::Status.is_not_in([Status::Rejected.name(), Status::Voided.name()]))
        .into_tuple()
        .all(db)
        .await?;
    Ok(rows.into_iter().filter_map(|(original, id)| Some((original?, id))).collect())
}
