//! The lines of a budget as a sheet: a row for each account, with what it is of, and a column for each period of the year.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::interface::Member;
use crate::interface::schema::{BudgetInput, BudgetLine, BudgetLineInput as Input};
use crate::json::Members;
use crate::page::lines::{Column, Entry, Grid};
use crate::reader::Reader;
use crate::text::text;

/// What a row is of, before its periods.
const OF: [Member; 3] = [Input::ACCOUNT_ID, Input::DEPARTMENT_ID, Input::COST_CENTER_ID];

/// The columns of a year with these periods.
pub fn columns(periods: &[String]) -> Vec<Column> {
    let entry = |member| if member == Input::ACCOUNT_ID { Entry::Account } else { Entry::Text };
    let of = OF
        .into_iter()
        .map(|member| Column::new(member.name(), text(&format!("budgets.column.{member}")), entry(member)));
    let amounts = periods.iter().enumerate().map(|(at, id)| Column::new(format!("p{at}"), id, Entry::Figure));
    of.chain(amounts).collect()
}

/// The rows of these lines, by account and by what they are of.
pub fn rows(reader: Reader, lines: &[Value], periods: &[String]) -> Grid {
    let mut rows: BTreeMap<[String; 3], Vec<String>> = BTreeMap::new();
    for line in lines {
        let amounts =
            rows.entry(OF.map(|member| line.text(member))).or_insert_with(|| vec![String::new(); periods.len()]);
        let period = line.text(BudgetLine::PERIOD_ID);
        let at = periods.iter().position(|id| *id == period);
        if let Some(amount) = at.and_then(|at| amounts.get_mut(at)) {
            *amount = reader.input(&line.text(BudgetLine::AMOUNT));
        }
    }
    Grid(rows.into_iter().map(|(of, amounts)| of.into_iter().chain(amounts).collect()).collect())
}

/// What is sent, and in which row and column each line stands.
pub struct Sent {
    pub lines: Vec<Value>,
    at: Vec<(usize, usize)>,
}

/// A line for each amount; a row without one says nothing.
pub fn sent(reader: Reader, grid: &Grid, periods: &[String]) -> Sent {
    let mut sent = Sent { lines: Vec::new(), at: Vec::new() };
    for (row, cells) in grid.0.iter().enumerate() {
        let (of, amounts) = cells.split_at(OF.len().min(cells.len()));
        for (at, (amount, period)) in
            amounts.iter().zip(periods).enumerate().filter(|(_, (amount, _))| !amount.is_empty())
        {
            let given = OF.into_iter().zip(of).filter(|(_, typed)| !typed.is_empty());
            let mut line: Map<String, Value> =
                given.map(|(member, typed)| (member.into(), typed.as_str().into())).collect();
            line.insert(Input::PERIOD_ID.into(), period.as_str().into());
            line.insert(Input::AMOUNT.into(), reader.figure(amount));
            sent.lines.push(Value::Object(line));
            sent.at.push((row, OF.len().saturating_add(at)));
        }
    }
    sent
}

impl Sent {
    /// The row and the column of a pointer: what a line is of is in the row, all else is of its amount.
    pub fn place(&self, pointer: &str) -> Option<(usize, usize)> {
        let rest = pointer.strip_prefix(&format!("{}/", BudgetInput::LINES.pointer()))?;
        let (line, member) = rest.split_once('/').unwrap_or((rest, ""));
        let (row, column) = *self.at.get(line.parse::<usize>().ok()?)?;
        Some((row, OF.iter().position(|of| of.name() == member).unwrap_or(column)))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lines_are_rows_and_become_lines_again() {
        let periods = ["2026-01".to_owned(), "2026-02".to_owned()];
        let line = |account: &str, department: Value, period: &str, amount: f64| {
            let of = json!({ "account_id": account, "department_id": department, "cost_center_id": null });
            let mut line = of.as_object().cloned().unwrap_or_default();
            line.extend([("period_id".to_owned(), json!(period)), ("amount".to_owned(), json!(amount))]);
            Value::Object(line)
        };
        let lines = [
            line("4000", Value::Null, "2026-01", 900.5),
            line("4000", Value::Null, "2026-02", 80.25),
            line("4000", json!("SALES"), "2026-02", -7.5),
        ];
        let reader = Reader::default();
        let grid = rows(reader, &lines, &periods);
        let told: Vec<String> = grid.0.iter().map(|row| row.join(" ")).collect();
        assert_eq!(told, ["4000   900.5 80.25", "4000 SALES   -7.5"]);
        let back = sent(reader, &grid, &periods);
        let bare = |line: &Value| ["account_id", "period_id", "amount"].map(|name| line[name].to_string()).join(" ");
        assert_eq!(back.lines.iter().map(bare).collect::<Vec<_>>(), lines.iter().map(bare).collect::<Vec<_>>());
        for (pointer, place) in [
            ("/lines/1/amount", Some((0, 4))),
            ("/lines/2/account_id", Some((1, 0))),
            ("/lines/2/department_id", Some((1, 1))),
            ("/lines/2", Some((1, 4))),
            ("/lines/2/period_id", Some((1, 4))),
            ("/lines/3/amount", None),
            ("/lines", None),
            ("/budget_name", None),
        ] {
            assert_eq!(back.place(pointer), place, "{pointer}");
        }
    }
}
