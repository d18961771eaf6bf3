//! Writing a document: a new one, a copy, or a draft that is there.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::Value;

use super::choices::Suggestions;
use super::content::{self, Content, Lines};
use super::meanwhile::{self, Meanwhile};
use super::period::{self, Proposed};
use super::preview::{self, Preview};
use super::sheet::{self, Sheet};
use super::subject::{Subject, cannot, heading, kind_of, page_of, path};
use super::{shape, start};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::enumeration::DocumentAction;
use crate::interface::schema::{Document, DocumentInput};
use crate::json::{Json, Members};
use crate::operations::{Change, Named, dry_run};
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, fresh_key, page_with, redirect};
use crate::vocabulary::{DocumentType, word};

/// Empty lines at the end of a form.
const SPARE: usize = 2;
/// How many lines "More lines" adds.
const MORE: usize = 10;
/// The most lines that a document has.
const MOST: usize = 1_000;

/// The form of a document.
#[derive(Template)]
#[template(path = "editor/write.html")]
struct WritePage {
    frame: Frame,
    heading: String,
    action: String,
    back: String,
    version: String,
    key: String,
    problem: Option<Problem>,
    meanwhile: Option<Meanwhile>,
    sheet: Sheet,
    preview: Option<Preview>,
    proposed: Proposed,
    more: usize,
    /// Where the reader's eye goes: the first of the lines that were asked for.
    first_row: usize,
}

/// What a form shows besides its fields.
#[derive(Default)]
struct Shown {
    problem: Option<Problem>,
    meanwhile: Option<Meanwhile>,
    sent: Vec<usize>,
    /// The answer of a dry run.
    answer: Option<Value>,
    /// The lines as the interface worked them out.
    worked_out: Vec<Value>,
    more: bool,
    version: String,
}

/// A new document.
pub async fn fresh(visit: Arc<Visit>) -> Result<Response, Problem> {
    let kind = kind_of(&visit)?;
    if !visit.me.may(kind.name(), "write") {
        let why = filled("editor.needs", &[&format!("{}.write", kind.name())]);
        return cannot(
            &visit,
            heading_new(kind),
            why,
            format!("/{}", kind.collection()),
            text(&format!("frame.place.{}", kind.collection())).into(),
        );
    }
    let form = start::of_query(&visit, kind).await?;
    let suggestions = suggestions(&visit, kind).await;
    let form = start::plain(&visit, kind, form, &suggestions);
    show(&visit, kind, None, &form, suggestions, Shown::default())
}

/// Creates the draft, or previews it.
pub async fn create(visit: Arc<Visit>) -> Result<Response, Problem> {
    let kind = kind_of(&visit)?;
    if asks_for_rows(&visit.form) {
        return more(&visit, kind, None).await;
    }
    let form = period::followed(&visit, kind).await;
    let content = content::sent(kind, &form, visit.reader);
    let collection = format!("/{}", kind.collection());
    let intent = form.get("intent").unwrap_or_default();
    if !matches!(intent, "save" | "submit") {
        let asked = visit.operations.change(Change::post(dry_run(&collection), content.body.clone())).await;
        return previewed(&visit, kind, None, &form, content, asked.map(|answer| answer.body.0)).await;
    }
    let created = visit.operations.change(Change::post(&collection, content.body.clone()).from_form(&visit.form)).await;
    match created {
        Ok(answer) => {
            let id = answer.body.text(kind.id());
            if intent == "submit" {
                submitted(&visit, kind, &id, &answer.body.text(Document::VERSION)).await
            } else {
                Ok(redirect(&page_of(kind, &id), Some(&filled("editor.created", &[&id]))))
            }
        }
        Err(problem) => refused(&visit, kind, None, &form, content, problem).await,
    }
}

/// A draft as a form.
pub async fn open(visit: Arc<Visit>) -> Result<Response, Problem> {
    let subject = Subject::read(&visit).await?;
    if let Some(said) = subject.cannot(&visit, DocumentAction::Edit) {
        return said;
    }
    let form = start::of_document(&visit, subject.kind, &subject.document).await;
    let suggestions = suggestions(&visit, subject.kind).await;
    let worked_out = subject.document.list(Document::LINES).to_vec();
    let sent = (0..subject.document.list(shape::lines(subject.kind)).len()).collect();
    let shown = Shown { version: subject.version(), sent, worked_out, ..Shown::default() };
    show(&visit, subject.kind, Some(&subject.id), &form, suggestions, shown)
}

/// Replaces the draft's content, or previews it.
pub async fn replace(visit: Arc<Visit>) -> Result<Response, Problem> {
    let kind = kind_of(&visit)?;
    let id = visit.param("id").to_owned();
    if asks_for_rows(&visit.form) {
        return more(&visit, kind, Some(&id)).await;
    }
    let form = period::followed(&visit, kind).await;
    let mut content = content::sent(kind, &form, visit.reader);
    let intent = form.get("intent").unwrap_or_default();
    if !matches!(intent, "save" | "submit") {
        let body = as_new(kind, &content.body);
        let asked = visit.operations.change(Change::post(dry_run(&format!("/{}", kind.collection())), body)).await;
        return previewed(&visit, kind, Some(&id), &form, content, asked.map(|answer| answer.body.0)).await;
    }
    if let Some(members) = content.body.as_object_mut() {
        members.insert(kind.id().into(), Value::String(id.clone()));
    }
    let replaced =
        visit.operations.change(Change::put(path(kind, &id), content.body.clone()).from_form(&visit.form)).await;
    match replaced {
        Ok(answer) if intent == "submit" => submitted(&visit, kind, &id, &answer.body.text(Document::VERSION)).await,
        Ok(_) => Ok(redirect(&page_of(kind, &id), Some(&filled("editor.saved", &[&id])))),
        Err(problem) => refused(&visit, kind, Some(&id), &form, content, problem).await,
    }
}

/// To a new form with the content of this document.
pub async fn copy(visit: Arc<Visit>) -> Result<Response, Problem> {
    let kind = kind_of(&visit)?;
    let query = Fields::from([("copy", visit.param("id"))]);
    Ok(redirect(&query.address(&format!("/new/{}", kind.collection())), None))
}

/// The content of a draft as that of a new document: what is unique to the draft is left out, or made up.
fn as_new(kind: DocumentType, body: &Value) -> Value {
    let mut body = body.clone();
    if let Some(members) = body.as_object_mut() {
        members.remove(DocumentInput::REFERENCE.name());
        members.remove(kind.id().name());
        if shape::head(kind).iter().any(|input| input.name == kind.id() && input.is_required) {
            members.insert(kind.id().into(), Value::String(fresh_key()));
        }
    }
    body
}

/// Whether a button of the lines was pressed.
fn asks_for_rows(form: &Fields) -> bool {
    form.has("more_lines") || form.has("remove_line")
}

/// The form again with more lines, or with one fewer.
async fn more(visit: &Arc<Visit>, kind: DocumentType, id: Option<&str>) -> Result<Response, Problem> {
    let mut form = visit.form.clone();
    if let Some(row) = form.get("remove_line").and_then(|row| row.parse::<usize>().ok()) {
        form = without_row(kind, &form, row.saturating_sub(1));
    }
    let shown = Shown {
        more: form.has("more_lines"),
        version: form.get("version").unwrap_or_default().into(),
        ..Shown::default()
    };
    let suggestions = suggestions(visit, kind).await;
    let form = period::follow(kind, form, &suggestions);
    show(visit, kind, id, &form, suggestions, shown)
}

fn without_row(kind: DocumentType, form: &Fields, row: usize) -> Fields {
    let mut seen = std::collections::HashMap::<String, usize>::new();
    let is_line = |name: &str| {
        name.strip_prefix("line.").is_some_and(|name| {
            name == content::LINE_NUMBER.name() || shape::columns(kind).iter().any(|column| column.name.name() == name)
        })
    };
    let keep = |(name, _): &&(String, String)| {
        if !is_line(name) {
            return true;
        }
        let count = seen.entry(name.clone()).or_default();
        let at = *count;
        *count = count.saturating_add(1);
        at != row
    };
    Fields(form.0.iter().filter(keep).cloned().collect())
}

async fn suggestions(visit: &Visit, kind: DocumentType) -> Suggestions {
    Suggestions::read(visit, shape::head(kind).iter().chain(shape::columns(kind)), None).await
}

/// Submits what was just written. What refuses that says so on the page of the submission; the draft is kept.
async fn submitted(visit: &Arc<Visit>, kind: DocumentType, id: &str, version: &str) -> Result<Response, Problem> {
    let key = visit.form.given("key").map(|key| format!("{key}-submit"));
    let path = path(kind, id);
    let mut change = Change::post(format!("{path}/{}", DocumentAction::SubmitForApproval.name()), Value::Null);
    change.body = None;
    change.key = key.as_deref();
    change.version = Some(version).filter(|version| !version.is_empty());
    match visit.operations.change(change).await {
        Ok(answer) => Ok(redirect(
            &page_of(kind, id),
            Some(&filled("editor.submitted", &[id, &word(&answer.body.text(Document::STATUS))])),
        )),
        Err(_) => Ok(redirect(&format!("{path}/submit"), Some(&filled("editor.kept", &[id])))),
    }
}

async fn previewed(
    visit: &Arc<Visit>,
    kind: DocumentType,
    id: Option<&str>,
    form: &Fields,
    content: Content,
    asked: Result<Value, Problem>,
) -> Result<Response, Problem> {
    let version = form.get("version").unwrap_or_default().to_owned();
    let (method, path) = id.map_or_else(|| ("POST", format!("/{}", kind.collection())), |id| ("PUT", path(kind, id)));
    visit.operations.name(Named { method: method.into(), path, body: Some(content.body.to_string()) });
    let shown = match asked {
        Ok(answer) => Shown {
            worked_out: answer.list(Document::LINES).to_vec(),
            answer: Some(answer),
            sent: content.rows,
            version,
            ..Shown::default()
        },
        Err(problem) => Shown { problem: Some(problem), sent: content.rows, version, ..Shown::default() },
    };
    show(visit, kind, id, form, suggestions(visit, kind).await, shown)
}

async fn refused(
    visit: &Arc<Visit>,
    kind: DocumentType,
    id: Option<&str>,
    form: &Fields,
    content: Content,
    problem: Problem,
) -> Result<Response, Problem> {
    let mut version = form.get("version").unwrap_or_default().to_owned();
    let mut changed = None;
    if let Some(id) = id.filter(|_| problem.status == 412) {
        let Json(document) = visit.operations.aside(&path(kind, id), &Fields::default()).await?;
        let now = meanwhile::read(visit, kind, &document, form);
        version.clone_from(&now.version);
        changed = Some(now);
    }
    let shown = Shown { problem: Some(problem), meanwhile: changed, sent: content.rows, version, ..Shown::default() };
    show(visit, kind, id, form, suggestions(visit, kind).await, shown)
}

fn heading_new(kind: DocumentType) -> String {
    filled("editor.new", &[&word(kind.name()).to_lowercase()])
}

fn show(
    visit: &Arc<Visit>,
    kind: DocumentType,
    id: Option<&str>,
    form: &Fields,
    suggestions: Suggestions,
    shown: Shown,
) -> Result<Response, Problem> {
    let Shown { problem, meanwhile, sent, answer, worked_out, more, version } = shown;
    let problem = problem.map(|problem| problem.placed(|pointer| sheet::place(kind, &sent, pointer)));
    let proposed = period::proposed(kind, form, &suggestions);
    let note = period::note_of(form, &suggestions, visit.reader);
    let heading = id.map_or_else(|| heading_new(kind), |id| heading(DocumentAction::Edit, id));
    let lines = Lines::read(kind, form);
    let used =
        (0..lines.count()).filter(|row| lines.is_used(kind, *row)).max().map_or(0, |last| last.saturating_add(1));
    let spare = if more { lines.count().saturating_add(MORE) } else { used.saturating_add(SPARE).max(lines.count()) };
    let preview = answer.map(|answer| preview::read(visit, &answer, &Value::Null, &suggestions));
    let is_fresh = preview.is_none() && problem.is_none() && !more;
    let mut sheet = sheet::sheet(kind, form, problem.as_ref(), &sent, spare.min(MOST), id.is_none(), suggestions);
    for field in sheet
        .fields
        .iter_mut()
        .chain(&mut sheet.rare)
        .filter(|field| field.name == DocumentInput::POSTING_PERIOD_ID.name())
    {
        field.note = Some(note.clone());
    }
    // After a preview the reader looks at it, not at a field.
    for field in sheet.fields.iter_mut().filter(|_| !is_fresh) {
        field.is_first = false;
    }
    let has_lines = shape::lines(kind) == DocumentInput::LINES;
    let begins_in_lines = has_lines && is_fresh && id.is_none() && !sheet.fields.iter().any(|field| field.is_first);
    let first_row = match (more, begins_in_lines) {
        (true, _) => lines.count().saturating_add(1),
        (false, true) => 1,
        (false, false) => 0,
    };
    for (line, row) in worked_out.iter().zip(&sent) {
        sheet.show_worked_out(*row, line, visit.reader);
    }
    // What a script asks for while somebody writes is not refused: it is not finished.
    let refused = problem.as_ref().filter(|_| !visit.wants_part);
    let status = refused.and_then(|problem| StatusCode::from_u16(problem.status).ok()).unwrap_or(StatusCode::OK);
    let path = id.map_or_else(|| format!("/new/{}", kind.collection()), |id| format!("{}/edit", page_of(kind, id)));
    let page = WritePage {
        frame: visit.frame(kind.collection(), heading.clone()),
        heading,
        action: path,
        back: id.map_or_else(|| format!("/{}", kind.collection()), |id| page_of(kind, id)),
        version,
        key: fresh_key(),
        problem,
        meanwhile,
        sheet,
        preview,
        proposed,
        more: MORE,
        first_row,
    };
    page_with(status, &page)
}
