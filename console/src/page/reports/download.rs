//! Reports as CSV and as workbooks, and the journal as plain-text accounting, passed on as they come.

use std::sync::Arc;

use poem::Response;
use poem::http::{HeaderValue, header};

use crate::fields::Fields;
use crate::problem::Problem;
use crate::visit::Visit;

/// Every download.
pub const ALL: &[&str] = &[
    "/reports/trial-balance.csv",
    "/reports/balance-sheet.csv",
    "/reports/income-statement.csv",
    "/reports/cash-flow.csv",
    "/reports/aging.csv",
    "/reports/general-ledger.csv",
    "/reports/statement-of-account.csv",
    "/reports/journal.csv",
    "/reports/journal.xlsx",
    "/reports/trial-balance.xlsx",
    "/reports/balance-sheet.xlsx",
    "/reports/income-statement.xlsx",
    "/reports/cash-flow.xlsx",
    "/reports/aging.xlsx",
    "/reports/general-ledger.xlsx",
    "/reports/statement-of-account.xlsx",
    "/reports/by-dimension.csv",
    "/reports/by-dimension.xlsx",
    "/reports/budget-vs-actual.csv",
    "/reports/budget-vs-actual.xlsx",
    "/reports/vat.csv",
    "/reports/vat.xlsx",
    "/reports/vat-lines.csv",
    "/reports/vat-lines.xlsx",
    "/reports/export.hledger",
    "/reports/export.beancount",
];

/// Streams the file of the path, for the parameters of the query.
pub async fn send(visit: Arc<Visit>) -> Result<Response, Problem> {
    let file = visit.path.strip_prefix("/reports/").unwrap_or_default();
    let (name, kind) = file.rsplit_once('.').unwrap_or((file, ""));
    // An empty field of a form is one that was left out.
    let query = Fields(visit.query.0.iter().filter(|(_, value)| !value.trim().is_empty()).cloned().collect());
    let response = if name == "export" {
        visit.operations.stream("/export/journal", &query.with("format", Some(kind)), "*/*").await?
    } else {
        visit.operations.stream(&format!("/reports/{name}"), &query.with("format", Some(kind)), "*/*").await?
    };
    let name = if name == "export" { "journal" } else { name };
    let content_type = response.content_type().unwrap_or("text/plain; charset=utf-8").to_owned();
    let mut file = Response::builder().content_type(content_type).body(response.into_body());
    let headers = file.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(value) = HeaderValue::try_from(format!("attachment; filename=\"{}\"", file_name(name, &query, kind))) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    Ok(file)
}

/// Says what is in the file: `general-ledger-1000-2026-09-01-2026-09-30.csv`.
fn file_name(name: &str, query: &Fields, kind: &str) -> String {
    let mut stem = name.to_owned();
    for field in [
        "kind",
        "account_id",
        "party_id",
        "tax_code_id",
        "budget_id",
        "dimension_id",
        "value_id",
        "period_id",
        "from",
        "to",
        "as_of",
    ] {
        if let Some(value) = query.given(field) {
            stem.push('-');
            stem.extend(value.chars().take(60).map(|letter| if is_plain(letter) { letter } else { '_' }));
        }
    }
    format!("{stem}.{kind}")
}

fn is_plain(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files() {
        let query = Fields::from([("to", "2026-09-30"), ("account_id", "10/00\"\r\n"), ("from", "2026-09-01")]);
        assert_eq!(file_name("general-ledger", &query, "csv"), "general-ledger-10_00_-2026-09-01-2026-09-30.csv");
        assert_eq!(file_name("journal", &Fields::default(), "hledger"), "journal.hledger");
    }
}
