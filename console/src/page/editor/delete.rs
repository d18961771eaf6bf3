//! Deleting a draft, after a question.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;

use super::subject::{Subject, heading};
use crate::filters;
use crate::frame::Frame;
use crate::interface::enumeration::DocumentAction;
use crate::operations::Change;
use crate::problem::Problem;
use crate::text::filled;
use crate::visit::{Visit, page_with, redirect};

/// The question.
#[derive(Template)]
#[template(path = "editor/delete.html")]
struct DeletePage {
    frame: Frame,
    id: String,
    back: String,
    heading: String,
    version: String,
    problem: Option<Problem>,
}

/// Asks.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let subject = Subject::read(&visit).await?;
    match subject.cannot(&visit, DocumentAction::Delete) {
        Some(said) => said,
        None => shown(&visit, &subject, None),
    }
}

/// Deletes.
pub async fn delete(visit: Arc<Visit>) -> Result<Response, Problem> {
    let subject = Subject::read(&visit).await?;
    let mut change = Change::delete(subject.path());
    change.version = visit.form.given("version");
    match visit.operations.change(change).await {
        Ok(_) => {
            Ok(redirect(&format!("/{}", subject.kind.collection()), Some(&filled("editor.deleted", &[&subject.id]))))
        }
        Err(problem) => shown(&visit, &subject, Some(problem)),
    }
}

fn shown(visit: &Arc<Visit>, subject: &Subject, problem: Option<Problem>) -> Result<Response, Problem> {
    let status =
        problem.as_ref().and_then(|problem| StatusCode::from_u16(problem.status).ok()).unwrap_or(StatusCode::OK);
    let heading = heading(DocumentAction::Delete, &subject.id);
    let page = DeletePage {
        frame: visit.frame(subject.kind.collection(), heading.clone()),
        id: subject.id.clone(),
        back: subject.page(),
        heading,
        version: subject.version(),
        problem,
    };
    page_with(status, &page)
}
