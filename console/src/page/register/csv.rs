//! A register as CSV with the filters of its page, written page by page as the interface gives it.
//! A text that a spreadsheet would take for a formula gets a `'` before it, as in the CSV of reports; numbers stay numbers.

use std::sync::Arc;

use poem::http::header;
use poem::{Body, Response};
use serde_json::Value;

use super::cell::one_line;
use super::filter::asked;
use super::kind::Register;
use crate::fields::Fields;
use crate::interface::Member;
use crate::interface::query::ListDocuments;
use crate::interface::schema::Page;
use crate::json::{Json, Members};
use crate::problem::Problem;
use crate::visit::Visit;
use crate::vocabulary::DocumentType;

/// Sends the filtered register as a file.
pub async fn download(visit: Arc<Visit>, register: Register) -> Result<Response, Problem> {
    let asked = asked(&visit.query, &register)
        .with(ListDocuments::LIMIT, Some("200"))
        .with(ListDocuments::CURSOR, None)
        .with(ListDocuments::COUNT, None)
        .with(ListDocuments::TOTALS, None);
    let columns = columns(&register);
    // The first page is read before anything is sent, so that a refusal is still told as a page.
    let first = visit.operations.get(&format!("/{}", register.collection), &asked).await?;
    let header = format!("{}\r\n", columns.iter().map(|column| column.name()).collect::<Vec<_>>().join(","));
    let name = register.collection;
    let chunks = futures_util::stream::try_unfold(Some((header, first)), move |state| {
        let (visit, asked, columns) = (Arc::clone(&visit), asked.clone(), columns.clone());
        async move {
            let Some((mut text, answer)) = state else { return Ok(None) };
            answer.list(Page::DATA).iter().for_each(|item| line(item, &columns, &mut text));
            let next = next(&visit, name, &asked, &answer).await?;
            Ok::<_, std::io::Error>(Some((text, next.map(|answer| (String::new(), answer)))))
        }
    });
    Ok(Response::builder()
        .content_type("text/csv; charset=utf-8; header=present")
        .header(header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.csv\""))
        .header(header::CACHE_CONTROL, "no-store")
        .body(Body::from_bytes_stream(chunks)))
}

/// The page after this one. When it cannot be read the connection breaks off: nobody takes half a register for the whole.
async fn next(visit: &Visit, name: &str, asked: &Fields, answer: &Json) -> Result<Option<Json>, std::io::Error> {
    let Some(cursor) = answer.given(Page::NEXT_CURSOR).filter(|_| answer.flag(Page::HAS_MORE)) else { return Ok(None) };
    let page = visit.operations.aside(&format!("/{name}"), &asked.with(ListDocuments::CURSOR, Some(&cursor))).await;
    page.map(Some).map_err(|problem| std::io::Error::other(problem.detail))
}

/// The members that are written, as the interface names them.
fn columns(register: &Register) -> Vec<Member> {
    let mut all = vec![register.id];
    if let Some((id, name)) = register.document.and_then(DocumentType::party) {
        all.extend([id, name]);
    }
    all.extend(register.csv);
    all
}

fn line(item: &Value, columns: &[Member], out: &mut String) {
    for (index, column) in columns.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        match item.at(*column) {
            Value::Number(number) => out.push_str(&number.to_string()),
            other => out.push_str(&cell(&one_line(other))),
        }
    }
    out.push_str("\r\n");
}

/// What ends a cell to readers other than those that this is written for.
const SEPARATORS: [char; 4] = [';', '\t', '\r', '\n'];

/// A text without a formula for any reader, in quotes where they are needed.
fn cell(given: &str) -> String {
    let mut text = String::with_capacity(given.len());
    if given.starts_with(SEPARATORS) || begins_a_formula(given) {
        text.push('\'');
    }
    let mut rest = given.chars();
    while let Some(letter) = rest.next() {
        text.push(letter);
        if SEPARATORS.contains(&letter) && begins_a_formula(rest.as_str()) {
            text.push('\'');
        }
    }
    if text.contains(['"', ',', '\r', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// Readers pass over blanks, and over quotes, before they look.
fn begins_a_formula(text: &str) -> bool {
    let told = text.trim_start_matches(|letter: char| letter.is_whitespace() || letter.is_control() || letter == '"');
    told.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{cell, line};
    use crate::interface::schema::Document;

    #[test]
    fn texts_are_no_formulas() {
        for (text, written) in [
            ("Rent", "Rent"),
            ("Rent, May", "\"Rent, May\""),
            ("=1+1", "'=1+1"),
            ("-12.50", "'-12.50"),
            ("\t=1", "'\t'=1"),
            ("x;=1", "x;'=1"),
            ("x\r\n+1", "\"x\r'\n'+1\""),
            ("  ＠a", "'  ＠a"),
            ("say \"yes\"", "\"say \"\"yes\"\"\""),
        ] {
            assert_eq!(cell(text), written);
        }
    }

    #[test]
    fn numbers_stay_numbers() {
        let mut out = String::new();
        line(
            &json!({"total": -12, "memo": null, "status": "Draft"}),
            &[Document::TOTAL, Document::MEMO, Document::STATUS],
            &mut out,
        );
        assert_eq!(out, "-12,,Draft\r\n");
    }
}
