//! The rounds of a bulk: each reads for its items at once, decides them in order, and writes their effects at once.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use super::super::outcome::{After, Failure};
use super::ended::Ended;
use super::memory::Memory;
use crate::approval::catalog::Catalog;
use crate::books::action::bulk::{Done, Item};
use crate::books::command;
use crate::books::command::{Change, Command as _, Decision, Snapshot, Wants};
use crate::books::document::Document;
use crate::books::request::Asked;
use crate::kernel::crash;
use crate::kernel::crash::Point;
use crate::kernel::engine::Engine;
use crate::kernel::sets::Claims;
use crate::kernel::store::facts::{Asking, Facts};
use crate::kernel::store::inside::Inside;
use crate::kernel::store::master_data::MasterData;
use crate::kernel::store::read::added_up::Sums;
use crate::kernel::store::writes::Writes;
use crate::kernel::store::{StoreError, snapshot};
use crate::values::error::Refusal;
use crate::values::kind::DocumentKey;

/// The most items of one round, and the most lines that they may bring: what a round holds in memory has an end.
const ITEMS: usize = 128;
pub(super) const LINES: usize = 4_000;
/// How many items that must wait are passed over for one round.
const PASSED_OVER: usize = 256;

/// An item that is not decided yet.
pub(super) struct Member<'a> {
    /// Its place in the call, from 0.
    pub(super) index: usize,
    item: &'a Item,
    pub(super) wants: Wants,
    claims: Claims,
}

/// What an item wants and claims.
pub(super) struct Wanted {
    wants: Wants,
    pub(super) claims: Claims,
}

impl Wanted {
    pub(super) fn of(item: &Item, asked: &Asked) -> Result<Self, StoreError> {
        let wants = item.wants();
        // The key is the whole call's.
        let claims = Claims::of(&wants, &Asked::by(asked.actor.clone()));
        let claims = claims.ok_or_else(|| StoreError::Broken("an item of a bulk wants the books to itself".into()))?;
        Ok(Self { wants, claims })
    }

    /// Whether the item makes a new document, and so reads nothing of the books.
    pub(super) const fn is_new(&self) -> bool {
        self.wants.makes.is_some()
    }
}

impl<'a> Member<'a> {
    pub(super) fn new(index: usize, item: &'a Item, Wanted { wants, claims }: Wanted) -> Self {
        Self { index, item, wants, claims }
    }

    /// Whether an item of one round has a fact in common with one of the other.
    pub(super) fn have_in_common(round: &VecDeque<Self>, next: &VecDeque<Self>) -> bool {
        let mut claims = Claims::default();
        for member in round {
            claims.add(&member.claims);
        }
        next.iter().any(|member| member.claims.clash(&claims))
    }
}

/// The rounds of one attempt.
pub(super) struct Rounds<'a> {
    engine: &'a Engine,
    asked: &'a Asked,
    catalog: Arc<Catalog>,
    waiting: VecDeque<Member<'a>>,
    atomic: bool,
    known: MasterData,
    outcomes: BTreeMap<usize, Result<Done, Refusal>>,
    pub(super) after: After,
    memory: Memory,
    /// Read once for all rounds: what they submit is added to it.
    sums: Sums,
}

/// What the items of one round have decided so far.
#[derive(Default)]
pub(super) struct Round {
    pub(super) writes: Writes,
    /// Whether an item has been carried out.
    pub(super) writes_any: bool,
    /// The documents that they change.
    touched: BTreeSet<DocumentKey>,
}

impl<'a> Rounds<'a> {
    pub(super) fn new(
        engine: &'a Engine,
        asked: &'a Asked,
        catalog: Arc<Catalog>,
        waiting: VecDeque<Member<'a>>,
        atomic: bool,
    ) -> Self {
        let (known, outcomes, after) = (MasterData::default(), BTreeMap::new(), After::none(engine));
        let (memory, sums) = (Memory::default(), Sums::default());
        Self { engine, asked, catalog, waiting, atomic, known, outcomes, after, memory, sums }
    }

    /// Runs them all; the outcome, what is to be done after the commit, and what is remembered of documents then.
    pub(super) async fn run(mut self, tx: &impl Inside) -> Result<(Ended, After, Memory), Failure> {
        let mut members = self.pick();
        if !self.waiting.is_empty() {
            // What later rounds lock is locked here already, so that no two transactions wait for each other crosswise.
            let all = members.iter().chain(&self.waiting).flat_map(|member| &member.wants.documents).collect();
            tx.lock(&all).await?;
            if self.engine.remembers() {
                self.memory = Memory::of(self.engine, tx, &all).await?;
            }
        }
        while !members.is_empty() {
            self.round(tx, members).await?;
            members = self.pick();
        }
        let memory = std::mem::take(&mut self.memory);
        let (ended, after) = self.ended();
        Ok((ended, after, memory))
    }

    pub(super) fn ended(self) -> (Ended, After) {
        let refused = self.outcomes.iter().find_map(|(index, outcome)| Some((*index, outcome.as_ref().err()?.clone())));
        match refused.filter(|_| self.atomic) {
            Some((index, refusal)) => (Ended::Refused { index, refusal }, After::none(self.engine)),
            None => (Ended::Done(self.outcomes.into_values().collect()), self.after),
        }
    }

    /// Whether rules add its document to what was submitted before: it is submitted in its turn.
    fn adds_up(&self, member: &Member<'_>) -> bool {
        let submits = member.wants.adds_up.is_some();
        submits && member.item.key().is_some_and(|key| self.catalog.adds_up(key.kind))
    }

    /// The items of the next round, in the order in which they came. The claims of an item that is passed over count against those
    /// behind it.
    pub(super) fn pick(&mut self) -> VecDeque<Member<'a>> {
        let (mut round, mut passed) = (VecDeque::new(), VecDeque::new());
        let (mut claims, mut barred) = (Claims::default(), Claims::default());
        let mut lines = 0_usize;
        while round.len() < ITEMS && passed.len() < PASSED_OVER {
            let Some(member) = self.waiting.pop_front() else { break };
            let with_it = lines.saturating_add(member.item.lines());
            if member.claims.clash(&claims) || member.claims.clash(&barred) {
                let adds_up = self.adds_up(&member);
                barred.add(&member.claims);
                passed.push_back(member);
                if adds_up {
                    break;
                }
            } else if with_it > LINES && !round.is_empty() {
                passed.push_back(member);
                break;
            } else {
                lines = with_it;
                claims.add(&member.claims);
                round.push_back(member);
            }
        }
        self.put_back(passed);
        round
    }

    /// Whether an item was refused.
    pub(super) fn has_refused(&self) -> bool {
        self.outcomes.values().any(Result::is_err)
    }

    /// Whether items wait for a further round.
    pub(super) fn has_more(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Of items that were picked already: takes away those behind the first that is refused, when it ends all of it.
    pub(super) fn leave_out(&self, members: &mut VecDeque<Member<'a>>) {
        if self.atomic
            && let Some((first, _)) = self.outcomes.iter().find(|(_, outcome)| outcome.is_err())
        {
            members.retain(|member| member.index < *first);
        }
    }

    fn put_back(&mut self, members: VecDeque<Member<'a>>) {
        members.into_iter().rev().for_each(|member| self.waiting.push_front(member));
    }

    async fn round(&mut self, tx: &impl Inside, members: VecDeque<Member<'a>>) -> Result<(), Failure> {
        let mut asking = asking(&members);
        asking.documents.retain(|key| !self.memory.has(key));
        let facts = tx.read(&asking).await?;
        let parties = members.iter().flat_map(|member| snapshot::parties_of(&member.wants, facts.of(&member.wants)));
        self.known.read_parties(tx, parties.collect()).await?;
        let (mut round, mut put_back) = (Round::default(), VecDeque::new());
        for member in members {
            let index = member.index;
            let waits = self.decide(tx, &facts, member, &mut round).await?;
            if self.is_ended_by(index, waits, &mut put_back) {
                break;
            }
        }
        self.put_back(put_back);
        if round.writes_any {
            tx.write(round.writes, self.after.due).await?;
            crash::crash_point(|| Point::BulkWritten);
        }
        Ok(())
    }

    /// Puts an item aside that must wait. Whether an item is refused, and with it all that come after.
    fn is_ended_by(&mut self, index: usize, waits: Option<Member<'a>>, put_back: &mut VecDeque<Member<'a>>) -> bool {
        if let Some(member) = waits {
            put_back.push_back(member);
            return false;
        }
        let ends = self.ends_with(index);
        if ends {
            put_back.retain(|member| member.index < index);
        }
        ends
    }

    /// Whether this item is refused, and with it all that come after.
    pub(super) fn ends_with(&mut self, index: usize) -> bool {
        let ends = self.atomic && self.outcomes.get(&index).is_some_and(Result::is_err);
        if ends {
            // Only an earlier item can still be the first that is refused.
            self.waiting.retain(|member| member.index < index);
        }
        ends
    }

    /// Decides one item. It comes back when an earlier one of the round changes a document that it has reached.
    async fn decide(
        &mut self,
        tx: &impl Inside,
        facts: &Facts,
        member: Member<'a>,
        round: &mut Round,
    ) -> Result<Option<Member<'a>>, Failure> {
        let keys = facts.keys_of(&member.wants);
        let mut documents = facts.copies(&keys);
        documents.extend(self.memory.take(&keys));
        let Some((mut seen, reached)) = self.seen(documents, round)? else { return Ok(Some(member)) };
        self.sums.take(tx, &member.wants, &mut seen).await?;
        snapshot::fill_beside_documents(tx, &member.wants, &mut self.known, &mut seen).await?;
        self.take_up(&member, seen, reached, round)?;
        Ok(None)
    }

    /// What an item that reaches these documents decides by, without what is read beside them, and which they are. `None`: an earlier
    /// item changes one.
    pub(super) fn seen(
        &self,
        documents: BTreeMap<DocumentKey, Document>,
        round: &Round,
    ) -> Result<Option<(Snapshot, Vec<DocumentKey>)>, Failure> {
        if documents.keys().any(|key| round.touched.contains(key)) {
            return Ok(None);
        }
        let mut seen = self.engine.blank_snapshot(Arc::clone(&self.catalog), self.asked)?;
        let reached: Vec<DocumentKey> = documents.keys().cloned().collect();
        seen.documents = documents;
        Ok(Some((seen, reached)))
    }

    pub(super) fn take_up(
        &mut self,
        member: &Member<'a>,
        mut seen: Snapshot,
        reached: Vec<DocumentKey>,
        round: &mut Round,
    ) -> Result<(), Failure> {
        seen.expected_versions = member.item.expected_version().map(|version| vec![version]);
        let decided = command::decide(member.item, member.wants.target.as_ref(), &seen);
        self.sums.give_back(&member.wants, &mut seen, decided.as_ref().ok().map(|decision| &decision.effects));
        let outcome = match decided {
            Ok(Decision { effects, answer }) => {
                if !effects.changes.iter().all(Change::shares_a_set) {
                    return Err(
                        StoreError::Broken("an item of a bulk changes what only a command alone may".into()).into()
                    );
                }
                self.after.add(&effects, self.catalog.revision);
                if self.engine.remembers() {
                    self.memory.add(&effects);
                }
                round.writes.add(effects, &self.asked.actor)?;
                round.writes_any = true;
                round.touched.extend(reached);
                Ok(answer)
            }
            Err(refusal) => Err(refusal),
        };
        self.outcomes.insert(member.index, outcome);
        Ok(())
    }
}

/// What the items of a round ask for.
pub(super) fn asking<'m>(members: &'m VecDeque<Member<'_>>) -> Asking<'m> {
    let mut asking = Asking::default();
    for member in members {
        asking.documents.extend(&member.wants.documents);
        asking.reach |= member.wants.settled;
    }
    asking
}
