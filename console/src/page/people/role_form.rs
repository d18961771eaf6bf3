//! Making a role, and changing its permissions.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::{Value, json};

use super::grants::Grants;
use super::limits::{LimitField, fields, sent};
use super::{Field, fault, placed, settled, why_not};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::schema::{Role, RoleInput};
use crate::json::{Json, Members};
use crate::operations::{Change, segment};
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, fresh_key, page_with};

/// The form.
#[derive(Template)]
#[template(path = "people/role_form.html")]
struct FormPage {
    frame: Frame,
    problem: Option<Problem>,
    title: String,
    is_new: bool,
    back: String,
    role_id: Field,
    grants: Grants,
    permissions_fault: Option<String>,
    limits: Vec<LimitField>,
    /// Why nothing can be kept.
    why_not: Option<String>,
    version: String,
    key: String,
}

async fn read(visit: &Visit, role_id: &str) -> Result<Json, Problem> {
    visit.operations.get(&format!("/roles/{}", segment(role_id)), &Fields::default()).await
}

/// An empty form, or one with the permissions of another role.
pub async fn blank(visit: Arc<Visit>) -> Result<Response, Problem> {
    let record = match visit.query.given("from") {
        Some(role_id) => read(&visit, role_id).await?,
        None => Json::default(),
    };
    show(&visit, &record, None)
}

/// The form with what is recorded.
pub async fn edit(visit: Arc<Visit>) -> Result<Response, Problem> {
    let record = read(&visit, visit.param("id")).await?;
    show(&visit, &record, None)
}

fn body(visit: &Visit) -> Value {
    json!({ RoleInput::PERMISSIONS: visit.form.all("grant").collect::<Vec<_>>(), RoleInput::APPROVAL_LIMITS: sent(visit) })
}

/// Makes a role.
pub async fn create(visit: Arc<Visit>) -> Result<Response, Problem> {
    let mut body = body(&visit);
    if let Some(members) = body.as_object_mut() {
        members.insert(RoleInput::ROLE_ID.into(), visit.form.get("role_id").unwrap_or_default().into());
    }
    match visit.operations.change(Change::post("/roles", body).from_form(&visit.form)).await {
        Ok(answer) => {
            let id = answer.body.text(Role::ROLE_ID);
            Ok(settled(&answer, &format!("/roles/{}", segment(&id)), &filled("people.role.made", &[&id])))
        }
        Err(problem) => show(&visit, &Json::default(), Some(problem)),
    }
}

/// Changes a role.
pub async fn change(visit: Arc<Visit>) -> Result<Response, Problem> {
    let id = segment(visit.param("id"));
    let change = Change::put(format!("/roles/{id}"), body(&visit)).from_form(&visit.form);
    match visit.operations.change(change).await {
        Ok(answer) => Ok(settled(&answer, &format!("/roles/{id}"), text("people.role.kept"))),
        Err(problem) => show(&visit, &Json::default(), Some(problem)),
    }
}

fn show(visit: &Visit, record: &Json, problem: Option<Problem>) -> Result<Response, Problem> {
    let problem = placed(visit, problem);
    let is_new = visit.param("id").is_empty();
    let granted: Vec<String> = if visit.form.has("csrf") {
        visit.form.all("grant").map(str::to_owned).collect()
    } else {
        record.texts(Role::PERMISSIONS)
    };
    let about = problem.as_ref();
    let status = about.and_then(|problem| StatusCode::from_u16(problem.status).ok()).unwrap_or(StatusCode::OK);
    let version = visit.form.given("version").map_or_else(|| record.text(Role::VERSION), str::to_owned);
    let title =
        if is_new { text("people.role.new").into() } else { filled("people.role.edit_one", &[visit.param("id")]) };
    page_with(
        status,
        &FormPage {
            back: if is_new { "/roles".into() } else { format!("/roles/{}", segment(visit.param("id"))) },
            role_id: Field::new(visit, RoleInput::ROLE_ID, "", about).needed(),
            grants: Grants::new(&granted),
            permissions_fault: fault(about, RoleInput::PERMISSIONS),
            limits: fields(visit, record, about),
            why_not: why_not(visit, "role", "write"),
            version: if is_new { String::new() } else { version },
            key: fresh_key(),
            frame: visit.frame("people", title.clone()),
            is_new,
            title,
            problem,
        },
    )
}
