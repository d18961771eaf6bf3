//! All change requests, the newest first.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::Value;

use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::json::{Json, Members};
use crate::page::rules::Words;
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, page_with};
use crate::vocabulary::word;

const STATUSES: [&str; 7] = ["Pending Approval", "On Hold", "Approved", "Done", "Failed", "Rejected", "Withdrawn"];
const TYPES: [&str; 16] = [
    "journal_entry",
    "bill",
    "bill_payment",
    "vendor_credit",
    "invoice",
    "invoice_payment",
    "credit_memo",
    "expense",
    "period",
    "reconciliation",
    "approval_rule",
    "user",
    "role",
    "account",
    "exchange_rate",
    "delegation",
];
const ACTIONS: [&str; 13] = [
    "void",
    "reverse",
    "deposit",
    "clear",
    "apply",
    "receive-payment",
    "close",
    "reopen",
    "hard-close",
    "complete",
    "create",
    "change",
    "revoke",
];

#[derive(Template)]
#[template(path = "change_requests/list.html")]
struct ListPage {
    frame: Frame,
    requests: Vec<Value>,
    next: Option<String>,
    query: Fields,
    words: Words,
    statuses: [&'static str; 7],
    types: [&'static str; 16],
    actions: [&'static str; 13],
    problem: Option<Problem>,
}

impl ListPage {
    fn is(&self, name: &str, value: &str) -> bool {
        self.query.get(name).unwrap_or_default() == value
    }

    fn with(&self, name: &str, value: &str) -> String {
        self.query.with("cursor", None).with(name, Some(value)).address("/change-requests")
    }

    fn requester(&self) -> String {
        self.query.get("requested_by").unwrap_or_default().to_owned()
    }
}

/// What is asked for, shortly: "Change approval rule".
pub fn what(request: &Value) -> String {
    format!("{} {}", word(&request.text("action")), word(&request.text("document_type")).to_lowercase())
}

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let mut query = Fields::from([("limit", "50")]);
    for name in ["status", "document_type", "action", "requested_by", "cursor"] {
        query = query.with(name, visit.query.given(name));
    }
    let (found, problem) = match visit.operations.get("/change-requests", &query).await {
        Ok(found) => (found, None),
        Err(problem) if problem.status == 422 => (Json::default(), Some(problem)),
        Err(problem) => return Err(problem),
    };
    let next = found.given("next_cursor").filter(|_| found.flag("has_more"));
    let code = problem.as_ref().map_or(200, |problem| problem.status);
    page_with(
        StatusCode::from_u16(code).unwrap_or(StatusCode::UNPROCESSABLE_ENTITY),
        &ListPage {
            requests: found.list("data").to_vec(),
            next: next.map(|cursor| visit.query.with("cursor", Some(&cursor)).address("/change-requests")),
            query: visit.query.clone(),
            words: Words::load(&visit).await,
            statuses: STATUSES,
            types: TYPES,
            actions: ACTIONS,
            problem,
            frame: visit.frame("change-requests", text("change_requests.title")),
        },
    )
}
