//! The lines of a layout as a sheet: a row for each line, its accounts or the lines that it adds up as words with commas between.

use serde_json::{Map, Value};

use crate::interface::Member;
use crate::interface::enumeration::LineSide;
use crate::interface::schema::{LayoutLineInput as Input, ReportLayoutInput};
use crate::json::Members;
use crate::page::lines::{Column, Entry, Grid};
use crate::text::text;

const MEMBERS: [Member; 5] = [Input::TITLE, Input::LINE_ID, Input::POSITIVE, Input::ACCOUNTS, Input::SUM_OF];
/// What is usual comes first.
const SIDES: [&str; 2] = [LineSide::Credit.name(), LineSide::Debit.name()];

pub fn columns() -> Vec<Column> {
    let entry = |member| if member == Input::POSITIVE { Entry::Choice(&SIDES) } else { Entry::Text };
    let column = |member: Member| Column::new(member.name(), text(&format!("layouts.column.{member}")), entry(member));
    MEMBERS.into_iter().map(column).collect()
}

fn is_list(member: Member) -> bool {
    matches!(member, Input::ACCOUNTS | Input::SUM_OF)
}

/// The rows of these lines.
pub fn rows(lines: &[Value]) -> Grid {
    let cell = |line: &Value, member: Member| {
        if is_list(member) { line.texts(member).join(", ") } else { line.text(member) }
    };
    Grid(lines.iter().map(|line| MEMBERS.map(|member| cell(line, member)).into()).collect())
}

/// What is sent, and in which row each line stands.
pub struct Sent {
    pub lines: Vec<Value>,
    rows: Vec<usize>,
}

/// A line for each row that is filled.
pub fn sent(grid: &Grid, columns: &[Column]) -> Sent {
    let (rows, lines) = grid.filled(columns).map(|(row, cells)| (row, line(cells))).unzip();
    Sent { lines, rows }
}

fn line(cells: &[String]) -> Value {
    let given = MEMBERS.into_iter().zip(cells).filter(|(_, typed)| !typed.is_empty());
    let value = |member, typed: &str| -> Value {
        if is_list(member) {
            typed.split([',', ';', '+', ' ']).filter(|word| !word.is_empty()).map(Value::from).collect()
        } else {
            typed.into()
        }
    };
    Value::Object(given.map(|(member, typed)| (member.into(), value(member, typed))).collect::<Map<_, _>>())
}

impl Sent {
    /// The row and the column of a pointer.
    pub fn place(&self, pointer: &str) -> Option<(usize, usize)> {
        let rest = pointer.strip_prefix(&format!("{}/", ReportLayoutInput::LINES.pointer()))?;
        let mut parts = rest.split('/');
        let row = *self.rows.get(parts.next()?.parse::<usize>().ok()?)?;
        let member = parts.next().unwrap_or_default();
        Some((row, MEMBERS.iter().position(|known| known.name() == member).unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lines_are_rows_and_become_lines_again() {
        let lines = [
            json!({ "line_id": "sales", "title": "Sales", "positive": "credit", "accounts": ["4000..4999", "4"], "sum_of": null }),
            json!({ "line_id": "net", "title": "Net", "positive": "debit", "accounts": null, "sum_of": ["sales"] }),
        ];
        let mut grid = rows(&lines);
        let told: Vec<String> = grid.0.iter().map(|row| row.join("|")).collect();
        assert_eq!(told, ["Sales|sales|credit|4000..4999, 4|", "Net|net|debit||sales"]);
        // An empty row between them is not sent, and the line after it keeps its place.
        grid.0.insert(1, vec![String::new(), String::new(), "credit".to_owned(), String::new(), String::new()]);
        let sent = sent(&grid, &columns());
        let wanted = [
            json!({ "line_id": "sales", "title": "Sales", "positive": "credit", "accounts": ["4000..4999", "4"] }),
            json!({ "line_id": "net", "title": "Net", "positive": "debit", "sum_of": ["sales"] }),
        ];
        assert_eq!(sent.lines, wanted);
        for (pointer, place) in [
            ("/lines/0/accounts/1", Some((0, 3))),
            ("/lines/1/sum_of", Some((2, 4))),
            ("/lines/1/line_id", Some((2, 1))),
            ("/lines/1", Some((2, 0))),
            ("/lines/2/title", None),
            ("/lines", None),
            ("/layout_name", None),
        ] {
            assert_eq!(sent.place(pointer), place, "{pointer}");
        }
    }
}
