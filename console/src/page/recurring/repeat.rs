//! A recurring document of a document that is there: the same content, on the days of a schedule.

use std::sync::Arc;

use askama::Template;
use chrono::{Datelike, NaiveDate};
use poem::Response;
use poem::http::StatusCode;
use serde_json::{Value, json};

use super::one::has_due_date;
use super::{fields, page_of};
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::enumeration::{BusinessDay, RecurringMakes, RecursEvery};
use crate::interface::schema::{
    Document, DocumentInput, DocumentLineInput, RecurringDocument, RecurringDocumentInput as Input, ScheduleInput,
};
use crate::json::Members;
use crate::operations::Change;
use crate::page::editor::content::sent;
use crate::page::editor::start;
use crate::page::editor::subject::Subject;
use crate::page::form_field::FormField;
use crate::problem::Problem;
use crate::text::filled;
use crate::visit::{Visit, asked_for, fresh_key, page_with, redirect};

/// What the day decides.
const OF_THE_DAY: [Member; 5] = [
    DocumentInput::TRAN_DATE,
    DocumentInput::DUE_DATE,
    DocumentInput::POSTING_PERIOD_ID,
    DocumentInput::EXCHANGE_RATE,
    DocumentInput::EXCHANGE_RATE_REASON,
];

/// The form.
#[derive(Template)]
#[template(path = "recurring/repeat.html")]
struct RepeatPage {
    frame: Frame,
    problem: Option<Problem>,
    id: String,
    back: String,
    fields: Vec<FormField>,
    key: String,
}

/// The form, with a schedule that begins a month after the document.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let subject = Subject::read(&visit).await?;
    shown(&visit, &subject, StatusCode::OK, None)
}

/// Makes it.
pub async fn create(visit: Arc<Visit>) -> Result<Response, Problem> {
    let subject = Subject::read(&visit).await?;
    let mut body = fields::body(&visit);
    body.insert(Input::DOCUMENT_TYPE.into(), subject.kind.name().into());
    body.insert(Input::DOCUMENT.into(), content(&visit, &subject).await);
    let change = Change::post("/recurring-documents", Value::Object(body)).from_form(&visit.form);
    match visit.operations.change(change).await {
        Ok(answer) => Ok(asked_for(&answer).unwrap_or_else(|| {
            let id = answer.body.text(RecurringDocument::RECURRING_DOCUMENT_ID);
            redirect(&page_of(&id), Some(&filled("recurring.created", &[&id, &subject.id])))
        })),
        Err(problem) => shown(&visit, &subject, problem.status_code(), Some(problem)),
    }
}

/// What is on the document, without what is worked out of it, and without its id and days.
async fn content(visit: &Visit, subject: &Subject) -> Value {
    let form = start::of_document(visit, subject.kind, &subject.document).await;
    let mut left_out = vec![subject.kind.id()];
    left_out.extend(OF_THE_DAY);
    let mut content = fields::content(&sent(subject.kind, &form, visit.reader).body, &left_out);
    let lines = content.get_mut(DocumentInput::LINES.name()).and_then(Value::as_array_mut);
    for line in lines.into_iter().flatten().filter_map(Value::as_object_mut) {
        line.remove(DocumentLineInput::LINE_NUMBER.name());
    }
    content
}

fn shown(visit: &Visit, subject: &Subject, status: StatusCode, problem: Option<Problem>) -> Result<Response, Problem> {
    let fields = fields::filled_with(visit, &proposed(visit, subject), has_due_date(subject.kind), problem.as_ref());
    page_with(
        status,
        &RepeatPage {
            problem: problem.map(|problem| fields::in_form(problem, &fields)),
            id: subject.id.clone(),
            back: subject.page(),
            fields,
            key: fresh_key(),
            frame: visit.frame("recurring-documents", filled("recurring.repeat.title", &[&subject.id])),
        },
    )
}

/// Each month on the document's own day, from today or the day after it, due as much later as it is.
fn proposed(visit: &Visit, subject: &Subject) -> Value {
    let document = &subject.document;
    let day = |member: Member| document.text(member).parse::<NaiveDate>().ok();
    let date = day(Document::TRAN_DATE);
    let due = day(Document::DUE_DATE).zip(date).map(|(due, date)| due.signed_duration_since(date).num_days());
    let memo = document.given(Document::MEMO);
    json!({
        Input::NAME: memo.unwrap_or_else(|| subject.id.clone()),
        Input::MAKES: RecurringMakes::Draft.name(),
        Input::DUE_DAYS: due,
        Input::SCHEDULE: {
            ScheduleInput::EVERY: RecursEvery::Month.name(),
            ScheduleInput::DAY: date.map(|date| date.day()),
            ScheduleInput::START_DATE: date.and_then(|date| date.succ_opt()).map(|day| day.to_string().max(visit.me.today())),
            ScheduleInput::BUSINESS_DAY: BusinessDay::None.name(),
        },
    })
}
