//! Drafts of rule sets: all of them, and beginning one.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::{Map, Value, json};

use super::form::{Form, number};
use super::words::Words;
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::query::ListApprovalRuleDrafts;
use crate::interface::schema::{ApprovalRuleDraft, Page, RuleDraftInput};
use crate::json::{Json, Members};
use crate::operations::{Change, segment};
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, fresh_key, page_with, redirect};

#[derive(Template)]
#[template(path = "rules/drafts.html")]
struct DraftsPage {
    frame: Frame,
    drafts: Vec<Value>,
    next: Option<String>,
    words: Words,
    status: String,
    statuses: [&'static str; 3],
    form: Form,
    key: String,
}

impl DraftsPage {
    fn may_write(&self) -> bool {
        self.frame.me.may("approval_rule", "write")
    }
}

pub async fn list(visit: Arc<Visit>) -> Result<Response, Problem> {
    render(&visit, Form::default()).await
}

async fn render(visit: &Visit, form: Form) -> Result<Response, Problem> {
    let status = visit.query.given(ListApprovalRuleDrafts::STATUS).unwrap_or_default().to_owned();
    let query = Fields::from([(ListApprovalRuleDrafts::LIMIT, "50")])
        .with(ListApprovalRuleDrafts::STATUS, visit.query.given(ListApprovalRuleDrafts::STATUS))
        .with(ListApprovalRuleDrafts::CURSOR, visit.query.given(ListApprovalRuleDrafts::CURSOR));
    let found = visit.operations.get("/approval-rule-drafts", &query).await;
    let (drafts, form) = match found {
        Ok(drafts) => (drafts, form),
        Err(problem) if problem.status == 422 => (Json::default(), Form { problem: Some(problem), ..form }),
        Err(problem) => return Err(problem),
    };
    let next = drafts.given(Page::NEXT_CURSOR).filter(|_| drafts.flag(Page::HAS_MORE));
    let code = form.problem.as_ref().map_or(200, |problem| problem.status);
    page_with(
        StatusCode::from_u16(code).unwrap_or(StatusCode::CONFLICT),
        &DraftsPage {
            drafts: drafts.list(Page::DATA).to_vec(),
            next: next
                .map(|cursor| visit.query.with(ListApprovalRuleDrafts::CURSOR, Some(&cursor)).address("/rules/drafts")),
            words: Words::load(visit).await,
            status,
            statuses: ["Draft", "Scheduled", "In Force"],
            form,
            key: fresh_key(),
            frame: visit.frame("rules", text("rules.drafts.title")),
        },
    )
}

pub async fn create(visit: Arc<Visit>) -> Result<Response, Problem> {
    let mut body = Map::new();
    for name in [RuleDraftInput::DRAFT_ID, RuleDraftInput::DESCRIPTION] {
        if let Some(given) = visit.form.given(name) {
            body.insert(name.into(), json!(given));
        }
    }
    if let Some(set) = visit.form.given("copy_of") {
        body.insert(RuleDraftInput::COPY_OF.into(), number(set));
    }
    let change = Change::post("/approval-rule-drafts", Value::Object(body)).from_form(&visit.form);
    match visit.operations.change(change).await {
        Ok(answer) => {
            let to = format!("/rules/drafts/{}", segment(&answer.body.text(ApprovalRuleDraft::DRAFT_ID)));
            Ok(redirect(&to, Some(text("rules.drafts.begun"))))
        }
        Err(problem) => {
            let form = Form {
                fields: visit.form.clone(),
                problem: Some(problem.in_page(&[RuleDraftInput::DRAFT_ID.name(), RuleDraftInput::DESCRIPTION.name()])),
                prefix: String::new(),
            };
            render(&visit, form).await
        }
    }
}
