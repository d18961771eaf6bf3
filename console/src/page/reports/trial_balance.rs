//! The trial balance, of one or more periods, or up to a day.

use std::sync::Arc;

use poem::Response;

use super::filter::{Column, Span, read};
use super::period::day_before;
use super::sheet::{Accounts, Cell, Section, Sheet, answers, ledger_in, line, statement};
use crate::interface::Member;
use crate::interface::enumeration::AccountType;
use crate::interface::query::GetTrialBalance;
use crate::interface::schema::{TrialBalance, TrialBalanceRow};
use crate::json::{Json, Members};
use crate::problem::Problem;
use crate::text::text;
use crate::visit::Visit;

const MOVEMENT: [Member; 2] = [TrialBalanceRow::DEBIT, TrialBalanceRow::CREDIT];
const CLOSING: [Member; 1] = [TrialBalanceRow::CLOSING_BALANCE];
const UP_TO_A_DAY: [Member; 3] = [TrialBalanceRow::DEBIT, TrialBalanceRow::CREDIT, TrialBalanceRow::CLOSING_BALANCE];
const ALL: [Member; 4] = [
    TrialBalanceRow::OPENING_BALANCE,
    TrialBalanceRow::DEBIT,
    TrialBalanceRow::CREDIT,
    TrialBalanceRow::CLOSING_BALANCE,
];

/// The types of accounts with the keys of their sections.
const TYPES: [(AccountType, &str); AccountType::ALL.len()] = [
    (AccountType::Asset, "assets"),
    (AccountType::Liability, "liabilities"),
    (AccountType::Equity, "equity"),
    (AccountType::Income, "income"),
    (AccountType::Expense, "expenses"),
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
fn names(visit: &Visit, columns: &[Column]) -> Vec<Member> {
    match (columns, visit.query.given("figures")) {
        // Up to a day everything runs from the beginning: nothing was open before.
        ([only], _) if only.query.has(GetTrialBalance::AS_OF) => UP_TO_A_DAY.into(),
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

fn sheet(visit: &Visit, columns: Vec<Column>, answers: &[Json], names: Vec<Member>) -> Sheet {
    let width = columns.len().saturating_mul(names.len());
    let section = |(kind, key): (AccountType, &str)| {
        let mut accounts = Accounts::default();
        for (index, (column, answer)) in columns.iter().zip(answers).enumerate() {
            let at = index.saturating_mul(names.len());
            let currency = answer.text(TrialBalance::CURRENCY);
            for row in answer
                .list(TrialBalance::DATA)
                .iter()
                .filter(|row| row.text(TrialBalanceRow::ACCOUNT_TYPE) == kind.name())
            {
                let id = row.text(TrialBalanceRow::ACCOUNT_ID);
                let cells = names
                    .iter()
                    .map(|name| Cell {
                        shown: visit.amount(&row.text(*name), &currency),
                        to: leads(&id, column, *name),
                    })
                    .collect();
                accounts.put(id, row.text(TrialBalanceRow::ACCOUNT_NAME), width, at, cells);
            }
        }
        Section { title: text(&format!("reports.section.{key}")).into(), rows: accounts.rows() }
    };
    let sections = TYPES.into_iter().map(section).filter(|section| !section.rows.is_empty()).collect();
    Sheet {
        sections,
        foot: if names.contains(&TrialBalanceRow::DEBIT) {
            vec![line("reports.total", true, totals(visit, answers, &names))]
        } else {
            Vec::new()
        },
        currency: answers.first().map_or_else(String::new, |answer| answer.text(TrialBalance::CURRENCY)),
        columns,
        figures: names,
    }
}

/// The postings behind a figure: what was open, those before the column's first day.
fn leads(account: &str, column: &Column, name: Member) -> Option<String> {
    let to = column.to.as_deref()?;
    match (name, column.from.as_deref()) {
        (TrialBalanceRow::OPENING_BALANCE, Some(from)) => {
            Some(ledger_in(column, account, None, Some(&day_before(from)?)))
        }
        (TrialBalanceRow::OPENING_BALANCE, None) => None,
        (_, from) => Some(ledger_in(column, account, from, Some(to))),
    }
}

fn totals(visit: &Visit, answers: &[Json], names: &[Member]) -> Vec<Cell> {
    let of = |answer: &Json, name: Member| {
        let shown = match name {
            TrialBalanceRow::DEBIT => {
                visit.amount(&answer.text(TrialBalance::TOTAL_DEBIT), &answer.text(TrialBalance::CURRENCY))
            }
            TrialBalanceRow::CREDIT => {
                visit.amount(&answer.text(TrialBalance::TOTAL_CREDIT), &answer.text(TrialBalance::CURRENCY))
            }
            _ => String::new(),
        };
        Cell { shown, to: None }
    };
    answers.iter().flat_map(|answer| names.iter().map(move |name| of(answer, *name))).collect()
}
