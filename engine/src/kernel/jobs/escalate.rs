//! `escalate`: gives the steps that are late their further signers. See docs/rules/approval.md#deadlines.

use std::sync::Arc;

use super::tick::Tick;
use crate::approval::access::Actor;
use crate::books::action::escalate::Escalate;
use crate::books::request::Asked;
use crate::kernel::engine::Engine;
use crate::kernel::store::read::overdue;
use crate::values::error::Error;

/// How many documents are looked for at a time.
const AT_ONCE: u64 = 200;

/// The escalation of what is late.
pub(crate) struct EscalateLate;

impl Tick for EscalateLate {
    async fn is_needed(engine: &Arc<Engine>) -> Result<bool, Error> {
        Ok(!overdue::to_escalate(&engine.store.reader, engine.clock.now(), 1).await?.is_empty())
    }

    async fn run(engine: &Arc<Engine>) -> Result<(), Error> {
        let escalated = engine.escalate_late().await?;
        if escalated > 0 {
            tracing::info!(escalated, "documents that nobody signed in time were escalated");
        }
        Ok(())
    }
}

impl Engine {
    /// Escalates all that is late now. Returns how many documents were.
    pub async fn escalate_late(self: &Arc<Self>) -> Result<u64, Error> {
        let mut escalated = 0_u64;
        loop {
            let late = overdue::to_escalate(&self.store.reader, self.clock.now(), AT_ONCE).await?;
            let (mut done, mut failed) = (0_u64, None);
            for key in late {
                // One that fails does not keep the others.
                match self.perform(Asked::by(Actor::system()), Escalate { key }).await {
                    Ok(asked) => done = done.saturating_add(u64::from(asked)),
                    Err(error) => failed = Some(error),
                }
            }
            escalated = escalated.saturating_add(done);
            if let Some(error) = failed {
                return Err(error);
            }
            if done == 0 {
                return Ok(escalated);
            }
        }
    }
}
