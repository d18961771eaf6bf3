//! Commands of one moment run as one set: one read, a decision for each, one write, one commit.
//! See docs/adr/0026-commands-in-sets.md.
//!
//! No command is answered before the commit, but for a refused one: it rests on committed rows only, and writes nothing. When the
//! write fails the set is undone, and each of its commands runs as a set of its own, so that a failing one stops no other.

use std::any::Any;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use sea_orm::DatabaseTransaction;
use tokio::sync::oneshot;

use super::ask::{Ask, rolled_back};
use super::outcome::{After, AnyAnswer, Failure, Performed, SILENCE, SILENCE_FOR_JOBS};
use super::verdict::Verdict;
use crate::command::{Change, Snapshot, Wants};
use crate::crash::{self, Point};
use crate::kind::DocumentKey;
use crate::sets::{Claims, Runner, Set, Waiting};
use crate::store::facts::{Asking, Facts};
use crate::store::jobs::Due;
use crate::store::master_data::MasterData;
use crate::store::read::submissions::Sums;
use crate::store::writes::Writes;
use crate::store::{StoreError, snapshot};

/// A command that waits for a set, with its caller.
pub struct Member {
    pub(super) ask: Arc<Ask>,
    pub(super) wants: Wants,
    pub(super) claims: Claims,
    pub(super) answer: oneshot::Sender<Result<Performed<AnyAnswer>, Failure>>,
}

impl Member {
    /// The caller may be gone; a commit stands all the same.
    fn reply(self, outcome: Result<Performed<AnyAnswer>, Failure>) {
        let _ = self.answer.send(outcome);
    }
}

impl Waiting for Member {
    fn claims(&self) -> &Claims {
        &self.claims
    }

    fn runner(&self) -> Runner {
        |set| Box::pin(run(set))
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any + Send> {
        self
    }
}

/// A member whose effects are gathered.
struct Decided {
    member: Member,
    performed: Performed<AnyAnswer>,
    after: After,
    point: Point,
}

/// A set that was undone, and why.
struct Undone {
    members: Vec<Member>,
    error: StoreError,
    /// Whether nothing of it can have been carried out.
    for_sure: bool,
}

impl Undone {
    fn before_commit(members: Vec<Member>, error: StoreError) -> Self {
        Self { members, error, for_sure: true }
    }
}

/// How much longer a set waits for a silent database than its callers do: each of them hears so by its own clock.
const GRACE: Duration = Duration::from_secs(1);

/// Runs a set; returns the members that must wait for the next.
async fn run(set: Set) -> Set {
    let members = set.into_iter().filter_map(|member| member.into_any().downcast::<Member>().ok());
    // Where the caller has gone, nothing is carried out any more.
    let set: Vec<Member> = members.map(|member| *member).filter(|member| !member.answer.is_closed()).collect();
    if set.is_empty() {
        return Set::new();
    }
    let jobs = set.iter().any(|member| member.ask.asked.actor.is_system());
    let silence = GRACE.saturating_add(if jobs { SILENCE_FOR_JOBS } else { SILENCE });
    let mut put_back = Vec::new();
    if let Some(Err(undone)) = limited(silence, together(set, &mut put_back)).await {
        Box::pin(one_by_one(undone, silence, &mut put_back)).await;
    }
    put_back.into_iter().map(|member| Box::new(member) as Box<dyn Waiting>).collect()
}

/// `None`: the database was silent for too long. The callers have an answer already, and the connection is closed.
async fn limited<T>(silence: Duration, work: impl Future<Output = T>) -> Option<T> {
    let done = tokio::time::timeout(silence, Box::pin(work)).await;
    done.inspect_err(|_| tracing::error!("a set of commands had no answer from the database")).ok()
}

fn fail(members: Vec<Member>, error: &StoreError) {
    for member in members {
        member.reply(Err(error.clone().into()));
    }
}

async fn one_by_one(undone: Undone, silence: Duration, put_back: &mut Vec<Member>) {
    let Undone { members, error, for_sure } = undone;
    let away = matches!(error, StoreError::Unavailable(_) | StoreError::Disconnected(_));
    if members.len() == 1 || away || !for_sure {
        fail(members, &error);
        return;
    }
    if let Some(member) = members.first() {
        member.ask.engine.set_figures().undone.fetch_add(1, Ordering::Relaxed);
    }
    tracing::debug!(%error, members = members.len(), "a set is undone, and its commands run one by one");
    for member in members {
        if let Some(Err(Undone { members, error, .. })) = limited(silence, together(vec![member], put_back)).await {
            fail(members, &error);
        }
    }
}

/// Runs these in one transaction. Those who are not answered by the end of it are put back, or undone.
async fn together(set: Vec<Member>, put_back: &mut Vec<Member>) -> Result<(), Undone> {
    let Some(engine) = set.first().map(|member| Arc::clone(&member.ask.engine)) else { return Ok(()) };
    let tx = match engine.store.begin_write().await {
        Ok(tx) => tx,
        Err(error) => return Err(Undone::before_commit(set, error)),
    };
    let facts = match read(&tx, &set).await {
        Ok(facts) => facts,
        Err(error) => {
            rolled_back(tx).await;
            return Err(Undone::before_commit(set, error));
        }
    };
    let mut gathered = Gathered {
        facts,
        known: MasterData::default(),
        due: engine.due(),
        writes: Writes::default(),
        touched: BTreeSet::new(),
        sums: Sums::default(),
        decided: Vec::new(),
    };
    let mut members = set.into_iter();
    while let Some(member) = members.next() {
        if let Err((member, error)) = gathered.decide(&tx, member, put_back).await {
            rolled_back(tx).await;
            let others = gathered.decided.into_iter().map(|decided| decided.member);
            return Err(Undone::before_commit(others.chain([member]).chain(members).collect(), error));
        }
    }
    gathered.finish(tx).await
}

async fn read(tx: &DatabaseTransaction, set: &[Member]) -> Result<Facts, StoreError> {
    let mut asking = Asking::default();
    for member in set {
        asking.documents.extend(member.wants.documents.iter());
        asking.reach |= member.wants.settled;
        asking.keys.extend(&member.ask.asked.idempotency);
    }
    let facts = Facts::read(tx, &asking).await?;
    if let Some(member) = set.first() {
        member.ask.engine.same_base_currency(facts.base_currency.as_deref())?;
    }
    Ok(facts)
}

/// What a set has read, and what its commands have decided so far.
struct Gathered {
    facts: Facts,
    known: MasterData,
    due: Due,
    writes: Writes,
    /// The documents of the commands that have decided.
    touched: BTreeSet<DocumentKey>,
    sums: Sums,
    decided: Vec<Decided>,
}

impl Gathered {
    /// Decides one command. It is answered here when there is nothing to commit for it, and put back when an earlier one of the set
    /// has a document that it reached.
    async fn decide(
        &mut self,
        tx: &DatabaseTransaction,
        member: Member,
        put_back: &mut Vec<Member>,
    ) -> Result<(), (Member, StoreError)> {
        let documents = self.facts.documents_of(&member.wants);
        if documents.keys().any(|key| self.touched.contains(key)) {
            put_back.push(member);
            return Ok(());
        }
        let engine = Arc::clone(&member.ask.engine);
        let catalog = match engine.catalog_at(tx, self.facts.revision).await {
            Ok(catalog) => catalog,
            Err(error) => return Err((member, error)),
        };
        let mut seen = match engine.blank_snapshot(catalog, &member.ask.asked) {
            Ok(seen) => seen,
            Err(refusal) => {
                member.reply(Err(refusal.into()));
                return Ok(());
            }
        };
        let kept = member.ask.asked.idempotency.as_ref().and_then(|key| self.facts.answer(key));
        match member.ask.earlier(kept, &seen) {
            Ok(None) => {}
            Ok(Some(earlier)) => {
                member.reply(Ok(earlier));
                return Ok(());
            }
            Err(failure) => {
                member.reply(Err(failure));
                return Ok(());
            }
        }
        seen.documents = documents;
        match self.sums.take(tx, &member.wants, &mut seen).await {
            Ok(true) => {}
            Ok(false) => {
                put_back.push(member);
                return Ok(());
            }
            Err(error) => return Err((member, error)),
        }
        self.touched.extend(seen.documents.keys().cloned());
        if let Err(error) = snapshot::fill_beside_documents(tx, &member.wants, true, &mut self.known, &mut seen).await {
            return Err((member, error));
        }
        self.take_up(member, &seen)
    }

    fn take_up(&mut self, member: Member, seen: &Snapshot) -> Result<(), (Member, StoreError)> {
        let decide = || member.ask.decide(member.wants.target.as_ref(), seen);
        let Verdict { effects, performed } = match catch_unwind(AssertUnwindSafe(decide)) {
            Ok(Ok(verdict)) => verdict,
            Ok(Err(failure)) => {
                member.reply(Err(failure));
                return Ok(());
            }
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
        let after = After { jobs: effects.jobs.clone(), due: self.due, queues: effects.retried() };
        if let Err(error) = member.ask.gather(effects, &performed, seen, &mut self.writes) {
            return Err((member, error));
        }
        self.decided.push(Decided { member, performed, after, point });
        Ok(())
    }

    /// Writes, commits and answers.
    async fn finish(mut self, tx: DatabaseTransaction) -> Result<(), Undone> {
        let Some(engine) = self.decided.first().map(|decided| Arc::clone(&decided.member.ask.engine)) else {
            rolled_back(tx).await;
            return Ok(());
        };
        let members = |decided: Vec<Decided>| decided.into_iter().map(|decided| decided.member).collect();
        if self.facts.base_currency.is_none() && self.writes.posts() {
            self.writes.fix_base_currency(engine.settings.base_currency.code());
        }
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
        for Decided { member, performed, after, .. } in self.decided {
            engine.notify(after);
            member.reply(Ok(performed));
        }
        Ok(())
    }
}
