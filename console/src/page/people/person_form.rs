//! Recording a person, and changing what is recorded.

use std::collections::BTreeSet;
use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::{Value, json};

use super::limits::{LimitField, fields, sent};
use super::{Field, Link, fault, known_people, placed, settled, why_not};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::query::ListRoles;
use crate::interface::schema::{Page, Role, User, UserInput};
use crate::json::{Json, Members};
use crate::operations::{Change, segment};
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, fresh_key, page_with};

/// A role to be ticked.
struct Choice {
    role_id: String,
    is_chosen: bool,
}

/// The form.
#[derive(Template)]
#[template(path = "people/person_form.html")]
struct FormPage {
    frame: Frame,
    problem: Option<Problem>,
    title: String,
    is_new: bool,
    back: String,
    user_id: Field,
    name: Field,
    manager_user_id: Field,
    more_roles: Field,
    is_active: bool,
    roles: Vec<Choice>,
    roles_fault: Option<String>,
    /// Roles and limits are for who may write roles.
    why_not_roles: Option<String>,
    limits: Vec<LimitField>,
    known: Vec<Link>,
    /// Why nothing can be kept.
    why_not: Option<String>,
    version: String,
    key: String,
}

/// An empty form.
pub async fn blank(visit: Arc<Visit>) -> Result<Response, Problem> {
    show(&visit, &Json::default(), None).await
}

/// The form with what is recorded.
pub async fn edit(visit: Arc<Visit>) -> Result<Response, Problem> {
    let record = record(&visit).await?;
    show(&visit, &record, None).await
}

async fn record(visit: &Visit) -> Result<Json, Problem> {
    visit.operations.get(&format!("/users/{}", segment(visit.param("id"))), &Fields::default()).await
}

/// Records a person.
pub async fn create(visit: Arc<Visit>) -> Result<Response, Problem> {
    let mut body = body(&visit);
    if let Some(members) = body.as_object_mut() {
        members.insert(UserInput::USER_ID.into(), visit.form.get("user_id").unwrap_or_default().into());
    }
    match visit.operations.change(Change::post("/users", body).from_form(&visit.form)).await {
        Ok(answer) => {
            let id = answer.body.text(User::USER_ID);
            Ok(settled(&answer, &format!("/people/{}", segment(&id)), &filled("people.recorded", &[&id])))
        }
        Err(problem) => show(&visit, &Json::default(), Some(problem)).await,
    }
}

/// Changes what is recorded.
pub async fn change(visit: Arc<Visit>) -> Result<Response, Problem> {
    let id = segment(visit.param("id"));
    let change = Change::put(format!("/users/{id}"), body(&visit)).from_form(&visit.form);
    match visit.operations.change(change).await {
        Ok(answer) => Ok(settled(&answer, &format!("/people/{id}"), text("people.kept"))),
        Err(problem) => {
            let record = record(&visit).await?;
            show(&visit, &record, Some(problem)).await
        }
    }
}

fn chosen_roles(visit: &Visit) -> BTreeSet<String> {
    let more =
        visit.form.get("more_roles").unwrap_or_default().split(',').map(str::trim).filter(|role| !role.is_empty());
    visit.form.all("role").chain(more).map(str::to_owned).collect()
}

fn body(visit: &Visit) -> Value {
    let mut body = json!({
        UserInput::NAME: visit.form.get("name").unwrap_or_default(),
        UserInput::MANAGER_USER_ID: visit.form.given("manager_user_id"),
        UserInput::IS_ACTIVE: visit.form.has("is_active"),
    });
    if let (true, Some(members)) = (visit.me.may("role", "write"), body.as_object_mut()) {
        members.insert(UserInput::ROLES.into(), chosen_roles(visit).into_iter().collect());
        members.insert(UserInput::APPROVAL_LIMITS.into(), sent(visit));
    }
    body
}

async fn show(visit: &Visit, record: &Json, problem: Option<Problem>) -> Result<Response, Problem> {
    let problem = placed(visit, problem);
    let is_new = visit.param("id").is_empty();
    let why_not_roles = why_not(visit, "role", "write");
    let was_sent = visit.form.has("csrf");
    let chosen: BTreeSet<String> = if was_sent && why_not_roles.is_none() {
        chosen_roles(visit)
    } else {
        record.texts(User::ROLES).into_iter().collect()
    };
    let known = visit.operations.aside("/roles", &[(ListRoles::LIMIT, "200")].into()).await.unwrap_or_default();
    let mut roles: BTreeSet<String> = known.list(Page::DATA).iter().map(|role| role.text(Role::ROLE_ID)).collect();
    roles.extend(chosen.iter().cloned());
    let about = problem.as_ref();
    let status = about.and_then(|problem| StatusCode::from_u16(problem.status).ok()).unwrap_or(StatusCode::OK);
    let version = visit.form.given("version").map_or_else(|| record.text(User::VERSION), str::to_owned);
    let title = if is_new { text("people.new").into() } else { filled("people.edit_one", &[&record.text(User::NAME)]) };
    page_with(
        status,
        &FormPage {
            back: if is_new { "/people".into() } else { format!("/people/{}", segment(visit.param("id"))) },
            user_id: Field::new(visit, UserInput::USER_ID, "", about).needed(),
            name: Field::new(visit, UserInput::NAME, &record.text(User::NAME), about).needed(),
            manager_user_id: Field::new(visit, UserInput::MANAGER_USER_ID, &record.text(User::MANAGER_USER_ID), about)
                .of("person"),
            // What was typed there is ticked above by now.
            more_roles: Field { name: "more_roles", value: String::new(), fault: None, kind: "", is_needed: false },
            is_active: if was_sent { visit.form.has("is_active") } else { is_new || record.flag(User::IS_ACTIVE) },
            roles: roles.into_iter().map(|role_id| Choice { is_chosen: chosen.contains(&role_id), role_id }).collect(),
            roles_fault: fault(about, UserInput::ROLES),
            why_not_roles,
            limits: fields(visit, record, about),
            known: known_people(visit).await,
            why_not: why_not(visit, "user", "write"),
            version,
            key: fresh_key(),
            frame: visit.frame("people", title.clone()),
            is_new,
            title,
            problem,
        },
    )
}
