//! One layout: its lines, and the statement by it as files.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use serde_json::Value;

use super::list::{Row, row};
use super::page_of;
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::enumeration::LaidOutStatement;
use crate::interface::query::GetIncomeStatement;
use crate::interface::schema::{LayoutLine, ReportLayout};
use crate::json::Members;
use crate::operations::segment;
use crate::problem::Problem;
use crate::visit::{Visit, page};

/// A line of a layout.
struct Line {
    id: String,
    title: String,
    /// What it has: accounts, or other lines.
    of: String,
    is_sum: bool,
    positive: String,
}

/// The page.
#[derive(Template)]
#[template(path = "report_layouts/one.html")]
struct OnePage {
    frame: Frame,
    row: Row,
    lines: Vec<Line>,
    /// The statement by it, as CSV and as a workbook.
    files: [(&'static str, String); 2],
    proof: String,
    may_write: bool,
    /// Where a copy of it begins.
    copy: String,
}

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let id = visit.param("id");
    let layout = visit.operations.get(&page_of(id), &Fields::default()).await?;
    let report = match LaidOutStatement::of(&layout.text(ReportLayout::STATEMENT)) {
        Some(LaidOutStatement::BalanceSheet) => "balance-sheet",
        Some(LaidOutStatement::CashFlow) => "cash-flow",
        Some(LaidOutStatement::IncomeStatement) | None => "income-statement",
    };
    let file = |kind: &'static str| {
        let address = Fields::from([(GetIncomeStatement::LAYOUT_ID, id)]).address(&format!("/reports/{report}.{kind}"));
        (kind, address)
    };
    page(&OnePage {
        frame: visit.frame("report-layouts", layout.text(ReportLayout::LAYOUT_NAME)),
        lines: layout.list(ReportLayout::LINES).iter().map(line).collect(),
        files: [file("csv"), file("xlsx")],
        proof: format!("/audit/report_layout/{}", segment(id)),
        may_write: visit.me.may("report_layout", "write"),
        copy: Fields::from([(super::write::COPY_OF, id)]).address("/report-layouts/new"),
        row: row(&visit, &layout),
    })
}

fn line(one: &Value) -> Line {
    let (accounts, lines) = (one.texts(LayoutLine::ACCOUNTS), one.texts(LayoutLine::SUM_OF));
    let is_sum = accounts.is_empty();
    Line {
        id: one.text(LayoutLine::LINE_ID),
        title: one.text(LayoutLine::TITLE),
        of: if is_sum { lines.join(" + ") } else { accounts.join(", ") },
        is_sum,
        positive: one.text(LayoutLine::POSITIVE),
    }
}
