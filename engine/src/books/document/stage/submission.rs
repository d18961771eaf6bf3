//! How a submission comes to its last signature.

use std::time::Duration;

use super::Submission;
use crate::approval::access::UserId;
use crate::approval::plan::Step;
use crate::approval::signature::{Known, Signed};
use crate::approval::signing::Right;
use crate::approval::step_clock::StepClock;
use crate::values::clock::Timestamp;

impl Submission {
    /// The step that waits for a signature.
    pub fn current_step(&self) -> Option<&Step> {
        self.plan.steps.iter().find(|step| step.level > self.level)
    }

    /// The same with the signature of this person on the step. The level rises when the step has enough of them.
    #[must_use]
    pub fn signed(&self, step: &Step, by: &UserId, right: Right, at: Timestamp) -> Self {
        let Right { on_behalf_of, counts_for, limit } = right;
        let mut signed = self.clone();
        let known = Known { level: step.level, at, on_behalf_of, counts_for, limit };
        signed.signatures.0.push(Signed { user_id: by.clone(), known: Some(known) });
        if signed.signatures.missing(step) == 0 {
            signed.level = step.level;
            signed.stood_still = Duration::ZERO;
        }
        signed
    }

    /// The clock of the current step: it began with the submission, or with the signature that completed the step before.
    pub fn clock(&self) -> StepClock {
        let known = self.signatures.0.iter().filter_map(|signed| signed.known.as_ref());
        let completed = known.filter(|known| known.level <= self.level).map(|known| known.at).max();
        StepClock { began: completed.unwrap_or(self.submitted.at), stood_still: self.stood_still }
    }

    /// Whether the step is the last of the plan.
    pub fn is_last(&self, step: &Step) -> bool {
        self.plan.steps.iter().all(|other| other.level <= step.level)
    }
}
