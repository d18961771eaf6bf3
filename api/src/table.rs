//! Reports as CSV (RFC 4180, C32): a header row, CRLF, UTF-8, quotes where they are needed.
//!
//! A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@` for a formula. A text that does so gets a `'` before it, which
//! spreadsheets hide; numbers are written by the service alone and stay numbers.

use crate::problem::Problem;
use crate::schema::{Amount, WireDate};

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

impl From<Amount> for Cell {
    fn from(amount: Amount) -> Self {
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
        Self::Text(date.to_string())
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
            Self::Number(text) => text.clone(),
            Self::Text(text) if text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) => format!("'{text}"),
            Self::Text(text) => text.clone(),
        }
    }
}

/// What can be written as a table. Each row has as many cells as there are columns.
pub trait Table {
    /// The name of the file, without its ending.
    const NAME: &'static str;
    const COLUMNS: &'static [&'static str];
    fn rows(&self) -> Vec<Vec<Cell>>;
}

/// The header row.
pub fn header(columns: &[&str]) -> Result<String, Problem> {
    text([columns.iter().map(|name| (*name).to_owned()).collect()].into_iter())
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
            (Cell::from("\t=1"), "'\t=1,x\r\n"),
            (number("-12.50"), "-12.50,x\r\n"),
            (Cell::Empty, ",x\r\n"),
        ] {
            assert_eq!(rows(&[vec![cell.clone(), Cell::from("x")]]).expect("text"), written, "{cell:?}");
        }
    }
}
