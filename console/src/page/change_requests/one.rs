//! One change request: what would change, who signs, and deciding it.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::{Value, json};

use super::list::what;
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::enumeration::ChangeRequestAllowedActions;
use crate::interface::schema::{
    self, ApprovalRule, ApproveInput, AskedCall, ChangeRequest, PlanApprover, PlanSignature, PlanStep, ReasonInput,
    RoutingPlan, Trail, TrailEntry,
};
use crate::interface::undescribed::Details;
use crate::json::{Json, Members, plain};
use crate::operations::{Change, PREFIX, segment};
use crate::page::rules::{Changed, Words, changes_of};
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, fresh_key, page_with, redirect};
use crate::vocabulary::page_of;

/// A member of the body, beside what stands in its place now.
struct Part {
    name: String,
    before: String,
    after: String,
    is_same: bool,
}

/// A level of the plan.
struct Step {
    level: String,
    who: String,
    state: &'static str,
    given: String,
    needed: String,
    rules: Vec<String>,
    signatures: Vec<(String, String, String)>,
    deadline: String,
}

#[derive(Template)]
#[template(path = "change_requests/one.html")]
struct RequestPage {
    frame: Frame,
    request: Value,
    title: String,
    target: Option<String>,
    method: String,
    path: String,
    raw: String,
    parts: Vec<Part>,
    /// Whether the books can still be held beside it.
    is_compared: bool,
    sentences: Option<(String, String)>,
    /// What a draft of rules changes.
    changed: Vec<Changed>,
    steps: Vec<Step>,
    trail: Vec<Value>,
    beneficiaries: Vec<String>,
    words: Words,
    problem: Option<Problem>,
    failure: Option<Problem>,
    form: Fields,
    key: String,
}

impl RequestPage {
    fn may(&self, action: &str) -> bool {
        self.request.texts(ChangeRequest::ALLOWED_ACTIONS).iter().any(|allowed| allowed == action)
    }

    fn is_open(&self) -> bool {
        matches!(self.request.text(ChangeRequest::STATUS).as_str(), "Pending Approval" | "On Hold")
    }

    fn typed(&self, name: &str) -> String {
        self.form.get(name).unwrap_or_default().to_owned()
    }
}

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    render(&visit, None).await
}

async fn render(visit: &Visit, problem: Option<Problem>) -> Result<Response, Problem> {
    let path = format!("/change-requests/{}", segment(visit.param("change_request_id")));
    let trail_path = format!("{path}/audit-trail");
    let none = Fields::default();
    let request = visit.operations.get(&path, &none).await?.0;
    let (trail, words) = tokio::join!(visit.operations.aside(&trail_path, &none), Words::load(visit));
    let call = request.at(ChangeRequest::REQUEST);
    let (method, body) = (call.text(AskedCall::METHOD), call.at(AskedCall::BODY));
    let called = call.text(AskedCall::PATH);
    let is_open = matches!(request.text(ChangeRequest::STATUS).as_str(), "Pending Approval" | "On Hold" | "Approved");
    let current = if is_open && method != "POST" { current(visit, &called).await } else { None };
    let changed = match draft_of(&called) {
        Some(draft) => changes_of(visit, &words, draft).await,
        None => Vec::new(),
    };
    let status = problem.as_ref().map_or(200, |problem| problem.status);
    let failure = Some(request.at(ChangeRequest::PROBLEM)).filter(|failed| failed.is_object()).map(failed);
    page_with(
        StatusCode::from_u16(status).unwrap_or(StatusCode::CONFLICT),
        &RequestPage {
            title: what(&request),
            target: target(&request, &called),
            parts: parts(visit, body, current.as_ref()),
            changed,
            is_compared: current.is_some(),
            sentences: sentences(&request, &words, &method, body, current.as_ref()),
            raw: serde_json::to_string_pretty(call).unwrap_or_default(),
            steps: steps(visit, &words, &request),
            trail: trail.unwrap_or_default().list(Trail::AUDIT_TRAIL).to_vec(),
            beneficiaries: request.texts(ChangeRequest::BENEFICIARIES).iter().map(|id| words.names.of(id)).collect(),
            words,
            problem,
            failure,
            form: visit.form.clone(),
            key: fresh_key(),
            frame: visit.frame("change-requests", what(&request)),
            path: called,
            method,
            request,
        },
    )
}

fn failed(problem: &Value) -> Problem {
    let status =
        problem.at(schema::Problem::STATUS).as_u64().and_then(|status| u16::try_from(status).ok()).unwrap_or_default();
    Problem::read(status, problem.text(schema::Problem::REQUEST_ID), Json(problem.clone()))
}

/// What the call changes, as it stands now.
async fn current(visit: &Visit, called: &str) -> Option<Value> {
    let (path, _) = called.split_once('?').unwrap_or((called, ""));
    let path = path.strip_prefix(PREFIX)?;
    visit.operations.aside(path, &Fields::default()).await.ok().map(|found| found.0)
}

/// The page of what is changed.
fn target(request: &Value, called: &str) -> Option<String> {
    if let Some(draft) = draft_of(called) {
        return Some(format!("/rules/drafts/{draft}"));
    }
    let id = request.given(ChangeRequest::RESOURCE_ID)?;
    let kind = request.text(ChangeRequest::DOCUMENT_TYPE);
    page_of(if kind == "period" { "accounting_period" } else { &kind }, &id)
}

/// The draft of rules that a call is about.
fn draft_of(called: &str) -> Option<&str> {
    let (_, rest) = called.split_once("/approval-rule-drafts/")?;
    rest.split(['/', '?']).next()
}

fn parts(visit: &Visit, body: &Value, current: Option<&Value>) -> Vec<Part> {
    let Some(members) = body.as_object() else { return Vec::new() };
    let part = |(name, after): (&String, &Value)| {
        let before = current.map_or(String::new(), |current| shown(visit, name, current.named(name)));
        let after = shown(visit, name, after);
        Part { name: name.clone(), is_same: current.is_some() && before == after, before, after }
    };
    let mut parts: Vec<Part> = members.iter().map(part).collect();
    // What changes comes first.
    parts.sort_by_key(|part| part.is_same);
    parts
}

fn shown(visit: &Visit, name: &str, value: &Value) -> String {
    match value {
        Value::Null => text("change_requests.nothing").into(),
        Value::Bool(true) => text("change_requests.yes").into(),
        Value::Bool(false) => text("change_requests.no").into(),
        Value::Number(_) if name.contains("amount") || name.contains("limit") => visit.base(&plain(value)),
        Value::Array(items) if items.is_empty() => text("change_requests.nothing").into(),
        Value::Array(items) if items.iter().all(Value::is_string) => {
            items.iter().map(plain).collect::<Vec<_>>().join(", ")
        }
        Value::Array(_) | Value::Object(_) => serde_json::to_string_pretty(value).unwrap_or_default(),
        Value::String(_) | Value::Number(_) => plain(value),
    }
}

/// A rule in words, before and after.
fn sentences(
    request: &Value,
    words: &Words,
    method: &str,
    body: &Value,
    current: Option<&Value>,
) -> Option<(String, String)> {
    if request.text(ChangeRequest::DOCUMENT_TYPE) != "approval_rule" {
        return None;
    }
    let before = current.filter(|current| current.given(ApprovalRule::RULE_TYPE).is_some());
    match (method, before) {
        ("PUT", Some(before)) => {
            let mut after = before.clone();
            if let (Some(after), Some(body)) = (after.as_object_mut(), body.as_object()) {
                after.extend(body.clone());
            }
            Some((words.rule(before), words.rule(&after)))
        }
        ("DELETE", Some(before)) => Some((words.rule(before), text("change_requests.inactive").into())),
        ("POST", _) if body.given(ApprovalRule::RULE_TYPE).is_some() => Some((String::new(), words.rule(body))),
        _ => None,
    }
}

fn steps(visit: &Visit, words: &Words, request: &Value) -> Vec<Step> {
    let mut is_first = true;
    let is_waiting =
        request.text(ChangeRequest::STATUS) == "Pending Approval" || request.text(ChangeRequest::STATUS) == "On Hold";
    let step = |step: &Value| {
        let state = match step.flag(PlanStep::IS_COMPLETE) {
            true => "done",
            false if is_first && is_waiting => {
                is_first = false;
                "now"
            }
            false => "later",
        };
        let way = step.list(PlanStep::APPROVERS).first();
        let signature = |signature: &Value| {
            let behalf = signature.given(PlanSignature::ON_BEHALF_OF).map_or(String::new(), |id| words.names.of(&id));
            (
                words.names.of(&signature.text(PlanSignature::SIGNED_BY)),
                signature.text(PlanSignature::SIGNED_AT),
                behalf,
            )
        };
        Step {
            level: step.text(PlanStep::LEVEL),
            who: words.step(step),
            state,
            given: way.map_or(String::new(), |way| way.text(PlanApprover::APPROVALS_GIVEN)),
            needed: way.map_or(String::new(), |way| way.text(PlanApprover::APPROVALS_REQUIRED)),
            rules: step.list(PlanStep::APPROVERS).iter().filter_map(|way| way.given(PlanApprover::RULE_ID)).collect(),
            signatures: step.list(PlanStep::SIGNATURES).iter().map(signature).collect(),
            deadline: step.given(PlanStep::DEADLINE).map_or(String::new(), |deadline| visit.reader.instant(&deadline)),
        }
    };
    request.at(ChangeRequest::APPROVAL_PLAN).list(RoutingPlan::STEPS).iter().map(step).collect()
}

/// What the buttons of the page do.
pub async fn decide(visit: Arc<Visit>) -> Result<Response, Problem> {
    let done = visit.form.given("do").unwrap_or_default().to_owned();
    let action = ChangeRequestAllowedActions::of(&done).ok_or_else(Problem::not_found)?;
    let body = match action {
        ChangeRequestAllowedActions::Approve => json!({ApproveInput::COMMENTS: visit.form.given("comments")}),
        ChangeRequestAllowedActions::Reject | ChangeRequestAllowedActions::Hold => {
            json!({ReasonInput::REASON: visit.form.get("comments").unwrap_or_default()})
        }
        ChangeRequestAllowedActions::Unhold | ChangeRequestAllowedActions::Withdraw => json!({}),
    };
    let here = format!("/change-requests/{}", segment(visit.param("change_request_id")));
    match visit.operations.change(Change::post(format!("{here}/{done}"), body).from_form(&visit.form)).await {
        Ok(answer) => {
            let status = crate::vocabulary::word(&answer.body.text(ChangeRequest::STATUS));
            Ok(redirect(&here, Some(&filled(&format!("change_requests.done.{done}"), &[&status]))))
        }
        Err(problem) => render(&visit, Some(problem)).await,
    }
}
