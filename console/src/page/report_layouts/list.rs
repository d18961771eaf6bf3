//! The layouts, newest first.

use std::sync::Arc;

use askama::Template;
use poem::Response;

use super::{PAGE, page_of};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::query::ListReportLayouts;
use crate::interface::schema::{Page, ReportLayout};
use crate::json::Members;
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, page};

/// One of them.
pub struct Row {
    pub id: String,
    pub name: String,
    pub to: String,
    pub statement: String,
    pub version: String,
    pub changed_by: String,
    pub changed_at: String,
}

/// The page.
#[derive(Template)]
#[template(path = "report_layouts/list.html")]
struct ListPage {
    frame: Frame,
    rows: Vec<Row>,
    first: Option<String>,
    next: Option<String>,
    may_write: bool,
}

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let cursor = visit.query.given(ListReportLayouts::CURSOR);
    let asked = Fields::from([(ListReportLayouts::LIMIT, "50")]).with(ListReportLayouts::CURSOR, cursor);
    let answer = visit.operations.get(PAGE, &asked).await?;
    let after = answer.given(Page::NEXT_CURSOR).filter(|_| answer.flag(Page::HAS_MORE));
    page(&ListPage {
        rows: answer.list(Page::DATA).iter().map(|one| row(&visit, one)).collect(),
        first: cursor.map(|_| PAGE.to_owned()),
        next: after.map(|cursor| Fields::from([(ListReportLayouts::CURSOR, cursor.as_str())]).address(PAGE)),
        may_write: visit.me.may("report_layout", "write"),
        frame: visit.frame("report-layouts", text("frame.place.report-layouts")),
    })
}

pub fn row(visit: &Visit, one: &impl Members) -> Row {
    let id = one.text(ReportLayout::LAYOUT_ID);
    Row {
        name: one.text(ReportLayout::LAYOUT_NAME),
        to: page_of(&id),
        statement: one.text(ReportLayout::STATEMENT),
        version: one.text(ReportLayout::VERSION),
        changed_by: one.text(ReportLayout::UPDATED_BY),
        changed_at: visit.reader.instant(&one.text(ReportLayout::UPDATED_AT)),
        id,
    }
}
