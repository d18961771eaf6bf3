//! A register as a page.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;

use super::cell::Mark;
use super::cell::{Row, columns, row};
use super::filter::{Chip, asked, filter_chips, kept, status_chips, tidied};
use super::form::{Field, blank, body, filled, placed};
use super::kind::Register;
use super::one::said_of;
use super::order::{Heading, Order, headings, order};
use super::party::{FilterField, fields};
use super::view::{self, View};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::query::ListDocuments;
use crate::interface::schema::{CurrencyTotals, Page};
use crate::json::Members;
use crate::operations::Change;
use crate::problem::{Place, Problem, label};
use crate::text::{filled as filled_text, text};
use crate::visit::{Visit, fresh_key, page_with, redirect};

/// A register.
#[derive(Template)]
#[template(path = "register/list.html")]
struct ListPage {
    frame: Frame,
    register: Register,
    title: &'static str,
    order: Order,
    headings: Vec<Heading>,
    rows: Vec<Row>,
    status_chips: Vec<Chip>,
    filter_chips: Vec<Chip>,
    /// The page in the same order without any filter, when there is one.
    unfiltered: Option<String>,
    filter_fields: Vec<FilterField>,
    status: String,
    /// As the address has it.
    sort: String,
    views: Vec<View>,
    /// The present filters and order as a query, for naming them.
    view_query: String,
    csv: String,
    next: Option<String>,
    first: Option<String>,
    counted: Option<String>,
    totals: Vec<Total>,
    count_link: String,
    write: Write,
    problem: Option<Problem>,
}

/// Whether the person may make another one, and how.
struct Write {
    is_allowed: bool,
    /// The permission that it takes.
    permission: String,
    /// The page where one is made; `None`: the form on this page.
    href: Option<String>,
    is_open: bool,
    fields: Vec<Field>,
    key: String,
    problem: Option<Problem>,
}

impl ListPage {
    fn new_label(&self) -> &'static str {
        text(&format!("register.new.{}", self.register.collection))
    }

    /// Whether anything can be due of these documents.
    fn has_due(&self) -> bool {
        self.totals.iter().any(|total| !total.due.is_empty())
    }

    fn count_label(&self) -> &'static str {
        text(if self.register.document.is_some() { "register.count_and_sum" } else { "register.count" })
    }

    fn empty_text(&self) -> &'static str {
        text(&format!("register.empty.{}", self.register.collection))
    }

    /// Whether there is something to name that has no name of the reader's yet.
    fn can_be_named(&self) -> bool {
        !self.view_query.is_empty() && !self.views.iter().any(|view| view.is_here)
    }
}

/// The register with the filters of the query.
pub async fn show(visit: Arc<Visit>, register: Register) -> Result<Response, Problem> {
    if let Some(tidied) = tidied(&visit, &register) {
        return Ok(redirect(&tidied, None));
    }
    let fields = if register.inputs.is_empty() { Vec::new() } else { blank(&visit, &register).await };
    listed(&visit, register, fields, None).await
}

/// Makes one of what the register lists.
pub async fn create(visit: Arc<Visit>, register: Register) -> Result<Response, Problem> {
    let sent = body(&visit, &register, true);
    let path = format!("/{}", register.collection);
    match visit.operations.change(Change::post(path, sent).from_form(&visit.form)).await {
        Ok(answer) => Ok(said_of(&register, &answer, &answer.body.text(register.id), "register.made")),
        Err(problem) => {
            let problem = placed(&register, problem);
            let fields = filled(&visit, &register, &problem).await;
            listed(&visit, register, fields, Some(problem)).await
        }
    }
}

async fn listed(
    visit: &Visit,
    register: Register,
    inputs: Vec<Field>,
    refused: Option<Problem>,
) -> Result<Response, Problem> {
    let path = format!("/{}", register.collection);
    let asked = asked(&visit.query, &register);
    let (answer, filter_fields) =
        futures_util::future::join(visit.operations.get(&path, &asked), fields(visit, &register)).await;
    let (answer, problem) = match answer {
        Ok(answer) => (answer, None),
        // A filter that is written wrongly is mended on the page.
        Err(problem) if matches!(problem.status, 400 | 422) => {
            let is_shown = |name: &str| filter_fields.iter().any(|field| field.name.name() == name);
            let place = |name: &str| is_shown(name).then(|| Place::new(label(name), format!("filter-{name}")));
            (crate::json::Json::default(), Some(problem.placed(place)))
        }
        Err(problem) => return Err(problem),
    };
    let kept = kept(&visit.query, &register);
    let in_order = Fields::default().with(ListDocuments::SORT, kept.get(ListDocuments::SORT));
    let status = refused.as_ref().or(problem.as_ref()).map_or(200, |problem| problem.status);
    let cursor = answer.given(Page::NEXT_CURSOR).filter(|_| answer.flag(Page::HAS_MORE));
    let counting = visit.query.given(ListDocuments::COUNT);
    let columns = columns(visit, &register, answer.list(Page::DATA));
    let template = ListPage {
        frame: visit.frame(register.collection, register.title()),
        title: register.title(),
        rows: answer.list(Page::DATA).iter().map(|item| row(visit, &register, &columns, item)).collect(),
        headings: headings(visit, &register, &columns),
        order: order(visit, &register),
        status_chips: status_chips(visit, &register),
        filter_chips: filter_chips(visit, &register),
        unfiltered: Some(in_order.address(&path)).filter(|_| kept != in_order),
        filter_fields,
        status: kept.get(ListDocuments::STATUS).unwrap_or_default().to_owned(),
        sort: kept.get(ListDocuments::SORT).unwrap_or_default().to_owned(),
        views: view::views(visit, register.collection, &kept.query()),
        view_query: kept.query(),
        csv: kept.address(&format!("{path}.csv")),
        next: cursor.map(|cursor| {
            kept.with(ListDocuments::COUNT, counting).with(ListDocuments::CURSOR, Some(&cursor)).address(&path)
        }),
        first: visit
            .query
            .given(ListDocuments::CURSOR)
            .map(|_| kept.with(ListDocuments::COUNT, counting).address(&path)),
        counted: answer.given(Page::TOTAL).map(|total| visit.reader.number(&total)),
        totals: answer.list(Page::TOTALS).iter().map(|given| total(visit, given)).collect(),
        count_link: kept.with(ListDocuments::COUNT, Some("true")).address(&path),
        write: write(visit, &register, inputs, refused),
        problem,
        register,
    };
    page_with(StatusCode::from_u16(status).unwrap_or_default(), &template)
}

/// What all documents of the list come to in one currency, as the interface sums them up.
struct Total {
    currency: String,
    documents: String,
    sum: String,
    /// Empty where nothing is ever due.
    due: String,
}

fn total(visit: &Visit, given: &impl Members) -> Total {
    let currency = given.text(CurrencyTotals::CURRENCY);
    Total {
        documents: visit.reader.number(&given.text(CurrencyTotals::DOCUMENTS)),
        sum: visit.amount(&given.text(CurrencyTotals::TOTAL), &currency),
        due: given.given(CurrencyTotals::AMOUNT_DUE).map(|due| visit.amount(&due, &currency)).unwrap_or_default(),
        currency,
    }
}

fn write(visit: &Visit, register: &Register, fields: Vec<Field>, problem: Option<Problem>) -> Write {
    Write {
        is_allowed: visit.me.may(register.resource, "write"),
        permission: filled_text("register.needs", &[&format!("{}.write", register.resource)]),
        href: register.document.map(|kind| format!("/new/{}", kind.collection())),
        is_open: problem.is_some() || visit.query.has("new"),
        fields,
        key: fresh_key(),
        problem,
    }
}
