//! Edit: a Draft takes new content, and who changed it may not sign it. What changes nothing is written nowhere, and makes nobody an
//! editor. See docs/rules/documents.md#edit-and-delete.

use crate::books::action::kind;
use crate::books::action::kind::order;
use crate::books::action::names::Written;
use crate::books::action::next_open::Way;
use crate::books::action::rate;
use crate::books::action::{audit, create, permitted};
use crate::books::command::{
    AuditEntry, Change, Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Wants,
};
use crate::books::document::difference::Differences;
use crate::books::document::draft::Body;
use crate::books::document::{Action, Draft};
use crate::values::error::{Class, Faults, Refusal, RefusalName};
use crate::values::kind::{DocumentKey, DocumentKind};

/// Replaces the content of a draft.
pub struct Edit {
    pub key: DocumentKey,
    pub draft: Draft,
    pub faults: Faults,
}

impl Refuses for Edit {
    const REFUSALS: &'static [RefusalName] =
        &[RefusalName::WrongStatus, RefusalName::PeriodClosed, RefusalName::RateOutOfTolerance];

    fn of_type(kind: DocumentKind) -> Vec<RefusalName> {
        // Another document of the party may have the reference.
        let has_unique_reference = kind.items().is_some_and(|items| items.has_unique_reference);
        has_unique_reference.then_some(RefusalName::AlreadyExists).into_iter().chain(create::of_content(kind)).collect()
    }
}

impl Permitted for Edit {
    const TAKES: Takes = Takes::Action(Action::Edit);
}

impl Command for Edit {
    type Answer = Written;

    fn needs(&self) -> Vec<Needed> {
        create::of_draft(Self::TAKES, &self.draft)
    }

    fn wants(&self) -> Wants {
        let payments_of = self.key.kind.is_paid().then(|| self.key.clone());
        let pending_of = payments_of.clone();
        // A payment of one document has no lines, before or after.
        let replaces_lines = match &self.draft.body {
            Body::Payment(payment) => payment.applications.is_some(),
            Body::JournalEntry(_) | Body::Items(_) => true,
        };
        let mut wants =
            Wants { party_names: true, replaces_lines, payments_of, pending_of, ..Wants::document(&self.key) };
        kind::wants(&self.key, &self.draft, &mut wants);
        wants
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Written>, Refusal> {
        let compose = |before| {
            let mut faults = self.faults.clone();
            order::not_after_payments(before, &self.draft, snapshot, &mut faults);
            kind::compose(&self.draft, Some(before), snapshot, faults)
        };
        let before = match permitted(Action::Edit, &self.key, snapshot) {
            // What is wrong with the content goes before what the state does not allow.
            Err(refusal) if refusal.class() == Class::Conflict => {
                let content = snapshot.document(&self.key).and_then(compose).err();
                return Err(content.filter(|found| found.class() == Class::Content).unwrap_or(refusal));
            }
            asked => asked?,
        };
        let composed = compose(before)?;
        create::check_period(&self.key, &composed, Way::Write(composed.content.tran_date), snapshot)?;
        if composed.content == before.content && composed.sub_ledger == before.sub_ledger {
            return Ok(Decision::unchanged(Written::new(before.clone(), snapshot), snapshot));
        }
        let mut document = before.next_version();
        document.content = composed.content;
        document.sub_ledger = composed.sub_ledger;
        document.edited_by.clone_from(&snapshot.actor.user_id);
        document.editors.insert(snapshot.actor.user_id.clone());
        let entry = audit(Action::Edit, before, document.status(), snapshot)
            .with(rate::REASON, document.content.exchange_rate_reason.clone());
        let entry = with_changes(entry, &Differences::between(self.key.kind, &before.content, &document.content));
        let change = Change::UpdateDocument { document: Box::new(document.clone()), lines: true };
        Ok(Decision::new(Effects::one(snapshot.now, change, entry), Written::new(document, snapshot)))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

/// What the edit changed, so that who signs the next round sees it. See docs/rules/audit.md#what-an-edit-changed.
fn with_changes(entry: AuditEntry, Differences { changes, left_out }: &Differences) -> AuditEntry {
    if changes.is_empty() {
        return entry;
    }
    let left_out = (*left_out > 0).then_some(*left_out);
    entry.with_stored("changes", changes).with("changes_left_out", left_out)
}
