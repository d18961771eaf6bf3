//! One recurring document: what it makes and when, what bars it, its steps, and the form that changes it.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::Value;

use super::{fields, page_of, schedule, steps};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::enumeration::DocumentType;
use crate::interface::query::GetRecurringDocumentDocuments;
use crate::interface::schema::{
    DocumentInput, MadeDocument, Page, RecurringDocument, RecurringProblemOrNull as RecurringProblem,
};
use crate::json::Members;
use crate::page::document::facts::{self, Fact, Line};
use crate::page::form_field::FormField;
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, fresh_key, page_with};
use crate::vocabulary::{page_of as page_of_resource, word};

/// So many of what was made are shown.
const MOST_MADE: &str = "24";
const LIMIT: Member = GetRecurringDocumentDocuments::LIMIT;

/// The page.
#[derive(Template)]
#[template(path = "recurring/one.html")]
struct RecurringPage {
    frame: Frame,
    problem: Option<Problem>,
    id: String,
    link: String,
    name: String,
    kind: DocumentType,
    status: String,
    schedule: String,
    owner: String,
    makes: String,
    due_days: String,
    made: String,
    last: Option<(String, String)>,
    bar: Option<Bar>,
    next_dates: Vec<String>,
    /// The latest that were made, and whether there are more.
    documents: Vec<Made>,
    has_more: bool,
    steps: Vec<&'static str>,
    document: Content,
    fields: Vec<FormField>,
    may_write: bool,
    version: String,
    key: String,
}

/// Why the next document could not be made.
struct Bar {
    words: String,
    since: String,
}

/// A document that was made.
struct Made {
    id: String,
    link: String,
    day: String,
    /// Empty for one that was deleted, or may not be read.
    status: String,
    figure: String,
}

/// What is in each document.
struct Content {
    facts: Vec<Fact>,
    memo: String,
    lines: Vec<Line>,
}

impl Content {
    fn is_journal(&self) -> bool {
        self.lines.iter().any(|line| line.is_journal)
    }
}

/// The page.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    shown(&visit, StatusCode::OK, None).await
}

/// The page, after a refusal with what was typed.
pub async fn shown(visit: &Visit, status: StatusCode, problem: Option<Problem>) -> Result<Response, Problem> {
    let id = visit.param("id");
    let one = visit.operations.get(&page_of(id), &Fields::default()).await?;
    let kind = DocumentType::of(&one.text(RecurringDocument::DOCUMENT_TYPE)).ok_or_else(Problem::not_found)?;
    let made = visit.operations.aside(&format!("{}/documents", page_of(id)), &[(LIMIT, MOST_MADE)].into()).await?;
    let fields = fields::filled_with(visit, &one.0, has_due_date(kind), problem.as_ref());
    let last = one.given(RecurringDocument::LAST_DOCUMENT_ID);
    let version = visit.form.given("version").map_or_else(|| one.text(RecurringDocument::VERSION), str::to_owned);
    page_with(
        status,
        &RecurringPage {
            problem: problem.map(|problem| fields::in_form(problem, &fields)),
            id: id.to_owned(),
            link: page_of(id),
            name: one.text(RecurringDocument::NAME),
            kind,
            status: one.text(RecurringDocument::STATUS),
            schedule: schedule::words(visit, one.at(RecurringDocument::SCHEDULE)),
            owner: one.text(RecurringDocument::OWNER),
            makes: one.text(RecurringDocument::MAKES),
            due_days: one.text(RecurringDocument::DUE_DAYS),
            made: one.text(RecurringDocument::MADE),
            last: last.and_then(|id| Some((page_of_resource(kind.name(), &id)?, id))),
            bar: bar(visit, one.at(RecurringDocument::LAST_PROBLEM)),
            next_dates: one.texts(RecurringDocument::NEXT_DATES).iter().map(|day| visit.reader.date(day)).collect(),
            documents: made.list(Page::DATA).iter().map(|made| self::made(visit, made)).collect(),
            has_more: made.flag(Page::HAS_MORE),
            steps: steps::possible(&one.text(RecurringDocument::STATUS)),
            document: content(visit, kind, one.at(RecurringDocument::DOCUMENT)),
            fields,
            may_write: visit.me.may("recurring_document", "write"),
            version,
            key: fresh_key(),
            frame: visit.frame("recurring-documents", one.text(RecurringDocument::NAME)),
        },
    )
}

fn made(visit: &Visit, made: &Value) -> Made {
    let (id, currency) = (made.text(MadeDocument::DOCUMENT_ID), made.text(MadeDocument::CURRENCY));
    let amount = made.given(MadeDocument::AMOUNT).map(|amount| visit.amount(&amount, &currency));
    Made {
        link: page_of_resource(&made.text(MadeDocument::DOCUMENT_TYPE), &id).unwrap_or_default(),
        day: visit.reader.date(&made.text(MadeDocument::SCHEDULED_DATE)),
        status: made.text(MadeDocument::STATUS),
        figure: amount.map(|amount| format!("{amount} {currency}")).unwrap_or_default(),
        id,
    }
}

/// Whether documents of the type are due on a day.
pub fn has_due_date(kind: DocumentType) -> bool {
    kind.input().all.contains(&DocumentInput::DUE_DATE)
}

fn bar(visit: &Visit, problem: &Value) -> Option<Bar> {
    (!problem.is_null()).then(|| Bar {
        words: problem.text(RecurringProblem::DETAIL),
        since: visit.reader.instant(&problem.text(RecurringProblem::SINCE)),
    })
}

fn content(visit: &Visit, kind: DocumentType, document: &Value) -> Content {
    // What a template leaves to the day has no value yet.
    let facts = facts::facts(visit, kind, document).into_iter().filter(|fact| !fact.value.is_empty());
    Content {
        facts: facts.collect(),
        memo: document.text(DocumentInput::MEMO),
        lines: facts::lines(visit, kind, document),
    }
}

impl RecurringPage {
    /// The facts of the template itself.
    fn own(&self) -> Vec<(String, String)> {
        let mut own = vec![
            (word("schedule"), self.schedule.clone()),
            (word(RecurringDocument::MAKES.name()), text(&format!("recurring.makes.{}", self.makes)).to_owned()),
        ];
        if !self.due_days.is_empty() {
            own.push((word(RecurringDocument::DUE_DAYS.name()), self.due_days.clone()));
        }
        own.push((word(RecurringDocument::MADE.name()), self.made.clone()));
        own
    }
}
