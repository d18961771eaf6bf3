//! `recurring_documents`: makes what is due, in the order of its days. See docs/rules/recurring.md#exactly-once.

use std::sync::Arc;

use super::commands::make::MakeDocument;
use super::commands::problem::NoteProblem;
use super::model::RecurringDocument;
use super::reads;
use crate::approval::access::Actor;
use crate::books::request::Asked;
use crate::kernel::engine::Engine;
use crate::kernel::jobs::tick::Tick;
use crate::values::clock::Date;
use crate::values::error::Error;

/// How many templates are looked for at a time.
const AT_ONCE: u64 = 100;
/// So many documents a tick makes, each in a transaction of its own; the next tick goes on.
const MOST_MADE: u64 = 500;

/// The making of what is due.
pub(crate) struct MakeDue;

impl Tick for MakeDue {
    async fn is_needed(engine: &Arc<Engine>) -> Result<bool, Error> {
        let today = engine.clock.wall().date();
        Ok(!reads::due(&engine.store.reader, today, None, 1).await?.is_empty())
    }

    async fn run(engine: &Arc<Engine>) -> Result<(), Error> {
        let made = engine.make_due_documents().await?;
        if made > 0 {
            tracing::info!(made, "documents were made of recurring ones");
        }
        Ok(())
    }
}

impl Engine {
    /// Makes the documents that are due today, at most 500 of them. Returns how many were made. One that cannot be made does not keep those
    /// of other templates.
    pub async fn make_due_documents(self: &Arc<Self>) -> Result<u64, Error> {
        let today = self.clock.wall().date();
        let (mut made, mut after, mut failed) = (0_u64, None, None);
        while made < MOST_MADE {
            let due = reads::due(&self.store.reader, today, after.as_ref(), AT_ONCE).await?;
            let Some((date, last)) = due.last() else { break };
            after = Some((date.clone(), last.recurring_document_id.clone()));
            for (_, template) in due {
                match self.make_of(template, today, MOST_MADE.saturating_sub(made)).await {
                    Ok(more) => made = made.saturating_add(more),
                    Err(error) => failed = Some(error),
                }
            }
        }
        failed.map_or(Ok(made), Err)
    }

    /// Makes the template's documents one after another, until none is due, one is refused, or somebody else makes them.
    async fn make_of(self: &Arc<Self>, template: RecurringDocument, today: Date, most: u64) -> Result<u64, Error> {
        let (mut made, mut template) = (0_u64, template);
        while made < most {
            let (id, version, owner) = (template.recurring_document_id.clone(), template.version, template.as_actor());
            let Some(next) = MakeDocument::next_of(template).filter(|next| next.on().date <= today) else { break };
            let scheduled_on = next.on().scheduled_on;
            match self.perform(Asked::by(owner), next).await {
                Ok(Some(after)) => {
                    made = made.saturating_add(1);
                    template = after;
                }
                Ok(None) => break,
                Err(Error::Refused(refusal)) => {
                    let problem = NoteProblem { recurring_document_id: id, version, scheduled_on, refusal };
                    self.perform(Asked::by(Actor::system()), problem).await?;
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(made)
    }
}
