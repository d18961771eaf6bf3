//! The documents that somebody may sign, looked at one by one.

use std::collections::BTreeSet;

use sea_orm::ConnectionTrait;

use crate::approval::waiting;
use crate::books::action::guard;
use crate::books::command::Snapshot;
use crate::books::document::Document;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::documents::{cursor, waiting_for};
use crate::values::kind::DocumentKind;
use crate::values::page::{Cursor, PageRequest};

/// How many documents are looked at in one statement.
const PAGE: u64 = 500;

/// How far those that wait are looked at, the newest first.
#[derive(Clone, Copy)]
pub(super) enum Reach<'p> {
    All,
    /// Until the page is full.
    Page(&'p PageRequest),
}

impl Reach<'_> {
    fn begin(self) -> Option<Cursor> {
        if let Self::Page(page) = self { page.after.clone() } else { None }
    }

    /// How many are looked at in one statement.
    fn at_once(self) -> u64 {
        if let Self::Page(page) = self { page.limit.saturating_add(1).min(PAGE) } else { PAGE }
    }

    /// Whether more are taken than the page holds.
    fn is_passed(self, taken: u64) -> bool {
        matches!(self, Self::Page(page) if taken > page.limit)
    }
}

/// Shows the documents of these types that wait for these words and that the caller may sign, in no order, and is told whether each is
/// taken. Answers whether these were all that there are.
pub(super) async fn each_signable(
    db: &impl ConnectionTrait,
    (kinds, words): (&BTreeSet<DocumentKind>, BTreeSet<String>),
    seen: &Snapshot,
    reach: Reach<'_>,
    mut show: impl FnMut(&Document) -> bool + Send,
) -> Result<bool, StoreError> {
    let mut are_all = reach.begin().is_none();
    for word in words {
        let (mut last, mut taken) = (reach.begin(), 0_u64);
        loop {
            let found = waiting_for(db, &word, last.as_ref(), reach.at_once()).await?;
            last = found.last().map(cursor);
            let is_last = u64::try_from(found.len()).unwrap_or(u64::MAX) < reach.at_once();
            for document in found.iter().filter(|document| is_signable(document, kinds, seen)) {
                taken = taken.saturating_add(u64::from(show(document)));
            }
            if is_last {
                break;
            }
            if reach.is_passed(taken) {
                are_all = false;
                break;
            }
        }
    }
    Ok(are_all)
}

/// What the caller's documents may wait for, by their own rights and by those of whom they stand in for.
pub(super) fn words(seen: &Snapshot) -> BTreeSet<String> {
    let (actor, today) = (&seen.actor, seen.today);
    let others: Vec<_> = seen.catalog.delegators_of(&actor.user_id, today).collect();
    let roles = actor.roles.iter().chain(others.iter().flat_map(|(_, roles)| roles.iter().copied().flatten()));
    let stands_in_for = others.iter().map(|(user_id, _)| *user_id);
    waiting::words(&actor.user_id, roles, stands_in_for)
}

pub(super) fn is_signable(document: &Document, kinds: &BTreeSet<DocumentKind>, seen: &Snapshot) -> bool {
    kinds.contains(&document.key.kind) && guard::may_sign_current_step(document, seen).is_ok()
}
