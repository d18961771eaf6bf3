//! What accounts moved by the values of a dimension: each value leads to its income statement, each figure to the lines that name it.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::Value;

use super::filter::{BY_DIMENSION, Choice, Column, Filter, NOTHING, Span, read};
use super::sheet::ledger;
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::query::{GetByDimension, GetGeneralLedger, GetIncomeStatement, ListDimensions};
use crate::interface::schema::{ByDimension, ByDimensionRow, Dimension, DimensionResult, Page};
use crate::json::{Json, Members};
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, page_with};

const RESULTS: [Member; 3] = [DimensionResult::INCOME, DimensionResult::EXPENSES, DimensionResult::NET_INCOME];
const TOTALS: [Member; 3] = [ByDimension::INCOME, ByDimension::EXPENSES, ByDimension::NET_INCOME];
const SIDES: [Member; 3] = [ByDimensionRow::DEBIT, ByDimensionRow::CREDIT, ByDimensionRow::BALANCE];

/// A figure with the name of its column.
type Figure = (Member, String);

/// A value, or an account with a value.
struct Row {
    id: String,
    name: String,
    to: String,
    /// Of an account: the value, and its ledger.
    value: String,
    figures: Vec<Figure>,
}

/// The report.
struct Report {
    name: String,
    currency: String,
    /// The income statement with a column for each value, as a workbook.
    columns: String,
    values: Vec<Row>,
    totals: Vec<Figure>,
    accounts: Vec<Row>,
}

/// The page.
#[derive(Template)]
#[template(path = "reports/by_dimension.html")]
struct ByDimensionPage {
    frame: Frame,
    filter: Filter,
    column: Option<Column>,
    report: Option<Report>,
    csv: Option<String>,
    csv_is_first: bool,
}

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let (mut filter, columns) = read(&visit, BY_DIMENSION, Span::Range).await?;
    filter.dimensions = dimensions(&visit).await?;
    let dimension = filter.dimensions.iter().find(|choice| choice.is_chosen).map(|choice| choice.value.clone());
    let column = columns.into_iter().next();
    let (mut report, mut csv, mut status) = (None, None, StatusCode::OK);
    if let Some(column) = &column {
        let query = column.query.with(GetByDimension::DIMENSION_ID, dimension.as_deref());
        match visit.operations.get(BY_DIMENSION, &query).await {
            Ok(answer) => {
                report = Some(of(&visit, column, &answer));
                csv = Some(query.address("/reports/by-dimension.csv"));
            }
            Err(problem) if problem.status == 422 => {
                status = StatusCode::UNPROCESSABLE_ENTITY;
                filter.refused(problem);
            }
            Err(problem) => return Err(problem),
        }
    }
    let frame = visit.frame("reports", text("reports.name.by-dimension"));
    page_with(status, &ByDimensionPage { frame, filter, column, report, csv, csv_is_first: false })
}

/// The dimensions, with the one that is asked for; the first of them when none is. Who may not read them can ask for one by its id.
async fn dimensions(visit: &Visit) -> Result<Vec<Choice>, Problem> {
    let given = visit.query.given(GetByDimension::DIMENSION_ID);
    let choice = |value: String, label: String| Choice { is_chosen: given == Some(value.as_str()), value, label };
    let mut choices: Vec<Choice> =
        match visit.operations.aside("/dimensions", &Fields::from([(ListDimensions::LIMIT, "50")])).await {
            Ok(answer) => {
                let all = answer.list(Page::DATA).iter();
                all.map(|one| choice(one.text(Dimension::DIMENSION_ID), one.text(Dimension::DIMENSION_NAME))).collect()
            }
            Err(problem) if problem.status == 403 => Vec::new(),
            Err(problem) => return Err(problem),
        };
    let is_offered = choices.iter().any(|choice| choice.is_chosen);
    match given {
        Some(given) if !is_offered => choices.push(choice(given.into(), given.into())),
        Some(_) => {}
        None => choices.iter_mut().take(1).for_each(|first| first.is_chosen = true),
    }
    Ok(choices)
}

fn of(visit: &Visit, column: &Column, answer: &Json) -> Report {
    let currency = answer.text(ByDimension::CURRENCY);
    let dimension = answer.text(ByDimension::DIMENSION_ID);
    let figures = |of: &Value, names: &[Member]| {
        names.iter().map(|name| (*name, visit.amount(&of.text(*name), &currency))).collect::<Vec<_>>()
    };
    let named = |id: Option<String>| id.unwrap_or_else(|| text("reports.by_dimension.none").into());
    let value = |value: &Value| {
        let id = value.given(DimensionResult::VALUE_ID);
        let asked = column
            .query
            .with(GetIncomeStatement::DIMENSION_ID, Some(&dimension))
            .with(GetIncomeStatement::VALUE_ID, Some(id.as_deref().unwrap_or(NOTHING)));
        Row {
            name: value.text(DimensionResult::VALUE_NAME),
            to: asked.address("/reports/income-statement"),
            value: value.text(DimensionResult::PARENT_ID),
            figures: figures(value, &RESULTS),
            id: named(id),
        }
    };
    // A ledger shows a value with its parts; what stands here is of the value itself.
    let has_parts = |id: &str| {
        let values = answer.list(ByDimension::VALUES);
        values.iter().any(|other| other.given(DimensionResult::PARENT_ID).as_deref() == Some(id))
    };
    let account = |row: &Value| {
        let (id, value) = (row.text(ByDimensionRow::ACCOUNT_ID), row.given(ByDimensionRow::VALUE_ID));
        let lines = format!(
            "{}&{}",
            ledger(&id, column.from.as_deref(), column.to.as_deref()),
            Fields::from([
                (GetGeneralLedger::DIMENSION_ID, dimension.as_str()),
                (GetGeneralLedger::VALUE_ID, value.as_deref().unwrap_or(NOTHING)),
            ])
            .query()
        );
        Row {
            name: row.text(ByDimensionRow::ACCOUNT_NAME),
            to: if value.as_deref().is_some_and(has_parts) { String::new() } else { lines },
            value: named(value),
            figures: figures(row, &SIDES),
            id,
        }
    };
    Report {
        name: answer.text(ByDimension::DIMENSION_NAME),
        values: answer.list(ByDimension::VALUES).iter().map(value).collect(),
        totals: TOTALS.map(|name| (name, visit.amount(&answer.text(name), &currency))).into(),
        accounts: answer.list(ByDimension::DATA).iter().map(account).collect(),
        columns: column
            .query
            .with(GetIncomeStatement::SPLIT_BY, Some(&format!("dimension:{dimension}")))
            .address("/reports/income-statement.xlsx"),
        currency,
    }
}
