//! Budget against actual: each account leads to its ledger, each period's plan to the budget.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::Value;

use super::filter::Choice;
use super::period::Periods;
use super::sheet::ledger;
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::enumeration::{AccountType, BudgetStatus};
use crate::interface::query::{GetBudgetVsActual, ListBudgets};
use crate::interface::schema::{Budget, BudgetFigures, BudgetRow, BudgetTotal, BudgetVsActual, FiscalYear, Page};
use crate::json::{Json, Members};
use crate::operations::segment;
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, page_with};
use crate::vocabulary::word;

const PAGE: &str = "/reports/budget-vs-actual";
const FIGURES: [Member; 3] = [BudgetFigures::BUDGET, BudgetFigures::ACTUAL, BudgetFigures::VARIANCE];

/// A figure with the name of its column.
type Figure = (Member, String);

/// An account, or what accounts come to.
struct Row {
    id: String,
    name: String,
    to: Option<String>,
    figures: Vec<Figure>,
    percent: String,
}

/// The accounts of a type.
struct Part {
    title: String,
    rows: Vec<Row>,
    total: Row,
}

/// The report.
struct Report {
    budget_name: String,
    budget_to: String,
    from: String,
    to: String,
    currency: String,
    parts: Vec<Part>,
    net_income: Row,
}

/// The first or the last period.
struct PeriodField {
    name: Member,
    label: &'static str,
    choices: Vec<Choice>,
    fault: Option<String>,
}

/// The page.
#[derive(Template)]
#[template(path = "reports/budget.html")]
struct BudgetPage {
    frame: Frame,
    budgets: Vec<Choice>,
    budget_fault: Option<String>,
    periods: Vec<PeriodField>,
    report: Option<Report>,
    problem: Option<Problem>,
    csv: Option<String>,
    csv_is_first: bool,
}

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let budgets = visit.operations.aside("/budgets", &Fields::from([(ListBudgets::LIMIT, "200")])).await?;
    let given = visit.query.given(GetBudgetVsActual::BUDGET_ID).map(str::to_owned);
    let chosen = given.or_else(|| usual(&budgets));
    let (mut report, mut problem, mut csv, mut year) = (None, None, None, None);
    if let Some(chosen) = &chosen {
        let asked = Fields::from([(GetBudgetVsActual::BUDGET_ID, chosen.as_str())])
            .with(GetBudgetVsActual::FROM_PERIOD_ID, visit.query.given(GetBudgetVsActual::FROM_PERIOD_ID))
            .with(GetBudgetVsActual::TO_PERIOD_ID, visit.query.given(GetBudgetVsActual::TO_PERIOD_ID));
        let of_budget = |one: &&Value| one.text(Budget::BUDGET_ID) == *chosen;
        year = budgets.list(Page::DATA).iter().find(of_budget).map(|one| one.text(Budget::FISCAL_YEAR_ID));
        match visit.operations.get(PAGE, &asked).await {
            Ok(answer) => {
                csv = Some(asked.address("/reports/budget-vs-actual.csv"));
                report = Some(of(&visit, &Periods::of(&visit).await?, &answer));
            }
            Err(refused) if refused.status == 422 => problem = Some(refused),
            Err(refused) => return Err(refused),
        }
    }
    let periods = periods(&visit, year.as_deref()).await?;
    let ends = [
        (GetBudgetVsActual::FROM_PERIOD_ID, text("reports.from")),
        (GetBudgetVsActual::TO_PERIOD_ID, text("reports.to")),
    ];
    // Parameters of the query stand at their names.
    let fault = |name: Member| problem.as_ref().and_then(|problem| problem.at(name.name())).map(str::to_owned);
    let field = |(name, label)| PeriodField {
        name,
        label,
        choices: choices(&periods, visit.query.given(name)),
        fault: fault(name),
    };
    let fields = ends.into_iter().filter(|_| !periods.is_empty()).map(field).collect();
    let status = if problem.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let budget_fault = fault(GetBudgetVsActual::BUDGET_ID);
    let page = BudgetPage {
        budget_fault,
        frame: visit.frame("reports", text("reports.name.budget-vs-actual")),
        budgets: budgets.list(Page::DATA).iter().map(|one| choice(one, chosen.as_deref())).collect(),
        periods: fields,
        report,
        problem: problem.map(|problem| problem.in_page(&["budget_id", "from_period_id", "to_period_id"])),
        csv,
        csv_is_first: false,
    };
    page_with(status, &page)
}

/// The newest one that is in force, or else the newest.
fn usual(budgets: &Json) -> Option<String> {
    let all = budgets.list(Page::DATA);
    let active = all.iter().find(|one| one.text(Budget::STATUS) == BudgetStatus::Active.name());
    active.or_else(|| all.first()).map(|one| one.text(Budget::BUDGET_ID))
}

fn choice(one: &Value, chosen: Option<&str>) -> Choice {
    let value = one.text(Budget::BUDGET_ID);
    let label = format!("{} · {}", one.text(Budget::BUDGET_NAME), word(&one.text(Budget::STATUS)));
    Choice { is_chosen: chosen == Some(value.as_str()), value, label }
}

/// The ids of the year's periods; none to choose from where the person may not read them.
async fn periods(visit: &Visit, year: Option<&str>) -> Result<Vec<String>, Problem> {
    let Some(year) = year else { return Ok(Vec::new()) };
    match visit.operations.aside(&format!("/fiscal-years/{}", segment(year)), &Fields::default()).await {
        Ok(answer) => Ok(answer.texts(FiscalYear::PERIOD_IDS)),
        Err(problem) if matches!(problem.status, 403 | 404) => Ok(Vec::new()),
        Err(problem) => Err(problem),
    }
}

fn choices(periods: &[String], chosen: Option<&str>) -> Vec<Choice> {
    let choice = |id: &String| Choice { value: id.clone(), label: id.clone(), is_chosen: chosen == Some(id.as_str()) };
    periods.iter().map(choice).collect()
}

fn of(visit: &Visit, periods: &Periods, answer: &Json) -> Report {
    let currency = answer.text(BudgetVsActual::CURRENCY);
    let (from, to) = (answer.text(BudgetVsActual::FROM_PERIOD_ID), answer.text(BudgetVsActual::TO_PERIOD_ID));
    let day = |id: &str| periods.0.iter().find(|period| period.id == id);
    let (first, last) = (day(&from).map(|period| &period.start), day(&to).map(|period| &period.end));
    let row = |of: &Value, id: String, name: String| Row {
        to: (!id.is_empty()).then(|| ledger(&id, first.map(String::as_str), last.map(String::as_str))),
        id,
        name,
        figures: FIGURES.map(|name| (name, visit.amount(&of.text(name), &currency))).into(),
        percent: of
            .given(BudgetFigures::VARIANCE_PERCENT)
            .map_or_else(String::new, |percent| format!("{} %", visit.reader.amount(&percent, 2))),
    };
    let part = |kind: AccountType| {
        let of_kind = |one: &&Value| one.text(BudgetRow::ACCOUNT_TYPE) == kind.name();
        let total = answer
            .list(BudgetVsActual::TOTALS)
            .iter()
            .find(|one| one.text(BudgetTotal::ACCOUNT_TYPE) == kind.name())?;
        let rows = answer.list(BudgetVsActual::DATA).iter().filter(of_kind);
        let account = |one: &Value| row(one, one.text(BudgetRow::ACCOUNT_ID), one.text(BudgetRow::ACCOUNT_NAME));
        Some(Part {
            title: word(kind.name()),
            rows: rows.map(account).collect(),
            total: row(total, String::new(), text("reports.total").into()),
        })
    };
    // What was earned and spent comes first.
    let order =
        [AccountType::Income, AccountType::Expense, AccountType::Asset, AccountType::Liability, AccountType::Equity];
    let budget_id = answer.text(BudgetVsActual::BUDGET_ID);
    Report {
        budget_to: format!("/budgets/{}", segment(&budget_id)),
        budget_name: answer.text(BudgetVsActual::BUDGET_NAME),
        parts: order.into_iter().filter_map(part).collect(),
        net_income: row(answer.at(BudgetVsActual::NET_INCOME), String::new(), text("reports.net_income").into()),
        from,
        to,
        currency,
    }
}
