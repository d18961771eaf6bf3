//! What stands in the cells, and how the template shows it.

use std::collections::BTreeSet;

use crate::fields::Fields;
use crate::page::editor::choices::Suggestions;
use crate::problem::{Place, Problem};
use crate::text::filled;
use crate::vocabulary::word;

/// Empty rows at the end of a form.
const SPARE: usize = 2;
/// How many rows "More lines" adds.
const MORE: usize = 10;

/// How a cell is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    Text,
    Figure,
    /// An id, with suggestions.
    Account,
    /// One of a few; the first where nobody chose.
    Choice(&'static [&'static str]),
}

/// A column: its fields are called `line.<name>`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    pub name: String,
    pub label: String,
    pub entry: Entry,
}

/// What stands in the cells, row by row.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Grid(pub Vec<Vec<String>>);

/// A cell as the template shows it.
pub struct Cell {
    pub id: String,
    pub label: String,
    pub value: String,
    /// The name of the account that stands there.
    pub named: String,
    /// What can be chosen: value, word, chosen.
    pub options: Vec<(&'static str, String, bool)>,
    pub fault: String,
}

/// A row as the template shows it.
pub struct Row {
    pub number: usize,
    pub cells: Vec<Cell>,
}

/// The lines as the template shows them.
pub struct Lines {
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
    /// So many rows there may be.
    pub most: usize,
    /// Whether their order says something: then rows can be raised.
    pub is_ordered: bool,
    pub more: usize,
}

impl Column {
    pub fn new(name: impl Into<String>, label: impl Into<String>, entry: Entry) -> Self {
        Self { name: name.into(), label: label.into(), entry }
    }

    pub fn is_figure(&self) -> bool {
        self.entry == Entry::Figure
    }

    pub fn is_account(&self) -> bool {
        self.entry == Entry::Account
    }

    fn blank(&self) -> String {
        match self.entry {
            Entry::Choice([first, ..]) => (*first).to_owned(),
            Entry::Choice([]) | Entry::Text | Entry::Figure | Entry::Account => String::new(),
        }
    }
}

/// The id of a cell, as the script gives it, too. Rows are counted from 0.
pub fn id(column: &Column, row: usize) -> String {
    format!("l-{}-{}", row.saturating_add(1), column.name)
}

impl Grid {
    /// As the form has it: each row has a field of every column. After a button of the lines with a row fewer, or in another order.
    pub fn read(form: &Fields, columns: &[Column]) -> Self {
        let cells = |column: &Column| -> Vec<String> {
            form.all(&format!("line.{}", column.name)).map(|value| value.trim().to_owned()).collect()
        };
        let by_column: Vec<Vec<String>> = columns.iter().map(cells).collect();
        let count = by_column.iter().map(Vec::len).max().unwrap_or_default();
        let row = |at: usize| by_column.iter().map(|cells| cells.get(at).cloned().unwrap_or_default()).collect();
        let mut rows: Vec<Vec<String>> = (0..count).map(row).collect();
        let pressed = |name: &str| form.given(name)?.parse::<usize>().ok()?.checked_sub(1);
        if let Some(at) = pressed("remove_line").filter(|at| *at < rows.len()) {
            rows.remove(at);
        }
        if let Some(at) = pressed("raise_line").filter(|at| (1..rows.len()).contains(at)) {
            rows.swap(at.saturating_sub(1), at);
        }
        if form.has("more_lines") {
            rows.extend(std::iter::repeat_n(columns.iter().map(Column::blank).collect(), MORE));
        }
        Self(rows)
    }

    /// The rows in which something stands, each with its place. What is always chosen says nothing.
    pub fn filled<'a>(&'a self, columns: &'a [Column]) -> impl Iterator<Item = (usize, &'a [String])> {
        let is_filled = move |row: &[String]| {
            let mut cells = row.iter().zip(columns);
            cells.any(|(cell, column)| !cell.is_empty() && !matches!(column.entry, Entry::Choice(_)))
        };
        self.0.iter().map(Vec::as_slice).enumerate().filter(move |(_, row)| is_filled(row))
    }

    /// As the template shows it, with what is wrong and some rows to be filled in.
    pub fn shown(
        mut self,
        columns: Vec<Column>,
        problem: Option<&Problem>,
        suggestions: &Suggestions,
        (most, is_ordered): (usize, bool),
    ) -> Lines {
        let used = self.filled(&columns).last().map_or(0, |(at, _)| at.saturating_add(1));
        let wanted = used.saturating_add(SPARE).max(self.0.len()).min(most.max(used));
        self.0.resize_with(wanted, || columns.iter().map(Column::blank).collect());
        let fault = |id: &str| problem.and_then(|problem| problem.faults.iter().find(|fault| fault.field == id));
        let cell = |at: usize, column: &Column, value: String| {
            let id = id(column, at);
            let options = match column.entry {
                Entry::Choice(names) => names.iter().map(|name| (*name, word(name), *name == value)).collect(),
                Entry::Text | Entry::Figure | Entry::Account => Vec::new(),
            };
            Cell {
                label: filled("editor.cell", &[&column.label, &at.saturating_add(1).to_string()]),
                fault: fault(&id).map(|fault| fault.detail.clone()).unwrap_or_default(),
                named: if column.is_account() { suggestions.account(&value).to_owned() } else { String::new() },
                options,
                value,
                id,
            }
        };
        let row = |(at, values): (usize, Vec<String>)| Row {
            number: at.saturating_add(1),
            cells: columns.iter().zip(values).map(|(column, value)| cell(at, column, value)).collect(),
        };
        let rows = self.0.into_iter().enumerate().map(row).collect();
        Lines { rows, columns, most, is_ordered, more: MORE }
    }
}

/// The refusal with the labels and ids of the cells: `at` is the row and the column of a pointer. What is wrong with one cell for several
/// reasons of the same words is told once.
pub fn settled(problem: Problem, columns: &[Column], at: impl Fn(&str) -> Option<(usize, usize)>) -> Problem {
    let mut problem = problem.placed(|pointer| {
        let (row, column) = at(pointer)?;
        let column = columns.get(column)?;
        let label = filled("editor.cell", &[&column.label, &row.saturating_add(1).to_string()]);
        Some(Place::new(label, id(column, row)))
    });
    let mut seen = BTreeSet::new();
    problem.faults.retain(|fault| fault.field.is_empty() || seen.insert((fault.field.clone(), fault.detail.clone())));
    problem
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns() -> Vec<Column> {
        let sides = Entry::Choice(&["credit", "debit"]);
        vec![Column::new("title", "Title", Entry::Text), Column::new("side", "Side", sides)]
    }

    #[test]
    fn rows_come_and_go() {
        let typed = "line.title=+a+&line.side=debit&line.title=&line.side=credit&line.title=c&line.side=credit";
        for (button, rows) in [
            ("", "a debit| credit|c credit"),
            ("&remove_line=2", "a debit|c credit"),
            ("&remove_line=9", "a debit| credit|c credit"),
            ("&raise_line=3", "a debit|c credit| credit"),
            ("&raise_line=1", "a debit| credit|c credit"),
            ("&raise_line=x", "a debit| credit|c credit"),
        ] {
            let grid = Grid::read(&Fields::read(format!("{typed}{button}").as_bytes()), &columns());
            assert_eq!(grid.0.iter().map(|row| row.join(" ")).collect::<Vec<_>>().join("|"), rows, "{button}");
        }
        let more = Grid::read(&Fields::read(format!("{typed}&more_lines=10").as_bytes()), &columns());
        assert_eq!((more.0.len(), more.0.last()), (13, Some(&vec![String::new(), "credit".to_owned()])));
        // The second row chose a side and says nothing.
        assert_eq!(more.filled(&columns()).map(|(at, _)| at).collect::<Vec<_>>(), [0, 2]);
    }

    #[test]
    fn faults_find_their_cells_and_are_told_once() {
        let fault = |pointer: &str| serde_json::json!({ "pointer": pointer, "detail": "no" });
        let body = serde_json::json!({ "errors": [fault("/lines/0/title"), fault("/lines/1/title"), fault("/x")] });
        let problem = Problem::read(422, String::new(), crate::json::Json(body));
        let both = |pointer: &str| pointer.starts_with("/lines/").then_some((2, 0));
        let told = settled(problem, &columns(), both);
        let fields: Vec<_> = told.faults.iter().map(|fault| (fault.field.as_str(), fault.label.as_str())).collect();
        assert_eq!(fields.first(), Some(&("l-3-title", "Title, line 3")));
        assert_eq!(fields.len(), 2);
    }
}
