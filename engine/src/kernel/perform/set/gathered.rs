//! What the commands of a set decide, one after the other, and the one write of it all.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use sea_orm::DatabaseTransaction;

use super::member::{Member, Undone};
use crate::approval::catalog::Catalog;
use crate::books::action::kind::items::reference_key;
use crate::books::command::{Change, Snapshot, Wants};
use crate::books::document::Document;
use crate::kernel::crash;
use crate::kernel::crash::Point;
use crate::kernel::engine::Engine;
use crate::kernel::perform::outcome::{After, AnyAnswer, Failure, Performed};
use crate::kernel::perform::written::WrittenDocument;
use crate::kernel::store::facts::Facts;
use crate::kernel::store::jobs::Due;
use crate::kernel::store::known_parties::{KnownParty, PartyKey};
use crate::kernel::store::master_data::MasterData;
use crate::kernel::store::read::added_up::Sums;
use crate::kernel::store::reads::Reads;
use crate::kernel::store::snapshot::parties_of;
use crate::kernel::store::standing::Standing;
use crate::kernel::store::writes::Writes;
use crate::kernel::store::{StoreError, rolled_back, snapshot};
use crate::values::kind::DocumentKey;

/// A member whose effects are gathered.
pub(super) struct Decided {
    pub(super) member: Member,
    performed: Performed<AnyAnswer>,
    after: After,
    pub(super) point: Point,
    /// The documents as it writes them; none where nothing is remembered.
    pub(super) documents: Vec<WrittenDocument>,
}

/// What a set has read, and what its commands have decided so far.
pub(super) struct Gathered {
    facts: Facts,
    /// The facts are not read. Nobody is refused by them.
    are_assumed: bool,
    known: MasterData,
    pub(super) due: Due,
    pub(super) writes: Writes,
    /// The documents that an earlier command of the set has taken out of the facts.
    touched: BTreeSet<DocumentKey>,
    sums: Sums,
    pub(super) decided: Vec<Decided>,
    /// What those rest on, where they are decided before anything is locked.
    pub(super) standing: Standing,
}

impl Gathered {
    pub(super) fn of(facts: Facts, engine: &Engine) -> Self {
        Self {
            facts,
            are_assumed: false,
            known: MasterData::default(),
            due: engine.due(),
            writes: Writes::default(),
            touched: BTreeSet::new(),
            sums: Sums::default(),
            decided: Vec::new(),
            standing: Standing::default(),
        }
    }

    /// By the catalog of this revision and these documents, as if ids and keys were new; `None` where the catalog in memory is another.
    pub(super) fn assumed(revision: i64, documents: BTreeMap<DocumentKey, Document>, engine: &Engine) -> Option<Self> {
        let facts = Facts::unread(revision, engine.settings.base_currency.code(), documents);
        engine.knows(&facts).then(|| Self { are_assumed: true, ..Self::of(facts, engine) })
    }

    /// The catalog's revision by which is decided.
    pub(super) const fn revision(&self) -> i64 {
        self.facts.revision
    }

    /// Those who are not answered: who has decided, the one that could not, and the rest.
    pub(super) fn undecided(self, member: Option<Member>, rest: impl Iterator<Item = Member>) -> Vec<Member> {
        self.decided.into_iter().map(|decided| decided.member).chain(member).chain(rest).collect()
    }

    /// Reads the parties of all members at once.
    pub(super) async fn read_parties(&mut self, tx: &impl Reads, set: &[Member]) -> Result<(), StoreError> {
        let wanted = set.iter().flat_map(|member| parties_of(&member.wants, self.facts.of(&member.wants))).collect();
        self.known.read_parties(tx, wanted).await
    }

    /// Decides one command by this catalog. It is answered here when there is nothing to commit for it, and put back when an earlier one of the set
    /// has a document that it reached.
    pub(super) async fn decide(
        &mut self,
        tx: &impl Reads,
        catalog: Arc<Catalog>,
        member: Member,
        put_back: &mut Vec<Member>,
    ) -> Result<(), (Member, StoreError)> {
        let Some((member, mut seen)) = self.seen(member, catalog, put_back)? else { return Ok(()) };
        if let Err(error) = self.read_beside_documents(tx, &member.wants, &mut seen).await {
            return Err((member, error));
        }
        self.take_up(member, seen, false)
    }

    /// The same by the catalog in memory, the documents and the parties that are known: an error when the command rests on more.
    fn decide_by_what_is_known(
        &mut self,
        member: Member,
        put_back: &mut Vec<Member>,
    ) -> Result<(), (Member, StoreError)> {
        let catalog = member.ask.engine.known_catalog();
        let Some((member, mut seen)) = self.seen(member, catalog, put_back)? else { return Ok(()) };
        let wants = &member.wants;
        let rate = snapshot::rate_wanted(wants, &seen);
        let is_known = !snapshot::rests_on_locked_rows(wants, &seen)
            && rate.is_none_or(|asked| self.known.has_rate(asked))
            && snapshot::fill_parties(wants, &self.known, &mut seen)
            && snapshot::changed_party(wants, &seen).is_none();
        if !is_known {
            return Err((member, StoreError::Contended("it rests on more than is known".into())));
        }
        seen.table_rate = rate.and_then(|asked| self.known.known_rate(asked));
        let remembers = member.ask.engine.remembers();
        self.take_up(member, seen, remembers)
    }

    /// From now on these parties are known.
    pub(super) fn know(&mut self, parties: &BTreeMap<PartyKey, KnownParty>) {
        self.known.add(parties.values().map(|known| known.party.clone()));
        self.standing.parties.extend(parties.iter().map(|(key, known)| (key.clone(), known.by)));
    }

    /// Reads, without a lock, what the members ask for besides their documents: parties and rates.
    pub(super) async fn look_beside_documents(
        &mut self,
        engine: &Engine,
        db: &impl Reads,
        set: &[Member],
    ) -> Result<(), StoreError> {
        let parties = set.iter().flat_map(|member| parties_of(&member.wants, self.facts.of(&member.wants))).collect();
        self.know(&engine.parties.read(db, parties).await?);
        for Member { wants, .. } in set {
            if let Some(asked) = snapshot::rate_of(wants, self.facts.of(wants), engine.settings.base_currency) {
                self.known.rate(db, asked).await?;
            }
        }
        Ok(())
    }

    /// Decides all of them so. Those who are not answered come back when one of them rests on more.
    pub(super) fn decide_all(mut self, set: Vec<Member>, put_back: &mut Vec<Member>) -> Result<Self, Vec<Member>> {
        let mut members = set.into_iter();
        while let Some(member) = members.next() {
            if let Err((member, _)) = self.decide_by_what_is_known(member, put_back) {
                return Err(self.undecided(Some(member), members));
            }
        }
        Ok(self)
    }

    /// What the command decides by, without what is read beside documents. `None`: it is answered, or put back.
    fn seen(
        &mut self,
        member: Member,
        catalog: Arc<Catalog>,
        put_back: &mut Vec<Member>,
    ) -> Result<Option<(Member, Snapshot)>, (Member, StoreError)> {
        let keys = self.facts.keys_of(&member.wants);
        if keys.iter().any(|key| self.touched.contains(key)) {
            put_back.push(member);
            return Ok(None);
        }
        let mut seen = match member.ask.engine.blank_snapshot(catalog, &member.ask.asked) {
            Ok(seen) => seen,
            Err(refusal) => return self.refuse(member, refusal.into()).map(|()| None),
        };
        let kept = member.ask.asked.idempotency.as_ref().and_then(|key| self.facts.answer(key));
        let of_payroll = kept.is_some()
            && member
                .wants
                .target_document()
                .is_some_and(|key| self.facts.document(key).is_some_and(Document::is_payroll));
        match member.ask.earlier(kept, of_payroll, &seen) {
            Ok(None) => {}
            Ok(Some(earlier)) => {
                member.reply(Ok(earlier));
                return Ok(None);
            }
            Err(failure) => return self.refuse(member, failure).map(|()| None),
        }
        seen.documents = self.facts.take(&keys);
        self.touched.extend(keys);
        Ok(Some((member, seen)))
    }

    /// Answers a command that is refused; an error when that rests on what is only assumed.
    fn refuse(&self, member: Member, failure: Failure) -> Result<(), (Member, StoreError)> {
        if self.are_assumed {
            return Err((member, StoreError::Contended("it is refused by what was not read".into())));
        }
        member.reply(Err(failure));
        Ok(())
    }

    async fn read_beside_documents(
        &mut self,
        tx: &impl Reads,
        wants: &Wants,
        seen: &mut Snapshot,
    ) -> Result<(), StoreError> {
        self.sums.take(tx, wants, seen).await?;
        snapshot::fill_beside_documents(tx, wants, &mut self.known, seen).await
    }

    /// `remembers`: whether the documents that it writes are wanted afterwards.
    fn take_up(&mut self, member: Member, mut seen: Snapshot, remembers: bool) -> Result<(), (Member, StoreError)> {
        let decide = || member.ask.decide(member.wants.target.as_ref(), &seen);
        let decided = catch_unwind(AssertUnwindSafe(decide));
        let outcome = decided.as_ref().ok().and_then(|decided| decided.as_ref().ok());
        self.sums.give_back(&member.wants, &mut seen, outcome.map(|(effects, _)| effects));
        let (effects, performed) = match decided {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(failure)) => return self.refuse(member, failure),
            Err(_) => {
                member.reply(Err(StoreError::Broken("a command panicked".into()).into()));
                return Ok(());
            }
        };
        if !effects.changes.iter().all(Change::shares_a_set) {
            let broken = StoreError::Broken("a command in a set changes what only one alone may change".into());
            member.reply(Err(broken.into()));
            return Ok(());
        }
        let point = Point::written(&effects);
        let after = After::of(&effects, &member.ask.engine, self.facts.revision);
        let documents = if remembers { WrittenDocument::of(&effects).collect() } else { Vec::new() };
        if remembers {
            // What is written is compared as it is written.
            let is_written = |found: &&Document| documents.iter().any(|written| written.document.key == found.key);
            self.standing.add_seen(seen.documents.values().filter(|found| !is_written(found)));
            let reference = member.wants.same_reference.as_ref();
            self.standing
                .references
                .extend(reference.map(|(key, party, reference)| (key.kind, party.clone(), reference_key(reference))));
        }
        if let Err(error) = member.ask.gather(effects, &performed, &seen, &mut self.writes) {
            return Err((member, error));
        }
        self.decided.push(Decided { member, performed, after, point, documents });
        Ok(())
    }

    /// The first posting fixes the books' base currency.
    pub(super) fn fix_base_currency(&mut self, engine: &Engine) {
        if self.facts.base_currency.is_none() && self.writes.posts() {
            self.writes.fix_base_currency(engine.settings.base_currency.code());
        }
    }

    /// Writes, commits and answers.
    pub(super) async fn finish(mut self, tx: DatabaseTransaction) -> Result<(), Undone> {
        let Some(engine) = self.decided.first().map(|decided| Arc::clone(&decided.member.ask.engine)) else {
            rolled_back(tx).await;
            return Ok(());
        };
        self.fix_base_currency(&engine);
        if let Err(error) = self.writes.send(&tx, self.due).await {
            rolled_back(tx).await;
            return Err(Undone::before_commit(members(self.decided), error));
        }
        for decided in &self.decided {
            crash::crash_point(|| decided.point);
        }
        if let Err(error) = engine.store.commit(tx).await {
            return Err(Undone { members: members(self.decided), error, for_sure: false });
        }
        answer(self.decided, &engine);
        Ok(())
    }
}

pub(super) fn members(decided: Vec<Decided>) -> Vec<Member> {
    decided.into_iter().map(|decided| decided.member).collect()
}

pub(super) fn answer(decided: Vec<Decided>, engine: &Engine) {
    for Decided { member, performed, after, .. } in decided {
        engine.notify(after);
        member.reply(Ok(performed));
    }
}
