//! The routing plan as steps: who signed, who may, for whom, and by which rule.

use serde_json::Value;

use crate::json::Members;
use crate::operations::segment;
use crate::text::{filled, text};
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
    let plan = document.at("approval_plan");
    let waits = matches!(document.text("status").as_str(), "Pending Approval" | "On Hold");
    let first_open = plan.list("steps").iter().position(|step| !step.flag("is_complete"));
    let steps = plan.list("steps").iter().enumerate();
    steps.map(|(index, plan)| step(visit, plan, waits && Some(index) == first_open)).collect()
}

fn step(visit: &Visit, plan: &Value, is_now: bool) -> Step {
    let instant = |name: &str| plan.given(name).map(|instant| visit.reader.instant(&instant));
    let signature = |signed: &Value| Signature {
        signed_by: signed.text("signed_by"),
        on_behalf_of: signed.text("on_behalf_of"),
        signed_at: visit.reader.instant(&signed.text("signed_at")),
        instant: signed.text("signed_at"),
    };
    Step {
        level: plan.whole("level"),
        is_complete: plan.flag("is_complete"),
        is_now,
        deadline: instant("deadline").filter(|_| is_now),
        waits_since: instant("waits_since").filter(|_| is_now),
        approvers: plan.list("approvers").iter().map(approver).collect(),
        signatures: plan.list("signatures").iter().map(signature).collect(),
        passed: plan.list("passed").iter().map(passed).collect(),
    }
}

fn approver(approver: &Value) -> Approver {
    let mut who: Vec<String> = Vec::new();
    if let Some(role) = approver.given("approver_role") {
        who.push(filled("document.plan.role", &[&role]));
    }
    if let Some(user) = approver.given("approver_user_id") {
        who.push(user);
    }
    who.extend(approver.texts("approver_user_ids"));
    if who.is_empty() {
        let kind = approver.text("approver_type");
        who.push(crate::text::known(&format!("document.plan.{kind}")).map_or(kind, str::to_owned));
    }
    let (given, required) = (approver.whole("approvals_given"), approver.whole("approvals_required"));
    let quorum = if required > 1 {
        filled("document.plan.quorum", &[&given.to_string(), &required.to_string()])
    } else {
        String::new()
    };
    let rule_id = approver.text("rule_id");
    Approver { who: who.join(", "), quorum, rule_link: format!("/rules/{}", segment(&rule_id)), rule_id }
}

fn passed(passed: &Value) -> String {
    match passed.given("user_id") {
        Some(user) => filled("document.plan.passed", &[&user]),
        None => passed
            .as_str()
            .map_or_else(|| text("document.plan.climbed").to_owned(), |user| filled("document.plan.passed", &[user])),
    }
}
