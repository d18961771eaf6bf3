//! One rule: kept, changed, switched off and on.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::json;

use super::fields::{body, filled_with};
use super::{list, page_of, settled};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::schema::{MatchingRule, MatchingRuleUpdate};
use crate::json::{Json, Members};
use crate::operations::{Change, segment};
use crate::page::form_field::FormField;
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, fresh_key, page_with};

/// The form of a rule that is there.
#[derive(Template)]
#[template(path = "matching/rule.html")]
struct RulePage {
    frame: Frame,
    problem: Option<Problem>,
    fields: Vec<FormField>,
    words: String,
    back: String,
    record: String,
    version: String,
    key: String,
    may_write: bool,
}

fn path(visit: &Visit) -> String {
    format!("/matching-rules/{}", segment(visit.param("rule")))
}

/// Keeps a new rule, or one that was offered.
pub async fn create(visit: Arc<Visit>) -> Result<Response, Problem> {
    let change = Change::post("/matching-rules", body(&visit, false)).from_form(&visit.form);
    match visit.operations.change(change).await {
        Ok(answer) => Ok(settled(&visit, &answer, text("matching.rule.kept"))),
        Err(problem) => Box::pin(list::shown(&visit, problem.status_code(), Some(problem))).await,
    }
}

/// The form with what is recorded.
pub async fn edit(visit: Arc<Visit>) -> Result<Response, Problem> {
    shown(&visit, StatusCode::OK, None).await
}

/// Changes the rule.
pub async fn change(visit: Arc<Visit>) -> Result<Response, Problem> {
    match visit.operations.change(Change::put(path(&visit), body(&visit, true)).from_form(&visit.form)).await {
        Ok(answer) => Ok(settled(&visit, &answer, text("matching.rule.kept"))),
        Err(problem) => shown(&visit, problem.status_code(), Some(problem)).await,
    }
}

/// Switches the rule off or on.
pub async fn switch(visit: Arc<Visit>) -> Result<Response, Problem> {
    let is_active = visit.form.given("is_active") == Some("true");
    let body = json!({ MatchingRuleUpdate::IS_ACTIVE: is_active });
    let answer = visit.operations.change(Change::put(path(&visit), body).from_form(&visit.form)).await?;
    let said = if is_active { "matching.rule.is_on" } else { "matching.rule.is_off" };
    Ok(settled(&visit, &answer, &filled(said, &[visit.param("rule")])))
}

async fn shown(visit: &Visit, status: StatusCode, problem: Option<Problem>) -> Result<Response, Problem> {
    let record: Json = visit.operations.get(&path(visit), &Fields::default()).await?;
    let id = visit.param("rule");
    page_with(
        status,
        &RulePage {
            fields: filled_with(visit, &record, problem.as_ref()),
            words: record.text(MatchingRule::TEXT),
            back: page_of(visit.param("account")),
            record: Fields::from([("resource", "matching_rule"), ("resource_id", id)]).address("/audit"),
            version: visit.form.given("version").map_or_else(|| record.text(MatchingRule::VERSION), str::to_owned),
            key: fresh_key(),
            may_write: visit.me.may("matching_rule", "write"),
            frame: visit.frame("bank-statements", filled("matching.rule.title", &[id])),
            problem,
        },
    )
}
