//! Submitting a draft, after a look at who would have to sign and what would be posted.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;

use super::choices::Suggestions;
use super::preview::{self, Preview};
use super::subject::{Subject, heading};
use crate::filters;
use crate::frame::Frame;
use crate::interface::enumeration::DocumentAction;
use crate::interface::schema::Submitted;
use crate::json::Members;
use crate::operations::{Change, dry_run};
use crate::problem::Problem;
use crate::text::filled;
use crate::visit::{Visit, fresh_key, page_with, redirect};
use crate::vocabulary::word;

const ACTION: DocumentAction = DocumentAction::SubmitForApproval;

/// What a submission would come to.
#[derive(Template)]
#[template(path = "editor/submit.html")]
struct SubmitPage {
    frame: Frame,
    id: String,
    back: String,
    heading: String,
    version: String,
    key: String,
    problem: Option<Problem>,
    preview: Option<Preview>,
}

/// The plan, and the button.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let subject = Subject::read(&visit).await?;
    if let Some(said) = subject.cannot(&visit, ACTION) {
        return said;
    }
    shown(&visit, &subject, None).await
}

/// Submits.
pub async fn submit(visit: Arc<Visit>) -> Result<Response, Problem> {
    let subject = Subject::read(&visit).await?;
    let change = Change {
        body: None,
        ..Change::post(subject.operation(ACTION), serde_json::Value::Null).from_form(&visit.form)
    };
    match visit.operations.change(change).await {
        Ok(answer) => {
            let said = filled("editor.submitted", &[&subject.id, &word(&answer.body.text(Submitted::STATUS))]);
            Ok(redirect(&subject.page(), Some(&said)))
        }
        Err(problem) => shown(&visit, &subject, Some(problem)).await,
    }
}

async fn shown(visit: &Arc<Visit>, subject: &Subject, refused: Option<Problem>) -> Result<Response, Problem> {
    let dry = dry_run(&subject.operation(ACTION));
    let change = Change { body: None, ..Change::post(dry, serde_json::Value::Null) };
    let refusal = refused.as_ref().map(|problem| problem.status);
    let (problem, preview) = match (refused, visit.operations.change(change).await) {
        (Some(problem), _) | (None, Err(problem)) => (Some(problem), None),
        (None, Ok(answer)) => {
            let suggestions = Suggestions::read(visit, [], None).await;
            (None, Some(preview::read(visit, &answer.body.0, &subject.document, &suggestions)))
        }
    };
    // Only what was sent is refused; a look at it is not.
    let status = refusal.and_then(|status| StatusCode::from_u16(status).ok()).unwrap_or(StatusCode::OK);
    let heading = heading(ACTION, &subject.id);
    let page = SubmitPage {
        frame: visit.frame(subject.kind.collection(), heading.clone()),
        id: subject.id.clone(),
        back: subject.page(),
        heading,
        version: subject.version(),
        key: fresh_key(),
        problem,
        preview,
    };
    page_with(status, &page)
}
