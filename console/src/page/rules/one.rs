//! One rule: in words, its fields, its versions, and making it inactive.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::Value;

use super::findings::{self, Finding};
use super::form::is_of_the_books;
use super::words::{Words, first_type};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::enumeration::RuleAction;
use crate::interface::query::GetApprovalRuleCoverage;
use crate::interface::schema::{ApprovalRule, Trail, TrailEntry};
use crate::interface::undescribed::Details;
use crate::json::{Members, plain};
use crate::operations::{Change, segment};
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, asked_for, fresh_key, page_with, redirect};

/// The fields, in the order in which they are shown.
const SHOWN: [Member; 19] = [
    ApprovalRule::DOCUMENT_TYPE,
    ApprovalRule::DOCUMENT_TYPES,
    ApprovalRule::ACTION,
    ApprovalRule::RULE_TYPE,
    ApprovalRule::MIN_AMOUNT,
    ApprovalRule::MAX_AMOUNT,
    ApprovalRule::DEPARTMENT_IDS,
    ApprovalRule::COST_CENTER_IDS,
    ApprovalRule::APPROVAL_LEVEL,
    ApprovalRule::PRIORITY,
    ApprovalRule::APPROVER_TYPE,
    ApprovalRule::APPROVER_ROLE,
    ApprovalRule::APPROVER_USER_ID,
    ApprovalRule::APPROVER_USER_IDS,
    ApprovalRule::APPROVALS_REQUIRED,
    ApprovalRule::DUE_IN_HOURS,
    ApprovalRule::REMIND_EVERY_HOURS,
    ApprovalRule::AGGREGATE_DAYS,
    ApprovalRule::AGGREGATE_BY,
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
    let is_active_submit =
        rule.flag(ApprovalRule::IS_ACTIVE) && rule.text(ApprovalRule::ACTION) == RuleAction::Submit.name();
    let findings = if is_active_submit {
        let query = Fields::from([(GetApprovalRuleCoverage::DOCUMENT_TYPE, first_type(&rule).as_str())]);
        let coverage = visit.operations.aside("/approval-rules/coverage", &query).await.unwrap_or_default();
        let all = findings::read(&coverage.0, &words, None).findings;
        all.into_iter().filter(|finding| finding.rules.contains(&rule.text(ApprovalRule::RULE_ID))).collect()
    } else {
        Vec::new()
    };
    let status = problem.as_ref().map_or(200, |problem| problem.status);
    page_with(
        StatusCode::from_u16(status).unwrap_or(StatusCode::CONFLICT),
        &RulePage {
            sentence: words.rule(&rule),
            facts: facts(visit, &words, &rule),
            versions: versions(visit, &words, history.list(Trail::AUDIT_TRAIL)),
            findings,
            problem,
            key: fresh_key(),
            frame: visit.frame("rules", rule.text(ApprovalRule::RULE_NAME)),
            kind: first_type(&rule),
            rule,
        },
    )
}

fn facts(visit: &Visit, words: &Words, rule: &Value) -> Vec<(&'static str, String)> {
    SHOWN
        .into_iter()
        .map(|name| (name.name(), shown(visit, words, name.name(), rule.at(name))))
        .filter(|(_, value)| !value.is_empty())
        .collect()
}

fn shown(visit: &Visit, words: &Words, name: &str, value: &Value) -> String {
    let member = Member::of(name, ApprovalRule::ALL);
    match member {
        Some(ApprovalRule::MIN_AMOUNT | ApprovalRule::MAX_AMOUNT) => visit.base(&plain(value)),
        Some(
            ApprovalRule::DOCUMENT_TYPE
            | ApprovalRule::ACTION
            | ApprovalRule::APPROVER_TYPE
            | ApprovalRule::AGGREGATE_BY,
        ) => Some(plain(value))
            .filter(|name| !name.is_empty())
            .map_or(String::new(), |name| crate::vocabulary::word(&name)),
        Some(ApprovalRule::APPROVER_USER_ID) => {
            Some(plain(value)).filter(|id| !id.is_empty()).map_or(String::new(), |id| words.names.of(&id))
        }
        _ => value.as_array().map_or_else(
            || plain(value),
            |items| {
                let named = |item: &Value| match member {
                    Some(ApprovalRule::APPROVER_USER_IDS) => words.names.of(&plain(item)),
                    Some(ApprovalRule::DOCUMENT_TYPES) => crate::vocabulary::word(&plain(item)),
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
        let rule = entry.at(TrailEntry::DETAILS).at(Details::RULE);
        versions.push(Version {
            number: rule.text(ApprovalRule::VERSION),
            at: entry.text(TrailEntry::PERFORMED_AT),
            by: words.names.of(&entry.text(TrailEntry::PERFORMED_BY)),
            words: words.rule(rule),
            rule_set: entry.at(TrailEntry::DETAILS).text(Details::RULE_SET),
            is_active: rule.flag(ApprovalRule::IS_ACTIVE),
            changed: before.map_or_else(Vec::new, |before| differences(visit, words, before, rule)),
        });
        before = Some(rule);
    }
    versions.reverse();
    versions
}

/// The members of a rule that differ: name, before, after.
pub fn differences(visit: &Visit, words: &Words, before: &Value, after: &Value) -> Vec<(String, String, String)> {
    let Some(members) = after.as_object() else { return Vec::new() };
    let changed = members.iter().filter(|(name, after)| !is_of_the_books(name) && !same(before.named(name), after));
    changed
        .map(|(name, after)| {
            (name.clone(), shown(visit, words, name, before.named(name)), shown(visit, words, name, after))
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
        Ok(answer) => {
            let here =
                || redirect(&format!("/rules/{}", segment(visit.param("rule_id"))), Some(text("rules.deactivated")));
            Ok(asked_for(&answer).unwrap_or_else(here))
        }
        Err(problem) => render(&visit, Some(problem)).await,
    }
}
