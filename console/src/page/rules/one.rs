//! One rule: in words, its fields, its versions, and making it inactive.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::Value;

use super::findings::{self, Finding};
use super::words::{Words, first_type};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::json::{Members, plain};
use crate::operations::{Change, segment};
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, fresh_key, page_with, redirect};

/// The fields, in the order in which they are shown.
const SHOWN: [&str; 19] = [
    "document_type",
    "document_types",
    "action",
    "rule_type",
    "min_amount",
    "max_amount",
    "department_ids",
    "cost_center_ids",
    "approval_level",
    "priority",
    "approver_type",
    "approver_role",
    "approver_user_id",
    "approver_user_ids",
    "approvals_required",
    "due_in_hours",
    "remind_every_hours",
    "aggregate_days",
    "aggregate_by",
];

/// One version, with what it changed.
struct Version {
    number: String,
    at: String,
    by: String,
    words: String,
    rule_set: String,
    is_active: bool,
    changed: Vec<(String, String, String)>,
}

#[derive(Template)]
#[template(path = "rules/one.html")]
struct RulePage {
    frame: Frame,
    rule: Value,
    /// A type that it is for.
    kind: String,
    sentence: String,
    facts: Vec<(&'static str, String)>,
    versions: Vec<Version>,
    findings: Vec<Finding>,
    problem: Option<Problem>,
    key: String,
}

impl RulePage {
    fn may_write(&self) -> bool {
        self.frame.me.may("approval_rule", "write")
    }
}

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    render(&visit, None).await
}

async fn render(visit: &Visit, problem: Option<Problem>) -> Result<Response, Problem> {
    let path = format!("/approval-rules/{}", segment(visit.param("rule_id")));
    let rule = visit.operations.get(&path, &Fields::default()).await?.0;
    let history = visit.operations.get(&format!("{path}/history"), &Fields::default()).await.unwrap_or_default();
    let words = Words::load(visit).await;
    let is_active_submit = rule.flag("is_active") && rule.text("action") == "submit";
    let findings = if is_active_submit {
        let query = Fields::from([("document_type", first_type(&rule).as_str())]);
        let coverage = visit.operations.aside("/approval-rules/coverage", &query).await.unwrap_or_default();
        let all = findings::read(&coverage.0, &words, None).findings;
        all.into_iter().filter(|finding| finding.rules.contains(&rule.text("rule_id"))).collect()
    } else {
        Vec::new()
    };
    let status = problem.as_ref().map_or(200, |problem| problem.status);
    page_with(
        StatusCode::from_u16(status).unwrap_or(StatusCode::CONFLICT),
        &RulePage {
            sentence: words.rule(&rule),
            facts: facts(visit, &words, &rule),
            versions: versions(visit, &words, history.list("audit_trail")),
            findings,
            problem,
            key: fresh_key(),
            frame: visit.frame("rules", rule.text("rule_name")),
            kind: first_type(&rule),
            rule,
        },
    )
}

fn facts(visit: &Visit, words: &Words, rule: &Value) -> Vec<(&'static str, String)> {
    SHOWN
        .into_iter()
        .map(|name| (name, shown(visit, words, name, rule.at(name))))
        .filter(|(_, value)| !value.is_empty())
        .collect()
}

fn shown(visit: &Visit, words: &Words, name: &str, value: &Value) -> String {
    match name {
        "min_amount" | "max_amount" => visit.base(&plain(value)),
        "document_type" | "action" | "approver_type" | "aggregate_by" => Some(plain(value))
            .filter(|name| !name.is_empty())
            .map_or(String::new(), |name| crate::vocabulary::word(&name)),
        "approver_user_id" => {
            Some(plain(value)).filter(|id| !id.is_empty()).map_or(String::new(), |id| words.names.of(&id))
        }
        _ => value.as_array().map_or_else(
            || plain(value),
            |items| {
                let named = |item: &Value| match name {
                    "approver_user_ids" => words.names.of(&plain(item)),
                    "document_types" => crate::vocabulary::word(&plain(item)),
                    _ => plain(item),
                };
                items.iter().map(named).collect::<Vec<_>>().join(", ")
            },
        ),
    }
}

/// The versions, the latest first.
fn versions(visit: &Visit, words: &Words, trail: &[Value]) -> Vec<Version> {
    let mut before: Option<&Value> = None;
    let mut versions: Vec<Version> = Vec::new();
    for entry in trail {
        let rule = entry.at("details").at("rule");
        versions.push(Version {
            number: rule.text("version"),
            at: entry.text("performed_at"),
            by: words.names.of(&entry.text("performed_by")),
            words: words.rule(rule),
            rule_set: entry.at("details").text("rule_set"),
            is_active: rule.flag("is_active"),
            changed: before.map_or_else(Vec::new, |before| differences(visit, words, before, rule)),
        });
        before = Some(rule);
    }
    versions.reverse();
    versions
}

/// The members of a rule that differ: name, before, after.
pub fn differences(visit: &Visit, words: &Words, before: &Value, after: &Value) -> Vec<(String, String, String)> {
    let told = ["version", "updated_at", "updated_by", "created_at", "created_by"];
    let Some(members) = after.as_object() else { return Vec::new() };
    let changed =
        members.iter().filter(|(name, after)| !told.contains(&name.as_str()) && !same(before.at(name), after));
    changed
        .map(|(name, after)| {
            (name.clone(), shown(visit, words, name, before.at(name)), shown(visit, words, name, after))
        })
        .collect()
}

/// Whether two values say the same: `1000.0` and `1000.00` do.
pub fn same(one: &Value, other: &Value) -> bool {
    let bare = |value: &Value| {
        let text = value.to_string();
        if value.is_number() && text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            text
        }
    };
    bare(one) == bare(other)
}

/// Makes the rule inactive, or asks for it.
pub async fn deactivate(visit: Arc<Visit>) -> Result<Response, Problem> {
    let path = format!("/approval-rules/{}", segment(visit.param("rule_id")));
    match visit.operations.change(Change::delete(path).from_form(&visit.form)).await {
        Ok(answer) if answer.status == 202 => {
            let request = format!("/change-requests/{}", segment(&answer.body.text("change_request_id")));
            Ok(redirect(&request, Some(text("rules.asked"))))
        }
        Ok(_) => Ok(redirect(&format!("/rules/{}", segment(visit.param("rule_id"))), Some(text("rules.deactivated")))),
        Err(problem) => render(&visit, Some(problem)).await,
    }
}
