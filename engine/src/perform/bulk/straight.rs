//! A bulk that one thread carries out on SQLite, as it does sets.
//! See docs/adr/0043-a-set-on-sqlite-is-carried-out-by-one-thread.md.

use std::collections::VecDeque;
use std::sync::Arc;

use rusqlite::Connection;

use super::call::{Call, Carried};
use super::ended::Ended;
use super::round::{Member, Round, Rounds, Wanted, asking};
use crate::crash::{self, Point};
use crate::perform::outcome::{After, Failure};
use crate::store::facts::{Asking, Facts};
use crate::store::snapshot;
use crate::store::straight::{Straight, roll_back};

/// Why the thread did not carry a bulk out. Nothing of it is written.
pub(super) enum Undone {
    /// It rests on more than documents, or on another catalog than the one in memory: it goes by the driver.
    RestsOnMore,
    Failed(Failure),
}

impl<F: Into<Failure>> From<F> for Undone {
    fn from(failure: F) -> Self {
        Self::Failed(failure.into())
    }
}

impl Call {
    pub(super) async fn straight(self: &Arc<Self>, thread: &Straight, wanted: Vec<Wanted>) -> Result<Carried, Undone> {
        let call = Arc::clone(self);
        let carried = thread.run(&self.engine.store.writer, move |books| {
            let books = books?;
            call.engine.store.begin_straight(books)?;
            let carried = call.carry_out_straight(books, wanted);
            roll_back(books);
            carried
        });
        carried.await?
    }

    fn carry_out_straight(&self, books: &Connection, wanted: Vec<Wanted>) -> Result<Carried, Undone> {
        let (carried, after) = self.inside_straight(books, wanted)?;
        if let Some(after) = after {
            self.engine.store.commit_straight(books)?;
            crash::crash_point(|| Point::BulkCommitted);
            self.engine.notify(after);
        }
        Ok(carried)
    }

    fn inside_straight(&self, books: &Connection, wanted: Vec<Wanted>) -> Result<(Carried, Option<After>), Undone> {
        let keys = self.asked.idempotency.iter().collect();
        let facts = Facts::read_straight(books, &Asking { keys, ..Asking::default() })?;
        self.engine.same_base_currency(facts.base_currency.as_deref())?;
        let catalog = self.engine.known_catalog();
        if catalog.revision != facts.revision {
            return Err(Undone::RestsOnMore);
        }
        let seen = self.engine.blank_snapshot(Arc::clone(&catalog), &self.asked)?;
        if let Some(carried) = self.before(&facts, &seen)? {
            return Ok((carried, None));
        }
        let (ended, after) = self.rounds(catalog, wanted).run_straight(books)?;
        let Ended::Done(outcomes) = &ended else { return Ok((Carried::Fresh(ended), None)) };
        if let Some(writes) = self.kept(outcomes, &seen)? {
            writes.send_straight(books, after.due)?;
        }
        Ok((Carried::Fresh(ended), Some(after)))
    }
}

impl<'a> Rounds<'a> {
    /// As [`Rounds::run`].
    fn run_straight(mut self, books: &Connection) -> Result<(Ended, After), Undone> {
        let mut members = self.pick();
        while !members.is_empty() {
            self.round_straight(books, members)?;
            members = self.pick();
        }
        Ok(self.ended())
    }

    fn round_straight(&mut self, books: &Connection, members: VecDeque<Member<'a>>) -> Result<(), Undone> {
        let facts = Facts::read_straight(books, &asking(&members))?;
        if facts.documents().any(|document| document.reaches().is_some()) {
            return Err(Undone::RestsOnMore);
        }
        let (mut round, mut put_back) = (Round::default(), VecDeque::new());
        for member in members {
            let index = member.index;
            let waits = match self.seen(&facts, &member, &round)? {
                None => Some(member),
                Some((seen, _)) if !snapshot::rests_on_documents_alone(&member.wants, &seen) => {
                    return Err(Undone::RestsOnMore);
                }
                Some((seen, reached)) => {
                    self.take_up(&member, &seen, reached, &mut round)?;
                    None
                }
            };
            if self.is_ended_by(index, waits, &mut put_back) {
                break;
            }
        }
        self.put_back(put_back);
        if round.writes_any {
            round.writes.send_straight(books, self.after.due)?;
            crash::crash_point(|| Point::BulkWritten);
        }
        Ok(())
    }
}
