//! The one unit of work. Handlers, jobs, sub-commands and tests all come through [`Engine::perform`]; no other module sees a
//! transaction.
//!
//! ```text
//! begin ─▶ lock the books ─▶ caller active? ─▶ idempotency record? ─▶ snapshot ─▶ decide (pure) ─▶ write effects ─▶ commit
//!   ▲                                                                                  │
//!   └────────── a guard no longer holds, or the database asks to try again ────────────┘
//! ```
//!
//! The transaction runs in a task of its own, so that a client who hangs up does not cut it in half.
//! Answers to an idempotency key are written by the same transaction as what they answer.
//! See docs/rules/interface.md#idempotency.

mod any;
mod ask;
mod attempt;
pub mod bulk;
mod outcome;
mod set;
mod unanswered;
mod written;

use std::sync::Arc;
use std::time::Duration;

use any::AnyCommand;
use ask::Ask;
pub use outcome::Performed;
use outcome::{After, Ran, SILENCE, SILENCE_FOR_JOBS};

use crate::books::action::post::PostingJob;
use crate::books::command::Command;
use crate::books::queue::Task;
use crate::books::request::{Asked, Idempotency, Kept, StoredAnswer};
use crate::kernel::boxed::Boxed;
use crate::kernel::crash;
use crate::kernel::crash::Point;
use crate::kernel::engine::{Claim, Engine};
use crate::kernel::store::idempotency;
use crate::kernel::store::jobs::Due;
use crate::values::error::Error;

/// Does the work in a task of its own, so that a client who hangs up does not cut it in half; for so long at most.
async fn in_a_task<T: Send + 'static>(
    silence: Duration,
    work: impl Future<Output = Result<T, Error>> + Send + 'static,
) -> Result<T, Error> {
    let mut task = tokio::spawn(work);
    match tokio::time::timeout(silence, &mut task).await {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(error)) => Err(Error::Internal(format!("the unit of work ended early: {error}"))),
        Err(_) => {
            task.abort();
            Err(Error::Unavailable(format!("no answer within {} s", silence.as_secs())))
        }
    }
}

impl Engine {
    /// Runs a command whose answer need not be kept.
    pub async fn perform<C: Command>(self: &Arc<Self>, asked: Asked, command: C) -> Result<C::Answer, Error> {
        let asked = Asked { idempotency: None, ..asked };
        match self.perform_keeping(asked, command, |_| Kept::Nothing).await? {
            Performed::Fresh(answer) => Ok(answer),
            Performed::AskedFor(_) => {
                Err(Error::Internal("a rule guards it, and its caller takes no such answer".into()))
            }
            Performed::Replayed(_) | Performed::Interrupted(_) => Err(Error::Internal("a replay without a key".into())),
        }
    }

    /// Runs a command and keeps what `keep` makes of its answer, in the same transaction.
    pub async fn perform_keeping<C: Command>(
        self: &Arc<Self>,
        asked: Asked,
        command: C,
        keep: impl Fn(&C::Answer) -> Kept + Send + Sync + 'static,
    ) -> Result<Performed<C::Answer>, Error> {
        any::typed::<C>(self.carry_out_claimed(asked, any::boxed(command, keep)).await?)
    }

    /// Claims the idempotency key of what is asked, for as long as this process works on the answer.
    pub fn claim(&self, asked: &Asked) -> Result<Option<Claim>, Error> {
        match &asked.idempotency {
            Some(key) if !asked.dry_run => Ok(Some(self.in_hand.claim(key)?)),
            _ => Ok(None),
        }
    }

    /// As [`Self::perform_keeping`], for a caller that holds the [`Claim`] until the answer is complete.
    pub async fn perform_claimed<C: Command>(
        self: &Arc<Self>,
        asked: Asked,
        command: C,
        keep: impl Fn(&C::Answer) -> Kept + Send + Sync + 'static,
    ) -> Result<Performed<C::Answer>, Error> {
        any::typed::<C>(self.carry_out(asked, any::boxed(command, keep)).await?)
    }

    fn carry_out_claimed(self: &Arc<Self>, asked: Asked, command: Box<dyn AnyCommand>) -> Boxed<'static, Ran> {
        let engine = Arc::clone(self);
        Box::pin(async move {
            let _in_hand = engine.claim(&asked)?;
            engine.carry_out(asked, command).await
        })
    }

    /// Carries out a command of whatever type, in a task of its own. All from here on is compiled once, and in this crate.
    fn carry_out(self: &Arc<Self>, asked: Asked, command: Box<dyn AnyCommand>) -> Boxed<'static, Ran> {
        let silence = if asked.actor.is_system() { SILENCE_FOR_JOBS } else { SILENCE };
        let ask = Arc::new(Ask { engine: Arc::clone(self), asked, command });
        Box::pin(in_a_task(silence, ask.attempt()))
    }

    /// Notifies those who wait for it that a command is committed.
    fn notify(&self, mut after: After) {
        crash::crash_point(|| {
            let queues = after.jobs.iter().map(|job| job.task.queue()).chain(after.queues.iter().copied());
            Point::committed(&queues.collect::<Vec<_>>())
        });
        self.signals.enqueued(&after.queues);
        for job in after.jobs {
            match job.task {
                Task::PostDocument { key } if after.due == Due::Soon => {
                    let signed = after.signed.remove(&key);
                    self.signals.hand_over(PostingJob { job_id: Some(job.job_id), key, is_delivered: false, signed });
                }
                task => self.signals.enqueued(&[task.queue()]),
            }
        }
    }

    /// Keeps the answer of a command that was kept as [`Kept::Later`]; a refusal is forgotten.
    pub async fn complete(self: &Arc<Self>, key: Idempotency, answer: Option<StoredAnswer>) -> Result<(), Error> {
        let engine = Arc::clone(self);
        let task = tokio::spawn(async move {
            let tx = engine.store.begin_write().await?;
            match &answer {
                Some(answer) => idempotency::complete(&tx, &key, answer).await?,
                None => idempotency::forget(&tx, &key).await?,
            }
            engine.store.commit(tx).await
        });
        match task.await {
            Ok(outcome) => Ok(outcome?),
            Err(error) => Err(Error::Internal(error.to_string())),
        }
    }
}
