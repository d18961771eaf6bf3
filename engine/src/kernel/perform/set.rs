//! Commands of one moment run as one set: one read, a decision for each, one write, one commit.
//! See docs/write-path.md#which-way-a-command-takes.
//!
//! No command is answered before the commit, but for a refused one: it rests on committed rows only, and writes nothing. When the
//! write fails the set is undone, and each of its commands runs as a set of its own, so that a failing one stops no other.

mod gathered;
mod inline;
mod member;
mod optimistic;

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use sea_orm::DatabaseTransaction;

use self::gathered::Gathered;
use self::inline::inline;
pub(super) use self::member::Member;
use self::member::{Undone, asking};
use self::optimistic::{Behind, optimistic};
use super::outcome::{SILENCE, SILENCE_FOR_JOBS};
use crate::kernel::engine::Engine;
use crate::kernel::sets::{Claims, Runner, Set, Waiting};
use crate::kernel::store::facts::Facts;
use crate::kernel::store::{StoreError, rolled_back};

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
    if let Some(Err(undone)) = limited(silence, Box::pin(together(set, &mut put_back))).await {
        Box::pin(one_by_one(undone, silence, &mut put_back)).await;
    }
    put_back.into_iter().map(|member| Box::new(member) as Box<dyn Waiting>).collect()
}

/// `None`: the database was silent for too long. The callers have an answer already, and the connection is closed. The work is large,
/// and comes in a box, since whoever holds it is moved.
async fn limited<T>(silence: Duration, work: impl Future<Output = T> + Unpin) -> Option<T> {
    let done = tokio::time::timeout(silence, work).await;
    done.inspect_err(|_| tracing::error!("a set of commands had no answer from the database")).ok()
}

fn fail(members: Vec<Member>, error: &StoreError) {
    for member in members {
        member.reply(Err(error.clone().into()));
    }
}

async fn one_by_one(undone: Undone, silence: Duration, put_back: &mut Vec<Member>) {
    let Undone { members, error, for_sure } = undone;
    let away = matches!(error, StoreError::Busy(_) | StoreError::Unavailable(_) | StoreError::Disconnected(_));
    if members.len() == 1 || away || !for_sure {
        fail(members, &error);
        return;
    }
    if let Some(member) = members.first() {
        member.ask.engine.set_figures().undone.fetch_add(1, Ordering::Relaxed);
    }
    tracing::debug!(%error, members = members.len(), "a set is undone, and its commands run one by one");
    for member in members.into_iter().filter(|member| !member.answer.is_closed()) {
        if let Some(Err(Undone { members, error, .. })) =
            limited(silence, Box::pin(together(vec![member], put_back))).await
        {
            fail(members, &error);
        }
    }
}

/// Runs these together. Those who are not answered by the end of it are put back, or undone.
async fn together(set: Vec<Member>, put_back: &mut Vec<Member>) -> Result<(), Undone> {
    let Some(engine) = set.first().map(|member| Arc::clone(&member.ask.engine)) else { return Ok(()) };
    if let Some(way) = &engine.store.inline {
        return inline(&engine, way, set, put_back).await;
    }
    let may_be_optimistic = set.iter().all(|member| member.claims.may_be_optimistic);
    let outcome = match engine.store.optimistic.as_ref().filter(|way| may_be_optimistic && way.is_open()) {
        Some(way) => optimistic(&engine, way, set, put_back).await,
        None => Err(Behind::Left(set)),
    };
    match outcome {
        Ok(()) => Ok(()),
        Err(Behind::Left(members)) => Box::pin(under_locks(&engine, members, put_back)).await,
        Err(Behind::Undone(undone)) => Err(undone),
    }
}

/// Runs these on PostgreSQL in one transaction, which holds the locks of what they read.
async fn under_locks(engine: &Arc<Engine>, set: Vec<Member>, put_back: &mut Vec<Member>) -> Result<(), Undone> {
    if set.is_empty() {
        return Ok(());
    }
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
    let catalog = match engine.catalog_at(&tx, facts.revision).await {
        Ok(catalog) => catalog,
        Err(error) => {
            rolled_back(tx).await;
            return Err(Undone::before_commit(set, error));
        }
    };
    let mut gathered = Gathered::of(facts, engine);
    if let Err(error) = gathered.read_parties(&tx, &set).await {
        rolled_back(tx).await;
        return Err(Undone::before_commit(set, error));
    }
    let mut members = set.into_iter();
    while let Some(member) = members.next() {
        if let Err((member, error)) = gathered.decide(&tx, Arc::clone(&catalog), member, put_back).await {
            rolled_back(tx).await;
            return Err(Undone::before_commit(gathered.undecided(Some(member), members), error));
        }
    }
    gathered.finish(tx).await
}

async fn read(tx: &DatabaseTransaction, set: &[Member]) -> Result<Facts, StoreError> {
    let facts = Facts::read(tx, &asking(set)).await?;
    if let Some(member) = set.first() {
        member.ask.engine.same_base_currency(facts.base_currency.as_deref())?;
    }
    Ok(facts)
}
