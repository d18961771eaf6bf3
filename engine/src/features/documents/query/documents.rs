//! Documents, each with what its reader can do to it.

use std::collections::BTreeMap;
use std::vec::IntoIter;

use sea_orm::ConnectionTrait;

use crate::approval::access::Actor;
use crate::books::action::guard;
use crate::books::action::names::Names;
use crate::books::action::reassigned;
use crate::books::command::{Snapshot, Wants};
use crate::books::document::lifecycle::{Action, Status};
use crate::books::document::order::By;
use crate::books::document::{AmountPending, Document};
use crate::features::documents::reads::document_list::{are_too_many_to_sort, headers};
use crate::features::documents::reads::document_rows::whole;
use crate::features::documents::reads::line_counts::in_runs;
use crate::kernel::engine::Engine;
use crate::kernel::query::listing::{Listing, Rows};
use crate::kernel::store::read::applied::reassigned_to;
use crate::kernel::store::read::cleared_marks::bars_of;
use crate::kernel::store::read::document_totals::totals;
use crate::kernel::store::read::documents::live_reversals;
use crate::kernel::store::read::paid_by_parts::{Moved, moved, paid_by_parts};
use crate::kernel::store::read::set_aside::set_aside_postings;
use crate::kernel::store::read::under_way::amounts_pending;
use crate::kernel::store::rolled_back;
use crate::values::error::{Error, Faults};
use crate::values::kind::DocumentKey;
use crate::values::page::{Cursor, PageRequest};

pub use crate::books::document::DocumentOrder;
pub use crate::kernel::store::read::document_filter::Filter;
pub use crate::kernel::store::read::document_totals::CurrencyTotal;
pub use crate::kernel::store::read::documents::cursor;
pub use crate::kernel::store::read::reconciled::Reconciled;

/// A document, and what its reader can do to it.
#[derive(Clone, Debug)]
pub struct Surveyed {
    pub document: Document,
    pub allowed_actions: Vec<Action>,
    /// Why not, for every other action, by its name.
    pub why_not: BTreeMap<&'static str, String>,
    /// The entry that reverses this one.
    pub reversing_entry_id: Option<String>,
    pub names: Names,
    /// What is under way for it; `None` where nothing settles its type.
    pub pending: Option<AmountPending>,
    /// What it settles since it was reassigned, of a payment that was.
    pub reassigned_to: Option<DocumentKey>,
    /// The completed reconciliations that it comes after; of one document, not of a list.
    pub reconciled: Vec<Reconciled>,
}

impl Surveyed {
    fn of(document: &Document, seen: &Snapshot) -> Self {
        let (allowed_actions, why_not) = guard::survey(document, seen);
        Self {
            document: document.clone(),
            allowed_actions,
            why_not,
            reversing_entry_id: seen.live_reversal.clone(),
            names: Names::of(document, seen),
            pending: seen.pending.of(document),
            reassigned_to: reassigned::current(&seen.applied).map(|applied| applied.settled.clone()),
            reconciled: Vec::new(),
        }
    }
}

/// What a read shows: the document, its live reversal, the names of its party and accounts.
fn wants(key: &DocumentKey) -> Wants {
    let reversal_of = key.kind.has(Action::Reverse).then(|| key.id.clone());
    let cleared_marks_of = [key.clone()].into();
    let set_aside_posting_of = Some(key.clone());
    let pending_of = Some(key.clone());
    let reassignments_of = key.kind.payment().map(|_| key.clone());
    let wants = Wants { pending_of, reassignments_of, set_aside_posting_of, ..Wants::document(key) };
    Wants { reversal_of, party_names: true, cleared_marks_of, ..wants }
}

/// The documents of a page, with their lines.
pub struct DocumentRows<'a> {
    engine: &'a Engine,
    filter: Filter,
    seen: Snapshot,
    runs: IntoIter<Vec<Document>>,
}

impl Rows for DocumentRows<'_> {
    type Row = Surveyed;

    async fn next(&mut self) -> Result<Option<Vec<Surveyed>>, Error> {
        let Some(run) = self.runs.next() else { return Ok(None) };
        let reader = &self.engine.store.reader;
        let listed = whole(&self.engine.store, &self.filter, run).await?;
        let reversals = self.reversals(&listed).await?;
        self.seen.cleared_marks = bars_of(reader, listed.iter()).await?;
        let approved = listed.iter().filter(|document| document.status() == Status::Approved);
        self.seen.set_aside =
            set_aside_postings(reader, &approved.map(|document| document.key.clone()).collect()).await?;
        let ids: Vec<&str> = listed.iter().map(|document| document.key.id.as_str()).collect();
        self.seen.pending = amounts_pending(reader, self.filter.kind, &ids).await?;
        let mut reassigned = reassigned_to(reader, self.filter.kind, &ids).await?;
        let mut parties = self.engine.party_names(&listed).await?;
        let mut surveyed = Vec::with_capacity(listed.len());
        for document in listed {
            self.seen.live_reversal = reversals.get(&document.key.id).cloned();
            let mut found = Surveyed::of(&document, &self.seen);
            found.names.party = parties.remove(&document.key);
            found.reassigned_to = reassigned.remove(&document.key.id);
            surveyed.push(found);
        }
        Ok(Some(surveyed))
    }

    fn place(&self, row: &Surveyed) -> Cursor {
        self.filter.order.cursor(&row.document)
    }
}

impl DocumentRows<'_> {
    /// The live reversals of what a list shows.
    async fn reversals(&self, listed: &[Document]) -> Result<BTreeMap<String, String>, Error> {
        if !self.filter.kind.has(Action::Reverse) {
            return Ok(BTreeMap::new());
        }
        let ids: Vec<String> = listed.iter().map(|document| document.key.id.clone()).collect();
        Ok(live_reversals(&self.engine.store.reader, &ids).await?)
    }
}

/// Refuses an order that no index has for more documents than are sorted in a moment, and one by a date that the type has not.
async fn can_be_sorted(reader: &impl ConnectionTrait, filter: &Filter) -> Result<(), Error> {
    let (order, most) = (filter.order, DocumentOrder::MOST_SORTED);
    if order.by() == By::DueDate && filter.kind.items().is_none() {
        return Err(Faults::one("sort", format!("a {} has no due date", filter.kind.title())).into());
    }
    if !order.is_indexed() && are_too_many_to_sort(reader, filter).await? {
        let detail = format!(
            "sorts {most} documents at most, and more match: narrow the list by period, dates, party or status"
        );
        return Err(Faults::one("sort", detail).into());
    }
    Ok(())
}

/// What the reader may see of it.
fn readable(filter: &Filter, seen: &Snapshot) -> Filter {
    Filter { without_payroll: !seen.reads_payroll(), ..filter.clone() }
}

impl Engine {
    /// One page of documents of one type, in the order of the filter.
    pub async fn list_documents(
        &self,
        actor: &Actor,
        filter: &Filter,
        page: &PageRequest,
    ) -> Result<Listing<DocumentRows<'_>>, Error> {
        let (kind, reader) = (filter.kind, &self.store.reader);
        let seen = self.look_up(actor, kind.name(), &Wants::default()).await?;
        let page = filter.order.page(page)?;
        let filter = &self.with_parts(readable(filter, &seen)).await?;
        can_be_sorted(reader, filter).await?;
        let found = if filter.statuses.len() > 1 {
            // Each status is read by itself: what changes its status meanwhile must be in one of them.
            let tx = self.store.begin_read().await?;
            let found = headers(&tx, filter, &page).await;
            rolled_back(tx).await;
            found?
        } else {
            headers(reader, filter, &page).await?
        };
        let (next, total) = (found.next, found.total);
        let runs = in_runs(reader, found.data).await?.into_iter();
        Ok(Listing { rows: DocumentRows { engine: self, filter: filter.clone(), seen, runs }, next, total })
    }

    /// Payments of several documents are found by each of them, and those that were reassigned by what they settle since.
    async fn with_parts(&self, mut filter: Filter) -> Result<Filter, Error> {
        if let Some(id) = &filter.settles_id {
            let Moved { to, away } = moved(&self.store.reader, filter.kind, id).await?;
            filter.in_parts = paid_by_parts(&self.store.reader, filter.kind, id).await?;
            filter.in_parts.extend(to);
            filter.moved_away = away;
        }
        Ok(filter)
    }

    /// What all documents of the list come to, by currency.
    pub async fn total_documents(&self, actor: &Actor, filter: &Filter) -> Result<Vec<CurrencyTotal>, Error> {
        let seen = self.look_up(actor, filter.kind.name(), &Wants::default()).await?;
        let filter = self.with_parts(readable(filter, &seen)).await?;
        Ok(totals(&self.store.reader, &filter).await?)
    }

    /// One document.
    pub async fn read_document(&self, actor: &Actor, key: &DocumentKey) -> Result<Surveyed, Error> {
        let seen = self.look_up(actor, key.kind.name(), &wants(key)).await?;
        let document = seen.document(key)?;
        seen.require_payroll(document, "read")?;
        let reconciled = self.reconciled(document, &seen.catalog).await?;
        Ok(Surveyed { reconciled, ..Surveyed::of(document, &seen) })
    }

    /// The document as the caller's read would show it, for what they send back with changes: whether they may write it is asked
    /// by the command.
    pub async fn document_before_edit(&self, actor: &Actor, key: &DocumentKey) -> Result<Option<Surveyed>, Error> {
        let seen = self.look(actor, &wants(key)).await?;
        let Some(document) = seen.documents.get(key) else { return Ok(None) };
        let reconciled = self.reconciled(document, &seen.catalog).await?;
        Ok(Some(Surveyed { reconciled, ..Surveyed::of(document, &seen) }))
    }
}
