//! A command in the queue for SQLite's writer.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use sea_orm::DatabaseTransaction;
use tokio::sync::oneshot;

use super::any::AnyAnswer;
use super::attempt::{Ask, Outcome};
use super::{Failure, Performed};
use crate::store::StoreError;
use crate::store::lock::Revision;
use crate::write_queue::QueuedCommand;

/// A command that waits for its turn with SQLite's writer.
pub(super) struct Waiting {
    pub(super) ask: Arc<Ask>,
    pub(super) ran: Option<Outcome>,
    pub(super) answer: oneshot::Sender<Result<Performed<AnyAnswer>, Failure>>,
}

impl QueuedCommand for Waiting {
    fn is_alone(&self) -> bool {
        self.ask.command.wants().exclusive
    }

    fn run<'a>(
        &'a mut self,
        tx: &'a DatabaseTransaction,
        revision: &'a mut Option<Revision>,
    ) -> Pin<Box<dyn Future<Output = bool> + Send + 'a>> {
        Box::pin(async move {
            if self.answer.is_closed() {
                // It was given up, and the caller told so.
                return true;
            }
            let ran = self.ask.inside(tx, revision).await;
            // Who is refused has written nothing.
            let whole = !matches!(ran, Err(Failure::Store(_)));
            self.ran = Some(ran);
            whole
        })
    }

    fn reply(self: Box<Self>, committed: Result<(), StoreError>) {
        let outcome = match (self.ran, committed) {
            (Some(Ok((performed, after))), Ok(())) => {
                self.ask.engine.notify(after);
                Ok(performed)
            }
            (Some(Err(Failure::Store(error))), _) => Err(Failure::Store(error)),
            (Some(Err(refused)), Ok(())) => Err(refused),
            // Also a refusal: it may rest on what a neighbour wrote, and that is gone.
            (_, Err(error)) => Err(Failure::Store(error)),
            (None, Ok(())) => Err(Failure::Store(StoreError::Broken("a command that did not run".into()))),
        };
        // Who asked may be gone; what is committed is committed.
        let _ = self.answer.send(outcome);
    }
}
