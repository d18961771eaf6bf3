//! One call, and what its ways have in common: by the driver, and by SQLite's own thread.

use std::sync::Arc;

use super::ended::{Ended, Outcomes};
use super::round::{LINES, Member, Rounds, Wanted};
use crate::approval::catalog::Catalog;
use crate::books::action::bulk::Item;
use crate::books::command::{Command, Needed, Permitted, Refuses, Snapshot, Takes};
use crate::books::request::{Asked, Kept, StoredAnswer};
use crate::kernel::engine::Engine;
use crate::kernel::perform::ask::earlier;
use crate::kernel::perform::outcome::{Failure, Performed};
use crate::kernel::store::facts::Facts;
use crate::kernel::store::writes::Writes;
use crate::kernel::store::{StoreError, idempotency};
use crate::values::error::RefusalName;

/// What is asked for in one call.
pub struct Bulk {
    pub items: Vec<Item>,
    /// All of them or none.
    pub atomic: bool,
    /// The permissions without which nothing of it is done. What an item needs besides is asked of that item.
    pub needs: Vec<Needed>,
}

/// Of drafts of one type. Signatures on documents of any type take none but each item's own.
impl Permitted for Bulk {
    const TAKES: Takes = Takes::OnType("write");
}

impl Refuses for Bulk {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::ItemRefused];
}

/// The answer that is kept for a retry.
pub(super) type Keep = Box<dyn Fn(&Outcomes) -> StoredAnswer + Send + Sync>;

/// A bulk with its caller, and all that a further attempt needs.
pub(super) struct Call {
    pub(super) engine: Arc<Engine>,
    pub(super) asked: Asked,
    pub(super) bulk: Bulk,
    pub(super) keep: Keep,
}

/// How a call went.
pub(super) type Carried = Performed<Ended>;

impl Call {
    /// The answer that is kept of this call; or a refusal of the whole.
    pub(super) fn before(&self, facts: &Facts, seen: &Snapshot) -> Result<Option<Carried>, Failure> {
        if let Some(key) = &self.asked.idempotency
            && let Some(record) = facts.answer(key)
        {
            return Ok(Some(earlier(record, key, (&self.needs(), false), seen)?));
        }
        seen.require_all(&self.bulk.needs)?;
        Ok(None)
    }

    /// What keeps the answer for a retry.
    pub(super) fn kept(&self, outcomes: &Outcomes, seen: &Snapshot) -> Result<Option<Writes>, StoreError> {
        let Some(key) = &self.asked.idempotency else { return Ok(None) };
        let without_permission = seen.require_all(&self.needs()).is_err();
        let kept = Kept::Answer((self.keep)(outcomes));
        let mut writes = Writes::default();
        writes.keep(idempotency::row(key, &kept, without_permission, &self.engine.store.process, seen.now)?);
        Ok(Some(writes))
    }

    /// The permissions that all of it takes, each once.
    fn needs(&self) -> Vec<Needed> {
        let mut needs: Vec<Needed> = self.bulk.needs.clone();
        needs.extend(self.bulk.items.iter().flat_map(Command::needs));
        needs.sort_unstable();
        needs.dedup();
        needs
    }

    /// What the items want and claim, in their order.
    pub(super) fn wanted(&self) -> Result<Vec<Wanted>, StoreError> {
        self.bulk.items.iter().map(|item| Wanted::of(item, &self.asked)).collect()
    }

    /// Whether all of it is no more than one round may hold in memory.
    pub(super) fn fits_a_round(&self) -> bool {
        self.bulk.items.iter().map(Item::lines).fold(0, usize::saturating_add) <= LINES
    }

    pub(super) fn rounds(&self, catalog: Arc<Catalog>, wanted: Vec<Wanted>) -> Rounds<'_> {
        let members = self.bulk.items.iter().zip(wanted).enumerate();
        let members = members.map(|(index, (item, wanted))| Member::new(index, item, wanted));
        Rounds::new(&self.engine, &self.asked, catalog, members.collect(), self.bulk.atomic)
    }
}
