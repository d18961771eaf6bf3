//! The income statement, of one or more periods.

use std::sync::Arc;

use poem::Response;

use super::filter::{Column, Span, read};
use super::sheet::{Section, Sheet, answers, figures, line, section, statement};
use crate::interface::schema::{IncomeStatement, StatementSection};
use crate::json::{Json, Members};
use crate::problem::Problem;
use crate::text::text;
use crate::visit::Visit;

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let (filter, columns) = read(&visit, "/reports/income-statement", Span::Range).await?;
    let answers = answers(&visit, "/reports/income-statement", &columns).await;
    let sheet = answers.map(|answers| sheet(&visit, columns, &answers));
    statement(&visit, "income-statement", filter, sheet, Vec::new())
}

fn sheet(visit: &Visit, columns: Vec<Column>, answers: &[Json]) -> Sheet {
    let sections = [IncomeStatement::INCOME, IncomeStatement::EXPENSES].map(|name| {
        let mut rows = section(visit, &columns, answers, name).rows();
        rows.push(line(
            &format!("reports.total.{name}"),
            true,
            figures(visit, answers, &[name, StatementSection::TOTAL]),
        ));
        Section { title: text(&format!("reports.section.{name}")).into(), rows }
    });
    Sheet {
        sections: sections.into(),
        foot: vec![line("reports.net_income", true, figures(visit, answers, &[IncomeStatement::NET_INCOME]))],
        currency: answers.first().map_or_else(String::new, |answer| answer.text(IncomeStatement::CURRENCY)),
        columns,
        figures: Vec::new(),
    }
}
