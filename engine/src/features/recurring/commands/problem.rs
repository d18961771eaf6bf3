//! Says on a recurring document why its next document could not be made. The day is not lost: the next tick tries again.
//! See docs/rules/recurring.md#problems.

use super::{decided, row};
use crate::approval::access::SYSTEM;
use crate::books::command::{Command, Decision, Needed, Snapshot, Wants};
use crate::features::recurring::model::{Problem, RecurringDocument};
use crate::features::recurring::records::{WantedRecurring, found};
use crate::values::clock::Date;
use crate::values::error::Refusal;

/// Notes a refusal. The service does so by itself.
#[derive(Debug)]
pub struct NoteProblem {
    pub recurring_document_id: String,
    /// The version that was tried.
    pub version: i64,
    pub scheduled_on: Date,
    pub refusal: Refusal,
}

impl Command for NoteProblem {
    type Answer = RecurringDocument;

    fn needs(&self) -> Vec<Needed> {
        Vec::new()
    }

    fn wants(&self) -> Wants {
        Wants::of_feature(WantedRecurring { recurring_document_id: self.recurring_document_id.clone() })
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<RecurringDocument>, Refusal> {
        let before = found(&self.recurring_document_id, snapshot)?;
        let problem = Problem::of(&self.refusal, snapshot.now);
        let is_known = before.problem.as_ref().is_some_and(|known| known.is(&problem));
        if before.version != self.version || is_known {
            return Ok(Decision::unchanged(before.clone(), snapshot));
        }
        let entry = row(before, "Not Made", SYSTEM)
            .with("scheduled_date", self.scheduled_on.to_string())
            .with("code", problem.code.clone())
            .with("detail", problem.detail.clone());
        let after = RecurringDocument { problem: Some(problem), ..before.next_version() };
        Ok(decided(after, entry, snapshot))
    }
}
