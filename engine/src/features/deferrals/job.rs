//! `deferrals`: recognises the parts that are due, and ends what was voided. See docs/rules/deferrals.md#exactly-once.

use std::sync::Arc;

use super::commands::end::EndVoided;
use super::commands::problem::NoteRefusal;
use super::commands::recognize::Recognize;
use super::model::Deferral;
use super::reads;
use crate::approval::access::Actor;
use crate::books::command::Wants;
use crate::books::request::Asked;
use crate::kernel::engine::Engine;
use crate::kernel::jobs::tick::Tick;
use crate::values::error::Error;

/// How many deferrals are looked for at a time.
const AT_ONCE: u64 = 100;
/// So many entries a tick makes, each in a transaction of its own; the next tick goes on.
const MOST_MADE: u64 = 500;

/// The recognition of what is due.
pub(crate) struct RecognizeDue;

impl Tick for RecognizeDue {
    async fn is_needed(engine: &Arc<Engine>) -> Result<bool, Error> {
        let today = engine.clock.wall().date();
        let reader = &engine.store.reader;
        Ok(!reads::due(reader, today, None, 1).await?.is_empty() || !reads::of_voided(reader, 1).await?.is_empty())
    }

    async fn run(engine: &Arc<Engine>) -> Result<(), Error> {
        let made = engine.recognize_due_deferrals().await?;
        if made > 0 {
            tracing::info!(made, "entries were made of deferrals");
        }
        Ok(())
    }
}

impl Engine {
    /// Recognises what is due today, by at most 500 entries. Returns how many were made. One that is refused does not keep those of other
    /// deferrals.
    pub async fn recognize_due_deferrals(self: &Arc<Self>) -> Result<u64, Error> {
        for Deferral { deferral_id, source, .. } in reads::of_voided(&self.store.reader, AT_ONCE).await? {
            self.perform(Asked::by(Actor::system()), EndVoided { deferral_id, source }).await?;
        }
        let today = self.clock.wall().date();
        let (mut made, mut after, mut failed) = (0_u64, None, None);
        while made < MOST_MADE {
            let due = reads::due(&self.store.reader, today, after.as_ref(), AT_ONCE).await?;
            let Some((date, last)) = due.last() else { break };
            after = Some((date.clone(), last.deferral_id.clone()));
            for (_, deferral) in due {
                match self.recognize_of(deferral, MOST_MADE.saturating_sub(made)).await {
                    Ok(more) => made = made.saturating_add(more),
                    Err(error) => failed = Some(error),
                }
            }
        }
        failed.map_or(Ok(made), Err)
    }

    /// Recognises the parts one after another, until none is due, one is refused, or somebody else does it.
    async fn recognize_of(self: &Arc<Self>, deferral: Deferral, most: u64) -> Result<u64, Error> {
        let key = deferral.source.clone();
        let read = self.look(&Actor::system(), &Wants::document(&key)).await?;
        let Some(source) = read.documents.get(&key) else { return Ok(0) };
        let (mut made, mut deferral) = (0_u64, deferral);
        let today = self.clock.wall().date();
        while made < most {
            let (deferral_id, version, owner) = (deferral.deferral_id.clone(), deferral.version, deferral.as_actor());
            let due = |next: &Recognize| next.date() <= today;
            let Some(next) = Recognize::next_of(deferral, source).filter(due) else { break };
            let part = next.part();
            match self.perform(Asked::by(owner), next).await {
                Ok(Some(after)) => {
                    made = made.saturating_add(1);
                    deferral = after;
                }
                Ok(None) => break,
                Err(Error::Refused(refusal)) => {
                    let problem = NoteRefusal { deferral_id, version, part, refusal };
                    self.perform(Asked::by(Actor::system()), problem).await?;
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(made)
    }
}
