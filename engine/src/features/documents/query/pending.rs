//! What waits for the caller's signature: the documents whose current step they may sign.

mod counts;
mod desk_order;
mod signable;

use std::collections::{BTreeMap, BTreeSet};

pub use self::desk_order::DeskOrder;
use self::desk_order::{amount, deadline, foreign_cursor};
use self::signable::{Reach, each_signable, words};
use crate::approval::access::{Actor, UserId};
use crate::approval::signing::who_still_can;
use crate::books::action::guard;
use crate::books::command::{Snapshot, Wants};
use crate::books::document::{Action, Document};
use crate::kernel::engine::Engine;
use crate::kernel::store::read::documents::without_lines;
use crate::kernel::store::read::overdue;
use crate::kernel::store::read::readable::Readable;
use crate::kernel::store::rolled_back;
use crate::values::clock::{Date, Timestamp};
use crate::values::error::Error;
use crate::values::kind::{DocumentKey, DocumentKind};
use crate::values::money::Minor;
use crate::values::page::{Gathered, Page, PageRequest};

pub use crate::kernel::store::read::overdue::place as overdue_place;

/// What an approver does with a document that waits.
const DECISIONS: [Action; 4] = [Action::Approve, Action::Reject, Action::RequestChange, Action::Hold];

/// The part of the desk that is asked for.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct DeskFilter {
    pub kind: Option<DocumentKind>,
    /// Customer, vendor or employee.
    pub party_id: Option<String>,
    pub submitted_by: Option<UserId>,
    /// Bounds of the amount in base currency, both included.
    pub min_amount: Option<Minor>,
    pub max_amount: Option<Minor>,
    /// Due on this day or before.
    pub due_to: Option<Date>,
    /// Whether its step is late.
    pub is_late: Option<bool>,
    pub order: DeskOrder,
}

impl DeskFilter {
    /// Whether it says no more than the type, by which there are counts.
    fn is_of_a_type_alone(&self) -> bool {
        let of_type = Self { kind: self.kind, order: self.order, ..Self::default() };
        *self == of_type
    }

    fn takes(&self, document: &Document, now: Timestamp) -> bool {
        let (content, amount) = (&document.content, amount(document));
        self.kind.is_none_or(|kind| kind == document.key.kind)
            && self.party_id.as_deref().is_none_or(|id| content.party() == Some(id))
            && self.submitted_by.as_ref().is_none_or(|who| document.stage.submitted().map(|one| &one.by) == Some(who))
            && self.min_amount.is_none_or(|least| amount >= least)
            && self.max_amount.is_none_or(|most| amount <= most)
            && self.due_to.is_none_or(|day| content.due_date().is_some_and(|due| due <= day))
            && self.is_late.is_none_or(|late| deadline(document).is_some_and(|due| due <= now) == late)
    }
}

/// A document on the desk.
#[derive(Clone, Debug)]
pub struct OnDesk {
    pub document: Document,
    /// Of its customer, vendor or employee.
    pub party_name: Option<String>,
    /// The decisions that the caller may take.
    pub actions: Vec<Action>,
    /// For whom the caller would sign.
    pub on_behalf_of: Option<UserId>,
    /// How its step waits; `None` on hold.
    pub waits: Option<Waits>,
}

/// How a step waits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waits {
    pub since: Timestamp,
    pub deadline: Option<Timestamp>,
    pub is_late: bool,
    /// How often its signers were reminded, and when the last time was.
    pub reminders: u64,
    pub last_reminded_at: Option<Timestamp>,
    /// Who could sign it, in words.
    pub waits_for: String,
}

impl Waits {
    fn of(document: &Document, now: Timestamp) -> Option<Self> {
        let (clock, step) = document.stage.waiting_step()?;
        let deadline = clock.due_at(step);
        let (reminders, last_reminded_at) = clock.reminders(step, now);
        Some(Self {
            since: clock.began,
            deadline,
            is_late: deadline.is_some_and(|due| due <= now),
            reminders,
            last_reminded_at,
            waits_for: who_still_can(step, &document.stage.submission()?.signatures),
        })
    }
}

/// The desk of an approver.
#[derive(Clone, Debug)]
pub struct Desk {
    pub page: Page<OnDesk>,
    /// How many documents wait for the caller, by type, whatever the filter says; `None` where they were not all looked at.
    pub counts: Option<BTreeMap<DocumentKind, u64>>,
}

/// A page of what the caller may sign, and how much there is of each type, as far as it was asked.
type Signable = (Page<Document>, Option<BTreeMap<DocumentKind, u64>>);

impl Engine {
    /// The documents of one type, or of all, that the caller may sign now, without their lines; newest first, always with the
    /// total. What waits for others is not read, and what is on another page is only counted.
    pub async fn pending_approvals(
        &self,
        actor: &Actor,
        kind: Option<DocumentKind>,
        page: &PageRequest,
    ) -> Result<Page<Document>, Error> {
        DeskOrder::Newest.check(page)?;
        let filter = DeskFilter { kind, ..DeskFilter::default() };
        let seen = self.look(actor, &Wants::default()).await?;
        Ok(self.signable(&seen, &filter, &PageRequest { count: true, ..page.clone() }).await?.0)
    }

    /// The same as a desk shows it, filtered and sorted. A page of the newest looks at no more than it shows, however many wait, unless
    /// it is to be counted how many pass a filter; where more wait, they are counted when that is asked for.
    pub async fn desk(&self, actor: &Actor, filter: &DeskFilter, page: &PageRequest) -> Result<Desk, Error> {
        filter.order.check(page)?;
        let seen = self.look(actor, &Wants::default()).await?;
        let (found, counts) = self.signable(&seen, filter, page).await?;
        let data = self.on_desk(found.data, &seen).await?;
        Ok(Desk { page: Page { data, next: found.next, total: found.total }, counts })
    }

    /// The documents that nobody signed in time, and those whose signers were reminded, of the types that the caller may read: the
    /// longest first, always with the total.
    pub async fn overdue(
        &self,
        actor: &Actor,
        kind: Option<DocumentKind>,
        page: &PageRequest,
    ) -> Result<Page<OnDesk>, Error> {
        if !page.after.as_ref().is_none_or(overdue::is_place) {
            return Err(foreign_cursor().into());
        }
        let seen = self.look(actor, &Wants::default()).await?;
        let found = overdue::page(&self.store.reader, seen.now, &Readable::by(&seen, kind), page).await?;
        let data = self.on_desk(found.data, &seen).await?;
        Ok(Page { data, next: found.next, total: found.total })
    }

    /// How many documents are overdue, or had their signers reminded.
    pub async fn overdue_count(&self) -> Result<u64, Error> {
        Ok(overdue::count(&self.store.reader, self.clock.now()).await?)
    }

    /// These documents as a desk shows them.
    async fn on_desk(&self, documents: Vec<Document>, seen: &Snapshot) -> Result<Vec<OnDesk>, Error> {
        let mut names = self.party_names(&documents).await?;
        let on_desk = |document: Document| OnDesk {
            party_name: names.remove(&document.key),
            actions: DECISIONS.into_iter().filter(|action| guard::permit(*action, &document, seen).is_ok()).collect(),
            on_behalf_of: guard::may_sign_current_step(&document, seen).ok().and_then(|right| right.on_behalf_of),
            waits: Waits::of(&document, seen.now),
            document,
        };
        Ok(documents.into_iter().map(on_desk).collect())
    }

    async fn signable(&self, seen: &Snapshot, filter: &DeskFilter, page: &PageRequest) -> Result<Signable, Error> {
        let kinds: BTreeSet<DocumentKind> =
            DocumentKind::ALL.into_iter().filter(|of| seen.may(*of, "approve")).collect();
        let mut signable = Gathered::new(PageRequest { count: true, ..page.clone() });
        let mut counts = BTreeMap::new();
        let is_by_entry = filter.order == DeskOrder::Newest;
        let is_counted_apart = !page.count || filter.is_of_a_type_alone();
        let reach = if is_by_entry && is_counted_apart { Reach::Page(page) } else { Reach::All };
        let mut are_all = true;
        // What goes from one signer to another meanwhile would be in no list, or in two.
        let tx = self.store.begin_read().await?;
        if !kinds.is_empty() {
            are_all = each_signable(&tx, (&kinds, words(seen)), seen, reach, |document| {
                let count = counts.entry(document.key.kind).or_insert(0_u64);
                *count = count.saturating_add(1);
                let is_taken = filter.takes(document, seen.now);
                if is_taken {
                    signable.add(filter.order.place(document), document.key.clone());
                }
                is_taken
            })
            .await?;
        }
        let shown = signable.page();
        let (total, counts) = if are_all {
            (shown.total, Some(counts))
        } else if page.count {
            let counts = counts::of(&tx, &kinds, seen).await?;
            let of_type =
                |(kind, count): (&DocumentKind, &u64)| filter.kind.is_none_or(|only| only == *kind).then_some(*count);
            (Some(counts.iter().filter_map(of_type).sum()), Some(counts))
        } else {
            (None, None)
        };
        let order: Vec<DocumentKey> = shown.data;
        let keys = order.iter().cloned().collect();
        let read = without_lines(&tx, &keys).await?;
        rolled_back(tx).await;
        let mut read: BTreeMap<DocumentKey, Document> =
            read.into_iter().map(|document| (document.key.clone(), document)).collect();
        let data = order.iter().filter_map(|key| read.remove(key)).collect();
        Ok((Page { data, next: shown.next, total }, counts))
    }
}
