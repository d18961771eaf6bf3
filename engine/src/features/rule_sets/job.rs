//! `rule_sets`: writes down a scheduled rule set once its instant has come. See docs/rules/rule-sets.md#put-in-force.

use std::sync::Arc;

use crate::approval::access::Actor;
use crate::approval::rule_set::{DraftStage, RuleSetDraft};
use crate::books::request::Asked;
use crate::features::rule_sets::commands::write::WriteDueRuleSet;
use crate::kernel::engine::Engine;
use crate::kernel::jobs::tick::Tick;
use crate::kernel::store::read::rule_sets;
use crate::values::error::Error;

/// The writing of what is due.
pub(crate) struct WriteDue;

impl Tick for WriteDue {
    async fn is_needed(engine: &Arc<Engine>) -> Result<bool, Error> {
        Ok(due(engine).await?.is_some())
    }

    async fn run(engine: &Arc<Engine>) -> Result<(), Error> {
        if let Some(written) = engine.write_due_rule_set().await? {
            tracing::info!(draft = written.draft_id, "a scheduled rule set is in force");
        }
        Ok(())
    }
}

async fn due(engine: &Engine) -> Result<Option<String>, Error> {
    let now = engine.clock.now();
    let scheduled = rule_sets::scheduled(&engine.store.reader).await?;
    let is_due = |draft: &RuleSetDraft| matches!(draft.stage, DraftStage::Scheduled { from, .. } if from <= now);
    Ok(scheduled.filter(is_due).map(|draft| draft.draft_id))
}

impl Engine {
    /// Writes the scheduled rule set, when its instant has come. Returns the draft that it was.
    pub async fn write_due_rule_set(self: &Arc<Self>) -> Result<Option<RuleSetDraft>, Error> {
        match due(self).await? {
            Some(draft_id) => self.perform(Asked::by(Actor::system()), WriteDueRuleSet { draft_id }).await,
            None => Ok(None),
        }
    }
}
