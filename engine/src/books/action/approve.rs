//! Approve: one signature on one level; the last makes the posting job.
//! See docs/rules/signing.md#the-signers-of-a-step.

use serde_json::json;

use crate::approval::access::UserId;
use crate::books::action::{Acted, audit, guard, pending, permitted};
use crate::books::action::{deferred, head_room, landing, settlement};
use crate::books::command::{
    Change, Command, Decision, Effects, Needed, Permitted, Refuses, Signature, Snapshot, Takes, Wants,
};
use crate::books::document::stage::{Approval, Stage};
use crate::books::document::{Action, Document};
use crate::books::queue::Task;
use crate::values::error::{Refusal, RefusalName};
use crate::values::kind::{DocumentKey, DocumentKind};

/// Signs the current level.
pub struct Approve {
    pub key: DocumentKey,
    pub comments: Option<String>,
}

/// The outcome of a signature.
#[derive(Clone, Debug)]
pub struct Approved {
    pub acted: Acted,
    /// The highest level that is complete now.
    pub level: u32,
    /// The posting job, when this was the last level.
    pub job_id: Option<String>,
}

impl Refuses for Approve {
    const REFUSALS: &'static [RefusalName] =
        &[RefusalName::OverLimit, RefusalName::WrongStatus, RefusalName::PeriodClosed, RefusalName::MissingAccount];

    /// The last signature on a payment is what pays.
    fn of_type(kind: DocumentKind) -> Vec<RefusalName> {
        let Some(payment) = kind.payment() else { return Vec::new() };
        let of_deductions = settlement::refusals_of_deductions(payment).iter().copied();
        std::iter::once(RefusalName::Overpayment).chain(of_deductions).collect()
    }
}

impl Permitted for Approve {
    const TAKES: Takes = Takes::Action(Action::Approve);
}

impl Command for Approve {
    type Answer = Approved;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(Some(self.key.kind))
    }

    fn wants(&self) -> Wants {
        let (head_room_for, deferred_by) = (Some(self.key.clone()), Some(self.key.clone()));
        Wants { deferred_by, head_room_for, ..Wants::document(&self.key) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Approved>, Refusal> {
        let before = permitted(Action::Approve, &self.key, snapshot)?;
        deferred::not_called_off(before, snapshot)?;
        let submission = pending(before)?;
        let step = guard::current_step(submission)?;
        let right = guard::may_sign_current_step(before, snapshot)?;
        let on_behalf_of = right.on_behalf_of.clone();
        let signed = Box::new(submission.signed(step, &snapshot.actor.user_id, right, snapshot.now));
        let (given, required) = signed.signatures.progress(step);
        let (level, is_last) = (signed.level, given >= required && submission.is_last(step));
        let mut document =
            before.at(if is_last { Stage::Approved(Approval::Signed(signed)) } else { Stage::PendingApproval(signed) });
        let entry = audit(Action::Approve, before, document.status(), snapshot)
            .with("level", step.level)
            .with("on_behalf_of", on_behalf_of.as_ref().map(UserId::as_str))
            .with("signatures", (required > 1).then(|| json!({ "given": given, "required": required })))
            .with("comments", self.comments.clone());
        // What each part of a payment takes stands with it.
        let lines = is_last && document.keeps_shares_in_lines();
        let update = |document: &Document| Change::UpdateDocument { document: Box::new(document.clone()), lines };
        let mut effects = Effects::at(snapshot.now);
        effects.audit.push(entry);
        if is_last {
            guard::after_original(before, snapshot)?;
            settlement::approve(&mut document, snapshot, &mut effects)?;
            crate::books::action::can_be_posted(&document, snapshot)?;
            head_room::check(&document, snapshot.ledger_sums.as_ref(), "")?;
            landing::place(&document, snapshot)?;
        }
        let signature = Signature {
            key: self.key.clone(),
            round: submission.submitted.round,
            level: step.level,
            on_behalf_of,
            user_id: snapshot.actor.user_id.clone(),
            signed_at: snapshot.now,
            digest: submission.digest.clone(),
            comments: self.comments.clone(),
        };
        let job_id = is_last.then(|| effects.enqueue(Task::PostDocument { key: self.key.clone() }, snapshot));
        let acted = Acted::new(&document, snapshot, self.comments.as_deref());
        effects.changes.extend([update(&document), Change::Sign(signature)]);
        Ok(Decision::new(effects, Approved { acted, level, job_id }))
    }
}
