//! A set that looks ahead: it reads without a lock, and writes in one statement that compares what was read.
//! See docs/adr/0040-a-set-looks-ahead.md.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::gathered::{Gathered, answer, members};
use super::member::{Member, Undone, asking, at_hand};
use crate::crash;
use crate::document::{Document, Written};
use crate::engine::Engine;
use crate::kind::DocumentKey;
use crate::perform::written::untouched;
use crate::sets::Figures;
use crate::store::ahead::Ahead;
use crate::store::facts::Facts;
use crate::store::writes::Missed;

/// A set that did not get there ahead.
pub(super) enum Behind {
    /// Nothing is written. These are not answered yet.
    Left(Vec<Member>),
    Undone(Undone),
}

/// Reads without a lock, decides, and writes in one transaction, which holds only if what was read still stands. A refused command is
/// answered at once: what it rests on was committed while it asked.
pub(super) async fn ahead(
    engine: &Arc<Engine>,
    way: &Ahead,
    mut set: Vec<Member>,
    put_back: &mut Vec<Member>,
) -> Result<(), Behind> {
    let revision = engine.known_catalog().revision;
    let mut documents = at_hand(&set, revision);
    if way.is_currency_fixed() {
        let remembered = engine.remembered.of(set.iter().flat_map(|member| &member.wants.documents));
        let is_known = |key: &DocumentKey| documents.contains_key(key) || remembered.contains_key(key);
        if set.iter().all(|member| needs_no_look(member, is_known)) {
            documents.extend(remembered.iter().map(|(key, written)| (key.clone(), (*written.document).clone())));
            match without_a_look(engine, way, revision, set, (documents, remembered), put_back).await {
                Err(Behind::Left(members)) => set = members,
                ended => return ended,
            }
            documents = at_hand(&set, revision);
        }
    }
    let mut facts = match Facts::look(&way.connections, &asking(&set).without(&documents)).await {
        Ok(facts) => facts,
        Err(error) => {
            way.failed_with(&error);
            return Err(Behind::Left(set));
        }
    };
    facts.add(documents);
    // The documents at hand stand by this revision.
    if facts.revision != revision || !engine.knows(&facts) {
        return Err(Behind::Left(set));
    }
    way.currency_is_fixed();
    let gathered = Gathered::of(facts, engine);
    decide_and_write(engine, way, (gathered, BTreeMap::new()), set, put_back).await
}

/// Documents by their keys, with those of them that are remembered.
type Known = (BTreeMap<DocumentKey, Document>, BTreeMap<DocumentKey, Written>);

/// Whether all that a command rests on is the catalog, documents that are known, and that its id and key are new.
pub(super) fn needs_no_look(member: &Member, is_known: impl Fn(&DocumentKey) -> bool) -> bool {
    member.wants.is_new || member.wants.documents.iter().all(is_known)
}

/// Takes it that the catalog has this revision, which is that in memory, and that ids and keys are new: the write compares both. Whoever
/// is refused by that is not answered yet, but looked at.
async fn without_a_look(
    engine: &Arc<Engine>,
    way: &Ahead,
    revision: i64,
    set: Vec<Member>,
    (documents, remembered): Known,
    put_back: &mut Vec<Member>,
) -> Result<(), Behind> {
    let Some(gathered) = Gathered::assumed(revision, documents, engine) else { return Err(Behind::Left(set)) };
    decide_and_write(engine, way, (gathered, remembered), set, put_back).await
}

async fn decide_and_write(
    engine: &Arc<Engine>,
    way: &Ahead,
    (gathered, remembered): (Gathered, BTreeMap<DocumentKey, Written>),
    set: Vec<Member>,
    put_back: &mut Vec<Member>,
) -> Result<(), Behind> {
    let revision = gathered.revision();
    let decided = gathered.decide_all(set, put_back).map_err(Behind::Left)?;
    decided.finish_ahead(engine, way, revision, &remembered).await
}

impl Engine {
    /// Whether a set may decide ahead by these facts: by the catalog in memory, in books whose base currency is fixed, and by no
    /// document that rests on another one.
    pub(super) fn knows(&self, facts: &Facts) -> bool {
        self.known_catalog().revision == facts.revision
            && facts.base_currency.as_deref() == Some(self.settings.base_currency.code())
            && facts.documents().all(|document| document.reaches().is_none())
    }
}

impl Gathered {
    /// Writes and commits in one statement, and answers.
    async fn finish_ahead(
        self,
        engine: &Arc<Engine>,
        way: &Ahead,
        revision: i64,
        remembered: &BTreeMap<DocumentKey, Written>,
    ) -> Result<(), Behind> {
        let Self { writes, due, decided, .. } = self;
        if decided.is_empty() {
            return Ok(());
        }
        // Nothing lies between the write and the commit: a test that wants to die there goes the other way.
        if decided.iter().any(|decided| crash::is_armed(decided.point)) {
            return Err(Behind::Left(members(decided)));
        }
        match writes.send_ahead(&engine.store, way, due, revision, &untouched(remembered)).await {
            Ok(number) => {
                Figures::add(&engine.set_figures().ahead, 1);
                engine.remember(decided.iter().flat_map(|decided| &decided.documents), number, remembered);
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
                Err(Behind::Left(members(decided)))
            }
            Err(Missed::Unknown(error)) => {
                Err(Behind::Undone(Undone { members: members(decided), error, for_sure: false }))
            }
        }
    }
}
