//! A deferral of a line of a posted document: over how many months, or until which day, and on which account.

use std::sync::Arc;

use askama::Template;
use poem::http::StatusCode;
use poem::{Response, get};
use serde_json::{Map, Value};

use super::door::Door;
use super::editor::subject::Subject;
use super::form_field::{FormField, placed};
use super::routes::Routes;
use crate::filters;
use crate::frame::Frame;
use crate::interface::schema::{Deferral, DeferralInput as Input, Document, DocumentLine};
use crate::interface::{Family, Member};
use crate::json::Members;
use crate::operations::Change;
use crate::problem::{Place, Problem};
use crate::text::{filled, text};
use crate::visit::{Visit, asked_for, fresh_key, page_with, redirect};
use crate::vocabulary::{DOCUMENT_TYPES, DocumentType};

/// What is asked for, in this order.
const FIELDS: [Member; 5] = [Input::LINE_NUMBER, Input::ACCOUNT_ID, Input::START_DATE, Input::MONTHS, Input::END_DATE];

/// The form.
#[derive(Template)]
#[template(path = "defer.html")]
struct DeferPage {
    frame: Frame,
    problem: Option<Problem>,
    id: String,
    back: String,
    lines: Vec<(String, String)>,
    line: String,
    line_fault: Option<String>,
    fields: Vec<FormField>,
    key: String,
}

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    let each = DOCUMENT_TYPES.into_iter().filter(|kind| has_lines_to_defer(*kind));
    each.fold(route, |route, kind| {
        let path = format!("/{}/:id/defer", kind.collection());
        route.at(path, get(door.page(show)).post(door.page(create)))
    })
}

/// Whether documents of the type have lines that can be deferred.
pub fn has_lines_to_defer(kind: DocumentType) -> bool {
    match kind.family() {
        Family::Items => true,
        Family::Journal | Family::Payment => false,
    }
}

/// The form.
async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let subject = Subject::read(&visit).await?;
    shown(&visit, &subject, StatusCode::OK, None)
}

/// Makes it.
async fn create(visit: Arc<Visit>) -> Result<Response, Problem> {
    let subject = Subject::read(&visit).await?;
    match visit.operations.change(Change::post("/deferrals", body(&visit, &subject)).from_form(&visit.form)).await {
        Ok(answer) => Ok(asked_for(&answer).unwrap_or_else(|| {
            let id = answer.body.text(Deferral::DEFERRAL_ID);
            redirect("/deferrals", Some(&filled("defer.created", &[&id, &subject.id])))
        })),
        Err(problem) => shown(&visit, &subject, problem.status_code(), Some(problem)),
    }
}

/// What the form says; what it leaves empty is left out.
fn body(visit: &Visit, subject: &Subject) -> Value {
    let mut body = Map::new();
    body.insert(Input::DOCUMENT_TYPE.into(), subject.kind.name().into());
    body.insert(Input::DOCUMENT_ID.into(), subject.id.as_str().into());
    for member in FIELDS {
        let Some(typed) = visit.form.given(member) else { continue };
        let is_whole = member == Input::LINE_NUMBER || member == Input::MONTHS;
        // What is no number is sent as it is, for the interface to name it.
        let whole = typed.trim().parse::<i64>().ok().filter(|_| is_whole).map(Value::from);
        body.insert(member.into(), whole.unwrap_or_else(|| typed.into()));
    }
    Value::Object(body)
}

fn shown(visit: &Visit, subject: &Subject, status: StatusCode, problem: Option<Problem>) -> Result<Response, Problem> {
    let typed = |member: Member| visit.form.get(member).map(str::to_owned);
    let currency = subject.document.text(Document::CURRENCY);
    let line = |line: &Value| {
        let (number, account) = (line.text(DocumentLine::LINE_NUMBER), line.text(DocumentLine::ACCOUNT_ID));
        let amount = visit.amount(&line.text(DocumentLine::AMOUNT), &currency);
        let what = line.given(DocumentLine::DESCRIPTION).unwrap_or(account);
        (number.clone(), format!("{number} · {what} · {amount} {currency}"))
    };
    let start = subject.document.text(Document::TRAN_DATE).chars().take(7).collect::<String>() + "-01";
    let field = |member: Member, value: &str| {
        let fault = problem.as_ref().and_then(|problem| problem.at(&format!("/{member}")));
        FormField::new(member, typed(member).unwrap_or_else(|| value.to_owned())).wrong(fault)
    };
    let fields = vec![
        field(Input::ACCOUNT_ID, "").required().hint(text("defer.account.hint")),
        field(Input::START_DATE, &start).date().required(),
        field(Input::MONTHS, "").hint(text("defer.months.hint")),
        field(Input::END_DATE, "").date().hint(text("defer.end.hint")),
    ];
    let line_fault = problem.as_ref().and_then(|problem| problem.at_member(Input::LINE_NUMBER)).map(str::to_owned);
    let is_line = |pointer: &str| pointer == Input::LINE_NUMBER.pointer();
    let of_line = |pointer: &str| is_line(pointer).then(|| Place::new(text("defer.line"), "f-line_number"));
    page_with(
        status,
        &DeferPage {
            problem: problem.map(|problem| placed(problem.placed(of_line), &fields, |name| format!("/{name}"))),
            line_fault,
            id: subject.id.clone(),
            back: subject.page(),
            lines: subject.document.list(Document::LINES).iter().map(line).collect(),
            line: typed(Input::LINE_NUMBER).unwrap_or_default(),
            fields,
            key: fresh_key(),
            frame: visit.frame("deferrals", filled("defer.title", &[&subject.id])),
        },
    )
}
