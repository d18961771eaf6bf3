//! The cash flow statement, of one or more periods, by one of two methods.

use std::sync::Arc;

use poem::Response;

use super::filter::{Column, Span, read};
use super::sheet::{Row, Section, Sheet, answers, figures, line, section, statement};
use crate::interface::query::GetCashFlow;
use crate::interface::schema::{CashFlow, StatementSection};
use crate::json::{Json, Members};
use crate::problem::Problem;
use crate::text::text;
use crate::visit::Visit;

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let (filter, mut columns) = read(&visit, "/reports/cash-flow", Span::Range).await?;
    let method = method(&visit);
    for column in &mut columns {
        column.query = column.query.with(GetCashFlow::METHOD, Some(method));
    }
    let answers = answers(&visit, "/reports/cash-flow", &columns).await;
    let sheet = answers.map(|answers| sheet(&visit, columns, &answers));
    let show =
        |name: &'static str| (name, visit.query.with("figures", Some(name)).address(&visit.path), name == method);
    statement(&visit, "cash-flow", filter, sheet, ["indirect", "direct"].map(show).into())
}

fn method(visit: &Visit) -> &'static str {
    if visit.query.given("figures") == Some("direct") { "direct" } else { "indirect" }
}

fn sheet(visit: &Visit, columns: Vec<Column>, answers: &[Json]) -> Sheet {
    let of = |name: &str, is_total: bool, path| line(name, is_total, figures(visit, answers, path));
    let accounts = |name| section(visit, &columns, answers, name).rows();
    let mut operating: Vec<Row> = Vec::new();
    if method(visit) == "indirect" {
        operating.push(of("reports.net_income", false, &[CashFlow::NET_INCOME]));
        operating.push(of("reports.less_exchange_effect", false, &[CashFlow::EXCHANGE_EFFECT]));
    }
    operating.extend(accounts(CashFlow::OPERATING));
    operating.push(of("reports.total.operating", true, &[CashFlow::CASH_FROM_OPERATING]));
    let mut investing = accounts(CashFlow::INVESTING);
    investing.push(of("reports.total.investing", true, &[CashFlow::INVESTING, StatementSection::TOTAL]));
    let mut financing = accounts(CashFlow::FINANCING);
    financing.push(of("reports.total.financing", true, &[CashFlow::FINANCING, StatementSection::TOTAL]));
    let titled = |(name, rows)| Section { title: text(&format!("reports.section.{name}")).into(), rows };
    Sheet {
        sections: [("operating", operating), ("investing", investing), ("financing", financing)].map(titled).into(),
        foot: vec![
            of("reports.exchange_effect", false, &[CashFlow::EXCHANGE_EFFECT]),
            of("reports.net_change", true, &[CashFlow::NET_CHANGE]),
            of("reports.opening_cash", false, &[CashFlow::OPENING_CASH]),
            of("reports.closing_cash", true, &[CashFlow::CLOSING_CASH]),
        ],
        currency: answers.first().map_or_else(String::new, |answer| answer.text(CashFlow::CURRENCY)),
        columns,
        figures: Vec::new(),
    }
}
