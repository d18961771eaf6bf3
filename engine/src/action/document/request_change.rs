//! Request change: the document goes back to its author, its levels to 0. The submitter's own request is a recall.
//! See docs/rules/documents.md#recall.

use crate::action::document::{Acted, audit, moved, pending, permitted};
use crate::command::{Command, Decision, Needed, Refuses, Snapshot, Wants};
use crate::document::{Action, Stage};
use crate::error::{Refusal, RefusalName};
use crate::kind::DocumentKey;

/// Sends the document back to Draft.
pub struct RequestChange {
    pub key: DocumentKey,
    pub comments: String,
}

impl Refuses for RequestChange {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::WrongStatus];
}

impl Command for RequestChange {
    type Answer = Acted;

    fn needs(&self) -> Vec<Needed> {
        vec![(self.key.kind.name(), Action::RequestChange.permission())]
    }

    fn wants(&self) -> Wants {
        Wants::document(&self.key)
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Acted>, Refusal> {
        let before = permitted(Action::RequestChange, &self.key, snapshot)?;
        let document = before.at(Stage::Draft(Some(pending(before)?.submitted.clone())));
        let entry =
            audit(Action::RequestChange, before, document.status(), snapshot).with("comments", self.comments.clone());
        let acted = Acted::new(&document, snapshot, Some(&self.comments));
        Ok(Decision::new(moved(document, entry, snapshot), acted))
    }
}
