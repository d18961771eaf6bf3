//! One delegation, and revoking it.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;

use super::delegations::{Delegation, delegation};
use super::{is_me, settled, why_not};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::schema::ApprovalDelegation;
use crate::json::Members;
use crate::operations::{Change, segment};
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, fresh_key, page_with};

/// The delegation.
#[derive(Template)]
#[template(path = "people/delegation.html")]
struct DelegationPage {
    frame: Frame,
    problem: Option<Problem>,
    delegation: Delegation,
    created_at: String,
    created_by: String,
    updated_at: String,
    updated_by: String,
    version: String,
    key: String,
    edit: String,
    record: String,
    why_not_edit: Option<String>,
    why_not_revoke: Option<String>,
}

/// Shows a delegation.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    present(&visit, None).await
}

async fn present(visit: &Visit, problem: Option<Problem>) -> Result<Response, Problem> {
    let path = format!("/delegations/{}", segment(visit.param("id")));
    let given = visit.operations.get(&path, &Fields::default()).await?;
    let about = delegation(visit, &given);
    let over = given.flag(ApprovalDelegation::IS_REVOKED).then(|| text("people.delegation.is_revoked").to_owned());
    let writes = visit.me.may("user", "write");
    let (is_from, is_to) = (is_me(visit, &about.from.label), is_me(visit, &about.to.label));
    let others = |is_mine: bool| (!is_mine && !writes).then(|| text("people.delegation.not_yours").to_owned());
    let status =
        problem.as_ref().and_then(|problem| StatusCode::from_u16(problem.status).ok()).unwrap_or(StatusCode::OK);
    page_with(
        status,
        &DelegationPage {
            why_not_edit: over.clone().or_else(|| why_not(visit, "delegation", "write")).or_else(|| others(is_from)),
            why_not_revoke: over.or_else(|| others(is_from || is_to)),
            created_at: given.text(ApprovalDelegation::CREATED_AT),
            created_by: given.text(ApprovalDelegation::CREATED_BY),
            updated_at: given.text(ApprovalDelegation::UPDATED_AT),
            updated_by: given.text(ApprovalDelegation::UPDATED_BY),
            version: given.text(ApprovalDelegation::VERSION),
            key: fresh_key(),
            edit: format!("{}/edit", about.page),
            record: format!("/audit/delegation/{}", segment(&about.id)),
            frame: visit.frame("delegations", about.id.clone()),
            delegation: about,
            problem,
        },
    )
}

/// Ends a delegation.
pub async fn revoke(visit: Arc<Visit>) -> Result<Response, Problem> {
    let path = format!("/delegations/{}", segment(visit.param("id")));
    match visit.operations.change(Change::delete(path.clone()).from_form(&visit.form)).await {
        Ok(answer) => Ok(settled(&answer, &path, text("people.delegation.revoked"))),
        Err(problem) => present(&visit, Some(problem)).await,
    }
}
