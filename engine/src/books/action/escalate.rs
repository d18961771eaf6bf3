//! Escalate: a step that was not signed in time gets further signers. The old ones keep their right.
//! See docs/rules/approval.md#deadlines.
//!
//! Run twice, it does nothing the second time: each way to sign is escalated once.

use serde_json::{Value, json};

use crate::approval::access::{SYSTEM, UserId};
use crate::approval::catalog::Catalog;
use crate::approval::deadline::EscalateTo;
use crate::approval::plan::{Alternative, Escalated, Signer};
use crate::books::command::{AuditEntry, Change, Command, Decision, Effects, Needed, Snapshot, Wants};
use crate::books::document::stage::{Stage, Submission};
use crate::values::clock::Timestamp;
use crate::values::error::Refusal;
use crate::values::kind::{DocumentKey, DocumentKind};

/// The word in the audit trail.
pub const ESCALATE: &str = "Escalate";

/// Escalates the step that a document waits at, where it is late.
pub struct Escalate {
    pub key: DocumentKey,
}

impl Command for Escalate {
    /// Whether signers were asked for.
    type Answer = bool;

    fn needs(&self) -> Vec<Needed> {
        // The service's own.
        Vec::new()
    }

    fn wants(&self) -> Wants {
        Wants::document(&self.key)
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<bool>, Refusal> {
        let mut effects = Effects::at(snapshot.now);
        let Some(document) = snapshot.documents.get(&self.key) else { return Ok(Decision::new(effects, false)) };
        let Stage::PendingApproval(before) = &document.stage else { return Ok(Decision::new(effects, false)) };
        let (submission, late) = escalated(before, self.key.kind, snapshot);
        if late.is_empty() {
            return Ok(Decision::new(effects, false));
        }
        let status = Some(document.status());
        effects.audit.push(
            AuditEntry::document(&self.key, ESCALATE, SYSTEM, status, status)
                .with("level", before.current_step().map(|step| step.level))
                .with("escalations", late)
                .with_stored("plan", &submission.plan),
        );
        let document = document.at(Stage::PendingApproval(Box::new(submission)));
        effects.changes.push(Change::UpdateDocument { document: Box::new(document), lines: false });
        Ok(Decision::new(effects, true))
    }
}

/// The submission with its late ways escalated, and what was done, for the trail.
fn escalated(before: &Submission, kind: DocumentKind, snapshot: &Snapshot) -> (Submission, Vec<Value>) {
    let mut after = before.clone();
    let Some(step) = before.current_step() else { return (after, Vec::new()) };
    let ways = after.plan.steps.iter_mut().find(|other| other.level == step.level);
    let (mut done, mut ways) = (Vec::new(), ways.map(|step| &mut step.alternatives));
    for (place, way, due) in before.clock().late(step, snapshot.now) {
        let to = way.deadline.escalate_to.as_ref().and_then(|to| signer(to, way, before, kind, &snapshot.catalog));
        done.push(stated(way, due, to.as_ref()));
        if let Some(way) = ways.as_mut().and_then(|ways| ways.get_mut(place)) {
            way.escalated = Some(Escalated { at: snapshot.now, to });
        }
    }
    (after, done)
}

/// Who is added; `None` where no manager is recorded.
fn signer(
    to: &EscalateTo,
    way: &Alternative,
    submission: &Submission,
    kind: DocumentKind,
    catalog: &Catalog,
) -> Option<Signer> {
    Some(match to {
        EscalateTo::Role { role } => Signer::Role { role: role.clone() },
        EscalateTo::User { user_id } => Signer::User { user_id: user_id.clone() },
        EscalateTo::Manager => {
            let below: &UserId = match way.signers.as_slice() {
                [only] => only.person().unwrap_or(&submission.submitted.by),
                _ => &submission.submitted.by,
            };
            Signer::Manager { user_id: catalog.superiors(below, kind).manager()?.clone() }
        }
    })
}

fn stated(way: &Alternative, due: Timestamp, to: Option<&Signer>) -> Value {
    let reason = match to {
        Some(to) => format!("not signed by {due}; {} may sign as well", to.in_words()),
        None => format!("not signed by {due}; no manager is recorded who could sign as well"),
    };
    json!({ "rule_id": way.rule_id, "due_at": due.to_string(), "to": to.map(Signer::as_data), "reason": reason })
}
