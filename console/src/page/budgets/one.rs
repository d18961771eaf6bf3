//! One budget: its lines, and the steps that put it in force or keep it as it is.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::Value;

use super::page_of;
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::enumeration::BudgetStatus;
use crate::interface::query::{GetBudgetLines, GetBudgetVsActual};
use crate::interface::schema::{Budget, BudgetInput, BudgetLine, Page};
use crate::json::Members;
use crate::operations::segment;
use crate::problem::Problem;
use crate::visit::{Visit, fresh_key, page_with};
use crate::vocabulary::page_of as page_of_resource;

/// One line.
struct Line {
    period: String,
    account: String,
    account_to: String,
    /// The department and the cost center that it is of.
    of: String,
    amount: String,
}

/// The page.
#[derive(Template)]
#[template(path = "budgets/one.html")]
struct BudgetPage {
    frame: Frame,
    id: String,
    name: String,
    link: String,
    year: String,
    year_to: String,
    number: String,
    status: String,
    currency: String,
    version: String,
    changed_by: String,
    changed_at: String,
    against: String,
    proof: String,
    lines: Vec<Line>,
    first: Option<String>,
    next: Option<String>,
    may_write: bool,
    is_draft: bool,
    /// Where a copy of it begins.
    copy: String,
    /// What can be done with it.
    steps: Vec<&'static str>,
    key: String,
    problem: Option<Problem>,
}

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    shown(&visit, None).await
}

/// The page, after a refusal with its reason.
pub async fn shown(visit: &Visit, problem: Option<Problem>) -> Result<Response, Problem> {
    let id = visit.param("id");
    let link = page_of(id);
    let none = Fields::default();
    let budget = visit.operations.get(&link, &none).await?;
    let cursor = visit.query.given(GetBudgetLines::CURSOR);
    let asked = Fields::from([(GetBudgetLines::LIMIT, "200")]).with(GetBudgetLines::CURSOR, cursor);
    let lines = visit.operations.get(&format!("{link}/lines"), &asked).await?;
    let (currency, year) = (budget.text(Budget::CURRENCY), budget.text(Budget::FISCAL_YEAR_ID));
    let after = lines.given(Page::NEXT_CURSOR).filter(|_| lines.flag(Page::HAS_MORE));
    let status = problem.as_ref().map_or(StatusCode::OK, Problem::status_code);
    page_with(
        status,
        &BudgetPage {
            frame: visit.frame("budgets", budget.text(Budget::BUDGET_NAME)),
            name: budget.text(Budget::BUDGET_NAME),
            year_to: format!("/fiscal-years/{}", segment(&year)),
            year,
            number: budget.text(Budget::VERSION_NUMBER),
            status: budget.text(Budget::STATUS),
            version: budget.text(Budget::VERSION),
            changed_by: budget.text(Budget::UPDATED_BY),
            changed_at: visit.reader.instant(&budget.text(Budget::UPDATED_AT)),
            against: Fields::from([(GetBudgetVsActual::BUDGET_ID, id)]).address("/reports/budget-vs-actual"),
            proof: format!("/audit/budget/{}", segment(id)),
            lines: lines.list(Page::DATA).iter().map(|one| line(visit, one, &currency)).collect(),
            first: cursor.map(|_| link.clone()),
            next: after.map(|cursor| Fields::from([(GetBudgetLines::CURSOR, cursor.as_str())]).address(&link)),
            may_write: visit.me.may("budget", "write"),
            is_draft: budget.text(Budget::STATUS) == BudgetStatus::Draft.name(),
            copy: Fields::from([(BudgetInput::COPY_OF, id)]).address("/budgets/new"),
            steps: match BudgetStatus::of(&budget.text(Budget::STATUS)) {
                // What has no lines is put in force by nobody.
                Some(BudgetStatus::Draft | BudgetStatus::Locked) if budget.whole(Budget::LINE_COUNT) == 0 => Vec::new(),
                Some(BudgetStatus::Draft) => vec!["activate", "lock"],
                Some(BudgetStatus::Locked) => vec!["activate"],
                Some(BudgetStatus::Active) | None => Vec::new(),
            },
            key: fresh_key(),
            id: id.to_owned(),
            link,
            currency,
            problem,
        },
    )
}

fn line(visit: &Visit, one: &Value, currency: &str) -> Line {
    let account = one.text(BudgetLine::ACCOUNT_ID);
    let of = [BudgetLine::DEPARTMENT_ID, BudgetLine::COST_CENTER_ID];
    Line {
        period: one.text(BudgetLine::PERIOD_ID),
        account_to: page_of_resource("account", &account).unwrap_or_default(),
        account,
        of: of.into_iter().filter_map(|name| one.given(name)).collect::<Vec<_>>().join(" · "),
        amount: visit.amount(&one.text(BudgetLine::AMOUNT), currency),
    }
}
