//! The recurring documents, with what each makes next.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use serde_json::Value;

use super::page_of;
use super::schedule;
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::enumeration::RecurringStatus;
use crate::interface::query::ListRecurringDocuments;
use crate::interface::schema::{Page, RecurringDocument};
use crate::json::Members;
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, page};
use crate::vocabulary::word;

/// A list that one often asks for.
struct Chip {
    label: String,
    to: String,
    is_on: bool,
}

/// One of them.
struct Row {
    link: String,
    id: String,
    name: String,
    kind: String,
    schedule: String,
    next: String,
    status: String,
    has_problem: bool,
}

/// The page.
#[derive(Template)]
#[template(path = "recurring/list.html")]
struct ListPage {
    frame: Frame,
    chips: Vec<Chip>,
    rows: Vec<Row>,
    first: Option<String>,
    next: Option<String>,
}

const PAGE: &str = "/recurring-documents";

/// The page.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let status = visit.query.given(ListRecurringDocuments::STATUS);
    let cursor = visit.query.given(ListRecurringDocuments::CURSOR);
    let asked = Fields::from([(ListRecurringDocuments::LIMIT, "50")])
        .with(ListRecurringDocuments::STATUS, status)
        .with(ListRecurringDocuments::CURSOR, cursor);
    let answer = visit.operations.get(PAGE, &asked).await?;
    let row = |one: &Value| {
        let id = one.text(RecurringDocument::RECURRING_DOCUMENT_ID);
        let next = one.texts(RecurringDocument::NEXT_DATES);
        Row {
            link: page_of(&id),
            name: one.text(RecurringDocument::NAME),
            kind: word(&one.text(RecurringDocument::DOCUMENT_TYPE)),
            schedule: schedule::words(&visit, one.at(RecurringDocument::SCHEDULE)),
            next: next.first().map(|day| visit.reader.date(day)).unwrap_or_default(),
            status: one.text(RecurringDocument::STATUS),
            has_problem: !one.at(RecurringDocument::LAST_PROBLEM).is_null(),
            id,
        }
    };
    let of_status = |status: Option<&str>| Fields::default().with(ListRecurringDocuments::STATUS, status);
    let chip = |name: Option<&'static str>| Chip {
        label: name.map_or_else(|| text("recurring.all").to_owned(), word),
        to: of_status(name).address(PAGE),
        is_on: status == name,
    };
    let after = answer.given(Page::NEXT_CURSOR).filter(|_| answer.flag(Page::HAS_MORE));
    let chips = std::iter::once(None).chain(RecurringStatus::NAMES.map(Some)).map(chip).collect();
    page(&ListPage {
        chips,
        rows: answer.list(Page::DATA).iter().map(row).collect(),
        first: cursor.map(|_| of_status(status).address(PAGE)),
        next: after.map(|cursor| of_status(status).with(ListRecurringDocuments::CURSOR, Some(&cursor)).address(PAGE)),
        frame: visit.frame("recurring-documents", text("recurring.title")),
    })
}
