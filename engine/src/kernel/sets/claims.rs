//! Which commands may share a set. See docs/write-path.md#which-way-a-command-takes.
//!
//! A set reads once and writes once, so none of its commands sees what another one writes. Two commands share a set only when no
//! fact that one of them reads or writes is a fact of the other. Then the result is that of the two one after the other.

use std::collections::HashSet;

use crate::books::action::kind::items::reference_key;
use crate::books::command::Wants;
use crate::books::request::Asked;
use crate::values::kind::{DocumentKey, DocumentKind};

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
    /// It may be decided before anything is locked: each row that it rests on has a version, or is known by who wrote it, or is not
    /// there yet; and it writes by one statement.
    pub(crate) may_be_optimistic: bool,
    /// All that it rests on besides the catalog are documents that rest on no others, and what is not there yet.
    pub(crate) rests_on_documents: bool,
}

impl Claims {
    /// The claims of a command; `None` for one that does not share a transaction: it wants the books alone, decides and writes
    /// nothing, or rests on rows that no claim stands for.
    pub(crate) fn of(wants: &Wants, asked: &Asked) -> Option<Self> {
        let alone = asked.dry_run
            || wants.exclusive
            || wants.unposted_in.is_some()
            || wants.use_of_account.is_some()
            || wants.job.is_some()
            || wants.change_request.is_some()
            || wants.reassignments_of.is_some()
            || !wants.of_features.is_empty()
            || wants.documents.len() > DOCUMENTS;
        if alone {
            return None;
        }
        let documents = wants.documents.iter().chain(&wants.postings_of).chain(&wants.cleared_marks_of);
        let documents =
            documents.chain(&wants.payments_of).chain(&wants.applications_of).chain(&wants.given_back_to).cloned();
        let reversed = wants.reversal_of.iter().map(|id| DocumentKey::new(DocumentKind::JournalEntry, id));
        let mut facts: HashSet<Fact> = documents.chain(reversed).map(Fact::Document).collect();
        if let Some((key, party, reference)) = &wants.same_reference {
            facts.insert(Fact::Reference(key.kind, party.clone(), reference_key(reference)));
        }
        if let Some(key) = &asked.idempotency {
            facts.insert(Fact::Key(key.user_id.folded().to_owned(), key.key.clone()));
        }
        let has_guards = has_guards(wants);
        // The lines that were there are deleted, the others inserted: that takes two statements.
        let may_be_optimistic = has_guards && !wants.replaces_lines;
        let rests_on_documents = has_guards
            && wants.parties.is_empty()
            && wants.same_reference.is_none()
            && wants.documents.iter().all(|key| key.kind.stands_alone());
        Some(Self { facts, ledger: wants.posts, may_be_optimistic, rests_on_documents })
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

/// Whether a command that shares a set rests on nothing but the catalog, whose revision is raised by a change of the rates, documents,
/// which have versions, parties, which are known by who wrote them, and references, which have a unique index: and so on no rows of
/// which others may come. Each field is named, so that a new one does not compile until it is thought of.
fn has_guards(wants: &Wants) -> bool {
    let Wants {
        documents,
        payments_of,
        pending_of,
        applications_of,
        given_back_to,
        applied,
        reversal_of,
        postings_of,
        cleared_marks_of,
        new_among,
        target: _,
        // Another way to know what is read.
        handed_over: _,
        makes: _,
        // What it writes, not what it rests on.
        replaces_lines: _,
        parties: _,
        same_reference: _,
        // What these come to is known when the documents are read: `kernel/store/snapshot.rs`, `rests_on_locked_rows`.
        settled: _,
        party_names: _,
        set_aside_posting_of: _,
        deferred_by: _,
        head_room_for: _,
        table_rate: _,
        adds_up: _,
        paid_since_change: _,
        posts: _,
        // A command that wants one of these has a transaction to itself.
        unposted_in: _,
        use_of_account: _,
        job: _,
        change_request: _,
        reassignments_of: _,
        of_features: _,
        exclusive: _,
    } = wants;
    let asks_for_more = payments_of.is_some()
        || pending_of.is_some()
        || applications_of.is_some()
        || given_back_to.is_some()
        || applied.is_some()
        || reversal_of.is_some()
        || !postings_of.is_empty()
        || !cleared_marks_of.is_empty()
        || !new_among.is_empty();
    !asks_for_more && !documents.is_empty()
}
