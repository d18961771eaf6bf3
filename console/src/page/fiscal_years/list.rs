//! The fiscal years, newest first, and the form of the next one.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::{Map, Value};

use super::{next, page_of};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::enumeration::PeriodPattern;
use crate::interface::query::ListFiscalYears;
use crate::interface::schema::{FiscalYear, FiscalYearInput, Page};
use crate::json::{Json, Members};
use crate::operations::Change;
use crate::page::form_field::{FormField, placed};
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, fresh_key, page_with, redirect};

/// The years.
#[derive(Template)]
#[template(path = "fiscal_years/list.html")]
struct ListPage {
    frame: Frame,
    problem: Option<Problem>,
    rows: Vec<Row>,
    more: Option<String>,
    may_create: bool,
    fields: Vec<FormField>,
    has_adjustments: bool,
    key: String,
}

/// One year.
struct Row {
    link: String,
    id: String,
    name: String,
    from: String,
    to: String,
    periods: usize,
    /// `open` or `closed`
    state: &'static str,
}

/// As a state of sub-ledgers is shown.
pub fn state(year: &impl Members) -> &'static str {
    if year.flag(FiscalYear::IS_CLOSED) { "closed" } else { "open" }
}

/// The page.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    shown(&visit, StatusCode::OK, None).await
}

async fn shown(visit: &Visit, status: StatusCode, problem: Option<Problem>) -> Result<Response, Problem> {
    let asked = Fields::from([(ListFiscalYears::LIMIT, "24")])
        .with(ListFiscalYears::CURSOR, visit.query.given(ListFiscalYears::CURSOR));
    let answer = visit.operations.get("/fiscal-years", &asked).await?;
    let row = |year: &Value| Row {
        link: page_of(&year.text(FiscalYear::FISCAL_YEAR_ID)),
        id: year.text(FiscalYear::FISCAL_YEAR_ID),
        name: year.text(FiscalYear::FISCAL_YEAR_NAME),
        from: visit.reader.date(&year.text(FiscalYear::START_DATE)),
        to: visit.reader.date(&year.text(FiscalYear::END_DATE)),
        periods: year.list(FiscalYear::PERIOD_IDS).len(),
        state: state(year),
    };
    let cursor = answer.given(Page::NEXT_CURSOR).filter(|_| answer.flag(Page::HAS_MORE));
    let fields = fields(visit, &answer, problem.as_ref());
    page_with(
        status,
        &ListPage {
            rows: answer.list(Page::DATA).iter().map(row).collect(),
            more: cursor
                .map(|cursor| Fields::from([(ListFiscalYears::CURSOR, cursor.as_str())]).address("/fiscal-years")),
            may_create: visit.me.may("accounting_period", "write"),
            problem: problem.map(|problem| placed(problem, &fields, |name| format!("/{name}"))),
            fields,
            has_adjustments: visit.form.has(FiscalYearInput::ADJUSTMENT_PERIOD),
            key: fresh_key(),
            frame: visit.frame("close", text("years.title")),
        },
    )
}

/// With what was typed, or what the next year will most likely be.
fn fields(visit: &Visit, years: &Json, problem: Option<&Problem>) -> Vec<FormField> {
    let latest = years.list(Page::DATA).first().and_then(|year| year.given(FiscalYear::END_DATE));
    let next = next::after(latest.as_deref(), &visit.me.today()).unwrap_or_default();
    let field = |member: Member, proposed: String| {
        let value = visit.form.get(member).map_or(proposed, str::to_owned);
        FormField::new(member, value).wrong(problem.and_then(|problem| problem.at_member(member)))
    };
    let patterns = PeriodPattern::NAMES.map(|name| (name, text(&format!("years.pattern.{name}")).to_owned()));
    let patterns = std::iter::once(("", text("years.pattern.any").to_owned())).chain(patterns).collect();
    vec![
        field(FiscalYearInput::FISCAL_YEAR_ID, next.id.clone()).required(),
        field(FiscalYearInput::FISCAL_YEAR_NAME, filled("years.new.name", &[next.id.trim_start_matches("FY")]))
            .required(),
        field(FiscalYearInput::START_DATE, next.start).required().date(),
        field(FiscalYearInput::END_DATE, String::new()).date().hint(text("years.hint.end_date")),
        field(FiscalYearInput::PERIOD_PATTERN, String::new()).chosen(patterns),
    ]
}

/// Makes a year with its periods.
pub async fn create(visit: Arc<Visit>) -> Result<Response, Problem> {
    let mut body = Map::new();
    for member in [
        FiscalYearInput::FISCAL_YEAR_ID,
        FiscalYearInput::FISCAL_YEAR_NAME,
        FiscalYearInput::START_DATE,
        FiscalYearInput::END_DATE,
        FiscalYearInput::PERIOD_PATTERN,
    ] {
        if let Some(given) = visit.form.given(member) {
            body.insert(member.into(), given.into());
        }
    }
    let has_adjustments = visit.form.has(FiscalYearInput::ADJUSTMENT_PERIOD);
    body.insert(FiscalYearInput::ADJUSTMENT_PERIOD.into(), has_adjustments.into());
    let change = Change::post("/fiscal-years", Value::Object(body)).from_form(&visit.form);
    match visit.operations.change(change).await {
        Ok(answer) => {
            let id = answer.body.text(FiscalYear::FISCAL_YEAR_ID);
            Ok(redirect(&page_of(&id), Some(&filled("years.created", &[&id]))))
        }
        Err(problem) => shown(&visit, problem.status_code(), Some(problem)).await,
    }
}
