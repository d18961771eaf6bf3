//! The trial balance, of one or more periods, or up to a day.

use std::sync::Arc;

use poem::Response;

use super::filter::{Column, Span, read};
use super::period::day_before;
use super::sheet::{Accounts, Cell, Section, Sheet, answers, ledger, line, statement};
use crate::json::{Json, Members};
use crate::problem::Problem;
use crate::text::text;
use crate::visit::Visit;

const MOVEMENT: [&str; 2] = ["debit", "credit"];
const CLOSING: [&str; 1] = ["closing_balance"];
const UP_TO_A_DAY: [&str; 3] = ["debit", "credit", "closing_balance"];
const ALL: [&str; 4] = ["opening_balance", "debit", "credit", "closing_balance"];

/// The types of accounts with the keys of their sections.
const TYPES: [(&str, &str); 5] = [
    ("asset", "assets"),
    ("liability", "liabilities"),
    ("equity", "equity"),
    ("income", "income"),
    ("expense", "expenses"),
];

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let (filter, columns) = read(&visit, "/reports/trial-balance", Span::PeriodOrDay).await?;
    let names = names(&visit, &columns);
    let shows = if columns.len() > 1 { shows(&visit) } else { Vec::new() };
    let answers = answers(&visit, "/reports/trial-balance", &columns).await;
    let sheet = answers.map(|answers| sheet(&visit, columns, &answers, names));
    statement(&visit, "trial-balance", filter, sheet, shows)
}

/// Which figures of each column are shown: alone all of them, side by side what was chosen.
fn names(visit: &Visit, columns: &[Column]) -> Vec<&'static str> {
    match (columns, visit.query.given("figures")) {
        // Up to a day everything runs from the beginning: nothing was open before.
        ([only], _) if only.query.has("as_of") => UP_TO_A_DAY.into(),
        ([_], _) | (_, Some("all")) => ALL.into(),
        (_, Some("movement")) => MOVEMENT.into(),
        _ => CLOSING.into(),
    }
}

fn shows(visit: &Visit) -> Vec<(&'static str, String, bool)> {
    let now = visit.query.given("figures").filter(|name| matches!(*name, "movement" | "all")).unwrap_or("closing");
    let show = |name: &'static str| (name, visit.query.with("figures", Some(name)).address(&visit.path), name == now);
    ["closing", "movement", "all"].map(show).into()
}

fn sheet(visit: &Visit, columns: Vec<Column>, answers: &[Json], names: Vec<&'static str>) -> Sheet {
    let width = columns.len().saturating_mul(names.len());
    let section = |(kind, key): (&str, &str)| {
        let mut accounts = Accounts::default();
        for (index, (column, answer)) in columns.iter().zip(answers).enumerate() {
            let at = index.saturating_mul(names.len());
            let currency = answer.text("currency");
            for row in answer.list("data").iter().filter(|row| row.text("account_type") == kind) {
                let id = row.text("account_id");
                let cells = names
                    .iter()
                    .map(|name| Cell { shown: visit.amount(&row.text(name), &currency), to: leads(&id, column, name) })
                    .collect();
                accounts.put(id, row.text("account_name"), width, at, cells);
            }
        }
        Section { title: text(&format!("reports.section.{key}")).into(), rows: accounts.rows() }
    };
    let sections = TYPES.into_iter().map(section).filter(|section| !section.rows.is_empty()).collect();
    Sheet {
        sections,
        foot: if names.contains(&"debit") {
            vec![line("reports.total", true, totals(visit, answers, &names))]
        } else {
            Vec::new()
        },
        currency: answers.first().map_or_else(String::new, |answer| answer.text("currency")),
        columns,
        figures: names,
    }
}

/// The postings behind a figure: what was open, those before the column's first day.
fn leads(account: &str, column: &Column, name: &str) -> Option<String> {
    let to = column.to.as_deref()?;
    match (name, column.from.as_deref()) {
        ("opening_balance", Some(from)) => Some(ledger(account, None, Some(&day_before(from)?))),
        ("opening_balance", None) => None,
        (_, from) => Some(ledger(account, from, Some(to))),
    }
}

fn totals(visit: &Visit, answers: &[Json], names: &[&str]) -> Vec<Cell> {
    let of = |answer: &Json, name: &str| {
        let shown = match name {
            "debit" => visit.amount(&answer.text("total_debit"), &answer.text("currency")),
            "credit" => visit.amount(&answer.text("total_credit"), &answer.text("currency")),
            _ => String::new(),
        };
        Cell { shown, to: None }
    };
    answers.iter().flat_map(|answer| names.iter().map(move |name| of(answer, name))).collect()
}
