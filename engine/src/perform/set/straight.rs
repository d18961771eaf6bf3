//! A set that one thread carries out on SQLite, from BEGIN to the answers.
//! See docs/adr/0043-a-set-on-sqlite-is-carried-out-by-one-thread.md.

use std::sync::Arc;

use rusqlite::Connection;

use super::ahead::{Behind, needs_no_look};
use super::gathered::{Gathered, answer, members};
use super::member::{Member, Undone, asking, at_hand};
use crate::crash;
use crate::engine::Engine;
use crate::sets::{Claims, Figures, LARGE};
use crate::store::StoreError;
use crate::store::facts::{Asking, Facts};
use crate::store::straight::{Straight, roll_back};

/// Carries out a set whose commands rest on nothing but the catalog, documents that rest on no others, and what is not there yet.
pub(super) async fn straight(
    engine: &Arc<Engine>,
    way: &Straight,
    set: Vec<Member>,
    put_back: &mut Vec<Member>,
) -> Result<(), Behind> {
    let is_large = Claims::weight_of(set.iter().map(|member| &member.claims)) >= LARGE;
    let set = if is_large { before_its_turn(engine, set, put_back) } else { Err(set) };
    let books_of = Arc::clone(engine);
    let carry_out = move |books: Result<&Connection, StoreError>| {
        let mut put_back = Vec::new();
        let outcome = match (books, set) {
            (Ok(books), Ok(gathered)) => inside_as_decided(&books_of, books, gathered, &mut put_back),
            (Ok(books), Err(set)) => inside(&books_of, books, set, &mut put_back),
            (Err(error), set) => {
                let set = set.map_or_else(|set| set, |gathered| members(gathered.decided));
                Err(Behind::Undone(Undone::before_commit(set, error)))
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
        Err(error) => Err(Behind::Undone(Undone::before_commit(Vec::new(), error))),
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
    let at_hand = at_hand(&set, revision);
    if !set.iter().all(|member| needs_no_look(member, |key| at_hand.contains_key(key))) {
        return Err(set);
    }
    match Gathered::assumed(revision, at_hand, engine) {
        Some(gathered) => gathered.decide_all(set, put_back),
        None => Err(set),
    }
}

/// Writes what was decided before, if it still stands; else the set is read and decided again.
fn inside_as_decided(
    engine: &Arc<Engine>,
    books: &Connection,
    gathered: Gathered,
    put_back: &mut Vec<Member>,
) -> Result<(), Behind> {
    let stands = engine.store.begin_straight(books).and_then(|()| {
        let found = Facts::read_straight(books, &Asking::default())?;
        Ok(found.revision == gathered.revision() && engine.knows(&found))
    });
    let outcome = match stands {
        Ok(true) => gathered.finish_straight(engine, books),
        Ok(false) => Err(Behind::Left(members(gathered.decided))),
        Err(error) => Err(Behind::Undone(Undone::before_commit(members(gathered.decided), error))),
    };
    roll_back(books);
    match outcome {
        Err(Behind::Left(set)) => inside(engine, books, set, put_back),
        outcome => outcome,
    }
}

fn inside(
    engine: &Arc<Engine>,
    books: &Connection,
    set: Vec<Member>,
    put_back: &mut Vec<Member>,
) -> Result<(), Behind> {
    if let Err(error) = engine.store.begin_straight(books) {
        return Err(Behind::Undone(Undone::before_commit(set, error)));
    }
    let outcome = decided(engine, books, set, put_back).and_then(|gathered| gathered.finish_straight(engine, books));
    roll_back(books);
    outcome
}

fn decided(
    engine: &Arc<Engine>,
    books: &Connection,
    set: Vec<Member>,
    put_back: &mut Vec<Member>,
) -> Result<Gathered, Behind> {
    let revision = engine.known_catalog().revision;
    let at_hand = at_hand(&set, revision);
    let mut facts = match Facts::read_straight(books, &asking(&set).without(&at_hand)) {
        Ok(facts) => facts,
        Err(error) => return Err(Behind::Undone(Undone::before_commit(set, error))),
    };
    facts.add(at_hand);
    // The documents at hand stand by this revision.
    if facts.revision != revision || !engine.knows(&facts) {
        return Err(Behind::Left(set));
    }
    Gathered::of(facts, engine).decide_all(set, put_back).map_err(Behind::Left)
}

impl Gathered {
    /// Writes, commits and answers.
    fn finish_straight(self, engine: &Arc<Engine>, books: &Connection) -> Result<(), Behind> {
        let Self { writes, due, decided, .. } = self;
        if decided.is_empty() {
            return Ok(());
        }
        match writes.send_straight(books, due) {
            Ok(()) => {}
            // A document at hand has changed: it is read.
            Err(StoreError::Contended(_)) => return Err(Behind::Left(members(decided))),
            Err(error) => return Err(Behind::Undone(Undone::before_commit(members(decided), error))),
        }
        for decided in &decided {
            crash::crash_point(|| decided.point);
        }
        if let Err(error) = engine.store.commit_straight(books) {
            return Err(Behind::Undone(Undone { members: members(decided), error, for_sure: false }));
        }
        Figures::add(&engine.set_figures().straight, 1);
        answer(decided, engine);
        Ok(())
    }
}
