//! Lists of documents. Each page comes from an index in its order, so that it costs the same among a thousand documents and among
//! a million. Where the index of a filter is in another order, a few of the first documents of all are looked through, and then
//! the matches are gathered by their keys: this costs by what the filter leaves. Orders that no index has are offered for so many
//! documents as are sorted in a moment.

use std::collections::BTreeMap;

use sea_orm::sea_query::{Alias, Expr, ExprTrait, Query, SelectStatement, SimpleExpr};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbBackend, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
};

use super::document_sorting::{Sorted, Sorting};
use super::documents::{bare, unindexed};
use crate::clock::Date;
use crate::document::order::{By, Place, SortValue};
use crate::document::{Document, DocumentOrder, Status};
use crate::entity::document::{self, Column};
use crate::kind::{DocumentKey, DocumentKind};
use crate::page::{Page, PageRequest};
use crate::store::row::RowName;
use crate::store::statement::any_of;
use crate::store::{StoreError, party_key, status};

/// How many of the first documents are looked through for a filter whose index is in another order.
const LOOKED_THROUGH: u64 = 2_000;

/// What a list is narrowed to, and its order.
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
    pub order: DocumentOrder,
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
    /// No filter: the index of the order.
    Order,
}

impl Filter {
    /// All documents of one type, newest first.
    pub const fn of(kind: DocumentKind) -> Self {
        Self {
            kind,
            statuses: Vec::new(),
            period_id: None,
            party_id: None,
            settles_id: None,
            from: None,
            to: None,
            order: DocumentOrder::Newest,
        }
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
            Lead::Order
        }
    }

    /// Several statuses, each in the order of the list in the index: the page is among the first of each.
    fn is_merged(&self) -> bool {
        self.lead() == Lead::Status && self.statuses.len() > 1
    }

    /// Whether the index of the lead is not in the order of the list: its matches are gathered and sorted, by their keys alone.
    fn is_gathered(&self) -> bool {
        if !self.order.is_indexed() {
            return true;
        }
        let by_date = self.order.by() == By::TranDate;
        match self.lead() {
            Lead::Settled => true,
            Lead::Dates => !by_date,
            Lead::Party => {
                by_date || self.party_id.as_deref().is_some_and(|id| party_key::asked(self.kind, id).len() > 1)
            }
            Lead::Status | Lead::Unposted | Lead::Period => by_date,
            Lead::Order => false,
        }
    }

    /// Whether so many may match that the first of all are looked through before.
    fn is_wide(&self) -> bool {
        if !self.order.is_indexed() {
            return false;
        }
        match self.lead() {
            Lead::Dates => true,
            Lead::Party | Lead::Status | Lead::Period => self.order.by() == By::TranDate,
            Lead::Settled | Lead::Unposted | Lead::Order => false,
        }
    }

    /// The bounds of dates. A cursor of an order by date bounds them more tightly at its end: the index is entered where the page
    /// before ended, and not read up to there again.
    fn dates(&self, after: Option<&Place>) -> (Option<Date>, Option<Date>) {
        let last = match after.and_then(|place| place.value) {
            Some(SortValue::TranDate(day)) => Some(day),
            _ => None,
        };
        if self.order.is_ascending() {
            (self.from.filter(|from| last.is_none_or(|last| last < *from)), self.to)
        } else {
            (self.from, self.to.filter(|to| last.is_none_or(|last| last > *to)))
        }
    }

    pub(super) fn condition(&self, backend: DbBackend, after: Option<&Place>) -> Condition {
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
        let (from, to) = self.dates(after);
        Condition::all()
            .add_option((lead == Lead::Unposted).then(status::unposted))
            .add(column(lead != Lead::Unposted, Column::Kind).eq(self.kind.name()))
            .add_option(statuses)
            .add_option(self.period_id.as_deref().map(|id| period.eq(id)))
            .add_option(party)
            .add_option(self.settles_id.as_deref().map(|id| column(lead == Lead::Settled, Column::SettlesId).eq(id)))
            .add_option(from.map(|day| date().gte(day.to_string())))
            .add_option(to.map(|day| date().lte(day.to_string())))
    }
}

/// One page of documents without their lines.
pub async fn headers(
    db: &impl ConnectionTrait,
    filter: &Filter,
    page: &PageRequest<Place>,
) -> Result<Page<Document>, StoreError> {
    let backend = db.get_database_backend();
    let all = || document::Entity::find().filter(filter.condition(backend, None));
    let total = if page.count { Some(all().count(db).await?) } else { None };
    let cursor = |document: &Document| filter.order.cursor(document);
    if !filter.is_gathered() && !filter.is_merged() {
        return Ok(Page::of(bare(walked(db, filter, page).await?)?, page.limit, total, cursor));
    }
    loop {
        let found =
            if filter.is_gathered() { gathered(db, filter, page).await? } else { merged(db, filter, page).await? };
        let data = bare(rows_of(db, filter.order, &found, page.limit).await?)?;
        // Where everything that was found is gone meanwhile, more may follow it.
        if !data.is_empty() || found.is_empty() {
            let next = data.last().filter(|_| count(&found) > page.limit).map(cursor);
            return Ok(Page { data, next, total });
        }
    }
}

/// Whether more documents match than are sorted without an index.
pub async fn are_too_many_to_sort(db: &impl ConnectionTrait, filter: &Filter) -> Result<bool, StoreError> {
    let most = DocumentOrder::MOST_SORTED;
    let mut some = Query::select();
    some.expr(Expr::cust("1")).from(document::Entity).cond_where(filter.condition(db.get_database_backend(), None));
    some.limit(most.saturating_add(1));
    let mut count = Query::select();
    count.expr(Expr::cust("COUNT(*)")).from_subquery(some, Alias::new("document"));
    let found: i64 = db.query_one(&count).await?.map(|row| row.try_get_by_index(0)).transpose()?.unwrap_or_default();
    Ok(u64::try_from(found).is_ok_and(|found| found > most))
}

/// Documents that were found, each with what orders go by, as it was then.
type Found = BTreeMap<DocumentKey, Sorted>;

fn count(found: &Found) -> u64 {
    u64::try_from(found.len()).unwrap_or(u64::MAX)
}

/// As many as the page holds, and one more, which shows that there is more.
const fn enough(page: &PageRequest<Place>) -> u64 {
    page.limit.saturating_add(1)
}

/// The page from an index in its order.
async fn walked(
    db: &impl ConnectionTrait,
    filter: &Filter,
    page: &PageRequest<Place>,
) -> Result<Vec<document::Model>, StoreError> {
    let (sorting, after) = (Sorting::of(filter.order), page.after.as_ref());
    let mut found = document::Entity::find()
        .filter(filter.condition(db.get_database_backend(), after))
        .filter(sorting.after(after));
    sorting.first(QueryOrder::query(&mut found), enough(page));
    Ok(found.all(db).await?)
}

/// The first of each status.
async fn merged(db: &impl ConnectionTrait, filter: &Filter, page: &PageRequest<Place>) -> Result<Found, StoreError> {
    let mut all = Found::new();
    for status in &filter.statuses {
        let one = Filter { statuses: vec![*status], ..filter.clone() };
        all.extend(keys(db, &matches(db.get_database_backend(), &one, Sorting::of(one.order), page)).await?);
    }
    Ok(all)
}

/// A page whose index is not in its order.
async fn gathered(db: &impl ConnectionTrait, filter: &Filter, page: &PageRequest<Place>) -> Result<Found, StoreError> {
    let backend = db.get_database_backend();
    if filter.is_wide() {
        // Of what most documents are, a page is among the first documents of all.
        let found = keys(db, &among_the_first(backend, filter, page)).await?;
        if count(&found) >= enough(page) {
            return Ok(found);
        }
    }
    keys(db, &matches(backend, filter, Sorting::unindexed(filter.order), page)).await
}

/// The keys of the first that pass the filter, as many as the page holds.
fn matches(backend: DbBackend, filter: &Filter, sorting: Sorting, page: &PageRequest<Place>) -> SelectStatement {
    let after = page.after.as_ref();
    let mut all = Query::select();
    all.columns(FOUND).from(document::Entity);
    all.cond_where(filter.condition(backend, after)).cond_where(sorting.after(after));
    sorting.first(&mut all, enough(page));
    all
}

/// The first documents of all that pass the filter, as many as the page holds.
fn among_the_first(backend: DbBackend, filter: &Filter, page: &PageRequest<Place>) -> SelectStatement {
    let (sorting, after) = (Sorting::of(filter.order), page.after.as_ref());
    let mut first = Query::select();
    let told = [
        Column::Kind,
        Column::DocumentId,
        Column::CreatedAt,
        Column::TranDate,
        Column::DueDate,
        Column::BaseTotal,
        Column::Status,
        Column::PeriodId,
        Column::PartyKey,
    ];
    first.columns(told).from(document::Entity);
    first.and_where(Column::Kind.eq(filter.kind.name())).cond_where(sorting.after(after));
    sorting.first(&mut first, LOOKED_THROUGH);
    let mut wanted = Query::select();
    wanted.columns(FOUND).from_subquery(first, Alias::new("document"));
    wanted.cond_where(filter.condition(backend, after));
    Sorting::of(filter.order).first(&mut wanted, enough(page));
    wanted
}

/// What [`keys`] reads.
const FOUND: [Column; 5] = [Column::Kind, Column::DocumentId, Column::TranDate, Column::DueDate, Column::BaseTotal];

async fn keys(db: &impl ConnectionTrait, select: &SelectStatement) -> Result<Found, StoreError> {
    let mut keys = Found::new();
    for row in db.query_all(select).await? {
        let (kind, id): (String, String) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
        let name = RowName { table: "document", key: &id };
        let key = DocumentKey::new(name.some("kind", DocumentKind::parse(&kind))?, id.clone());
        let (tran_date, due_date) = (row.try_get_by_index(2)?, row.try_get_by_index(3)?);
        keys.insert(key, Sorted { tran_date, due_date, base_total: row.try_get_by_index(4)? });
    }
    Ok(keys)
}

/// The first of these documents, in the order as the database knows it: a bulk gives many documents one instant, and a database
/// of another collation sorts their ids otherwise than we would.
async fn rows_of(
    db: &impl ConnectionTrait,
    order: DocumentOrder,
    found: &Found,
    limit: u64,
) -> Result<Vec<document::Model>, StoreError> {
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let keys = found.keys().cloned().collect();
    let mut rows = document::Entity::find().filter(any_of(Column::Kind, Column::DocumentId, &keys));
    Sorting::unindexed(order).first(QueryOrder::query(&mut rows), limit);
    let mut rows = rows.all(db).await?;
    // The date or the amount of a draft may have changed since it was found: at its new place it would lead past others.
    let before: BTreeMap<&str, &Sorted> = found.iter().map(|(key, sorted)| (key.id.as_str(), sorted)).collect();
    rows.retain(|row| before.get(row.document_id.as_str()).is_some_and(|sorted| sorted.is_still(row, order)));
    Ok(rows)
}
