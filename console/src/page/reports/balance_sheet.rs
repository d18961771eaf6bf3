//! The balance sheet, at the end of one or more days.

use std::sync::Arc;

use poem::Response;

use super::filter::{Column, Span, read};
use super::sheet::{Cell, Section, Sheet, answers, figures, line, section, statement};
use crate::fields::Fields;
use crate::interface::query::GetIncomeStatement;
use crate::interface::schema::{BalanceSheet, EquitySection, StatementSection};
use crate::json::{Json, Members, plain};
use crate::problem::Problem;
use crate::text::text;
use crate::visit::Visit;

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let (filter, columns) = read(&visit, "/reports/balance-sheet", Span::Day).await?;
    let answers = answers(&visit, "/reports/balance-sheet", &columns).await;
    let sheet = answers.map(|answers| sheet(&visit, columns, &answers));
    statement(&visit, "balance-sheet", filter, sheet, Vec::new())
}

fn sheet(visit: &Visit, columns: Vec<Column>, answers: &[Json]) -> Sheet {
    let sections = [BalanceSheet::ASSETS, BalanceSheet::LIABILITIES, BalanceSheet::EQUITY].map(|name| {
        let mut rows = section(visit, &columns, answers, name).rows();
        if name == BalanceSheet::EQUITY {
            rows.push(line("reports.current_earnings", false, earnings(visit, &columns, answers)));
            if answers.iter().any(has_earlier) {
                let figures = figures(visit, answers, &[name, EquitySection::EARLIER_EARNINGS]);
                rows.push(line("reports.earlier_earnings", false, figures));
            }
            // Of the lines of one value: what they alone do not balance by.
            if answers.iter().any(|answer| !answer.0.at(name).at(EquitySection::BALANCING_ITEM).is_null()) {
                let figures = figures(visit, answers, &[name, EquitySection::BALANCING_ITEM]);
                rows.push(line("reports.balancing_item", false, figures));
            }
        }
        rows.push(line(
            &format!("reports.total.{name}"),
            true,
            figures(visit, answers, &[name, StatementSection::TOTAL]),
        ));
        Section { title: text(&format!("reports.section.{name}")).into(), rows }
    });
    Sheet {
        sections: sections.into(),
        foot: vec![line(
            "reports.total.liabilities_and_equity",
            true,
            figures(visit, answers, &[BalanceSheet::TOTAL_LIABILITIES_AND_EQUITY]),
        )],
        currency: answers.first().map_or_else(String::new, |answer| answer.text(BalanceSheet::CURRENCY)),
        columns,
        figures: Vec::new(),
    }
}

/// Whether an earlier fiscal year is not closed, and had income.
fn has_earlier(answer: &Json) -> bool {
    let earnings = plain(answer.0.at(BalanceSheet::EQUITY).at(EquitySection::EARLIER_EARNINGS));
    earnings.chars().any(|digit| matches!(digit, '1'..='9'))
}

/// Income less expenses from the beginning: the income statement up to the day.
fn earnings(visit: &Visit, columns: &[Column], answers: &[Json]) -> Vec<Cell> {
    let cells = figures(visit, answers, &[BalanceSheet::EQUITY, EquitySection::CURRENT_EARNINGS]).into_iter();
    let leads = |(cell, column): (Cell, &Column)| {
        let to = Fields::from([(GetIncomeStatement::TO, column.to.as_deref().unwrap_or_default())]);
        let slice = [GetIncomeStatement::DIMENSION_ID, GetIncomeStatement::VALUE_ID];
        let asked = slice.into_iter().fold(to, |asked, name| asked.with(name, column.query.get(name)));
        Cell { to: Some(asked.address("/reports/income-statement")), ..cell }
    };
    cells.zip(columns).map(leads).collect()
}
