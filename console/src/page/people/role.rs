//! One role: its permissions as grids.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;

use super::grants::Grants;
use super::limits::{Limit, limits};
use super::{settled, why_not};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::schema::Role;
use crate::json::Members;
use crate::operations::{Change, segment};
use crate::problem::Problem;
use crate::text::{filled, known, text};
use crate::visit::{Visit, fresh_key, page_with};

/// The role.
#[derive(Template)]
#[template(path = "people/role.html")]
struct RolePage {
    frame: Frame,
    problem: Option<Problem>,
    role_id: String,
    about: &'static str,
    is_builtin: bool,
    grants: Grants,
    limits: Vec<Limit>,
    updated_at: String,
    updated_by: String,
    version: String,
    key: String,
    edit: String,
    delete: String,
    copy: String,
    record: String,
    why_not: Option<String>,
    why_not_delete: Option<String>,
    why_not_new: Option<String>,
}

/// Shows a role.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    present(&visit, None).await
}

async fn present(visit: &Visit, problem: Option<Problem>) -> Result<Response, Problem> {
    let path = format!("/roles/{}", segment(visit.param("id")));
    let role = visit.operations.get(&path, &Fields::default()).await?;
    let (role_id, is_builtin) = (role.text(Role::ROLE_ID), role.flag(Role::IS_BUILTIN));
    let needs = why_not(visit, "role", "write");
    let fixed = (is_builtin && role_id == "admin").then(|| text("people.role.fixed").into());
    let status =
        problem.as_ref().and_then(|problem| StatusCode::from_u16(problem.status).ok()).unwrap_or(StatusCode::OK);
    page_with(
        status,
        &RolePage {
            about: known(&format!("people.role.{role_id}")).filter(|_| is_builtin).unwrap_or_default(),
            grants: Grants::new(&role.texts(Role::PERMISSIONS)),
            limits: limits(visit, &role),
            updated_at: role.text(Role::UPDATED_AT),
            updated_by: role.text(Role::UPDATED_BY),
            version: role.text(Role::VERSION),
            key: fresh_key(),
            copy: Fields::from([("from", role_id.as_str())]).address("/roles/new"),
            record: format!("/audit/role/{}", segment(&role_id)),
            why_not_delete: needs.clone().or_else(|| is_builtin.then(|| text("people.role.builtin_stays").into())),
            why_not_new: needs.clone(),
            why_not: needs.or(fixed),
            frame: visit.frame("people", role_id.clone()),
            problem,
            is_builtin,
            role_id,
            edit: format!("{path}/edit"),
            delete: format!("{path}/delete"),
        },
    )
}

/// Deletes a role.
pub async fn delete(visit: Arc<Visit>) -> Result<Response, Problem> {
    let id = visit.param("id");
    let change = Change::delete(format!("/roles/{}", segment(id))).from_form(&visit.form);
    match visit.operations.change(change).await {
        Ok(answer) => Ok(settled(&answer, "/roles", &filled("people.role.deleted", &[id]))),
        Err(problem) => present(&visit, Some(problem)).await,
    }
}
