//! A new budget: a draft of a fiscal year, empty or with the lines of another one. Its lines are written on the page that follows.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::{Map, Value};

use super::{PAGE, page_of};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::query::ListBudgets;
use crate::interface::schema::{Budget, BudgetInput as Input, FiscalYear, Page};
use crate::json::Members;
use crate::operations::Change;
use crate::page::form_field::{FormField, placed};
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, asked_for, fresh_key, page_with, redirect};

/// What is asked for, in this order.
const FIELDS: [Member; 4] = [Input::BUDGET_NAME, Input::FISCAL_YEAR_ID, Input::COPY_OF, Input::BUDGET_ID];

/// The form.
#[derive(Template)]
#[template(path = "budgets/new.html")]
struct NewPage {
    frame: Frame,
    problem: Option<Problem>,
    fields: Vec<FormField>,
    has_years: bool,
    may_write: bool,
    key: String,
}

/// The form, for a copy of the budget that the query names.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    shown(&visit, None).await
}

/// Makes it, and goes on to its lines.
pub async fn create(visit: Arc<Visit>) -> Result<Response, Problem> {
    let given = FIELDS.into_iter().filter_map(|member| Some((member.into(), visit.form.given(member)?.into())));
    let body: Map<String, Value> = given.collect();
    match visit.operations.change(Change::post(PAGE, Value::Object(body)).from_form(&visit.form)).await {
        Ok(answer) => Ok(asked_for(&answer).unwrap_or_else(|| {
            let id = answer.body.text(Budget::BUDGET_ID);
            redirect(&format!("{}/edit", page_of(&id)), Some(&filled("budgets.created", &[&id])))
        })),
        Err(problem) => shown(&visit, Some(problem)).await,
    }
}

async fn shown(visit: &Visit, problem: Option<Problem>) -> Result<Response, Problem> {
    let most = Fields::from([(ListBudgets::LIMIT, "200")]);
    let years = visit.operations.aside("/fiscal-years", &most).await?;
    let budgets = visit.operations.aside(PAGE, &most).await?;
    let named =
        |id: String, name: String| if name == id { (id, name) } else { (id.clone(), format!("{name} · {id}")) };
    let choices = |rows: &[Value], id: Member, name: Member, none: &'static str| {
        let each = rows.iter().map(|one| named(one.text(id), one.text(name)));
        std::iter::once((String::new(), text(none).to_owned())).chain(each).collect::<Vec<_>>()
    };
    let years = years.list(Page::DATA);
    let of_year = choices(years, FiscalYear::FISCAL_YEAR_ID, FiscalYear::FISCAL_YEAR_NAME, "budgets.year.of_copy");
    let of_budget = choices(budgets.list(Page::DATA), Budget::BUDGET_ID, Budget::BUDGET_NAME, "budgets.copy.none");
    let asked = visit.query.given(Input::COPY_OF).unwrap_or_default();
    let newest = years.first().map(|year| year.text(FiscalYear::FISCAL_YEAR_ID)).filter(|_| asked.is_empty());
    let field = |member: Member| {
        let proposed = match member {
            Input::COPY_OF => asked.to_owned(),
            Input::FISCAL_YEAR_ID => newest.clone().unwrap_or_default(),
            _ => String::new(),
        };
        let value = visit.form.get(member).map_or(proposed, str::to_owned);
        let field = FormField::new(member, value)
            .called(text(&format!("budgets.label.{member}")))
            .wrong(problem.as_ref().and_then(|problem| problem.at_member(member)));
        match member {
            Input::BUDGET_NAME => field.required(),
            Input::FISCAL_YEAR_ID => field.chosen(of_year.clone()),
            Input::COPY_OF => field.chosen(of_budget.clone()).hint(text("budgets.hint.copy_of")),
            _ => field.hint(text("budgets.hint.budget_id")),
        }
    };
    let fields: Vec<FormField> = FIELDS.into_iter().map(field).collect();
    let status = problem.as_ref().map_or(StatusCode::OK, Problem::status_code);
    page_with(
        status,
        &NewPage {
            problem: problem.map(|problem| placed(problem, &fields, |name| format!("/{name}"))),
            has_years: !years.is_empty(),
            may_write: visit.me.may("budget", "write"),
            fields,
            key: fresh_key(),
            frame: visit.frame("budgets", text("budgets.new")),
        },
    )
}
