//! A correction: the document is taken back, and a copy of it is written anew.

use std::sync::Arc;

use poem::Response;
use serde_json::{Map, Value};

use super::act_page::ActPage;
use super::choices::Suggestions;
use super::content::members;
use super::shape::{Entry, Input};
use super::sheet;
use super::subject::{Subject, page_of};
use crate::interface::enumeration::{DocumentStatus, DocumentType};
use crate::interface::schema::{CorrectInput, Corrected, Document};
use crate::json::Members;
use crate::operations::{self, Change};
use crate::problem::Problem;
use crate::text::filled;
use crate::visit::{Visit, asked_for, redirect};
use crate::vocabulary::word;

/// The operation, and the last part of the page's path.
pub const CORRECT: &str = "correct";

const INPUTS: &[Input] = &[
    Input { name: CorrectInput::REASON, entry: Entry::Text, is_required: true, is_rare: false },
    Input { name: CorrectInput::CORRECTION_DATE, entry: Entry::Date, is_required: false, is_rare: false },
];

/// Whether it is offered: what is posted, by whoever may take it back and write another one. The interface decides.
pub fn is_offered(visit: &Visit, kind: DocumentType, document: &Value) -> bool {
    let takes_back = taken_back_by(kind);
    document.text(Document::STATUS) == DocumentStatus::Posted.name()
        && document.texts(Document::ALLOWED_ACTIONS).iter().any(|allowed| allowed == takes_back)
        && visit.me.may(kind.name(), "write")
}

/// The action that takes a document of the type back.
pub fn taken_back_by(kind: DocumentType) -> &'static str {
    if kind == DocumentType::JournalEntry { "reverse" } else { "void" }
}

/// The fields, with what would be posted.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let subject = Subject::read(&visit).await?;
    let mut body = Map::new();
    // What is asked of the person does not change what would be posted.
    body.insert(CorrectInput::REASON.into(), Value::String(word(CORRECT)));
    looked_at(&visit, &subject, body).await
}

/// Corrects, or previews.
pub async fn correct(visit: Arc<Visit>) -> Result<Response, Problem> {
    let subject = Subject::read(&visit).await?;
    let body = members(INPUTS, visit.reader, |name| visit.form.given(name));
    if visit.form.get("intent") == Some("preview") {
        return looked_at(&visit, &subject, body).await;
    }
    let change = Change::post(path(&subject), Value::Object(body)).from_form(&visit.form);
    match visit.operations.change(change).await {
        Ok(answer) => Ok(asked_for(&answer).unwrap_or_else(|| {
            let copy = answer.body.text(Corrected::CORRECTION_ID);
            let to = format!("{}/edit", page_of(subject.kind, &copy));
            redirect(&to, Some(&filled("editor.done.correct", &[&subject.id, &copy])))
        })),
        Err(problem) => shown(&visit, &subject, Some(problem), None).await,
    }
}

fn path(subject: &Subject) -> String {
    format!("{}/{CORRECT}", subject.path())
}

/// With the answer of the dry run.
async fn looked_at(visit: &Arc<Visit>, subject: &Subject, body: Map<String, Value>) -> Result<Response, Problem> {
    let dry = operations::dry_run(&path(subject));
    match visit.operations.change(Change::post(dry, Value::Object(body))).await {
        Ok(answer) => shown(visit, subject, None, Some(answer.body.0)).await,
        Err(problem) => shown(visit, subject, Some(problem), None).await,
    }
}

async fn shown(
    visit: &Arc<Visit>,
    subject: &Subject,
    problem: Option<Problem>,
    answer: Option<Value>,
) -> Result<Response, Problem> {
    let problem = problem.map(|problem| problem.placed(|pointer| sheet::place_of(CORRECT, INPUTS, pointer)));
    let suggestions = Suggestions::read(visit, INPUTS, None).await;
    let field = |input| sheet::field(CORRECT, input, &visit.form, problem.as_ref(), &suggestions);
    let fields = INPUTS.iter().map(field).collect();
    let named = (CORRECT, filled("editor.heading", &[&word(CORRECT), &subject.id]));
    let mut page = ActPage::of(visit, subject, named, answer.as_ref(), suggestions);
    page.is_grave = true;
    page.answered(visit, subject, fields, problem)
}
