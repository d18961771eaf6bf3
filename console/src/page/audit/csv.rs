//! The filtered trail as CSV, written page by page as the interface gives it: a long trail is never in memory.

use std::sync::Arc;

use poem::http::header;
use poem::{Body, Response};

use super::list::asked;
use crate::fields::Fields;
use crate::interface::Member;
use crate::interface::query::ListAudit;
use crate::interface::schema::{AuditRow, Page};
use crate::json::{Json, Members};
use crate::problem::Problem;
use crate::visit::Visit;

/// The columns, as the interface names them.
const COLUMNS: [Member; 11] = [
    AuditRow::PERFORMED_AT,
    AuditRow::PERFORMED_BY,
    AuditRow::ACTION,
    AuditRow::RESOURCE,
    AuditRow::RESOURCE_ID,
    AuditRow::BEFORE_STATUS,
    AuditRow::AFTER_STATUS,
    AuditRow::COMMENTS,
    AuditRow::DETAILS,
    AuditRow::POSITION,
    AuditRow::HASH,
];

/// Sends the filtered trail as a file.
pub async fn download(visit: Arc<Visit>) -> Result<Response, Problem> {
    let asked = asked(&visit).with(ListAudit::LIMIT, Some("200"));
    // The first page is read before anything is sent, so that a refusal is still told as a page.
    let first = visit.operations.aside("/audit", &asked).await?;
    let header = format!("{}\r\n", COLUMNS.map(Member::name).join(","));
    let chunks = futures_util::stream::try_unfold(Some((header, first)), move |state| {
        let (visit, asked) = (Arc::clone(&visit), asked.clone());
        async move {
            let Some((mut text, answer)) = state else { return Ok(None) };
            answer.list(Page::DATA).iter().for_each(|row| line(row, &mut text));
            let next = next(&visit, &asked, &answer).await?;
            Ok::<_, std::io::Error>(Some((text, next.map(|answer| (String::new(), answer)))))
        }
    });
    Ok(Response::builder()
        .content_type("text/csv; charset=utf-8")
        .header(header::CONTENT_DISPOSITION, "attachment; filename=\"audit-trail.csv\"")
        .header(header::CACHE_CONTROL, "no-store")
        .body(Body::from_bytes_stream(chunks)))
}

/// The page after this one. When it cannot be read the connection breaks off: nobody takes half a trail for the whole.
async fn next(visit: &Visit, asked: &Fields, answer: &Json) -> Result<Option<Json>, std::io::Error> {
    let Some(cursor) = answer.given(Page::NEXT_CURSOR).filter(|_| answer.flag(Page::HAS_MORE)) else { return Ok(None) };
    let page = visit.operations.aside("/audit", &asked.with(ListAudit::CURSOR, Some(&cursor))).await;
    page.map(Some).map_err(|problem| std::io::Error::other(problem.detail))
}

fn line(row: &serde_json::Value, out: &mut String) {
    for (index, column) in COLUMNS.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        out.push_str(&cell(&row.text(*column)));
    }
    out.push_str("\r\n");
}

/// A cell as in the CSV of reports: what a spreadsheet would take for a formula gets a `'` before it.
fn cell(text: &str) -> String {
    let is_formula =
        |part: &str| part.starts_with(['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}']);
    let guard = if text.split([';', '\t', '\r', '\n']).any(|part| is_formula(part.trim_start())) { "'" } else { "" };
    let text = format!("{guard}{text}");
    if text.contains(['"', ',', ';', '\r', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn cells() {
        for (text, written) in [
            ("BILL-1", "BILL-1"),
            ("a, \"b\"", "\"a, \"\"b\"\"\""),
            ("=1+1", "'=1+1"),
            ("\u{ff1d}1", "'\u{ff1d}1"),
            ("a;@b", "\"'a;@b\""),
        ] {
            assert_eq!(cell(text), written);
        }
    }
}
