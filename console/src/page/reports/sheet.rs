//! A statement as a table: accounts in sections, one or more answers side by side. Nothing is added up here: every figure is one
//! of an answer.

use std::collections::BTreeMap;
use std::sync::Arc;

use askama::Template;
use futures_util::future::join_all;
use poem::Response;
use poem::http::StatusCode;

use super::filter::{Column, Filter};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::query::GetGeneralLedger;
use crate::interface::schema::{BalanceSheet, StatementAccount, StatementSection};
use crate::json::{Json, Members};
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, page_with};
use crate::vocabulary::{page_of, word};

/// One figure with the way to what it is made of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// As the reader reads it; empty when the answer has none.
    pub shown: String,
    pub to: Option<String>,
}

/// One line of a statement.
pub struct Row {
    pub id: String,
    pub name: String,
    /// The page of the account.
    pub to: Option<String>,
    pub cells: Vec<Cell>,
    pub is_total: bool,
}

/// A part of a statement, such as the assets.
pub struct Section {
    pub title: String,
    pub rows: Vec<Row>,
}

/// The statement.
pub struct Sheet {
    pub columns: Vec<Column>,
    /// The names of the figures in each column; empty when there is but one.
    pub figures: Vec<Member>,
    pub sections: Vec<Section>,
    pub foot: Vec<Row>,
    pub currency: String,
}

impl Sheet {
    /// How many figures stand in a row.
    pub fn width(&self) -> usize {
        self.columns.len().saturating_mul(self.figures.len().max(1))
    }

    /// What a figure of a row is: its column where there are more, and its name.
    pub fn label(&self, index: usize) -> String {
        let each = self.figures.len().max(1);
        let column = index.checked_div(each).and_then(|at| self.columns.get(at)).filter(|_| self.columns.len() > 1);
        let figure = index.checked_rem(each).and_then(|at| self.figures.get(at));
        let words = column.map(|column| column.label.clone()).into_iter().chain(figure.map(|name| word(name.name())));
        words.collect::<Vec<_>>().join(" ")
    }

    /// Whether it is what the row comes to: the last one of a single column.
    pub fn leads(&self, index: usize) -> bool {
        self.columns.len() == 1 && index.checked_add(1) == Some(self.width())
    }

    pub fn is_empty(&self) -> bool {
        self.sections.iter().all(|section| section.rows.iter().all(|row| row.is_total))
    }
}

/// The accounts of a section over all answers, in the order of their ids.
#[derive(Default)]
pub struct Accounts(BTreeMap<String, (String, Vec<Cell>)>);

impl Accounts {
    /// Puts figures of an account into their places in a row of `width` figures.
    pub fn put(&mut self, id: String, name: String, width: usize, at: usize, cells: Vec<Cell>) {
        let (_, row) = self.0.entry(id).or_insert_with(|| (name, vec![Cell::default(); width]));
        for (place, cell) in row.iter_mut().skip(at).zip(cells) {
            *place = cell;
        }
    }

    pub fn rows(self) -> Vec<Row> {
        let row = |(id, (name, cells)): (String, (String, Vec<Cell>))| Row {
            to: page_of("account", &id),
            id,
            name,
            cells,
            is_total: false,
        };
        self.0.into_iter().map(row).collect()
    }
}

/// A line that is no account.
pub fn line(name: &str, is_total: bool, cells: Vec<Cell>) -> Row {
    Row { id: String::new(), name: text(name).into(), to: None, cells, is_total }
}

/// The postings of an account over the days of a column.
pub fn ledger(account: &str, from: Option<&str>, to: Option<&str>) -> String {
    let query = Fields::from([
        (GetGeneralLedger::ACCOUNT_ID, account),
        (GetGeneralLedger::FROM, from.unwrap_or_default()),
        (GetGeneralLedger::TO, to.unwrap_or_default()),
    ]);
    query.address("/reports/general-ledger")
}

/// The same of the lines that the column is of.
pub fn ledger_in(column: &Column, account: &str, from: Option<&str>, to: Option<&str>) -> String {
    let of = [GetGeneralLedger::DIMENSION_ID, GetGeneralLedger::VALUE_ID];
    let slice = of.into_iter().fold(Fields::default(), |slice, name| slice.with(name, column.query.get(name)));
    let all = ledger(account, from, to);
    if slice.0.is_empty() { all } else { format!("{all}&{}", slice.query()) }
}

/// The answers for all columns, asked for at the same time.
pub async fn answers(visit: &Visit, path: &str, columns: &[Column]) -> Result<Vec<Json>, Problem> {
    join_all(columns.iter().map(|column| visit.operations.get(path, &column.query))).await.into_iter().collect()
}

/// The accounts of one section of several answers, each figure with its postings.
pub fn section(visit: &Visit, columns: &[Column], answers: &[Json], name: Member) -> Accounts {
    let mut accounts = Accounts::default();
    for (at, (column, answer)) in columns.iter().zip(answers).enumerate() {
        let currency = answer.text(BalanceSheet::CURRENCY);
        for account in answer.at(name).list(StatementSection::ACCOUNTS) {
            let id = account.text(StatementAccount::ACCOUNT_ID);
            let cell = Cell {
                shown: visit.amount(&account.text(StatementAccount::BALANCE), &currency),
                to: Some(ledger_in(column, &id, column.from.as_deref(), column.to.as_deref())),
            };
            accounts.put(id, account.text(StatementAccount::ACCOUNT_NAME), columns.len(), at, vec![cell]);
        }
    }
    accounts
}

/// A figure of each answer, found by its path.
pub fn figures(visit: &Visit, answers: &[Json], path: &[Member]) -> Vec<Cell> {
    let cell = |answer: &Json| {
        let at = path.iter().fold(&answer.0, |value, name| value.at(*name));
        Cell { shown: visit.amount(&crate::json::plain(at), &answer.text(BalanceSheet::CURRENCY)), to: None }
    };
    answers.iter().map(cell).collect()
}

/// A page with a statement, or with the reason why there is none.
#[derive(Template)]
#[template(path = "reports/statement.html")]
struct StatementPage {
    frame: Frame,
    /// The name of the report in paths and keys.
    name: &'static str,
    filter: Filter,
    sheet: Option<Sheet>,
    csv: Option<String>,
    /// Whether the CSV has less than the page: a file is one answer.
    csv_is_first: bool,
    /// Which figures to show of each column.
    shows: Vec<(&'static str, String, bool)>,
}

/// Answers with a statement; a query that the interface refuses is shown with its faults.
pub fn statement(
    visit: &Arc<Visit>,
    name: &'static str,
    mut filter: Filter,
    sheet: Result<Sheet, Problem>,
    shows: Vec<(&'static str, String, bool)>,
) -> Result<Response, Problem> {
    let (sheet, status) = match sheet {
        Ok(sheet) => (Some(sheet), StatusCode::OK),
        Err(problem) if problem.status == 422 => {
            filter.refused(problem);
            (None, StatusCode::UNPROCESSABLE_ENTITY)
        }
        Err(problem) => return Err(problem),
    };
    let csv = sheet
        .as_ref()
        .and_then(|sheet| sheet.columns.first())
        .map(|column| column.query.address(&format!("/reports/{name}.csv")));
    let csv_is_first = sheet.as_ref().is_some_and(|sheet| sheet.columns.len() > 1);
    page_with(
        status,
        &StatementPage {
            csv_is_first,
            frame: visit.frame("reports", text(&format!("reports.name.{name}"))),
            name,
            filter,
            sheet,
            csv,
            shows,
        },
    )
}
