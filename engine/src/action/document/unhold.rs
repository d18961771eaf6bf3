//! Unhold: the approval goes on where it paused, its levels kept. See docs/rules/documents.md#hold-and-release.

use crate::action::document::{Acted, audit, guard, moved, permitted};
use crate::command::{Command, Decision, Needed, Refuses, Snapshot, Wants};
use crate::document::{Action, Stage};
use crate::error::{Refusal, RefusalName};
use crate::kind::DocumentKey;

/// Resumes a paused approval.
pub struct Unhold {
    pub key: DocumentKey,
}

impl Refuses for Unhold {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::WrongStatus];
}

impl Command for Unhold {
    type Answer = Acted;

    fn needs(&self) -> Vec<Needed> {
        vec![(self.key.kind.name(), Action::Unhold.permission())]
    }

    fn wants(&self) -> Wants {
        Wants::document(&self.key)
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Acted>, Refusal> {
        let before = permitted(Action::Unhold, &self.key, snapshot)?;
        let Stage::OnHold(held) = &before.stage else { return Err(guard::wrong_status(before)) };
        let document = before.at(Stage::PendingApproval(held.submission.clone()));
        let entry = audit(Action::Unhold, before, document.status(), snapshot);
        let acted = Acted::new(&document, snapshot, None);
        Ok(Decision::new(moved(document, entry, snapshot), acted))
    }
}
