//! Reject: the document is refused for good. See docs/rules/documents.md#lifecycle.

use crate::action::document::{Acted, audit, moved, pending, permitted};
use crate::command::{Command, Decision, Needed, Refuses, Snapshot, Wants};
use crate::document::{Action, Stage};
use crate::error::{Refusal, RefusalName};
use crate::kind::DocumentKey;

/// Refuses the document.
pub struct Reject {
    pub key: DocumentKey,
    pub reason: String,
}

impl Refuses for Reject {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::WrongStatus];
}

impl Command for Reject {
    type Answer = Acted;

    fn needs(&self) -> Vec<Needed> {
        vec![(self.key.kind.name(), Action::Reject.permission())]
    }

    fn wants(&self) -> Wants {
        Wants::document(&self.key)
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Acted>, Refusal> {
        let before = permitted(Action::Reject, &self.key, snapshot)?;
        let document = before.at(Stage::Rejected(Box::new(pending(before)?.clone())));
        let entry = audit(Action::Reject, before, document.status(), snapshot).with("reason", self.reason.clone());
        let acted = Acted::new(&document, snapshot, Some(&self.reason));
        Ok(Decision::new(moved(document, entry, snapshot), acted))
    }
}
