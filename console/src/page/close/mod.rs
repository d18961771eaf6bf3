//! The close cockpit: periods by sub-ledgers, what bars a close, closing and reopening.

mod act;
mod blockers;
mod checklist;
mod exceptions;
mod history;
mod job;
mod next;
mod period;
pub mod preview;
mod sign;

use std::sync::Arc;

use askama::Template;
use poem::http::StatusCode;
use poem::{Response, get, post};
use serde_json::{Value, json};

use super::door::Door;
use super::routes::Routes;
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::query::ListAccountingPeriods;
use crate::interface::schema::{AccountingPeriod, Page, PeriodInput, SubLedgerStates};
use crate::json::Members;
use crate::operations::{Change, segment};
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, fresh_key, page_with, redirect};

/// The sub-ledgers in the order of the columns.
const SUB_LEDGERS: [Member; 4] =
    [SubLedgerStates::GL, SubLedgerStates::AP, SubLedgerStates::AR, SubLedgerStates::PAYROLL];

/// The periods, newest first.
#[derive(Template)]
#[template(path = "close/list.html")]
struct ListPage<'a> {
    frame: Frame,
    rows: Vec<Row>,
    more: Option<String>,
    may_create: bool,
    fields: Vec<Field<'a>>,
    key: String,
    problem: Option<&'a Problem>,
}

/// One period.
struct Row {
    link: String,
    id: String,
    name: String,
    from: String,
    to: String,
    is_current: bool,
    states: Vec<(&'static str, String)>,
}

/// One input of the new period.
struct Field<'a> {
    name: Member,
    kind: &'static str,
    value: String,
    fault: Option<&'a str>,
}

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    route
        .at("/close", get(door.page(show)).post(door.page(create)))
        .at("/close/:id", get(door.page(period::show)))
        .at("/close/:id/close", post(door.page(act::close)))
        .at("/close/:id/reopen", post(door.page(act::reopen)))
        .at("/close/:id/hard-close", post(door.page(act::hard_close)))
        .at("/close/:id/checklist/:task/sign-off", post(door.page(sign::sign_off)))
        .at("/close/:id/checklist/:task/withdraw", post(door.page(sign::withdraw)))
        .at("/close/:id/exceptions", post(door.page(exceptions::create)))
        .at("/close/:id/exceptions/:exception/revoke", post(door.page(exceptions::revoke)))
        .at("/close/:id/jobs/:job_id", get(door.page(job::show)))
}

/// The state of each sub-ledger of a period.
pub fn states(period: &Value) -> Vec<(&'static str, String)> {
    let states = period.at(AccountingPeriod::SUB_LEDGERS);
    SUB_LEDGERS.iter().map(|name| (name.name(), states.text(*name))).collect()
}

async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    shown(&visit, StatusCode::OK, None).await
}

async fn shown(visit: &Visit, status: StatusCode, problem: Option<&Problem>) -> Result<Response, Problem> {
    let asked = Fields::from([(ListAccountingPeriods::LIMIT, "24")])
        .with(ListAccountingPeriods::CURSOR, visit.query.given(ListAccountingPeriods::CURSOR));
    let answer = visit.operations.get("/accounting-periods", &asked).await?;
    let today = visit.me.today();
    let row = |period: &Value| Row {
        link: format!("/close/{}", segment(&period.text(AccountingPeriod::PERIOD_ID))),
        id: period.text(AccountingPeriod::PERIOD_ID),
        name: period.text(AccountingPeriod::PERIOD_NAME),
        from: visit.reader.date(&period.text(AccountingPeriod::START_DATE)),
        to: visit.reader.date(&period.text(AccountingPeriod::END_DATE)),
        is_current: period.text(AccountingPeriod::START_DATE) <= today
            && today <= period.text(AccountingPeriod::END_DATE),
        states: states(period),
    };
    let cursor = answer.given(Page::NEXT_CURSOR).filter(|_| answer.flag(Page::HAS_MORE));
    let next = answer
        .list(Page::DATA)
        .first()
        .and_then(|latest| next::after(&latest.text(AccountingPeriod::END_DATE)))
        .unwrap_or_default();
    let field = |name: Member, kind, next: String| Field {
        name,
        kind,
        value: visit.form.get(name).map_or(next, str::to_owned),
        fault: problem.and_then(|problem| problem.at_member(name)),
    };
    page_with(
        status,
        &ListPage {
            rows: answer.list(Page::DATA).iter().map(row).collect(),
            more: cursor
                .map(|cursor| Fields::from([(ListAccountingPeriods::CURSOR, cursor.as_str())]).address("/close")),
            may_create: visit.me.may("accounting_period", "write"),
            fields: vec![
                field(PeriodInput::PERIOD_ID, "text", next.id),
                field(PeriodInput::PERIOD_NAME, "text", next.name),
                field(PeriodInput::START_DATE, "date", next.start),
                field(PeriodInput::END_DATE, "date", next.end),
            ],
            key: fresh_key(),
            problem,
            frame: visit.frame("close", text("close.title")),
        },
    )
}

async fn create(visit: Arc<Visit>) -> Result<Response, Problem> {
    let given = |name: Member| visit.form.given(name).unwrap_or_default();
    let body = json!({
        PeriodInput::PERIOD_ID: given(PeriodInput::PERIOD_ID),
        PeriodInput::PERIOD_NAME: given(PeriodInput::PERIOD_NAME),
        PeriodInput::START_DATE: given(PeriodInput::START_DATE),
        PeriodInput::END_DATE: given(PeriodInput::END_DATE),
    });
    match visit.operations.change(Change::post("/accounting-periods", body).from_form(&visit.form)).await {
        Ok(answer) => {
            let id = answer.body.text(AccountingPeriod::PERIOD_ID);
            Ok(redirect(&format!("/close/{}", segment(&id)), Some(&filled("close.created", &[&id]))))
        }
        Err(problem) => {
            let status = problem.status_code();
            shown(&visit, status, Some(&problem)).await
        }
    }
}
