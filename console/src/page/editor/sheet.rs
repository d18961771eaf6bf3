//! A form as its template shows it: fields with their labels, suggestions and faults.

use serde_json::Value;

use super::choices::{self, Suggestions};
use super::content::{LINE_NUMBER, Lines, WORKED_OUT_LINE};
use super::shape::{self, Entry, Input, in_line};
use crate::fields::Fields;
use crate::interface::{Family, Member};
use crate::json::Members;
use crate::problem::{Place, Problem};
use crate::reader::Reader;
use crate::text::{filled, known};
use crate::vocabulary::{DocumentType, word};

/// One field or cell.
pub struct Field {
    pub id: String,
    pub name: String,
    pub label: String,
    pub hint: &'static str,
    pub value: String,
    /// What stands in it while it is empty: what the interface worked out, or how it is typed.
    pub worked_out: String,
    pub is_date: bool,
    /// `figure` for a number.
    pub style: &'static str,
    pub is_required: bool,
    /// Where the cursor begins.
    pub is_first: bool,
    /// The list of suggestions.
    pub list: String,
    /// The name of the id that stands there.
    pub named: String,
    /// The choices of a field that has few: value, word, chosen.
    pub options: Vec<(&'static str, String, bool)>,
    pub fault: String,
    /// Of a period: whether it is another one than that of the date, in words.
    pub note: Option<String>,
}

/// One row of the lines.
pub struct Row {
    pub number: usize,
    pub line_number: String,
    pub cells: Vec<Field>,
    /// What is wrong with the line as a whole.
    pub fault: String,
}

/// The head of a column.
pub struct Column {
    pub name: Member,
    pub label: String,
    pub is_figure: bool,
}

/// A whole form.
pub struct Sheet {
    pub fields: Vec<Field>,
    pub rare: Vec<Field>,
    /// Whether the rare fields are shown at once.
    pub is_open: bool,
    pub columns: Vec<Column>,
    /// The keys of what the lines are called, and of what is said of them.
    pub lines: [&'static str; 2],
    pub rows: Vec<Row>,
    /// What is wrong with the lines as a whole.
    pub fault: String,
    pub suggestions: Suggestions,
}

impl Sheet {
    /// Shows what the interface worked out of a line where its cells are empty.
    pub fn show_worked_out(&mut self, row: usize, line: &Value, reader: Reader) {
        let Some(row) = self.rows.get_mut(row) else { return };
        for (column, cell) in self.columns.iter().zip(&mut row.cells) {
            if WORKED_OUT_LINE.contains(&column.name) {
                let text = line.text(column.name);
                cell.worked_out = if column.is_figure { reader.input(&text) } else { text };
            }
        }
    }
}

/// What a field is called: by the type and the name, by the name, or as the interface names it.
pub fn label(of: &str, name: Member) -> String {
    let special = known(&format!("editor.label.{of}.{name}")).or_else(|| known(&format!("editor.label.{name}")));
    special.map_or_else(|| word(name.name()), str::to_owned)
}

fn hint(of: &str, name: Member) -> &'static str {
    known(&format!("editor.hint.{of}.{name}")).or_else(|| known(&format!("editor.hint.{name}"))).unwrap_or_default()
}

/// A field of the head, or of a page that asks for a few.
pub fn field(of: &str, input: &Input, form: &Fields, problem: Option<&Problem>, suggestions: &Suggestions) -> Field {
    let value = form.get(input.name).unwrap_or_default().to_owned();
    let fault = problem.and_then(|problem| problem.at_member(input.name)).unwrap_or_default().to_owned();
    Field {
        id: format!("f-{}", input.name),
        name: input.name.into(),
        label: label(of, input.name),
        hint: hint(of, input.name),
        fault,
        ..entered(input, value, suggestions)
    }
}

fn entered(input: &Input, value: String, suggestions: &Suggestions) -> Field {
    let (list, named) = match input.entry {
        Entry::From(from) => (choices::id(from), suggestions.name(from, &value).to_owned()),
        Entry::Text | Entry::Date | Entry::Figure | Entry::Fraction | Entry::OneOf(_) | Entry::Named => {
            (String::new(), String::new())
        }
    };
    let options = match input.entry {
        Entry::OneOf(options) => {
            let mut shown: Vec<_> = options.iter().map(|option| (*option, word(option), *option == value)).collect();
            if !shown.iter().any(|(_, _, chosen)| *chosen) && value.is_empty() {
                shown.iter_mut().take(1).for_each(|first| first.2 = true);
            }
            shown
        }
        Entry::Text | Entry::Date | Entry::Figure | Entry::Fraction | Entry::From(_) | Entry::Named => Vec::new(),
    };
    Field {
        id: String::new(),
        name: String::new(),
        label: String::new(),
        hint: "",
        value,
        worked_out: String::new(),
        is_date: input.entry == Entry::Date,
        style: if matches!(input.entry, Entry::Figure | Entry::Fraction) { "figure" } else { "" },
        is_required: input.is_required,
        is_first: false,
        list,
        named,
        options,
        fault: String::new(),
        note: None,
    }
}

/// Where the form of a document has what a fault is about: `sent` are the rows that were sent.
pub fn place(kind: DocumentType, sent: &[usize], pointer: &str) -> Option<Place> {
    let mut parts = pointer.strip_prefix('/')?.splitn(3, '/');
    let (name, index, column) = (parts.next()?, parts.next(), parts.next());
    let columns = shape::columns(kind);
    let first = columns.first().filter(|_| name == shape::lines(kind).name());
    let Some(first) = first else { return place_of(kind.name(), &shape::head(kind), pointer) };
    let Some(index) = index else {
        return Some(Place::new(label(kind.name(), shape::lines(kind)), format!("l-1-{}", first.name)));
    };
    let row = sent.get(index.parse::<usize>().ok()?)?.saturating_add(1).to_string();
    // What a line names in dimensions is one field: `dimensions/0/value_id`.
    let column = column.map(|column| column.split_once('/').map_or(column, |(first, _)| first));
    Some(match columns.iter().find(|known| Some(known.name.name()) == column) {
        Some(column) => {
            let label = filled("editor.cell", &[&head_of(kind, column).label, &row]);
            Place::new(label, format!("l-{row}-{}", column.name))
        }
        None => Place::new(filled("problem.line", &[&row]), format!("l-{row}-{}", first.name)),
    })
}

/// The same of a form with a head alone.
pub fn place_of(of: &str, inputs: &[Input], pointer: &str) -> Option<Place> {
    let name = pointer.strip_prefix('/')?;
    let input = inputs.iter().find(|input| input.name.name() == name)?;
    Some(Place::new(label(of, input.name), format!("f-{}", input.name)))
}

/// The form of a document. `sent` are the rows that were sent, for the faults; `rows` how many there are at least.
pub fn sheet(
    kind: DocumentType,
    form: &Fields,
    problem: Option<&Problem>,
    sent: &[usize],
    rows: usize,
    is_new: bool,
    suggestions: Suggestions,
) -> Sheet {
    let head = shape::head(kind);
    // A document keeps its id.
    let shown = head.iter().filter(|input| is_new || input.name != kind.id());
    let (rare, fields): (Vec<&Input>, Vec<&Input>) = shown.partition(|input| input.is_rare);
    let field = |input: &&Input| field(kind.name(), input, form, problem, &suggestions);
    let rare: Vec<Field> = rare.iter().map(field).collect();
    let mut fields: Vec<Field> = fields.iter().map(field).collect();
    if let Some(first) = fields.iter_mut().find(|field| field.is_required && field.value.is_empty()) {
        first.is_first = true;
    }
    let columns = shape::columns(kind);
    let lines = Lines::read(kind, form);
    let count = if columns.is_empty() { 0 } else { lines.count().max(rows) };
    Sheet {
        is_open: rare.iter().any(|field| !field.value.is_empty() || !field.fault.is_empty()),
        fields,
        rare,
        columns: columns.iter().map(|column| head_of(kind, column)).collect(),
        lines: match kind.family() {
            Family::Journal | Family::Items => ["editor.lines", "editor.lines.hint"],
            Family::Payment => ["editor.parts", "editor.parts.hint"],
        },
        rows: (0..count).map(|at| row(kind, at, &lines, problem, sent, &suggestions)).collect(),
        fault: problem.and_then(|problem| problem.at_member(shape::lines(kind))).unwrap_or_default().to_owned(),
        suggestions,
    }
}

fn head_of(kind: DocumentType, column: &Input) -> Column {
    Column {
        name: column.name,
        label: label(&format!("{}.line", kind.name()), column.name),
        is_figure: matches!(column.entry, Entry::Figure | Entry::Fraction),
    }
}

fn row(
    kind: DocumentType,
    at: usize,
    lines: &Lines,
    problem: Option<&Problem>,
    sent: &[usize],
    suggestions: &Suggestions,
) -> Row {
    let line = sent.iter().position(|row| *row == at);
    let fault = |below: &str| -> String {
        let found = line.zip(problem).and_then(|(line, problem)| {
            let pointer = format!("{}/{line}{below}", shape::lines(kind).pointer());
            if below.is_empty() { problem.at(&pointer) } else { problem.at_or_below(&pointer) }
        });
        found.unwrap_or_default().to_owned()
    };
    let number = at.saturating_add(1);
    let cells = shape::columns(kind).iter().map(|column| {
        let head = head_of(kind, column);
        Field {
            id: format!("l-{number}-{}", column.name),
            name: in_line(column.name),
            label: filled("editor.cell", &[&head.label, &number.to_string()]),
            fault: fault(&format!("/{}", column.name)),
            worked_out: known(&format!("editor.example.{}", column.name)).unwrap_or_default().to_owned(),
            ..entered(column, lines.cell(column.name, at).to_owned(), suggestions)
        }
    });
    Row { number, line_number: lines.cell(LINE_NUMBER, at).to_owned(), cells: cells.collect(), fault: fault("") }
}

#[cfg(test)]
mod tests {
    use super::place;
    use crate::vocabulary::DocumentType;

    #[test]
    fn faults_find_their_fields() {
        let bill = DocumentType::of("bill").expect("a type");
        // The second line that was sent stands in the third row.
        for (pointer, label, field) in [
            ("/vendor_id", "Vendor", "f-vendor_id"),
            ("/lines/1/account_id", "Account, line 3", "l-3-account_id"),
            ("/lines/1/dimensions/0/value_id", "Dimensions, line 3", "l-3-dimensions"),
            ("/lines/0", "Line 1", "l-1-account_id"),
            ("/lines", "Lines", "l-1-account_id"),
        ] {
            let found = place(bill, &[0, 2], pointer).map(|place| (place.label, place.field));
            assert_eq!(found, Some((label.to_owned(), field.to_owned())), "{pointer}");
        }
        for pointer in ["", "/nothing", "/lines/9/account_id", "/lines/x"] {
            assert!(place(bill, &[0, 2], pointer).is_none(), "{pointer}");
        }
    }
}
