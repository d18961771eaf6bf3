//! The budgets, newest first.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use serde_json::Value;

use super::{PAGE, page_of};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::enumeration::BudgetStatus;
use crate::interface::query::{GetBudgetVsActual, ListBudgets};
use crate::interface::schema::{Budget, Page};
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
    id: String,
    name: String,
    to: String,
    year: String,
    year_to: String,
    version: String,
    status: String,
    lines: String,
    /// Beside what was posted.
    against: String,
}

/// The page.
#[derive(Template)]
#[template(path = "budgets/list.html")]
struct ListPage {
    frame: Frame,
    chips: Vec<Chip>,
    rows: Vec<Row>,
    first: Option<String>,
    next: Option<String>,
    may_write: bool,
}

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let status = visit.query.given(ListBudgets::STATUS);
    let cursor = visit.query.given(ListBudgets::CURSOR);
    let asked =
        Fields::from([(ListBudgets::LIMIT, "50")]).with(ListBudgets::STATUS, status).with(ListBudgets::CURSOR, cursor);
    let answer = visit.operations.get(PAGE, &asked).await?;
    let of_status = |status: Option<&str>| Fields::default().with(ListBudgets::STATUS, status);
    let chip = |name: Option<&'static str>| Chip {
        label: name.map_or_else(|| text("budgets.all").to_owned(), word),
        to: of_status(name).address(PAGE),
        is_on: status == name,
    };
    let after = answer.given(Page::NEXT_CURSOR).filter(|_| answer.flag(Page::HAS_MORE));
    page(&ListPage {
        chips: std::iter::once(None).chain(BudgetStatus::NAMES.map(Some)).map(chip).collect(),
        rows: answer.list(Page::DATA).iter().map(|one| row(&visit, one)).collect(),
        first: cursor.map(|_| of_status(status).address(PAGE)),
        next: after.map(|cursor| of_status(status).with(ListBudgets::CURSOR, Some(&cursor)).address(PAGE)),
        may_write: visit.me.may("budget", "write"),
        frame: visit.frame("budgets", text("budgets.title")),
    })
}

fn row(visit: &Visit, one: &Value) -> Row {
    let (id, year) = (one.text(Budget::BUDGET_ID), one.text(Budget::FISCAL_YEAR_ID));
    Row {
        name: one.text(Budget::BUDGET_NAME),
        to: page_of(&id),
        year_to: format!("/fiscal-years/{}", crate::operations::segment(&year)),
        year,
        version: one.text(Budget::VERSION_NUMBER),
        status: one.text(Budget::STATUS),
        lines: visit.reader.number(&one.text(Budget::LINE_COUNT)),
        against: Fields::from([(GetBudgetVsActual::BUDGET_ID, id.as_str())]).address("/reports/budget-vs-actual"),
        id,
    }
}
