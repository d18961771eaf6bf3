//! Reports as CSV (RFC 4180): a header row, CRLF, UTF-8, quotes where they are needed. See docs/rules/reports.md#csv.
//!
//! A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@`, or their full-width forms, for a formula. A text that does so
//! gets a `'` before it, which spreadsheets hide. Where people's spreadsheets separate cells with `;` or a tab, they begin cells
//! within our quotes, which are none to them: what follows a `;`, a tab or the end of a line there is treated in the same way.
//! Numbers are written by the service alone and stay numbers.

use crate::problem::Problem;
use crate::schema::{Sum, WireDate};

/// The content type.
pub const CONTENT_TYPE: &str = "text/csv; charset=utf-8; header=present";

/// One cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    Empty,
    /// What people wrote, or could have.
    Text(String),
    /// A number, with all its decimals.
    Number(String),
    /// `YYYY-MM-DD`.
    Day(String),
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&String> for Cell {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<Sum> for Cell {
    fn from(amount: Sum) -> Self {
        Self::Number(amount.0.to_string())
    }
}

impl From<i64> for Cell {
    fn from(number: i64) -> Self {
        Self::Number(number.to_string())
    }
}

impl From<WireDate> for Cell {
    fn from(date: WireDate) -> Self {
        Self::Day(date.to_string())
    }
}

impl<T: Into<Self>> From<Option<T>> for Cell {
    fn from(cell: Option<T>) -> Self {
        cell.map_or(Self::Empty, Into::into)
    }
}

impl Cell {
    fn written(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Number(text) | Self::Day(text) => text.clone(),
            Self::Text(text) => harmless(text),
        }
    }
}

/// The text with a `'` wherever some reader could begin a cell with a formula.
fn harmless(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut rest = text.chars();
    if text.starts_with(SEPARATORS) || begins_a_formula(text) {
        written.push('\'');
    }
    while let Some(letter) = rest.next() {
        written.push(letter);
        if SEPARATORS.contains(&letter) && begins_a_formula(rest.as_str()) {
            written.push('\'');
        }
    }
    written
}

/// What ends a cell to readers other than those that this is written for.
const SEPARATORS: [char; 4] = [';', '\t', '\r', '\n'];

/// Readers pass over blanks, and over quotes, before they look.
fn begins_a_formula(text: &str) -> bool {
    let told = text.trim_start_matches(|letter: char| letter.is_whitespace() || letter.is_control() || letter == '"');
    told.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
}

/// What can be written as a table. Each row has as many cells as there are columns.
pub trait Table {
    /// The name of the file, without its ending.
    const NAME: &'static str;
    const COLUMNS: &'static [&'static str];

    /// The names of columns beyond those that every answer has.
    fn further_columns(&self) -> Vec<String> {
        Vec::new()
    }

    fn rows(&self) -> Vec<Vec<Cell>>;
}

/// The header row.
pub fn header(columns: &[&str]) -> Result<String, Problem> {
    header_with(columns, Vec::new())
}

/// The same with further columns.
pub fn header_with(columns: &[&str], further: Vec<String>) -> Result<String, Problem> {
    // The names of values and people are anybody's text.
    let further = further.into_iter().map(|name| harmless(&name));
    text([columns.iter().map(|name| (*name).to_owned()).chain(further).collect()].into_iter())
}

/// Rows without a header.
pub fn rows(rows: &[Vec<Cell>]) -> Result<String, Problem> {
    text(rows.iter().map(|row| row.iter().map(Cell::written).collect()))
}

fn text(rows: impl Iterator<Item = Vec<String>>) -> Result<String, Problem> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        writer.write_record(row).map_err(Problem::internal)?;
    }
    let bytes = writer.into_inner().map_err(Problem::internal)?;
    String::from_utf8(bytes).map_err(Problem::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_reader_finds_a_formula() {
        let parts = ["x", "=1+1", "-1", "@", "＋", "\"", " ", ";", "\t", "\n", "\r\n", ",", "'"];
        for one in parts {
            for two in parts {
                for three in parts {
                    let text = rows(&[vec![Cell::from(format!("{one}{two}{three}").as_str()), Cell::from("y")]])
                        .expect("text");
                    for separator in [b';', b'\t', b','] {
                        for quoting in [true, false] {
                            let mut reader = csv::ReaderBuilder::new();
                            reader.delimiter(separator).quoting(quoting).has_headers(false).flexible(true);
                            for record in reader.from_reader(text.as_bytes()).records() {
                                let record = record.expect("a record");
                                // Without quoting, a comma within a text ends a cell; no program reads CSV with commas so.
                                let cells = record.iter().filter(|_| quoting || separator != b',');
                                for cell in cells {
                                    assert!(
                                        !begins_a_formula(cell),
                                        "{text:?} has {cell:?} to {}",
                                        char::from(separator)
                                    );
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn texts_are_quoted_and_never_formulas() {
        let number = |text: &str| Cell::Number(text.into());
        for (cell, written) in [
            (Cell::from("Cash"), "Cash,x\r\n"),
            (Cell::from("Cash, petty"), "\"Cash, petty\",x\r\n"),
            (Cell::from("say \"yes\""), "\"say \"\"yes\"\"\",x\r\n"),
            (Cell::from("two\nlines"), "\"two\nlines\",x\r\n"),
            (Cell::from("=1+1"), "'=1+1,x\r\n"),
            (Cell::from("+49 30"), "'+49 30,x\r\n"),
            (Cell::from("-12.50"), "'-12.50,x\r\n"),
            (Cell::from("@home"), "'@home,x\r\n"),
            (Cell::from("\t=1"), "'\t'=1,x\r\n"),
            (Cell::from("x;=1+1"), "x;'=1+1,x\r\n"),
            (Cell::from("x\t@sum"), "x\t'@sum,x\r\n"),
            (Cell::from("x; \"=1"), "\"x;' \"\"=1\",x\r\n"),
            (Cell::from("x\n-1"), "\"x\n'-1\",x\r\n"),
            (Cell::from("x\r\n+1"), "\"x\r'\n'+1\",x\r\n"),
            (Cell::from("  =1"), "'  =1,x\r\n"),
            (Cell::from("\u{a0}＝1"), "'\u{a0}＝1,x\r\n"),
            (Cell::from("＋1"), "'＋1,x\r\n"),
            (Cell::from("－1"), "'－1,x\r\n"),
            (Cell::from("＠a;＝1"), "'＠a;'＝1,x\r\n"),
            (Cell::from("a=b; c-d"), "a=b; c-d,x\r\n"),
            (Cell::from("2024-01-15"), "2024-01-15,x\r\n"),
            (Cell::from(";"), "';,x\r\n"),
            (number("-12.50"), "-12.50,x\r\n"),
            (Cell::Empty, ",x\r\n"),
        ] {
            assert_eq!(rows(&[vec![cell.clone(), Cell::from("x")]]).expect("text"), written, "{cell:?}");
        }
    }
}
