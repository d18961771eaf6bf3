//! Report layouts: by which lines statements are drawn, and the statements by them as files.

use std::sync::Arc;

use askama::Template;
use poem::{Response, get};
use serde_json::Value;

use super::door::Door;
use super::routes::Routes;
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::enumeration::LaidOutStatement;
use crate::interface::query::{GetIncomeStatement, ListReportLayouts};
use crate::interface::schema::{LayoutLine, Page, ReportLayout};
use crate::json::Members;
use crate::operations::segment;
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, page};

const PAGE: &str = "/report-layouts";

/// One of them.
struct Row {
    id: String,
    name: String,
    to: String,
    statement: String,
    version: String,
    changed_by: String,
    changed_at: String,
}

/// The layouts.
#[derive(Template)]
#[template(path = "report_layouts/list.html")]
struct ListPage {
    frame: Frame,
    rows: Vec<Row>,
    first: Option<String>,
    next: Option<String>,
}

/// A line of a layout.
struct Line {
    id: String,
    title: String,
    /// What it has: accounts, or other lines.
    of: String,
    is_sum: bool,
    positive: String,
}

/// One layout.
#[derive(Template)]
#[template(path = "report_layouts/one.html")]
struct OnePage {
    frame: Frame,
    row: Row,
    lines: Vec<Line>,
    /// The statement by it, as CSV and as a workbook.
    files: [(&'static str, String); 2],
    proof: String,
}

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    route.at(PAGE, get(door.page(show))).at("/report-layouts/:id", get(door.page(one)))
}

async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let cursor = visit.query.given(ListReportLayouts::CURSOR);
    let asked = Fields::from([(ListReportLayouts::LIMIT, "50")]).with(ListReportLayouts::CURSOR, cursor);
    let answer = visit.operations.get(PAGE, &asked).await?;
    let after = answer.given(Page::NEXT_CURSOR).filter(|_| answer.flag(Page::HAS_MORE));
    page(&ListPage {
        rows: answer.list(Page::DATA).iter().map(|one| row(&visit, one)).collect(),
        first: cursor.map(|_| PAGE.to_owned()),
        next: after.map(|cursor| Fields::from([(ListReportLayouts::CURSOR, cursor.as_str())]).address(PAGE)),
        frame: visit.frame("report-layouts", text("frame.place.report-layouts")),
    })
}

fn row(visit: &Visit, one: &impl Members) -> Row {
    let id = one.text(ReportLayout::LAYOUT_ID);
    Row {
        name: one.text(ReportLayout::LAYOUT_NAME),
        to: format!("{PAGE}/{}", segment(&id)),
        statement: one.text(ReportLayout::STATEMENT),
        version: one.text(ReportLayout::VERSION),
        changed_by: one.text(ReportLayout::UPDATED_BY),
        changed_at: visit.reader.instant(&one.text(ReportLayout::UPDATED_AT)),
        id,
    }
}

async fn one(visit: Arc<Visit>) -> Result<Response, Problem> {
    let id = visit.param("id");
    let layout = visit.operations.get(&format!("{PAGE}/{}", segment(id)), &Fields::default()).await?;
    let report = match LaidOutStatement::of(&layout.text(ReportLayout::STATEMENT)) {
        Some(LaidOutStatement::BalanceSheet) => "balance-sheet",
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
