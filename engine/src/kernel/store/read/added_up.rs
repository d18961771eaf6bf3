//! The sums that the submissions of one transaction are added to. It reads a sum once, before it writes: so what one of its commands submits
//! is added here for those after it.

use std::collections::BTreeMap;

use super::submissions::{Whose, earlier};
use crate::approval::splitting::{Earlier, EarlierDocuments};
use crate::books::command::{Change, Effects, Snapshot, Wants};
use crate::books::document::Document;
use crate::kernel::store::StoreError;
use crate::kernel::store::reads::Reads;
use crate::values::clock::Timestamp;
use crate::values::kind::{DocumentKey, DocumentKind};

/// The author or the party whose documents of a type are added up.
type Of = (DocumentKind, &'static str, String);

#[derive(Default, Debug)]
pub struct Sums {
    /// What was submitted before, the latest first.
    read: BTreeMap<Of, Vec<Earlier>>,
    /// Earlier submissions of the document that is decided on now.
    left_out: EarlierDocuments,
    is_locked: bool,
}

impl Sums {
    /// Sees what the sums have so far that the command adds to. No other transaction adds to any sum until this one ends: one lock for all
    /// of them, so that no two wait for each other crosswise. What it takes out is given back after the decision.
    pub async fn take(&mut self, tx: &impl Reads, wants: &Wants, snapshot: &mut Snapshot) -> Result<(), StoreError> {
        let Some((wanted, whose)) = Whose::wanted(wants, snapshot) else { return Ok(()) };
        if !self.is_locked {
            tx.add_up_alone().await?;
        }
        self.is_locked = true;
        let unread = self.unread(&whose);
        if unread.author.is_some() || unread.party.is_some() {
            let EarlierDocuments { of_author, of_party } = earlier(tx, &unread, since(&whose, snapshot)).await?;
            self.put(&unread, of_author, of_party);
        }
        let mut take = |of: Option<Of>| of.and_then(|of| self.read.remove(&of)).unwrap_or_default();
        snapshot.earlier = EarlierDocuments { of_author: take(whose.of_author()), of_party: take(whose.of_party()) };
        self.left_out = snapshot.earlier.leave_out(&wanted.key().id);
        Ok(())
    }

    /// Takes back what the command saw, with what it submits.
    pub fn give_back(&mut self, wants: &Wants, snapshot: &mut Snapshot, effects: Option<&Effects>) {
        let mut seen = std::mem::take(&mut snapshot.earlier);
        let left_out = std::mem::take(&mut self.left_out);
        let Some((wanted, whose)) = Whose::wanted(wants, snapshot) else { return };
        match effects.and_then(|effects| submitted(effects, wanted.key())) {
            Some(submitted) => {
                seen.of_author.insert(0, submitted.clone());
                seen.of_party.insert(0, submitted);
            }
            // It was refused: what was submitted before under its id stands, and counts for those after it.
            None => seen.put_back(left_out),
        }
        self.put(&whose, seen.of_author, seen.of_party);
    }

    /// Those of them that are not read yet.
    fn unread(&self, whose: &Whose) -> Whose {
        let is_read = |of: Option<Of>| of.is_some_and(|of| self.read.contains_key(&of));
        let mut unread = whose.clone();
        unread.author.take_if(|_| is_read(whose.of_author()));
        unread.party.take_if(|_| is_read(whose.of_party()));
        unread
    }

    fn put(&mut self, whose: &Whose, of_author: Vec<Earlier>, of_party: Vec<Earlier>) {
        self.read.extend(whose.of_author().map(|of| (of, of_author)));
        self.read.extend(whose.of_party().map(|of| (of, of_party)));
    }
}

impl Whose {
    fn of_author(&self) -> Option<Of> {
        Some((self.kind, "author", self.author.clone()?))
    }

    fn of_party(&self) -> Option<Of> {
        Some((self.kind, "party", self.party.clone()?))
    }
}

/// As far back as any rule of the type adds up.
fn since(whose: &Whose, snapshot: &Snapshot) -> Timestamp {
    let days = snapshot.catalog.adding(whose.kind).map(|aggregate| aggregate.days).max().unwrap_or_default();
    snapshot.now.minus_days(days)
}

/// What the effects submit under this key, as it is read later.
fn submitted(effects: &Effects, key: &DocumentKey) -> Option<Earlier> {
    let is_it = |document: &&Document| document.key == *key;
    let document = effects.changes.iter().find_map(|change| match change {
        Change::InsertDocument(document) | Change::UpdateDocument { document, .. } => Some(&**document).filter(is_it),
        _ => None,
    })?;
    let submission = document.stage.submission().filter(|submission| submission.is_added_up)?;
    let (base_total, rate_override) = (document.content.base_total, submission.plan.rate_override.as_ref());
    Some(Earlier::of(&key.id, base_total, rate_override, submission.submitted.at))
}
