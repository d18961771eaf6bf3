//! Which commands may share a set. See docs/adr/0026-commands-in-sets.md.
//!
//! A set reads once and writes once, so none of its commands sees what another one writes. Two commands share a set only when no
//! fact that one of them reads or writes is a fact of the other. Then the result is that of the two one after the other.

use std::collections::HashSet;

use crate::action::document::kind::items::reference_key;
use crate::command::Wants;
use crate::kind::{DocumentKey, DocumentKind};
use crate::request::Asked;

/// The most documents of one command in a set.
const DOCUMENTS: usize = 200;

/// A fact that a command has to itself while it runs.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Fact {
    /// A document, or the id for one, with all that is asked about it: its payments, its reversal, its marks.
    Document(DocumentKey),
    /// A party's reference, as the books compare them.
    Reference(DocumentKind, String, String),
    /// A person's idempotency key.
    Key(String, String),
}

/// What a command claims.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Claims {
    pub(crate) facts: HashSet<Fact>,
    /// It writes postings. On PostgreSQL sets in flight that add to the same balances would wait for each
    /// other, so one such set runs at a time.
    pub(crate) ledger: bool,
    /// It may be decided before anything is locked: all that it rests on are the catalog, documents that rest on no others, and what is
    /// not there yet.
    pub(crate) looks_ahead: bool,
}

impl Claims {
    /// The claims of a command; `None` for one that does not share a transaction: it wants the books alone, decides and writes
    /// nothing, or rests on rows that no claim stands for.
    pub(crate) fn of(wants: &Wants, asked: &Asked) -> Option<Self> {
        let alone = asked.dry_run
            || wants.exclusive
            || wants.reconciliation.is_some()
            || wants.unposted_in.is_some()
            || wants.use_of_account.is_some()
            || wants.exchange_rate.is_some()
            || wants.job.is_some()
            || wants.change_request.is_some()
            || wants.own_replays
            || wants.documents.len() > DOCUMENTS;
        if alone {
            return None;
        }
        let documents = wants.documents.iter().chain(&wants.postings_of).chain(&wants.cleared_marks_of);
        let documents = documents.chain(&wants.payments_of).chain(&wants.applications_of).cloned();
        let reversed = wants.reversal_of.iter().map(|id| DocumentKey::new(DocumentKind::JournalEntry, id));
        let mut facts: HashSet<Fact> = documents.chain(reversed).map(Fact::Document).collect();
        if let Some((key, party, reference)) = &wants.same_reference {
            facts.insert(Fact::Reference(key.kind, party.clone(), reference_key(reference)));
        }
        if let Some(key) = &asked.idempotency {
            facts.insert(Fact::Key(key.user_id.folded().to_owned(), key.key.clone()));
        }
        Some(Self { facts, ledger: wants.posts, looks_ahead: looks_ahead(wants) })
    }

    /// Whether a command with these claims, which are few, may not stand in one set with those.
    pub(crate) fn clash(&self, others: &Self) -> bool {
        self.facts.iter().any(|fact| others.facts.contains(fact))
    }

    /// How much there is to do: the facts that it has to itself.
    pub(crate) fn weight(&self) -> usize {
        self.facts.len()
    }

    pub(crate) fn weight_of<'a>(claims: impl Iterator<Item = &'a Self>) -> usize {
        claims.map(Self::weight).fold(0, usize::saturating_add)
    }

    pub(crate) fn add(&mut self, others: &Self) {
        self.facts.extend(others.facts.iter().cloned());
        self.ledger |= others.ledger;
    }
}

/// Whether a command that shares a set rests on nothing but the catalog and documents of types that stand alone. Each field is named, so
/// that a new one does not compile until it is thought of.
fn looks_ahead(wants: &Wants) -> bool {
    let Wants {
        documents,
        payments_of,
        pending_of,
        applications_of,
        reversal_of,
        parties,
        same_reference,
        postings_of,
        rule_draft,
        rules_of_set,
        cleared_marks_of,
        new_among,
        target: _,
        // Another way to know what is read.
        at_hand: _,
        is_new: _,
        // What these come to is known when the documents are read: `store/snapshot.rs`, `rests_on_documents_alone`.
        settled: _,
        party_names: _,
        set_aside_posting_of: _,
        head_room_for: _,
        table_rate: _,
        adds_up: _,
        posts: _,
        // A command that wants one of these has a transaction to itself.
        unposted_in: _,
        use_of_account: _,
        job: _,
        change_request: _,
        own_replays: _,
        exchange_rate: _,
        reconciliation: _,
        exclusive: _,
    } = wants;
    let asks_for_more = payments_of.is_some()
        || pending_of.is_some()
        || applications_of.is_some()
        || reversal_of.is_some()
        || same_reference.is_some()
        || rule_draft.is_some()
        || rules_of_set.is_some()
        || !parties.is_empty()
        || !postings_of.is_empty()
        || !cleared_marks_of.is_empty()
        || !new_among.is_empty();
    !asks_for_more && !documents.is_empty() && documents.iter().all(|key| key.kind.stands_alone())
}
