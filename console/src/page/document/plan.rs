//! The routing plan as steps: who signed, who may, for whom, and by which rule.

use serde_json::Value;

use crate::interface::Member;
use crate::interface::enumeration::{DocumentStatus, PassedReason};
use crate::interface::schema::{Document, Passed, PlanApprover, PlanSignature, PlanStep, RoutingPlan};
use crate::json::Members;
use crate::operations::segment;
use crate::text::filled;
use crate::visit::Visit;

/// One level.
pub struct Step {
    pub level: i64,
    pub is_complete: bool,
    /// The one that is waited for.
    pub is_now: bool,
    pub deadline: Option<String>,
    pub waits_since: Option<String>,
    pub approvers: Vec<Approver>,
    pub signatures: Vec<Signature>,
    /// Who could not sign so much, and whose superior signs instead.
    pub passed: Vec<String>,
}

/// Who may sign a step, by one rule.
pub struct Approver {
    pub who: String,
    /// Such as "1 of 2 signatures"; empty where one is enough.
    pub quorum: String,
    pub rule_id: String,
    pub rule_link: String,
}

/// A signature that was given.
pub struct Signature {
    pub signed_by: String,
    pub on_behalf_of: String,
    pub signed_at: String,
    pub instant: String,
}

/// The steps of a document's or a change request's plan.
pub fn steps(visit: &Visit, document: &Value) -> Vec<Step> {
    let plan = document.at(Document::APPROVAL_PLAN);
    let waits = matches!(
        DocumentStatus::of(&document.text(Document::STATUS)),
        Some(DocumentStatus::PendingApproval | DocumentStatus::OnHold)
    );
    let first_open = plan.list(RoutingPlan::STEPS).iter().position(|step| !step.flag(PlanStep::IS_COMPLETE));
    let steps = plan.list(RoutingPlan::STEPS).iter().enumerate();
    steps.map(|(index, plan)| step(visit, plan, waits && Some(index) == first_open)).collect()
}

fn step(visit: &Visit, plan: &Value, is_now: bool) -> Step {
    let instant = |name: Member| plan.given(name).map(|instant| visit.reader.instant(&instant));
    let signature = |signed: &Value| Signature {
        signed_by: signed.text(PlanSignature::SIGNED_BY),
        on_behalf_of: signed.text(PlanSignature::ON_BEHALF_OF),
        signed_at: visit.reader.instant(&signed.text(PlanSignature::SIGNED_AT)),
        instant: signed.text(PlanSignature::SIGNED_AT),
    };
    Step {
        level: plan.whole(PlanStep::LEVEL),
        is_complete: plan.flag(PlanStep::IS_COMPLETE),
        is_now,
        deadline: instant(PlanStep::DEADLINE).filter(|_| is_now),
        waits_since: instant(PlanStep::WAITS_SINCE).filter(|_| is_now),
        approvers: plan.list(PlanStep::APPROVERS).iter().map(approver).collect(),
        signatures: plan.list(PlanStep::SIGNATURES).iter().map(signature).collect(),
        passed: plan
            .list(PlanStep::APPROVERS)
            .iter()
            .flat_map(|way| way.list(PlanApprover::PASSED))
            .map(passed)
            .collect(),
    }
}

fn approver(approver: &Value) -> Approver {
    let mut who: Vec<String> = Vec::new();
    if let Some(role) = approver.given(PlanApprover::APPROVER_ROLE) {
        who.push(filled("document.plan.role", &[&role]));
    }
    if let Some(user) = approver.given(PlanApprover::APPROVER_USER_ID) {
        who.push(user);
    }
    who.extend(approver.texts(PlanApprover::APPROVER_USER_IDS));
    if who.is_empty() {
        let kind = approver.text(PlanApprover::APPROVER_TYPE);
        who.push(crate::text::known(&format!("document.plan.{kind}")).map_or(kind, str::to_owned));
    }
    let (given, required) =
        (approver.whole(PlanApprover::APPROVALS_GIVEN), approver.whole(PlanApprover::APPROVALS_REQUIRED));
    let quorum = if required > 1 {
        filled("document.plan.quorum", &[&given.to_string(), &required.to_string()])
    } else {
        String::new()
    };
    let rule_id = approver.text(PlanApprover::RULE_ID);
    Approver { who: who.join(", "), quorum, rule_link: format!("/rules/{}", segment(&rule_id)), rule_id }
}

fn passed(passed: &Value) -> String {
    let key = match PassedReason::of(&passed.text(Passed::REASON)) {
        Some(PassedReason::Inactive) => "document.plan.inactive",
        Some(PassedReason::OverLimit) | None => "document.plan.passed",
    };
    filled(key, &[&passed.text(Passed::USER_ID)])
}
