//! Lists of documents. Each page comes from an index in its order, so that it costs the same among a thousand documents and among
//! a million. Where the index of a filter is in another order, a few of the first documents of all are looked through, and then
//! the matches are gathered by their keys: this costs by what the filter leaves. Orders that no index has are offered for so many
//! documents as are sorted in a moment.

use std::collections::BTreeMap;

use sea_orm::sea_query::{Alias, Query, SelectStatement};
use sea_orm::{ColumnTrait, ConnectionTrait, DbBackend, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder};

use super::document_sorting::{Sorted, Sorting};
use crate::books::document::order::Place;
use crate::books::document::{Document, DocumentOrder};
use crate::kernel::entity::document;
use crate::kernel::entity::document::Column;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::by_key::these;
use crate::kernel::store::read::document_filter::{Filter, Led};
use crate::kernel::store::read::documents::bare;
use crate::kernel::store::row::RowName;
use crate::values::kind::{DocumentKey, DocumentKind};
use crate::values::page::{Page, PageRequest};

/// How many of the first documents are looked through for a filter whose index is in another order.
const LOOKED_THROUGH: u64 = 2_000;

/// One page of documents without their lines.
pub async fn headers(
    db: &impl ConnectionTrait,
    filter: &Filter,
    page: &PageRequest<Place>,
) -> Result<Page<Document>, StoreError> {
    let led = Led::by_the_fewest(db, filter).await?;
    let all = || document::Entity::find().filter(led.condition(db.get_database_backend(), None));
    let total = if page.count { Some(all().count(db).await?) } else { None };
    let cursor = |document: &Document| filter.order.cursor(document);
    if !led.is_gathered() && !led.is_merged() {
        return Ok(Page::of(bare(walked(db, &led, page).await?)?, page.limit, total, cursor));
    }
    loop {
        let found = if led.is_gathered() { gathered(db, &led, page).await? } else { merged(db, &led, page).await? };
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
    let led = Led::by_the_fewest(db, filter).await?;
    Ok(led.counted(db, most.saturating_add(1)).await? > most)
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
    led: &Led<'_>,
    page: &PageRequest<Place>,
) -> Result<Vec<document::Model>, StoreError> {
    let (sorting, after) = (Sorting::of(led.filter.order), page.after.as_ref());
    let mut found =
        document::Entity::find().filter(led.condition(db.get_database_backend(), after)).filter(sorting.after(after));
    sorting.first(QueryOrder::query(&mut found), enough(page));
    Ok(found.all(db).await?)
}

/// The first of each status.
async fn merged(db: &impl ConnectionTrait, led: &Led<'_>, page: &PageRequest<Place>) -> Result<Found, StoreError> {
    let mut all = Found::new();
    for status in &led.filter.statuses {
        let one = Filter { statuses: vec![*status], ..led.filter.clone() };
        let of_one = led.with(&one);
        all.extend(keys(db, &matches(db.get_database_backend(), &of_one, Sorting::of(one.order), page)).await?);
    }
    Ok(all)
}

/// A page whose index is not in its order.
async fn gathered(db: &impl ConnectionTrait, led: &Led<'_>, page: &PageRequest<Place>) -> Result<Found, StoreError> {
    let backend = db.get_database_backend();
    if led.is_wide() {
        // Of what most documents are, a page is among the first documents of all.
        let found = keys(db, &among_the_first(backend, led, page)).await?;
        if count(&found) >= enough(page) {
            return Ok(found);
        }
    }
    keys(db, &matches(backend, led, Sorting::unindexed(led.filter.order), page)).await
}

/// The keys of the first that pass the filter, as many as the page holds.
fn matches(backend: DbBackend, led: &Led<'_>, sorting: Sorting, page: &PageRequest<Place>) -> SelectStatement {
    let after = page.after.as_ref();
    let mut all = Query::select();
    all.columns(FOUND).from(document::Entity);
    all.cond_where(led.condition(backend, after)).cond_where(sorting.after(after));
    sorting.first(&mut all, enough(page));
    all
}

/// The first documents of all that pass the filter, as many as the page holds.
fn among_the_first(backend: DbBackend, led: &Led<'_>, page: &PageRequest<Place>) -> SelectStatement {
    let (filter, after) = (led.filter, page.after.as_ref());
    let sorting = Sorting::of(filter.order);
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
        Column::SubLedger,
    ];
    first.columns(told).from(document::Entity);
    first.and_where(Column::Kind.eq(filter.kind.name())).cond_where(sorting.after(after));
    sorting.first(&mut first, LOOKED_THROUGH);
    let mut wanted = Query::select();
    wanted.columns(FOUND).from_subquery(first, Alias::new("document"));
    wanted.cond_where(led.condition(backend, after));
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
    let key = [Column::Kind, Column::DocumentId];
    let mut rows = these(document::Entity::find(), db.get_database_backend(), key, &keys);
    Sorting::unindexed(order).first(QueryOrder::query(&mut rows), limit);
    let mut rows = rows.all(db).await?;
    // The date or the amount of a draft may have changed since it was found: at its new place it would lead past others.
    let before: BTreeMap<&str, &Sorted> = found.iter().map(|(key, sorted)| (key.id.as_str(), sorted)).collect();
    rows.retain(|row| before.get(row.document_id.as_str()).is_some_and(|sorted| sorted.is_still(row, order)));
    Ok(rows)
}
