//! One fiscal year: its periods, what its close would carry, the close, and the way back.

use std::sync::Arc;

use askama::Template;
use futures_util::future::join_all;
use poem::Response;
use poem::http::StatusCode;
use serde_json::json;

use super::{list, page_of};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::schema::{AccountingPeriod, CloseYearInput, ClosedYear, FiscalYear, ReopenYearInput};
use crate::json::{Json, Members};
use crate::operations::{Change, Named, dry_run, segment};
use crate::page::close::preview::{self, Guarded, Line};
use crate::page::close::states;
use crate::page::form_field::{FormField, placed};
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, fresh_key, page_with};
use crate::vocabulary::page_of as page_of_resource;

/// In the address: asks for the dry run.
const TRIES: &str = "try";

/// One year.
#[derive(Template)]
#[template(path = "fiscal_years/one.html")]
struct YearPage {
    frame: Frame,
    id: String,
    link: String,
    name: String,
    from: String,
    to: String,
    state: &'static str,
    version: String,
    periods: Vec<Period>,
    entries: Vec<(String, String)>,
    changed_by: String,
    changed_at: String,
    reason: String,
    is_closed: bool,
    close: Way,
    reopen: Way,
    can_adjust: bool,
    can_delete: bool,
    closing: Vec<FormField>,
    reopening: Vec<FormField>,
    preview: Option<Preview>,
    key: String,
    /// The action that was refused, and why.
    refused: Option<(&'static str, Problem)>,
}

impl YearPage {
    fn refusal(&self, action: &str) -> Option<&Problem> {
        self.refused.as_ref().filter(|(refused, _)| *refused == action).map(|(_, problem)| problem)
    }
}

/// Whether a step can be taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Open,
    /// There is nothing to close, or to reopen.
    Needless,
    /// The person lacks the permission.
    Forbidden,
}

fn way(is_possible: bool, is_permitted: bool) -> Way {
    match (is_possible, is_permitted) {
        (false, _) => Way::Needless,
        (true, false) => Way::Forbidden,
        (true, true) => Way::Open,
    }
}

/// One of its periods.
struct Period {
    link: String,
    name: String,
    days: String,
    is_adjustment: bool,
    /// Sub-ledgers with their states; once, without a sub-ledger, where all stand alike.
    states: Vec<(&'static str, String)>,
}

/// What a close would carry.
struct Preview {
    refused: Option<Problem>,
    guarded: Option<Guarded>,
    carried: String,
    lines: Vec<Line>,
    total_lines: usize,
    account_id: String,
}

/// The page.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    shown(&visit, StatusCode::OK, None).await
}

/// The page, after a refusal with what was typed.
pub async fn shown(
    visit: &Visit,
    status: StatusCode,
    refused: Option<(&'static str, Problem)>,
) -> Result<Response, Problem> {
    let id = visit.param("id");
    let year = visit.operations.get(&page_of(id), &Fields::default()).await?;
    let is_closed = year.flag(FiscalYear::IS_CLOSED);
    let adjustments = year.given(FiscalYear::ADJUSTMENT_PERIOD_ID);
    let (may_write, has_adjustments) = (visit.me.may("accounting_period", "write"), adjustments.is_some());
    // What was posted into the period of adjustments closes again.
    let close = way(!is_closed || has_adjustments, visit.me.may("accounting_period", "close"));
    let preview = if visit.query.has(TRIES) && close == Way::Open { Some(tried(visit, id).await) } else { None };
    let closing = vec![account(visit, refused.as_ref())];
    let reopening = vec![reason(visit, refused.as_ref())];
    let refused = refused.map(|(action, problem)| {
        let fields = if action == "close" { &closing } else { &reopening };
        (action, placed(problem, fields, |name| format!("/{name}")))
    });
    let instant = year.given(FiscalYear::CHANGED_AT).map(|at| visit.reader.instant(&at));
    page_with(
        status,
        &YearPage {
            id: id.to_owned(),
            link: page_of(id),
            name: year.text(FiscalYear::FISCAL_YEAR_NAME),
            from: visit.reader.date(&year.text(FiscalYear::START_DATE)),
            to: visit.reader.date(&year.text(FiscalYear::END_DATE)),
            state: list::state(&year),
            version: year.text(FiscalYear::VERSION),
            periods: periods(visit, &year, adjustments.as_deref()).await,
            entries: entries(&year),
            changed_by: year.text(FiscalYear::CHANGED_BY),
            changed_at: instant.unwrap_or_default(),
            reason: year.text(FiscalYear::REASON),
            is_closed,
            close,
            reopen: way(is_closed, visit.me.may("accounting_period", "reopen")),
            can_adjust: may_write && !is_closed && !has_adjustments,
            can_delete: may_write && year.given(FiscalYear::CHANGED_AT).is_none(),
            closing,
            reopening,
            preview,
            key: fresh_key(),
            refused,
            frame: visit.frame("close", year.text(FiscalYear::FISCAL_YEAR_NAME)),
        },
    )
}

fn account(visit: &Visit, refused: Option<&(&'static str, Problem)>) -> FormField {
    let member = CloseYearInput::RETAINED_EARNINGS_ACCOUNT_ID;
    let value = visit.form.get(member).or_else(|| visit.query.get(member)).unwrap_or_default().to_owned();
    FormField::new(member, value)
        .hint(text("years.hint.retained_earnings_account_id"))
        .wrong(refused.and_then(|(_, problem)| problem.at_member(member)))
}

fn reason(visit: &Visit, refused: Option<&(&'static str, Problem)>) -> FormField {
    let member = ReopenYearInput::REASON;
    FormField::new(member, visit.form.get(member).unwrap_or_default().to_owned())
        .required()
        .wrong(refused.and_then(|(_, problem)| problem.at_member(member)))
}

/// Its periods with where their sub-ledgers stand, in order. There are at most 14.
async fn periods(visit: &Visit, year: &Json, adjustments: Option<&str>) -> Vec<Period> {
    let one = |id: String| async move {
        let path = format!("/accounting-periods/{}", segment(&id));
        let period = visit.operations.aside(&path, &Fields::default()).await.unwrap_or_default();
        let day = |member| visit.reader.date(&period.text(member));
        Period {
            days: format!("{} – {}", day(AccountingPeriod::START_DATE), day(AccountingPeriod::END_DATE)),
            link: format!("/close/{}", segment(&id)),
            name: period.given(AccountingPeriod::PERIOD_NAME).unwrap_or_else(|| id.clone()),
            is_adjustment: adjustments == Some(id.as_str()),
            states: in_short(states(&period.0)),
        }
    };
    join_all(year.texts(FiscalYear::PERIOD_IDS).into_iter().map(one)).await
}

fn in_short(states: Vec<(&'static str, String)>) -> Vec<(&'static str, String)> {
    match states.split_first() {
        Some(((_, first), others)) if others.iter().all(|(_, state)| state == first) => vec![("", first.clone())],
        Some(_) | None => states,
    }
}

/// Its closing entries with their pages, the newest first.
fn entries(year: &Json) -> Vec<(String, String)> {
    let page = |id: String| Some((page_of_resource("journal_entry", &id)?, id));
    year.texts(FiscalYear::CLOSING_ENTRY_IDS).into_iter().rev().filter_map(page).map(|(page, id)| (id, page)).collect()
}

/// The dry run of its close.
async fn tried(visit: &Visit, id: &str) -> Preview {
    let path = format!("{}/close", page_of(id));
    let account_id = visit.query.given(CloseYearInput::RETAINED_EARNINGS_ACCOUNT_ID).unwrap_or_default().to_owned();
    let body = match account_id.as_str() {
        "" => json!({}),
        account => json!({ CloseYearInput::RETAINED_EARNINGS_ACCOUNT_ID: account }),
    };
    visit.operations.name(Named { method: "POST".into(), path: dry_run(&path), body: Some(body.to_string()) });
    let asked = visit.operations.change(Change::post(dry_run(&path), body)).await;
    let (answer, refused) = match asked {
        Ok(answer) => (answer.body, None),
        Err(problem) => (Json::default(), Some(problem)),
    };
    let lines = answer.list(ClosedYear::WOULD_POST);
    Preview {
        guarded: preview::guarded(visit, &answer),
        carried: answer.given(ClosedYear::CARRIED).map(|sum| visit.base(&sum)).unwrap_or_default(),
        lines: lines.iter().take(preview::MOST).map(|line| preview::line(visit, line)).collect(),
        total_lines: lines.len(),
        refused,
        account_id,
    }
}
