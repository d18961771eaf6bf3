//! Hold: the approval pauses; its levels are kept. See docs/rules/documents.md#hold-and-release.

use crate::action::document::{Acted, audit, moved, pending, permitted};
use crate::command::{Command, Decision, Needed, Refuses, Snapshot, Wants};
use crate::document::Action;
use crate::document::stage::{Held, Stage};
use crate::error::{Refusal, RefusalName};
use crate::kind::DocumentKey;

/// Pauses the approval.
pub struct Hold {
    pub key: DocumentKey,
    pub reason: String,
}

impl Refuses for Hold {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::WrongStatus];
}

impl Command for Hold {
    type Answer = Acted;

    fn needs(&self) -> Vec<Needed> {
        vec![(self.key.kind.name(), Action::Hold.permission())]
    }

    fn wants(&self) -> Wants {
        Wants::document(&self.key)
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Acted>, Refusal> {
        let before = permitted(Action::Hold, &self.key, snapshot)?;
        let submission = Box::new(pending(before)?.clone());
        let document = before.at(Stage::OnHold(Held { submission, by: snapshot.actor.user_id.clone() }));
        let entry = audit(Action::Hold, before, document.status(), snapshot).with("reason", self.reason.clone());
        let acted = Acted::new(&document, snapshot, Some(&self.reason));
        Ok(Decision::new(moved(document, entry, snapshot), acted))
    }
}
