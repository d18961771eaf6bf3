//! A bulk that one thread carries out on SQLite, as it does sets.
//! See docs/write-path.md#sqlite.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use sea_orm::DbBackend;

use super::call::{Call, Carried};
use super::ended::Ended;
use super::pipeline::{Pipeline, beside, write};
use super::round::{Member, Round, Rounds, Wanted, asking};
use super::undone::Undone;
use crate::approval::catalog::Catalog;
use crate::kernel::crash;
use crate::kernel::crash::Point;
use crate::kernel::perform::outcome::{After, Failure};
use crate::kernel::store::batch::Batch;
use crate::kernel::store::facts::{Asking, Facts};
use crate::kernel::store::inline::{InlineWriter, Lent, at_once, roll_back};
use crate::kernel::store::{StoreError, snapshot};

/// How a call comes to its turn.
enum Start {
    /// They rest on documents alone.
    Items(Vec<Wanted>),
    /// They rest on more, which is read item by item.
    OfMore(Vec<Wanted>),
    DecidedEarly(DecidedEarly),
}

/// What a call comes to that is decided before its turn to write, or while it writes.
struct DecidedEarly {
    /// The catalog's, by which it is decided.
    revision: i64,
    rounds: Receiver<Decided>,
}

enum Decided {
    Round(Batch),
    All(Ended, After),
}

impl Call {
    /// Carries it out. Where the catalog is another than the one in memory, that is read first.
    pub(super) async fn inline(self: &Arc<Self>, way: &InlineWriter) -> Result<Carried, Failure> {
        let carried = match self.inline_once(way).await {
            Err(Undone::Catalog) => {
                self.engine.catalog(&self.engine.store.reader).await?;
                self.inline_once(way).await
            }
            carried => carried,
        };
        carried.map_err(|undone| match undone {
            Undone::Failed(failure) => failure,
            Undone::RestsOnMore | Undone::Catalog | Undone::NotNew => StoreError::row_changed().into(),
        })
    }

    async fn inline_once(self: &Arc<Self>, way: &InlineWriter) -> Result<Carried, Undone> {
        let wanted = self.wanted()?;
        let call = Arc::clone(self);
        let rests_on_documents = wanted.iter().all(|wanted| wanted.claims.rests_on_documents);
        let is_early = rests_on_documents && self.fits_a_round() && wanted.iter().all(Wanted::is_new);
        let start = match (rests_on_documents, is_early) {
            (true, true) => Start::DecidedEarly(self.decide_early(wanted)),
            (true, false) => Start::Items(wanted),
            (false, _) => Start::OfMore(wanted),
        };
        let carried = way.run(&self.engine.store.writer, move |books| {
            let books = books?;
            let ended = match call.transaction(books, start) {
                Err(Undone::NotNew) => call.transaction(books, Start::Items(call.wanted()?)),
                ended => ended,
            };
            match ended {
                Err(Undone::RestsOnMore) => call.transaction(books, Start::OfMore(call.wanted()?)),
                ended => ended,
            }
        });
        carried.await?
    }

    /// Decides all of it on another thread, by the catalog in memory, as if the ids and the idempotency key were new: the write finds
    /// out.
    fn decide_early(self: &Arc<Self>, wanted: Vec<Wanted>) -> DecidedEarly {
        let catalog = self.engine.known_catalog();
        let (revision, call) = (catalog.revision, Arc::clone(self));
        let (sender, rounds) = channel();
        // Where it stops early, all of it is decided by what is read.
        tokio::task::spawn_blocking(move || call.decide_each(catalog, wanted, &sender));
        DecidedEarly { revision, rounds }
    }

    fn decide_each(&self, catalog: Arc<Catalog>, wanted: Vec<Wanted>, decided: &Sender<Decided>) -> Option<()> {
        let (revision, currency) = (catalog.revision, self.engine.settings.base_currency.code());
        let seen = self.engine.blank_snapshot(Arc::clone(&catalog), &self.asked).ok()?;
        seen.require_all(&self.bulk.needs).ok()?;
        let mut rounds = self.rounds(catalog, wanted);
        loop {
            let members = rounds.pick();
            if members.is_empty() {
                break;
            }
            let facts = Facts::unread(revision, currency, BTreeMap::new());
            let batch = rounds.decide_inline(facts, members).ok()?;
            if rounds.has_refused() {
                // By what is only assumed nobody is refused: its id may be taken.
                return None;
            }
            if let Some(batch) = batch {
                decided.send(Decided::Round(batch)).ok()?;
            }
        }
        let (ended, after) = rounds.ended();
        decided.send(Decided::All(ended, after)).ok()
    }

    fn transaction(&self, books: &Lent, start: Start) -> Result<Carried, Undone> {
        self.engine.store.begin_inline(books)?;
        let carried = self.carry_out_inline(books, start);
        roll_back(books);
        carried
    }

    fn carry_out_inline(&self, books: &Lent, start: Start) -> Result<Carried, Undone> {
        let (carried, after) = self.inside_inline(books, start)?;
        if let Some(after) = after {
            self.engine.store.commit_inline(books)?;
            crash::crash_point(|| Point::BulkCommitted);
            self.engine.notify(after);
        }
        Ok(carried)
    }

    fn inside_inline(&self, books: &Lent, start: Start) -> Result<(Carried, Option<After>), Undone> {
        let keys = self.asked.idempotency.iter().collect();
        let facts = Facts::read_inline(&books.hold(), &Asking { keys, ..Asking::default() })?;
        self.engine.same_base_currency(facts.base_currency.as_deref())?;
        let catalog = self.engine.known_catalog();
        if catalog.revision != facts.revision {
            return Err(Undone::Catalog);
        }
        let seen = self.engine.blank_snapshot(Arc::clone(&catalog), &self.asked)?;
        if let Some(carried) = self.before(&facts, &seen)? {
            return Ok((carried, None));
        }
        let (ended, after) = match start {
            Start::Items(wanted) => self.rounds(catalog, wanted).run_inline(books)?,
            Start::OfMore(wanted) => {
                let (ended, after, _) = at_once(self.rounds(catalog, wanted).run(books))??;
                (ended, after)
            }
            Start::DecidedEarly(early) if early.revision == facts.revision => early.write(books)?,
            Start::DecidedEarly(_) => return Err(Undone::NotNew),
        };
        let Ended::Done(outcomes) = &ended else { return Ok((Carried::Fresh(ended), None)) };
        if let Some(writes) = self.kept(outcomes, &seen)? {
            writes.send_inline(&books.hold(), after.due)?;
        }
        Ok((Carried::Fresh(ended), Some(after)))
    }
}

impl DecidedEarly {
    fn write(self, books: &Lent) -> Result<(Ended, After), Undone> {
        for decided in self.rounds {
            match decided {
                Decided::All(ended, after) => return Ok((ended, after)),
                Decided::Round(batch) => match write(books, batch) {
                    Err(StoreError::Contended(_)) => return Err(Undone::NotNew),
                    written => written?,
                },
            }
        }
        Err(Undone::NotNew)
    }
}

impl<'a> Rounds<'a> {
    /// As [`Rounds::run`]. Where there are several rounds, the next is decided while this thread writes the one before.
    fn run_inline(mut self, books: &Lent) -> Result<(Ended, After), Undone> {
        let members = self.pick();
        if self.has_more() {
            return beside(books, |pipeline| self.run_beside(members, pipeline));
        }
        let facts = Facts::read_inline(&books.hold(), &asking(&members))?;
        if let Some(batch) = self.decide_inline(facts, members)? {
            write(books, batch)?;
        }
        Ok(self.ended())
    }

    /// Decides round after round, beside the thread that reads and writes for it. The next round is read before this one is written,
    /// if they have no fact in common.
    fn run_beside(mut self, mut members: VecDeque<Member<'a>>, pipeline: &Pipeline) -> Result<(Ended, After), Undone> {
        let mut read = pipeline.read(&members);
        while !members.is_empty() {
            let facts = read.wait()?;
            let mut next = self.pick();
            let early = (!Member::have_in_common(&members, &next)).then(|| pipeline.read(&next));
            if let Some(batch) = self.decide_inline(facts, members)? {
                pipeline.write(batch);
            }
            self.leave_out(&mut next);
            read = early.unwrap_or_else(|| pipeline.read(&next));
            members = next;
        }
        Ok(self.ended())
    }

    /// Decides the items of one round; what is to be written.
    fn decide_inline(&mut self, mut facts: Facts, members: VecDeque<Member<'a>>) -> Result<Option<Batch>, Undone> {
        if facts.documents().any(|document| !document.reaches().is_empty()) {
            return Err(Undone::RestsOnMore);
        }
        let mut round = Round::default();
        for member in members {
            let index = member.index;
            // No document of these types reaches another, so no item waits for one of its own round.
            let documents = facts.take(&facts.keys_of(&member.wants));
            let Some((seen, reached)) = self.seen(documents, &round)? else { return Err(Undone::RestsOnMore) };
            if !snapshot::rests_on_documents_alone(&member.wants, &seen) {
                return Err(Undone::RestsOnMore);
            }
            self.take_up(&member, seen, reached, &mut round)?;
            if self.ends_with(index) {
                break;
            }
        }
        Ok(round.writes_any.then(|| round.writes.into_batch(DbBackend::Sqlite, self.after.due)).transpose()?)
    }
}
