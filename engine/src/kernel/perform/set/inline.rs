//! A set that one thread carries out on SQLite, from BEGIN to the answers.
//! See docs/write-path.md#sqlite.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::gathered::{Gathered, answer, members};
use super::member::{Member, Undone, asking};
use super::optimistic::needs_no_look;
use crate::approval::catalog::Catalog;
use crate::books::document::Document;
use crate::kernel::crash;
use crate::kernel::engine::Engine;
use crate::kernel::sets::{Claims, Figures, LARGE};
use crate::kernel::store::StoreError;
use crate::kernel::store::facts::{Asking, Facts};
use crate::kernel::store::inline::{InlineWriter, Lent, at_once, roll_back};
use crate::values::kind::DocumentKey;

/// Carries out a set: reads, decides, writes, commits and answers. Where the catalog is another than the one in memory, that is read
/// first: meanwhile others write.
pub(super) async fn inline(
    engine: &Arc<Engine>,
    way: &InlineWriter,
    set: Vec<Member>,
    put_back: &mut Vec<Member>,
) -> Result<(), Undone> {
    let set = match once(engine, way, set, put_back).await {
        Err(Unwritten::Catalog(set)) => set,
        ended => return Ok(ended?),
    };
    if let Err(error) = engine.catalog(&engine.store.reader).await {
        return Err(Undone::before_commit(set, error));
    }
    Ok(once(engine, way, set, put_back).await?)
}

async fn once(
    engine: &Arc<Engine>,
    way: &InlineWriter,
    set: Vec<Member>,
    put_back: &mut Vec<Member>,
) -> Result<(), Unwritten> {
    let is_large = Claims::weight_of(set.iter().map(|member| &member.claims)) >= LARGE;
    let set = if is_large { before_its_turn(engine, set, put_back) } else { Err(set) };
    let books_of = Arc::clone(engine);
    let carry_out = move |books: Result<&Lent, StoreError>| {
        let mut put_back = Vec::new();
        let outcome = match (books, set) {
            (Ok(books), Ok(gathered)) => inside_as_decided(&books_of, books, gathered, &mut put_back),
            (Ok(books), Err(set)) => inside(&books_of, books, set, &mut put_back),
            (Err(error), set) => {
                let set = set.map_or_else(|set| set, |gathered| members(gathered.decided));
                Err(Unwritten::Undone(Undone::before_commit(set, error)))
            }
        };
        (outcome, put_back)
    };
    let writer = &engine.store.writer;
    let carried_out = if is_large { way.run(writer, carry_out).await } else { way.run_here(writer, carry_out).await };
    match carried_out {
        Ok((outcome, back)) => {
            put_back.extend(back);
            outcome
        }
        // Its commands are dropped with it, which their callers see.
        Err(error) => Err(Unwritten::Undone(Undone::before_commit(Vec::new(), error))),
    }
}

/// Decides, while others still write, a large set that need not be read. The set comes back where one of its commands rests on more, or
/// would be refused by what was not read.
fn before_its_turn(
    engine: &Arc<Engine>,
    set: Vec<Member>,
    put_back: &mut Vec<Member>,
) -> Result<Gathered, Vec<Member>> {
    let revision = engine.known_catalog().revision;
    let handed_over = handed_over(&set, revision);
    if !set.iter().all(|member| member.claims.rests_on_documents && needs_no_look(&member.wants, &handed_over)) {
        return Err(set);
    }
    match Gathered::assumed(revision, handed_over, engine) {
        Some(gathered) => gathered.decide_all(set, put_back),
        None => Err(set),
    }
}

/// The documents that the members need not read, as long as the catalog has this revision.
fn handed_over(set: &[Member], revision: i64) -> BTreeMap<DocumentKey, Document> {
    let all = set.iter().flat_map(|member| &member.wants.handed_over);
    let standing = all.filter(|handed_over| handed_over.stands_by(revision));
    standing.map(|handed_over| (handed_over.document().key.clone(), handed_over.document().clone())).collect()
}

/// Writes what was decided before, if it still stands; else the set is read and decided again.
fn inside_as_decided(
    engine: &Arc<Engine>,
    books: &Lent,
    gathered: Gathered,
    put_back: &mut Vec<Member>,
) -> Result<(), Unwritten> {
    let stands = engine.store.begin_inline(books).and_then(|()| {
        let found = Facts::read_inline(&books.hold(), &Asking::default())?;
        Ok(found.revision == gathered.revision() && engine.knows(&found))
    });
    let outcome = match stands {
        Ok(true) => gathered.finish_inline(engine, books),
        Ok(false) => Err(Unwritten::Changed(members(gathered.decided), StoreError::row_changed())),
        Err(error) => Err(Unwritten::Undone(Undone::before_commit(members(gathered.decided), error))),
    };
    roll_back(books);
    match outcome {
        Err(Unwritten::Changed(set, _)) => inside(engine, books, set, put_back),
        ended => ended,
    }
}

/// Why a transaction wrote nothing.
enum Unwritten {
    /// What was handed over, or taken to be so, is not so any more. These are not answered yet.
    Changed(Vec<Member>, StoreError),
    /// The catalog is another than the one in memory.
    Catalog(Vec<Member>),
    Undone(Undone),
}

impl From<Unwritten> for Undone {
    fn from(unwritten: Unwritten) -> Self {
        match unwritten {
            Unwritten::Changed(set, error) => Self::before_commit(set, error),
            Unwritten::Catalog(set) => Self::before_commit(set, StoreError::row_changed()),
            Unwritten::Undone(undone) => undone,
        }
    }
}

/// Reads, decides and writes by what is handed over, and where that has changed meanwhile, once more without it.
fn inside(engine: &Arc<Engine>, books: &Lent, set: Vec<Member>, put_back: &mut Vec<Member>) -> Result<(), Unwritten> {
    let catalog = engine.known_catalog();
    let mut handed_over = handed_over(&set, catalog.revision);
    // What another document rests on is read with that.
    handed_over.retain(|_, document| document.reaches().is_empty());
    let is_by_hand = !handed_over.is_empty();
    match in_transaction(engine, books, &catalog, set, handed_over, put_back) {
        Err(Unwritten::Changed(set, _)) if is_by_hand => {
            in_transaction(engine, books, &catalog, set, BTreeMap::new(), put_back)
        }
        outcome => outcome,
    }
}

fn in_transaction(
    engine: &Arc<Engine>,
    books: &Lent,
    catalog: &Arc<Catalog>,
    set: Vec<Member>,
    handed_over: BTreeMap<DocumentKey, Document>,
    put_back: &mut Vec<Member>,
) -> Result<(), Unwritten> {
    if let Err(error) = engine.store.begin_inline(books) {
        return Err(Unwritten::Undone(Undone::before_commit(set, error)));
    }
    let outcome = decided(engine, books, catalog, set, handed_over, put_back);
    let outcome = outcome.and_then(|gathered| gathered.finish_inline(engine, books));
    roll_back(books);
    outcome
}

fn decided(
    engine: &Arc<Engine>,
    books: &Lent,
    catalog: &Arc<Catalog>,
    set: Vec<Member>,
    handed_over: BTreeMap<DocumentKey, Document>,
    put_back: &mut Vec<Member>,
) -> Result<Gathered, Unwritten> {
    let facts = match read(engine, books, &set, handed_over) {
        Ok(facts) if facts.revision == catalog.revision => facts,
        Ok(_) => return Err(Unwritten::Catalog(set)),
        Err(error) => return Err(Unwritten::Undone(Undone::before_commit(set, error))),
    };
    let mut gathered = Gathered::of(facts, engine);
    if let Err(error) = at_once(gathered.read_parties(books, &set)).flatten() {
        return Err(Unwritten::Undone(Undone::before_commit(set, error)));
    }
    let mut members = set.into_iter();
    while let Some(member) = members.next() {
        let undone = match at_once(gathered.decide(books, Arc::clone(catalog), member, put_back)) {
            Ok(Ok(())) => continue,
            Ok(Err((member, error))) => Undone::before_commit(gathered.undecided(Some(member), members), error),
            Err(error) => Undone::before_commit(gathered.undecided(None, members), error),
        };
        return Err(Unwritten::Undone(undone));
    }
    Ok(gathered)
}

/// What the set asks for, but for the documents that are handed over: they stand as long as the catalog does.
fn read(
    engine: &Engine,
    books: &Lent,
    set: &[Member],
    handed_over: BTreeMap<DocumentKey, Document>,
) -> Result<Facts, StoreError> {
    let mut facts = Facts::read_inline(&books.hold(), &asking(set).without(&handed_over))?;
    engine.same_base_currency(facts.base_currency.as_deref())?;
    facts.add(handed_over);
    Ok(facts)
}

impl Gathered {
    /// Writes, commits and answers.
    fn finish_inline(mut self, engine: &Arc<Engine>, books: &Lent) -> Result<(), Unwritten> {
        self.fix_base_currency(engine);
        let Self { writes, due, decided, .. } = self;
        if decided.is_empty() {
            return Ok(());
        }
        let sent = writes.send_inline(&books.hold(), due);
        match sent {
            Ok(()) => {}
            // What was not read has changed: it is read.
            Err(error @ StoreError::Contended(_)) => return Err(Unwritten::Changed(members(decided), error)),
            Err(error) => return Err(Unwritten::Undone(Undone::before_commit(members(decided), error))),
        }
        for decided in &decided {
            crash::crash_point(|| decided.point);
        }
        if let Err(error) = engine.store.commit_inline(books) {
            return Err(Unwritten::Undone(Undone { members: members(decided), error, for_sure: false }));
        }
        Figures::add(&engine.set_figures().inline, 1);
        answer(decided, engine);
        Ok(())
    }
}
