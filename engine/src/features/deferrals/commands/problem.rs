//! Says on a deferral why its next part could not be recognised. The next tick tries again. See docs/rules/deferrals.md#what-bars-a-part.

use super::row;
use crate::approval::access::SYSTEM;
use crate::books::command::{Command, Decision, Effects, Needed, Snapshot, Wants};
use crate::features::deferrals::model::Deferral;
use crate::features::deferrals::parts::Part;
use crate::features::deferrals::records::{WantedDeferral, found};
use crate::features::recurring::Problem;
use crate::values::error::Refusal;

/// Notes a refusal, unless it is noted already. The service does so by itself.
pub struct NoteRefusal {
    pub deferral_id: String,
    /// The version that was tried.
    pub version: i64,
    pub part: Part,
    pub refusal: Refusal,
}

impl Command for NoteRefusal {
    /// Whether it was written.
    type Answer = bool;

    fn needs(&self) -> Vec<Needed> {
        Vec::new()
    }

    fn wants(&self) -> Wants {
        Wants::of_feature(WantedDeferral::one(&self.deferral_id))
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<bool>, Refusal> {
        let before = found(&self.deferral_id, snapshot)?;
        let problem = Problem::of(&self.refusal, snapshot.now);
        let is_known = before.problem.as_ref().is_some_and(|known| known.is(&problem));
        if before.version != self.version || is_known {
            return Ok(Decision::unchanged(false, snapshot));
        }
        let entry = row(before, "Not Recognized", SYSTEM)
            .with("scheduled_date", self.part.scheduled_on.to_string())
            .with("code", problem.code.clone())
            .with("detail", problem.detail.clone());
        let after = Deferral { problem: Some(problem), ..before.next_version() };
        Ok(Decision::new(Effects::one(snapshot.now, after.into(), entry), true))
    }
}
