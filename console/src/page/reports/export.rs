//! What can be taken away: the journal as plain-text accounting, and the reports as CSV.

use std::sync::Arc;

use askama::Template;
use poem::Response;

use crate::filters;
use crate::frame::Frame;
use crate::interface::query::ExportJournal;
use crate::operations::Named;
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, page};

/// The export.
#[derive(Template)]
#[template(path = "reports/export.html")]
struct ExportPage {
    frame: Frame,
    from: String,
    to: String,
}

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    for format in ["hledger", "beancount"] {
        let path = visit.query.with(ExportJournal::FORMAT, Some(format)).address("/export/journal");
        visit.operations.name(Named { method: "GET".into(), path, body: None });
    }
    let given = |name| visit.query.given(name).unwrap_or_default().to_owned();
    page(&ExportPage {
        frame: visit.frame("reports", text("reports.name.export")),
        from: given("from"),
        to: given("to"),
    })
}
