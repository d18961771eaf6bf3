//! One period: where each sub-ledger stands, what bars a close, and the ways to close and reopen it.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;

use super::blockers::{self, Blockers};
use super::checklist::{self, Checklist};
use super::exceptions::{self, Exceptions};
use super::history::{self, Entry, Last};
use super::job::{self, JobView};
use super::preview::{self, Preview};
use super::states;
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::enumeration::CloseType;
use crate::interface::schema::{AccountingPeriod, Trail};
use crate::json::Members;
use crate::operations::segment;
use crate::problem::Problem;
use crate::visit::{Visit, fresh_key, page_with};

/// What a close or a reopen may cover.
const SCOPES: [&str; CloseType::ALL.len()] = CloseType::NAMES;
/// The longest history that is read.
const MOST_BYTES: usize = 8 * 1024 * 1024;

/// One period.
#[derive(Template)]
#[template(path = "close/period.html")]
struct PeriodPage<'a> {
    frame: Frame,
    id: String,
    link: String,
    name: String,
    from: String,
    to: String,
    version: String,
    cards: Vec<Card>,
    scopes: [&'static str; CloseType::ALL.len()],
    can: Can,
    /// The scope and the reason as they were given.
    close_type: String,
    reopen_type: String,
    reason: String,
    preview: Option<Preview>,
    blockers: Blockers,
    checklist: Option<Checklist>,
    exceptions: Option<Exceptions>,
    /// Until the period is closed for good.
    can_sign_tasks: bool,
    job: Option<JobView>,
    history: Vec<Entry>,
    history_total: usize,
    is_history_long: bool,
    key: String,
    /// The action that was refused, and why.
    refused: Option<(&'static str, &'a Problem)>,
}

impl PeriodPage<'_> {
    fn refusal(&self, action: &str) -> Option<&Problem> {
        self.refused.filter(|(refused, _)| *refused == action).map(|(_, problem)| problem)
    }

    fn fault(&self, action: &str, pointer: &str) -> Option<&str> {
        self.refused.filter(|(refused, _)| *refused == action).and_then(|(_, problem)| problem.at(pointer))
    }
}

/// One sub-ledger.
struct Card {
    name: &'static str,
    state: String,
    last: Last,
}

/// What there is to do with the period, and what the person lacks for it.
#[allow(clippy::struct_excessive_bools, reason = "each is a button, and why it cannot be pressed")]
struct Can {
    /// Something is open.
    close: bool,
    /// Something is soft-closed.
    reopen: bool,
    /// Nothing is open, and something is not closed for good.
    hard_close: bool,
    may_close: bool,
    may_reopen: bool,
    may_hard_close: bool,
}

/// The page.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    shown(&visit, StatusCode::OK, None).await
}

/// The page, after a refusal with what was typed.
pub async fn shown(
    visit: &Visit,
    status: StatusCode,
    refused: Option<(&'static str, &Problem)>,
) -> Result<Response, Problem> {
    let id = visit.param("id");
    let path = format!("/accounting-periods/{}", segment(id));
    let none = Fields::default();
    let period = visit.operations.get(&path, &none).await?;
    let trail_path = format!("{path}/audit-trail");
    let (blockers, checklist, trail) = tokio::join!(
        blockers::of(visit, id),
        checklist::of(visit, id),
        visit.operations.bounded(&trail_path, &none, MOST_BYTES),
    );
    let trail = trail?;
    let rows = trail.as_ref().map(|trail| trail.list(Trail::AUDIT_TRAIL)).unwrap_or_default();
    let mut lasts = history::lasts(visit, rows);
    let ledgers = states(&period.0);
    let is_any = |state: &str| ledgers.iter().any(|(_, now)| now == state);
    let can_sign_tasks = is_any("open") || is_any("soft_closed");
    let can = Can {
        close: is_any("open"),
        reopen: is_any("soft_closed"),
        hard_close: !is_any("open") && is_any("soft_closed"),
        may_close: visit.me.may("accounting_period", "close"),
        may_reopen: visit.me.may("accounting_period", "reopen"),
        may_hard_close: visit.me.may("accounting_period", "hard_close"),
    };
    let exceptions = exceptions::of(visit, id, can.reopen).await;
    let preview = match visit.query.given("close_type").filter(|_| can.close && can.may_close) {
        Some(close_type) => Some(preview::of(visit, id, close_type, visit.query.has("force")).await),
        None => None,
    };
    let job = match visit.query.given("job") {
        Some(job) => Some(job::of(visit, id, job).await?),
        None => None,
    };
    let given = |name: &str| visit.form.get(name).or_else(|| visit.query.get(name)).unwrap_or_default().to_owned();
    page_with(
        status,
        &PeriodPage {
            id: id.to_owned(),
            link: format!("/close/{}", segment(id)),
            name: period.text(AccountingPeriod::PERIOD_NAME),
            from: visit.reader.date(&period.text(AccountingPeriod::START_DATE)),
            to: visit.reader.date(&period.text(AccountingPeriod::END_DATE)),
            version: period.text(AccountingPeriod::VERSION),
            cards: ledgers
                .into_iter()
                .map(|(name, state)| Card { name, state, last: lasts.remove(name).unwrap_or_default() })
                .collect(),
            scopes: SCOPES,
            can,
            close_type: given("close_type"),
            reopen_type: given("reopen_type"),
            reason: given("reason"),
            preview,
            blockers: blockers?,
            checklist,
            exceptions,
            can_sign_tasks,
            job,
            history: history::rows(visit, rows),
            history_total: rows.len(),
            is_history_long: trail.is_none(),
            key: fresh_key(),
            refused,
            frame: visit.frame("close", period.text(AccountingPeriod::PERIOD_NAME)),
        },
    )
}
