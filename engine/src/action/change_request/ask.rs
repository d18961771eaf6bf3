//! A sensitive command that a rule guards is asked for, and not carried out. See docs/rules/change-requests.md#when-it-takes-signatures.

use std::time::Duration;

use serde_json::Value;

use super::{audit, saved};
use crate::access::UserId;
use crate::action::document::signable;
use crate::approval::routing::{is_guarded, route};
use crate::approval::signature::Signatures;
use crate::change_request::{ChangeRequest, ChangeStage, Rights, digest};
use crate::command::{Effects, Guarded, Snapshot};
use crate::document::stage::{Submission, Submitted};
use crate::error::Refusal;
use crate::request::RecordedCall;

/// Whether an active rule has it wait for signatures.
pub fn takes_signatures(guarded: &Guarded<'_>, snapshot: &Snapshot) -> bool {
    is_guarded(&guarded.subject, snapshot.catalog.rules.values())
}

/// The change request in place of the command, with the plan that the present rules give it; refused when nobody could sign.
pub fn ask(
    guarded: &Guarded<'_>,
    call: &RecordedCall,
    snapshot: &Snapshot,
) -> Result<(ChangeRequest, Effects), Refusal> {
    let Guarded { subject, resource_id, beneficiaries } = guarded;
    let by = &snapshot.actor.user_id;
    let superiors = snapshot.catalog.superiors(by, subject.document_type);
    let plan = route(subject, snapshot.catalog.rules.values(), &superiors)?;
    signable::each_step(&plan, subject.document_type, [by].into(), beneficiaries, snapshot)?;
    let request = ChangeRequest {
        change_request_id: snapshot.job_ids.at(0),
        document_type: subject.document_type,
        action: subject.action,
        resource_id: Some(resource_id.clone()),
        amount: subject.has_amount.then_some(subject.amount),
        call: call.clone(),
        rights: Rights { roles: snapshot.actor.roles.clone(), permissions: snapshot.grants().0 },
        submission: Submission {
            submitted: Submitted { round: 1, at: snapshot.now, by: by.clone() },
            plan,
            digest: digest(subject.document_type, subject.action, by, call),
            level: 0,
            signatures: Signatures::default(),
            beneficiaries: beneficiaries.clone(),
            stood_still: Duration::ZERO,
            is_added_up: false,
            rule_set: Some(snapshot.catalog.rule_set),
        },
        stage: ChangeStage::PendingApproval,
        version: 1,
    };
    let gain: Value = beneficiaries.iter().map(UserId::as_str).collect();
    let entry = audit(&request, "Submit for Approval", by)
        .with("document_type", request.document_type.name())
        .with("action", request.action.name())
        .with("resource_id", resource_id.clone())
        .with("required_level", request.submission.plan.required_level)
        .with("rule_set", request.submission.rule_set)
        .with("beneficiaries", if beneficiaries.is_empty() { Value::Null } else { gain })
        .with_stored("plan", &request.submission.plan);
    let effects = saved(&request, entry, snapshot);
    Ok((request, effects))
}
