//! All change requests, the newest first.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::Value;

use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::enumeration::{ChangeRequestStatus, RuleAction};
use crate::interface::query::ListChangeRequests;
use crate::interface::schema::{ChangeRequestSummary, Page};
use crate::json::{Json, Members};
use crate::page::rules::Words;
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, page_with};
use crate::vocabulary::{rule_types, word};

/// Submissions are routed by rules, never requested.
fn actions() -> impl Iterator<Item = &'static str> {
    RuleAction::NAMES.into_iter().filter(|name| *name != RuleAction::Submit.name())
}

#[derive(Template)]
#[template(path = "change_requests/list.html")]
struct ListPage {
    frame: Frame,
    requests: Vec<Value>,
    next: Option<String>,
    query: Fields,
    words: Words,
    types: Vec<&'static str>,
    actions: Vec<&'static str>,
    problem: Option<Problem>,
}

impl ListPage {
    fn is(&self, name: &str, value: &str) -> bool {
        self.query.get(name).unwrap_or_default() == value
    }

    fn with(&self, name: &str, value: &str) -> String {
        self.query.with(ListChangeRequests::CURSOR, None).with(name, Some(value)).address("/change-requests")
    }

    fn requester(&self) -> String {
        self.query.get(ListChangeRequests::REQUESTED_BY).unwrap_or_default().to_owned()
    }
}

/// What is asked for, shortly: "Change approval rule".
pub fn what(request: &Value) -> String {
    format!(
        "{} {}",
        word(&request.text(ChangeRequestSummary::ACTION)),
        word(&request.text(ChangeRequestSummary::DOCUMENT_TYPE)).to_lowercase()
    )
}

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let mut query = Fields::from([(ListChangeRequests::LIMIT, "50")]);
    for name in [
        ListChangeRequests::STATUS,
        ListChangeRequests::DOCUMENT_TYPE,
        ListChangeRequests::ACTION,
        ListChangeRequests::REQUESTED_BY,
        ListChangeRequests::CURSOR,
    ] {
        query = query.with(name, visit.query.given(name));
    }
    let (found, problem) = match visit.operations.get("/change-requests", &query).await {
        Ok(found) => (found, None),
        Err(problem) if problem.status == 422 => (Json::default(), Some(problem)),
        Err(problem) => return Err(problem),
    };
    let next = found.given(Page::NEXT_CURSOR).filter(|_| found.flag(Page::HAS_MORE));
    let code = problem.as_ref().map_or(200, |problem| problem.status);
    page_with(
        StatusCode::from_u16(code).unwrap_or(StatusCode::UNPROCESSABLE_ENTITY),
        &ListPage {
            requests: found.list(Page::DATA).to_vec(),
            next: next
                .map(|cursor| visit.query.with(ListChangeRequests::CURSOR, Some(&cursor)).address("/change-requests")),
            query: visit.query.clone(),
            words: Words::load(&visit).await,
            types: rule_types(),
            actions: actions().collect(),
            problem,
            frame: visit.frame("change-requests", text("change_requests.title")),
        },
    )
}
