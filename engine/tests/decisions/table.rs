//! Tables of cases, as the tests write them: `who | command | what it leads to`.
//!
//! A line without the last cell makes the state before: it must succeed, and stands for the lines below it up to the next blank
//! line. A line with it is a case: it is decided on that state, and changes nothing. A line whose first two cells are blank goes
//! on with the last cell of the line above. What a case leads to may be cut short by `…`.
//!
//! When a table does not hold, all of it is printed as it is: to be judged, and copied where it is right.

use crate::books::Books;

/// One line of a table.
#[derive(Clone, Debug)]
struct Row {
    who: String,
    command: String,
    /// None where the line makes the state before.
    leads_to: Option<String>,
}

/// The rows between two blank lines.
type Block = Vec<Row>;

fn read(text: &str) -> Vec<Block> {
    let mut blocks = vec![Block::new()];
    for line in text.lines().map(str::trim) {
        let Some(block) = blocks.last_mut() else { continue };
        if line.is_empty() {
            blocks.push(Block::new());
            continue;
        }
        let cells: Vec<&str> = line.splitn(3, '|').map(str::trim).collect();
        match *cells {
            ["", "", more] => {
                let above = block.last_mut().and_then(|row| row.leads_to.as_mut()).expect("a line above");
                *above = format!("{above} {more}");
            }
            [who, command] if !who.is_empty() => {
                block.push(Row { who: who.into(), command: command.into(), leads_to: None });
            }
            [who, command, leads_to] => {
                block.push(Row { who: who.into(), command: command.into(), leads_to: Some(leads_to.into()) });
            }
            _ => panic!("{line:?} is no line of a table: who | command | what it leads to"),
        }
    }
    blocks.retain(|block| !block.is_empty());
    assert!(!blocks.is_empty(), "a table has rows");
    blocks
}

/// Holds each case against the books, with the lines above it that make its state.
#[track_caller]
pub fn cases(books: &Books, text: &str) {
    let mut found = Vec::new();
    for block in read(text) {
        let mut state = books.clone();
        for row in block {
            let is_case = row.leads_to.is_some();
            let led_to = if is_case { state.clone().try_row(&row) } else { state.row(&row) };
            found.push((row, led_to));
        }
    }
    assert_rows(&found);
}

/// Holds each line against what the lines before it left.
#[track_caller]
pub fn story(books: &Books, text: &str) -> Books {
    let (mut state, mut found) = (books.clone(), Vec::new());
    for row in read(text).into_iter().flatten() {
        let led_to = if row.leads_to.is_some() { state.try_row(&row) } else { state.row(&row) };
        found.push((row, led_to));
    }
    assert_rows(&found);
    state
}

impl Books {
    /// The books after these lines, each of which must succeed.
    #[must_use]
    #[track_caller]
    pub fn given(mut self, text: &str) -> Self {
        for row in read(text).into_iter().flatten() {
            assert_eq!(row.leads_to, None, "what is given leads where it leads");
            self.row(&row);
        }
        self
    }

    #[track_caller]
    fn row(&mut self, row: &Row) -> String {
        let led_to = self.try_row(row);
        assert!(!led_to.starts_with("refused"), "{} | {} | {led_to}", row.who, row.command);
        led_to
    }

    fn try_row(&mut self, row: &Row) -> String {
        self.try_command(&row.who, &row.command)
    }
}

fn is_as_wanted(row: &Row, led_to: &str) -> bool {
    match row.leads_to.as_deref() {
        None => true,
        Some(wanted) => wanted.strip_suffix('…').map_or(led_to == wanted, |start| led_to.starts_with(start.trim_end())),
    }
}

#[track_caller]
fn assert_rows(rows: &[(Row, String)]) {
    if rows.iter().all(|(row, led_to)| is_as_wanted(row, led_to)) {
        return;
    }
    let width = |cell: fn(&Row) -> &str| rows.iter().map(|(row, _)| cell(row).chars().count()).max().unwrap_or(0);
    let (who, command) = (width(|row| &row.who), width(|row| &row.command));
    let mut found = String::new();
    for (row, led_to) in rows {
        found += &format!("\n    {:who$} | {:command$}", row.who, row.command);
        if let Some(wanted) = &row.leads_to {
            found += &format!(" | {led_to}");
            if !is_as_wanted(row, led_to) {
                found += &format!("\n>>  wanted: {wanted}");
            }
        }
    }
    panic!("the table does not hold; found:{found}\n");
}
