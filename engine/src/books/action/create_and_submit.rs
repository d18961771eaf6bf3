//! Create and submit in one step: the document is written once, as it is submitted. When the submission is refused nothing is
//! written, not even the draft. See docs/rules/interface.md#bulk.

use super::create::Create;
use super::submit::{InApproval, Submit};
use crate::books::command::wants::{AddsUp, PaidSince};
use crate::books::command::{AuditEntry, Change, Command, Decision, Needed, Snapshot, Wants};
use crate::books::document::draft::Body;
use crate::books::document::model::Document;
use crate::values::error::{Faults, Refusal};
use crate::values::kind::DocumentKey;

/// Creates a document and sends it into its approval. The trail says both, at one instant.
pub struct CreateAndSubmit(pub Create);

impl CreateAndSubmit {
    fn submit(&self) -> Submit {
        Submit { key: DocumentKey::new(self.0.kind, &self.0.id) }
    }
}

impl Command for CreateAndSubmit {
    type Answer = InApproval;

    fn needs(&self) -> Vec<Needed> {
        self.0.needs().into_iter().chain(self.submit().needs()).collect()
    }

    /// Those of the draft: a submission asks for the same parties, the same rate and the same document that is paid; and for what was
    /// submitted before.
    fn wants(&self) -> Wants {
        let (party_id, pays) = match &self.0.draft.body {
            Body::JournalEntry(_) => (None, None),
            Body::Items(items) => (items.party_id.clone(), None),
            Body::Payment(payment) => (payment.party_id.clone(), payment.first_paid(self.0.kind)),
        };
        let adds_up = Some(AddsUp::New { key: self.submit().key, party_id, pays });
        let paid_since_change =
            if self.0.kind.sends_to().is_some() { PaidSince::Always } else { on_lines(&self.0.draft.body) };
        Wants { paid_since_change, adds_up, ..self.0.wants() }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<InApproval>, Refusal> {
        let created = self.0.decide(snapshot)?;
        submitted_as_made(created.answer.document, created.effects.audit, snapshot)
    }

    fn faults(&self) -> Option<&Faults> {
        self.0.faults()
    }
}

/// The accounts of its lines, by which money may go to its party.
fn on_lines(body: &Body) -> PaidSince {
    match body {
        Body::Items(items) => {
            PaidSince::LinesOn(items.lines.iter().filter_map(|line| line.account_id.clone()).collect())
        }
        Body::JournalEntry(_) | Body::Payment(_) => PaidSince::Never,
    }
}

/// This draft, submitted as it is made: it is written once, and the trail says both. `created` are the rows of its making.
pub(crate) fn submitted_as_made(
    draft: Document,
    created: Vec<AuditEntry>,
    snapshot: &Snapshot,
) -> Result<Decision<InApproval>, Refusal> {
    let submit = Submit { key: draft.key.clone() };
    let mut seen = snapshot.clone();
    seen.documents.insert(draft.key.clone(), draft);
    let Decision { mut effects, answer } = submit.decide(&seen)?;
    effects.changes = vec![Change::InsertDocument(Box::new(answer.acted.document.clone()))];
    effects.audit = created.into_iter().chain(effects.audit).collect();
    Ok(Decision::new(effects, answer))
}
