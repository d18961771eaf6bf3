//! Edit: a Draft takes new content; who edited it last will not sign it (C9, C23).

use super::{advanced, audit, create, permitted};
use crate::command::{Change, Command, Decision, Effects, Snapshot, Wants};
use crate::document::kind::{self, order};
use crate::document::model::DocumentKey;
use crate::document::{Action, DocumentKind, Draft, Written};
use crate::error::{Faults, Refusal};

/// Replaces the content of a draft.
pub struct Edit {
    pub key: DocumentKey,
    pub draft: Draft,
    pub faults: Faults,
}

impl Command for Edit {
    type Answer = Written;

    fn wants(&self) -> Wants {
        let is_paid = matches!(self.key.kind, DocumentKind::Bill | DocumentKind::Invoice | DocumentKind::Expense);
        let payments_of = is_paid.then(|| self.key.clone());
        let mut wants = Wants { party_names: true, payments_of, ..Wants::document(&self.key) };
        kind::wants(&self.key, &self.draft, &mut wants);
        wants
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Written>, Refusal> {
        let before = permitted(Action::Edit, &self.key, snapshot)?;
        let mut faults = self.faults.clone();
        order::not_after_payments(before, self.draft.tran_date, snapshot, &mut faults);
        let composed = kind::compose(&self.draft, Some(before), snapshot, faults)?;
        create::check_period(&composed, snapshot)?;
        let mut document = advanced(before, Action::Edit);
        document.content = composed.content;
        document.lines = composed.lines;
        document.sub_ledger = composed.sub_ledger;
        document.edited_by.clone_from(&snapshot.actor.user_id);
        let entry = audit(Action::Edit, before, document.status, snapshot);
        let change = Change::UpdateDocument { document: Box::new(document.clone()), lines: true };
        Ok(Decision::new(Effects::one(change, entry), Written::new(document, snapshot)))
    }
}
