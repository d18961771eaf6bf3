//! A sensitive command that a rule guards is asked for, and not carried out. See docs/rules/change-requests.md#when-it-takes-signatures.

use std::time::Duration;

use serde_json::Value;

use super::{audit, saved};
use crate::approval::RoutingPlan;
use crate::approval::access::UserId;
use crate::approval::routing::route;
use crate::approval::signature::Signatures;
use crate::approval::subject::Subject;
use crate::books::action::signable;
use crate::books::change_request::{ChangeRequest, ChangeStage, Rights, digest};
use crate::books::command::{Effects, Guarded, Snapshot, Target};
use crate::books::document::stage::{Submission, Submitted};
use crate::books::request::RecordedCall;
use crate::values::error::Refusal;

/// Whether an active rule has it wait for signatures.
pub fn takes_signatures(guarded: &Guarded<'_>, snapshot: &Snapshot) -> bool {
    !guarded.guarded_by(&snapshot.catalog.rules.values()).is_empty()
}

/// The change request in place of the command, with the plan that the present rules give it; refused when nobody could sign.
pub fn ask(
    guarded: &Guarded<'_>,
    call: &RecordedCall,
    target: Option<&Target>,
    snapshot: &Snapshot,
) -> Result<(ChangeRequest, Effects), Refusal> {
    let Guarded { subject, resource_id, beneficiaries, .. } = guarded;
    let by = &snapshot.actor.user_id;
    let plan = plan(guarded, snapshot)?;
    signable::each_step(&plan, subject.document_type, [by].into(), beneficiaries, snapshot)?;
    let pin = target.and_then(|target| snapshot.pin(target));
    let digest = digest(subject.document_type, subject.action, by, call, pin.as_ref());
    let request = ChangeRequest {
        change_request_id: snapshot.job_ids.at(0),
        document_type: subject.document_type,
        action: subject.action,
        resource_id: Some(resource_id.clone()),
        amount: subject.has_amount.then_some(subject.amount),
        call: call.clone(),
        pin,
        rights: Rights { roles: snapshot.actor.roles.clone(), permissions: snapshot.grants().0 },
        submission: Submission {
            submitted: Submitted { round: 1, at: snapshot.now, by: by.clone() },
            plan,
            digest,
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
        .with("resource_version", request.pin.as_ref().map(|pin| pin.version))
        .with("required_level", request.submission.plan.required_level)
        .with("rule_set", request.submission.rule_set)
        .with("beneficiaries", if beneficiaries.is_empty() { Value::Null } else { gain })
        .with_stored("plan", &request.submission.plan);
    let effects = saved(&request, entry, snapshot);
    Ok((request, effects))
}

/// The plan that the rules give it; of a call that does several guarded things, the steps of each.
fn plan(guarded: &Guarded<'_>, snapshot: &Snapshot) -> Result<RoutingPlan, Refusal> {
    let (by, rules) = (&snapshot.actor.user_id, snapshot.catalog.rules.values());
    let plan =
        |subject: &Subject<'_>| route(subject, rules.clone(), &snapshot.catalog.superiors(by, subject.document_type));
    let mut parts = guarded.guarded_by(&rules).into_iter();
    let mut all = plan(parts.next().unwrap_or(&guarded.subject))?;
    for further in parts {
        all.then(plan(further)?);
    }
    Ok(all)
}
