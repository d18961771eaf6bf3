//! The rows of change requests.

use std::time::Duration;

use super::{RowName, to_json};
use crate::approval::RoutingPlan;
use crate::books::change_request::{ChangeRequest, ChangeStage, ChangeStatus, Decided, Pin, Rights};
use crate::books::document::Digest;
use crate::books::document::stage::{Submission, Submitted};
use crate::books::request::RecordedCall;
use crate::kernel::entity::change_request::Model;
use crate::kernel::store::StoreError;
use crate::values::clock::Timestamp;
use crate::values::error::Refusal;
use crate::values::kind::{GovernedAction, GovernedType};

pub fn read(row: Model) -> Result<ChangeRequest, StoreError> {
    let name = RowName { table: "change_request", key: &row.change_request_id.clone() };
    let submission = Submission {
        submitted: Submitted {
            round: 1,
            at: Timestamp::from_micros(row.requested_at),
            by: row.requested_by.as_str().into(),
        },
        plan: name.json::<RoutingPlan>("plan", &row.plan)?,
        digest: Digest { version: row.digest_version, hash: row.digest.clone() },
        level: name.u32("level", row.level)?,
        signatures: name.json("signed_by", &row.signed_by)?,
        beneficiaries: name.json("beneficiaries", &row.beneficiaries)?,
        stood_still: Duration::ZERO,
        is_added_up: false,
        rule_set: row.rule_set,
    };
    Ok(ChangeRequest {
        stage: stage(&row, name)?,
        document_type: name.some("document_type", GovernedType::parse(&row.document_type))?,
        action: name.some("action", GovernedAction::parse(&row.action))?,
        rights: Rights {
            roles: name.json("roles", &row.roles)?,
            permissions: name.json("permissions", &row.permissions)?,
        },
        change_request_id: row.change_request_id,
        resource_id: row.resource_id,
        amount: row.amount,
        pin: pin(row.pinned_version, row.pinned_made_at, row.pinned_figures),
        call: RecordedCall { method: row.method, uri: row.uri, if_match: row.if_match, body: row.body },
        submission,
        version: row.version,
    })
}

/// What it acts on. Half a pin is one that nothing matches.
pub fn pin(version: Option<i64>, made_at: Option<i64>, figures: Option<String>) -> Option<Pin> {
    if version.is_none() && made_at.is_none() && figures.is_none() {
        return None;
    }
    let made_at = Timestamp::from_micros(made_at.unwrap_or_default());
    Some(Pin { version: version.unwrap_or_default(), made_at, figures })
}

fn stage(row: &Model, name: RowName<'_>) -> Result<ChangeStage, StoreError> {
    let at = || name.some("changed_at", row.changed_at).map(Timestamp::from_micros);
    let job_id = || name.some("job_id", row.job_id.clone());
    let decided = || {
        let by = name.some("decided_by", row.decided_by.as_deref())?;
        let reason = name.some("reason", row.reason.clone())?;
        Ok::<_, StoreError>(Decided { by: by.into(), at: at()?, reason })
    };
    Ok(match name.some("status", ChangeStatus::parse(&row.status))? {
        ChangeStatus::PendingApproval => ChangeStage::PendingApproval,
        ChangeStatus::OnHold => ChangeStage::OnHold(decided()?),
        ChangeStatus::Approved => ChangeStage::Approved { job_id: job_id()? },
        ChangeStatus::Done => ChangeStage::Done { job_id: job_id()?, at: at()? },
        ChangeStatus::Failed => {
            let refusal = name.some("refusal", row.refusal.as_ref())?;
            ChangeStage::Failed { job_id: job_id()?, at: at()?, refusal: name.json::<Refusal>("refusal", refusal)? }
        }
        ChangeStatus::Rejected => ChangeStage::Rejected(decided()?),
        ChangeStatus::Withdrawn => ChangeStage::Withdrawn { at: at()? },
    })
}

pub fn row(request: &ChangeRequest) -> Result<Model, StoreError> {
    let ChangeRequest { submission, stage, call, .. } = request;
    Ok(Model {
        change_request_id: request.change_request_id.clone(),
        document_type: request.document_type.name().into(),
        action: request.action.name().into(),
        resource_id: request.resource_id.clone(),
        amount: request.amount,
        requested_by: request.requested_by().to_string(),
        requester_key: request.requested_by().folded().into(),
        requested_at: request.requested_at().micros(),
        method: call.method.clone(),
        uri: call.uri.clone(),
        if_match: call.if_match.clone(),
        body: call.body.clone(),
        roles: to_json(&request.rights.roles)?,
        permissions: to_json(&request.rights.permissions)?,
        plan: to_json(&submission.plan)?,
        rule_set: submission.rule_set,
        pinned_version: request.pin.as_ref().map(|pin| pin.version),
        pinned_made_at: request.pin.as_ref().map(|pin| pin.made_at.micros()),
        pinned_figures: request.pin.as_ref().and_then(|pin| pin.figures.clone()),
        digest: submission.digest.hash.clone(),
        digest_version: submission.digest.version,
        beneficiaries: to_json(&submission.beneficiaries)?,
        level: i64::from(submission.level),
        signed_by: to_json(&submission.signatures)?,
        status: stage.status().name().into(),
        decided_by: stage.decided().map(|decided| decided.by.to_string()),
        changed_at: stage.at().map(Timestamp::micros),
        reason: stage.decided().map(|decided| decided.reason.clone()),
        job_id: stage.job_id().map(Into::into),
        refusal: stage.refusal().map(to_json).transpose()?,
        version: request.version,
    })
}
