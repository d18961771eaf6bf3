//! A bulk of several rounds on SQLite: the thread that has the connection reads and writes for another one, which decides meanwhile.
//! See docs/write-path.md#sqlite.

use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::round::Member;
use super::undone::Undone;
use crate::kernel::crash;
use crate::kernel::crash::Point;
use crate::kernel::store::StoreError;
use crate::kernel::store::batch::Batch;
use crate::kernel::store::facts::{Facts, Fetched};
use crate::kernel::store::inline::Lent;
use crate::values::kind::DocumentKey;

/// What is asked of the thread that has the connection; it does one after the other.
enum Request {
    Read { documents: Vec<DocumentKey>, found: Sender<Fetched> },
    Write(Batch),
}

/// Where the one who decides asks for it.
pub(super) struct Pipeline {
    requests: Sender<Request>,
}

/// What is being read.
pub(super) struct Reading(Receiver<Fetched>);

/// Has `decide` run beside this thread, which reads and writes for it until it ends.
pub(super) fn beside<T: Send>(
    books: &Lent,
    decide: impl FnOnce(&Pipeline) -> Result<T, Undone> + Send,
) -> Result<T, Undone> {
    thread::scope(|scope| {
        let (sender, requests) = channel();
        let decide = move || decide(&Pipeline { requests: sender });
        let decider = thread::Builder::new().name("bulk".into()).spawn_scoped(scope, decide);
        let decider = decider.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let served = serve(books, requests);
        let outcome = decider.join().unwrap_or_else(|panic| resume_unwind(panic));
        // Who decides sees only that nobody reads for it any more.
        served?;
        outcome
    })
}

fn serve(books: &Lent, requests: Receiver<Request>) -> Result<(), StoreError> {
    for request in requests {
        match request {
            Request::Read { documents, found } => {
                // Who asked may have ended with a failure.
                let _ = found.send(Facts::fetch_inline(&books.hold(), &documents)?);
            }
            Request::Write(batch) => write(books, batch)?,
        }
    }
    Ok(())
}

/// Writes a round.
pub(super) fn write(books: &Lent, batch: Batch) -> Result<(), StoreError> {
    batch.send_inline(&books.hold())?;
    crash::crash_point(|| Point::BulkWritten);
    Ok(())
}

impl Pipeline {
    /// Has the documents of these items read, after all that was asked for before.
    pub(super) fn read(&self, members: &VecDeque<Member<'_>>) -> Reading {
        let documents = members.iter().flat_map(|member| &member.wants.documents).cloned().collect();
        let (found, reading) = channel();
        // When nobody reads any more, the answer does not come.
        let _ = self.requests.send(Request::Read { documents, found });
        Reading(reading)
    }

    pub(super) fn write(&self, batch: Batch) {
        // When nobody writes any more, the next answer does not come, and all of it is undone.
        let _ = self.requests.send(Request::Write(batch));
    }
}

impl Reading {
    pub(super) fn wait(self) -> Result<Facts, StoreError> {
        self.0.recv().map_err(|_| StoreError::Broken("nobody reads for a bulk any more".into()))?.read()
    }
}
