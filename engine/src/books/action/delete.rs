//! Delete: a Draft goes; its audit trail stays. See docs/rules/documents.md#edit-and-delete.

use crate::books::action::permitted;
use crate::books::command::{
    AuditEntry, Change, Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Wants,
};
use crate::books::document::Action;
use crate::values::error::{Refusal, RefusalName};
use crate::values::kind::DocumentKey;

/// Deletes a draft.
pub struct Delete {
    pub key: DocumentKey,
}

impl Refuses for Delete {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::WrongStatus];
}

impl Permitted for Delete {
    const TAKES: Takes = Takes::Action(Action::Delete);
}

impl Command for Delete {
    type Answer = ();

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(Some(self.key.kind))
    }

    fn wants(&self) -> Wants {
        Wants::document(&self.key)
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<()>, Refusal> {
        let document = permitted(Action::Delete, &self.key, snapshot)?;
        let by = &snapshot.actor.user_id;
        let entry = AuditEntry::document(&self.key, Action::Delete.audit_word(), by, Some(document.status()), None);
        let change = Change::DeleteDocument {
            key: self.key.clone(),
            version: document.version,
            created_at: document.created_at,
        };
        Ok(Decision::new(Effects::one(snapshot.now, change, entry), ()))
    }
}
