//! Change requests on the wire. See docs/rules/change-requests.md.

use engine::books::change_request::{ChangeRequest, ChangeStatus, Move};
use engine::values::bank_number::masked;
use engine::values::money::Currency;
use poem_openapi::types::Any;
use poem_openapi::{Enum, Object};
use serde_json::{Value, json};

use super::document::shared::amount;
use super::governed::{RuleAction, RuleDocumentType};
use super::plan::Plan;
use super::{Amount, Nullable, WireTimestamp};
use crate::problem::Problem;

/// Where a change request stands.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename = "ChangeRequestStatus")]
pub enum WireChangeStatus {
    #[oai(rename = "Pending Approval")]
    PendingApproval,
    #[oai(rename = "On Hold")]
    OnHold,
    /// Fully signed; its job carries it out.
    Approved,
    /// It was carried out.
    Done,
    /// It no longer fitted when it was carried out, and changed nothing; `problem` says why.
    Failed,
    Rejected,
    /// By who asked for it.
    Withdrawn,
}

impl From<WireChangeStatus> for ChangeStatus {
    fn from(wire: WireChangeStatus) -> Self {
        match wire {
            WireChangeStatus::PendingApproval => Self::PendingApproval,
            WireChangeStatus::OnHold => Self::OnHold,
            WireChangeStatus::Approved => Self::Approved,
            WireChangeStatus::Done => Self::Done,
            WireChangeStatus::Failed => Self::Failed,
            WireChangeStatus::Rejected => Self::Rejected,
            WireChangeStatus::Withdrawn => Self::Withdrawn,
        }
    }
}

impl From<ChangeStatus> for WireChangeStatus {
    fn from(status: ChangeStatus) -> Self {
        match status {
            ChangeStatus::PendingApproval => Self::PendingApproval,
            ChangeStatus::OnHold => Self::OnHold,
            ChangeStatus::Approved => Self::Approved,
            ChangeStatus::Done => Self::Done,
            ChangeStatus::Failed => Self::Failed,
            ChangeStatus::Rejected => Self::Rejected,
            ChangeStatus::Withdrawn => Self::Withdrawn,
        }
    }
}

/// The answer to an operation that a rule guards: it waits for signatures, and nothing has happened yet.
#[derive(Object, Debug)]
pub struct ChangeRequested {
    /// Null in a dry run, which asks for nothing.
    pub change_request_id: Option<String>,
    pub status: WireChangeStatus,
    pub document_type: RuleDocumentType,
    pub action: RuleAction,
    /// In base currency; null where the thing has no amount.
    pub amount: Nullable<Amount>,
    /// The highest level that must sign.
    pub required_approval_level: u32,
    /// Which levels there are and who may sign each; pinned to this change request.
    pub approval_plan: Plan,
    pub message: String,
}

impl ChangeRequested {
    pub fn of(request: &ChangeRequest, base: Currency, is_dry: bool) -> Self {
        let message = if is_dry {
            "An approval rule guards this: it would wait for signatures"
        } else {
            "An approval rule guards this: it waits for signatures, and nothing has happened yet"
        };
        Self {
            change_request_id: (!is_dry).then(|| request.change_request_id.clone()),
            status: request.stage.status().into(),
            document_type: request.document_type.into(),
            action: request.action.into(),
            amount: Nullable(Some(request.amount.map(|minor| amount(minor, base)))),
            required_approval_level: request.submission.plan.required_level,
            approval_plan: Plan::of(&request.submission),
            message: message.into(),
        }
    }
}

/// A change request in a list.
#[derive(Object, Debug)]
pub struct ChangeRequestSummary {
    pub change_request_id: String,
    pub document_type: RuleDocumentType,
    pub action: RuleAction,
    /// What it changes. Of something new whose id the service makes: the id that it would get, and once it is done the one that it got.
    pub resource_id: Option<String>,
    /// The version of it that was asked about, and is signed: when it has another one at the end, the change request fails with
    /// `not_as_signed`. Null of something new, and where it was asked for before versions were kept.
    pub resource_version: Option<i64>,
    /// In base currency; null where the thing has no amount.
    pub amount: Nullable<Amount>,
    pub status: WireChangeStatus,
    pub requested_by: String,
    pub requested_at: WireTimestamp,
    pub required_approval_level: u32,
    /// The highest level that has all its signatures.
    pub current_approval_level: u32,
    /// How many more signatures the level that waits needs; null when none waits.
    pub signatures_missing: Option<u32>,
    /// Who rejected it or put it on hold, and why.
    pub decided_by: Option<String>,
    pub reason: Option<String>,
    /// When it was put on hold, or came to its end.
    pub decided_at: Option<WireTimestamp>,
    /// The job that carries it out, once it is signed.
    pub job_id: Option<String>,
    /// As in the `ETag`.
    pub version: i64,
}

/// A change that waits for signatures, or came to its end.
#[derive(Object, Debug)]
#[oai(rename = "ChangeRequest")]
pub struct ChangeRequestView {
    #[oai(flatten)]
    pub summary: ChangeRequestSummary,
    pub request: AskedCall,
    pub approval_plan: Plan,
    /// Who gains by it, or whom it is about, and so signs no level of it.
    pub beneficiaries: Vec<String>,
    /// Why it failed, as the operation would have answered.
    pub problem: Option<Any<Value>>,
    /// What the caller may do to it now.
    pub allowed_actions: Vec<String>,
}

/// The exact change that is asked for: the call, as it came and as it is carried out.
#[derive(Object, Debug)]
pub struct AskedCall {
    pub method: String,
    /// With its query.
    pub path: String,
    pub if_match: Option<String>,
    /// Null when there was none.
    pub body: Option<Any<Value>>,
}

impl ChangeRequestSummary {
    pub fn of(request: &ChangeRequest, base: Currency) -> Self {
        let ChangeRequest { submission, stage, .. } = request;
        let waits = matches!(stage.status(), ChangeStatus::PendingApproval | ChangeStatus::OnHold);
        let step = submission.current_step().filter(|_| waits);
        Self {
            change_request_id: request.change_request_id.clone(),
            document_type: request.document_type.into(),
            action: request.action.into(),
            resource_id: request.resource_id.clone(),
            resource_version: request.pin.as_ref().map(|pin| pin.version),
            amount: Nullable(Some(request.amount.map(|minor| amount(minor, base)))),
            status: stage.status().into(),
            requested_by: request.requested_by().to_string(),
            requested_at: request.requested_at().into(),
            required_approval_level: submission.plan.required_level,
            current_approval_level: submission.level,
            signatures_missing: step.map(|step| submission.signatures.missing(step)),
            decided_by: stage.decided().map(|decided| decided.by.to_string()),
            reason: stage.decided().map(|decided| decided.reason.clone()),
            decided_at: stage.at().map(Into::into),
            job_id: stage.job_id().map(Into::into),
            version: request.version,
        }
    }
}

impl ChangeRequestView {
    pub fn of(request: &ChangeRequest, allowed: &[Move], base: Currency) -> Self {
        let call = &request.call;
        // A body that was taken is JSON.
        let body = (!call.body.trim().is_empty()).then(|| serde_json::from_str(&call.body).unwrap_or(json!(call.body)));
        Self {
            summary: ChangeRequestSummary::of(request, base),
            request: AskedCall {
                method: call.method.clone(),
                path: call.uri.clone(),
                if_match: call.if_match.clone(),
                body: body.map(Any),
            },
            approval_plan: Plan::of(&request.submission),
            beneficiaries: request.submission.beneficiaries.iter().map(ToString::to_string).collect(),
            problem: request.stage.refusal().map(|refusal| Any(Problem::from(refusal.clone()).document())),
            allowed_actions: allowed.iter().map(|step| step.name().to_owned()).collect(),
        }
    }

    /// The same for who may not read bank details: their numbers are told as the trail tells them.
    #[must_use]
    pub fn with_masked_numbers(mut self) -> Self {
        let body = self.request.body.as_mut().and_then(|Any(body)| body.as_object_mut());
        for (_, value) in body.into_iter().flatten().filter(|(name, _)| BANK_NUMBERS.contains(&name.as_str())) {
            let masked = value.as_str().map(masked);
            *value = masked.into();
        }
        self
    }
}

/// The fields of bank details that hold a number.
const BANK_NUMBERS: [&str; 2] = ["iban", "account_number"];
