//! Reports as a workbook for spreadsheets (Office Open XML): the rows of the CSV, of which numbers are numbers, days are days, and nothing
//! is a formula. See docs/rules/reports.md#xlsx.

use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, Worksheet, XlsxError};

use crate::problem::Problem;
use crate::table::Cell;

/// The content type.
pub const CONTENT_TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// More rows are refused: a workbook is only told when it is whole. The CSV has no bound.
pub const MOST_ROWS: u32 = 100_000;
/// A spreadsheet keeps that many digits of a number; one of more stays a text, with all of them.
const MOST_DIGITS: usize = 15;
/// What fits into one cell; of a longer text the beginning.
const LONGEST_TEXT: usize = 32_767;
/// Characters.
const WIDTHS: std::ops::RangeInclusive<usize> = 10..=40;

/// A workbook with one sheet, while it is written. Its rows are kept in a file.
pub struct Sheet {
    workbook: Workbook,
    row: u32,
    day: Format,
    /// By the number of decimals.
    numbers: Vec<Format>,
}

impl Sheet {
    /// With a first row of these names, which stays in sight.
    pub fn new(columns: impl IntoIterator<Item = String>) -> Result<Self, Problem> {
        let columns: Vec<String> = columns.into_iter().collect();
        let mut workbook = Workbook::new();
        // A report of a past day stays as it is, byte for byte: nothing says when the file was made.
        let made = ExcelDateTime::from_ymd(2000, 1, 1).map_err(Problem::internal)?;
        workbook.set_properties(&DocProperties::new().set_creation_datetime(&made));
        let sheet = workbook.add_worksheet_with_constant_memory().map_err(Problem::internal)?;
        let heading = Format::new().set_bold();
        for (column, name) in (0..).zip(&columns) {
            let width = u32::try_from(name.chars().count().clamp(*WIDTHS.start(), *WIDTHS.end())).unwrap_or_default();
            sheet.set_column_width(column, width).map_err(Problem::internal)?;
        }
        sheet.set_freeze_panes(1, 0).map_err(Problem::internal)?;
        for (column, name) in (0..).zip(&columns) {
            sheet.write_string_with_format(0, column, name, &heading).map_err(Problem::internal)?;
        }
        let format = |decimals: usize| match decimals {
            0 => Format::new().set_num_format("#,##0"),
            decimals => Format::new().set_num_format(format!("#,##0.{}", "0".repeat(decimals))),
        };
        let day = Format::new().set_num_format("yyyy-mm-dd");
        let numbers = (0..=MOST_DIGITS).map(format).collect();
        Ok(Self { workbook, row: 0, day, numbers })
    }

    /// Adds rows; 422 beyond [`MOST_ROWS`].
    pub fn add(&mut self, rows: &[Vec<Cell>]) -> Result<(), Problem> {
        for cells in rows {
            self.row = self.row.saturating_add(1);
            if self.row > MOST_ROWS {
                let detail = format!("xlsx has at most {MOST_ROWS} rows; csv has all of them");
                return Err(engine::values::error::Faults::one("format", detail).into());
            }
            self.put_row(cells).map_err(Problem::internal)?;
        }
        Ok(())
    }

    fn put_row(&mut self, cells: &[Cell]) -> Result<(), XlsxError> {
        let Self { workbook, row, day, numbers } = self;
        let (row, sheet) = (*row, workbook.worksheet_from_index(0)?);
        for (column, cell) in (0..).zip(cells) {
            match cell {
                Cell::Empty => {}
                Cell::Text(text) => put_text(sheet, row, column, text)?,
                Cell::Day(text) => match ExcelDateTime::parse_from_str(text) {
                    Ok(date) => {
                        sheet.write_datetime_with_format(row, column, &date, day)?;
                    }
                    Err(_) => put_text(sheet, row, column, text)?,
                },
                Cell::Number(text) => match (number(text), numbers.get(decimals(text))) {
                    (Some(number), Some(format)) => {
                        sheet.write_number_with_format(row, column, number, format)?;
                    }
                    _ => put_text(sheet, row, column, text)?,
                },
            }
        }
        Ok(())
    }

    /// The file. It blocks for a while when there are many rows.
    pub fn finish(mut self) -> Result<Vec<u8>, Problem> {
        self.workbook.save_to_buffer().map_err(Problem::internal)
    }
}

/// What people wrote stays a text, whatever it begins with.
fn put_text(sheet: &mut Worksheet, row: u32, column: u16, text: &str) -> Result<(), XlsxError> {
    let told: String = text.chars().take(LONGEST_TEXT).collect();
    sheet.write_string(row, column, told)?;
    Ok(())
}

/// The number as the workbook has it, when all of its digits come back from it.
fn number(text: &str) -> Option<f64> {
    let digits = text.bytes().filter(u8::is_ascii_digit).skip_while(|digit| *digit == b'0').count();
    if digits > MOST_DIGITS { None } else { text.parse().ok() }
}

fn decimals(text: &str) -> usize {
    text.split_once('.').map_or(0, |(_, decimals)| decimals.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_fifteen_digits_is_one_and_a_longer_one_is_a_text() {
        for (text, wanted) in [
            ("0", "0"),
            ("-12.50", "-12.5"),
            ("0.001", "0.001"),
            ("9999999999999.99", "9999999999999.99"),
            ("12345678901234.56", ""),
            ("92233720368547758.07", ""),
            ("0.000000000000001", "0.000000000000001"),
        ] {
            assert_eq!(number(text).map(|number| number.to_string()).unwrap_or_default(), wanted, "{text}");
        }
    }

    #[test]
    fn a_workbook_has_an_end() {
        let mut sheet = Sheet::new(["row".to_owned()]).expect("a sheet");
        let rows = vec![vec![Cell::from("account")]; 1_000];
        for _ in 0..MOST_ROWS / 1_000 {
            sheet.add(&rows).expect("room");
        }
        assert_eq!(sheet.add(&rows).expect_err("full").status, 422);
    }
}
