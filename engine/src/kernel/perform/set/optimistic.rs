//! An optimistic set: it reads without a lock, and writes in one statement that compares what was read.
//! See docs/write-path.md#postgresql.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::gathered::{Gathered, answer, members};
use super::member::{Member, Undone, asking};
use crate::books::command::Wants;
use crate::books::document::{Document, Written};
use crate::kernel::crash;
use crate::kernel::engine::Engine;
use crate::kernel::perform::written::unchanged;
use crate::kernel::sets::Figures;
use crate::kernel::store::StoreError;
use crate::kernel::store::facts::Facts;
use crate::kernel::store::optimistic::OptimisticWrites;
use crate::kernel::store::snapshot::parties_of;
use crate::kernel::store::writes::Missed;
use crate::values::kind::DocumentKey;

/// What became of an optimistic set that was not written.
pub(super) enum Behind {
    /// Nothing is written. These are not answered yet.
    Left(Vec<Member>),
    Undone(Undone),
}

/// Reads without a lock, decides, and writes in one transaction, which holds only if what was read still stands. A refused command is
/// answered at once: what it rests on was committed while it asked.
pub(super) async fn optimistic(
    engine: &Arc<Engine>,
    way: &OptimisticWrites,
    mut set: Vec<Member>,
    put_back: &mut Vec<Member>,
) -> Result<(), Behind> {
    let revision = engine.known_catalog().revision;
    if way.is_currency_fixed() {
        let known = Known::of(engine, &set);
        if set.iter().all(|member| needs_no_look(&member.wants, &known.documents)) {
            match without_a_look(engine, way, revision, set, known, put_back).await {
                Err(Behind::Left(members)) => set = members,
                ended => return ended,
            }
        }
    }
    let gathered = match look(engine, way, revision, &set).await {
        Ok(Some(gathered)) => gathered,
        Ok(None) => return Err(Behind::Left(set)),
        Err(error) => {
            way.failed_with(&error);
            return Err(Behind::Left(set));
        }
    };
    decide_and_write(engine, way, (gathered, BTreeMap::new()), set, put_back).await
}

/// What is read of a set without a lock; `None` where it cannot be decided by that.
async fn look(
    engine: &Engine,
    way: &OptimisticWrites,
    revision: i64,
    set: &[Member],
) -> Result<Option<Gathered>, StoreError> {
    let facts = Facts::look(&way.connections, &asking(set)).await?;
    if facts.revision != revision || !engine.knows(&facts) {
        return Ok(None);
    }
    way.currency_is_fixed();
    let mut gathered = Gathered::of(facts, engine);
    gathered.look_beside_documents(engine, &way.connections, set).await?;
    Ok(Some(gathered))
}

/// What is known of a set without reading.
struct Known {
    documents: BTreeMap<DocumentKey, Document>,
    /// The same, with who wrote them.
    remembered: BTreeMap<DocumentKey, Written>,
}

impl Known {
    /// The documents that the members want, and those that these rest on.
    fn of(engine: &Engine, set: &[Member]) -> Self {
        let mut remembered = engine.remembered.of(set.iter().flat_map(|member| &member.wants.documents));
        let reached: BTreeSet<DocumentKey> =
            remembered.values().flat_map(|written| written.document.reaches()).collect();
        let reached = engine.remembered.of(reached.iter().filter(|key| !remembered.contains_key(*key)));
        remembered.extend(reached);
        let documents = remembered.iter().map(|(key, written)| (key.clone(), (*written.document).clone())).collect();
        Self { documents, remembered }
    }
}

/// Whether the documents that a command rests on are all among these, but for the one that it makes.
pub(super) fn needs_no_look(wants: &Wants, known: &BTreeMap<DocumentKey, Document>) -> bool {
    let is_known = |key: &DocumentKey| {
        let reached = known.get(key).map(|found| if wants.settled { found.reaches() } else { Vec::new() });
        reached.is_some_and(|reached| reached.iter().all(|key| known.contains_key(key)))
    };
    wants.documents.iter().filter(|key| wants.makes.as_ref() != Some(*key)).all(is_known)
}

/// Takes it that the catalog has this revision, which is that in memory, and that ids and keys are new: the write compares both. Whoever
/// is refused by that is not answered yet, but looked at.
async fn without_a_look(
    engine: &Arc<Engine>,
    way: &OptimisticWrites,
    revision: i64,
    set: Vec<Member>,
    Known { documents, remembered }: Known,
    put_back: &mut Vec<Member>,
) -> Result<(), Behind> {
    let parties = set.iter().flat_map(|member| {
        let wanted = member.wants.documents.iter().filter_map(|key| documents.get(key));
        let reached = wanted.clone().flat_map(Document::reaches).filter_map(|key| documents.get(&key));
        parties_of(&member.wants, wanted.chain(reached))
    });
    let parties = engine.parties.of(parties.collect());
    let Some(mut gathered) = Gathered::assumed(revision, documents, engine) else { return Err(Behind::Left(set)) };
    gathered.know(&parties);
    decide_and_write(engine, way, (gathered, remembered), set, put_back).await
}

async fn decide_and_write(
    engine: &Arc<Engine>,
    way: &OptimisticWrites,
    (gathered, remembered): (Gathered, BTreeMap<DocumentKey, Written>),
    set: Vec<Member>,
    put_back: &mut Vec<Member>,
) -> Result<(), Behind> {
    let revision = gathered.revision();
    let decided = gathered.decide_all(set, put_back).map_err(Behind::Left)?;
    decided.finish_optimistic(engine, way, revision, remembered).await
}

impl Engine {
    /// Whether a set may decide without locks by these facts: by the catalog in memory, in books whose base currency is fixed.
    pub(super) fn knows(&self, facts: &Facts) -> bool {
        self.known_catalog().revision == facts.revision
            && facts.base_currency.as_deref() == Some(self.settings.base_currency.code())
    }
}

impl Gathered {
    /// Writes and commits in one statement, and answers.
    async fn finish_optimistic(
        self,
        engine: &Arc<Engine>,
        way: &OptimisticWrites,
        revision: i64,
        remembered: BTreeMap<DocumentKey, Written>,
    ) -> Result<(), Behind> {
        let Self { writes, due, decided, mut standing, .. } = self;
        if decided.is_empty() {
            return Ok(());
        }
        // Nothing lies between the write and the commit: a test that wants to die there goes the other way.
        if decided.iter().any(|decided| crash::is_armed(decided.point)) {
            return Err(Behind::Left(members(decided)));
        }
        standing.written = unchanged(&remembered);
        match writes.send_optimistic(&engine.store, way, due, revision, &standing).await {
            Ok(number) => {
                Figures::add(&engine.set_figures().optimistic, 1);
                engine.remember(decided.iter().flat_map(|decided| &decided.documents), number, &remembered);
                answer(decided, engine);
                Ok(())
            }
            Err(Missed::Several) => Err(Behind::Left(members(decided))),
            Err(Missed::Behind(error)) => {
                tracing::debug!(%error, members = decided.len(), "a set was behind what others did");
                way.failed_with(&error);
                if !remembered.is_empty() {
                    engine.remembered.missed(remembered.keys());
                }
                engine.parties.forget(standing.parties.keys());
                Err(Behind::Left(members(decided)))
            }
            Err(Missed::Unknown(error)) => {
                Err(Behind::Undone(Undone { members: members(decided), error, for_sure: false }))
            }
        }
    }
}
