//! The outcome of a command: its answer, a replay of it, or why an attempt failed.

use std::any::Any;
use std::collections::BTreeMap;
use std::time::Duration;

use crate::books::command::{Change, Effects};
use crate::books::document::HandedOver;
use crate::books::queue::{NewJob, Queue, Task};
use crate::books::request::{StoredAnswer, Unanswered};
use crate::kernel::engine::Engine;
use crate::kernel::outcome::Failed;
use crate::kernel::store::StoreError;
use crate::kernel::store::jobs::Due;
use crate::values::error::{Error, Refusal};
use crate::values::kind::DocumentKey;

/// A database that neither answers nor breaks the connection is given up after this time; jobs move more rows.
pub(super) const SILENCE: Duration = Duration::from_secs(10);
pub(super) const SILENCE_FOR_JOBS: Duration = Duration::from_mins(1);

/// So many lines of documents that one command approves are kept handed over for their postings: some megabytes. Thousands of postings may
/// wait, those of several bulks.
const SIGNED_LINES: usize = 10_000;

/// How a command went.
#[derive(Debug)]
pub enum Performed<A> {
    Fresh(A),
    /// A rule guards it: it was asked for, and waits for signatures.
    AskedFor(StoredAnswer),
    /// The same request was answered before.
    Replayed(StoredAnswer),
    /// The same request was carried out before, and never answered.
    Interrupted(Unanswered),
}

/// A command's answer, until its type is given back to it.
pub(super) type AnyAnswer = Box<dyn Any + Send>;

/// How a command of whatever type went.
pub(super) type Ran = Result<Performed<AnyAnswer>, Error>;

/// The notifications to send once a command is committed.
#[derive(Default)]
pub(super) struct After {
    pub(super) jobs: Vec<NewJob>,
    /// The documents that this process posts next, as they are written; not all, where they have many lines. None on PostgreSQL, where
    /// the process remembers them.
    pub(super) signed: BTreeMap<DocumentKey, HandedOver>,
    /// How many lines those have together.
    signed_lines: usize,
    pub(super) due: Due,
    /// Whether there are such.
    hands_over: bool,
    /// Queues of jobs that were put back.
    pub(super) queues: Vec<Queue>,
}

impl After {
    pub(super) fn none(engine: &Engine) -> Self {
        let due = engine.due();
        Self { due, hands_over: due == Due::Soon && !engine.remembers(), ..Self::default() }
    }

    /// What follows these effects, which were decided by the catalog of this revision.
    pub(super) fn of(effects: &Effects, engine: &Engine, revision: i64) -> Self {
        let mut after = Self::none(engine);
        after.add(effects, revision);
        after
    }

    /// What follows these effects as well.
    pub(super) fn add(&mut self, effects: &Effects, revision: i64) {
        for change in &effects.changes {
            let (Change::InsertDocument(document) | Change::UpdateDocument { document, .. }) = change else { continue };
            let posts = |job: &NewJob| matches!(&job.task, Task::PostDocument { key } if *key == document.key);
            if self.hands_over && effects.jobs.iter().any(posts) {
                let lines = self.signed_lines.saturating_add(document.lines().count());
                // What is not handed over is read.
                if lines <= SIGNED_LINES {
                    self.signed_lines = lines;
                    self.signed.insert(document.key.clone(), HandedOver::now((**document).clone(), revision));
                }
            }
        }
        self.jobs.extend(effects.jobs.iter().cloned());
        self.queues.extend(effects.retried());
    }
}

/// Why one attempt failed.
pub(super) enum Failure {
    Refused(Refusal),
    Store(StoreError),
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<Failed> for Failure {
    fn from(failed: Failed) -> Self {
        match failed {
            Failed::Refused(refusal) => Self::Refused(refusal),
            Failed::Unheard => {
                Self::Store(StoreError::Broken("a rule guards a command that came without its call".into()))
            }
        }
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(refusal) => Self::Refused(refusal),
            Failure::Store(error) => error.into(),
        }
    }
}
