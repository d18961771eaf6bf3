//! What changed in a draft while somebody else had it open: what stands there now beside what was typed.

use serde_json::Value;

use super::content::{Lines, WORKED_OUT_LINE, is_of_parts, typed};
use super::shape::{self, Entry, Input};
use crate::fields::Fields;
use crate::interface::schema::{Document, DocumentInput};
use crate::json::Members;
use crate::reader::Reader;
use crate::text::filled;
use crate::visit::Visit;
use crate::vocabulary::{DocumentType, word};

/// The draft as it is now.
pub struct Meanwhile {
    pub version: String,
    pub by: String,
    pub differences: Vec<Difference>,
}

/// One field that differs.
pub struct Difference {
    pub label: String,
    pub now: String,
    pub typed: String,
}

/// Compares the draft with what was typed; what was left empty for the interface to work out is not compared.
pub fn read(visit: &Visit, kind: DocumentType, document: &Value, form: &Fields) -> Meanwhile {
    let reader = visit.reader;
    let mut differences = Vec::new();
    let mut compare = |input: &Input, label: String, now: String, mine: &str| {
        let mine = mine.trim();
        // Two spellings of one amount are the same.
        let is_figure = matches!(input.entry, Entry::Figure | Entry::Fraction);
        let is_same = now == mine || (is_figure && are_equal(reader, &now, mine));
        if !is_same {
            differences.push(Difference { label, now, typed: mine.to_owned() });
        }
    };
    for input in shape::head(kind) {
        let mine = form.get(input.name).unwrap_or_default();
        let is_sum = input.name == DocumentInput::PAYMENT && is_of_parts(document);
        if input.name != kind.id() && !((input.is_rare || is_sum) && mine.is_empty()) {
            compare(&input, word(input.name.name()), typed(&input, document, reader), mine);
        }
    }
    let lines = Lines::read(kind, form);
    let there = document.list(shape::lines(kind));
    for row in 0..lines.count().max(there.len()) {
        if row >= there.len() && !lines.is_used(kind, row) {
            continue;
        }
        let line = there.get(row).unwrap_or(&Value::Null);
        for column in shape::columns(kind) {
            let mine = lines.cell(column.name, row);
            let is_worked_out = WORKED_OUT_LINE.contains(&column.name) && mine.is_empty();
            if !is_worked_out {
                let number = row.saturating_add(1).to_string();
                compare(
                    column,
                    filled("editor.cell", &[&word(column.name.name()), &number]),
                    typed(column, line, reader),
                    mine,
                );
            }
        }
    }
    Meanwhile { version: document.text(Document::VERSION), by: document.text(Document::UPDATED_BY), differences }
}

/// Two spellings of one number.
fn are_equal(reader: Reader, one: &str, other: &str) -> bool {
    let shortest = |text: &str| {
        let number = reader.fraction(text).as_number()?.to_string();
        Some(if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.').to_owned() } else { number })
    };
    shortest(one).is_some_and(|one| shortest(other) == Some(one))
}
