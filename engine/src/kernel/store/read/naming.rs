//! The posting lines that name some values in a dimension, told by the line of their document. See docs/rules/dimensions.md#in-reports.

use std::collections::BTreeSet;

use sea_orm::{DbBackend, Value};

use crate::values::dimension::{COST_CENTER, DEPARTMENT};

/// The line of the document that a posting line `l` is of, as `n`; none of what the service added.
pub const NAMED: &str = "LEFT JOIN document_line n \
    ON n.kind = l.source_kind AND n.document_id = l.source_id AND n.line_number = l.line_number";

/// Some values of a dimension. An empty text among them stands for lines that name none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Naming {
    pub dimension_id: String,
    pub values: BTreeSet<String>,
}

impl Naming {
    /// Whether a line with this value is one of them.
    pub fn has(&self, value_id: Option<&str>) -> bool {
        self.values.contains(value_id.unwrap_or_default())
    }

    /// The same of a row `n` of [`NAMED`]; the values are added to those of the statement.
    pub fn condition(&self, backend: DbBackend, given: &mut Vec<Value>) -> String {
        let named = match self.dimension_id.as_str() {
            DEPARTMENT => "n.department_id".to_owned(),
            COST_CENTER => "n.cost_center_id".to_owned(),
            other => {
                given.push(format!(" {other}=").into());
                in_text(backend, given.len())
            }
        };
        let mut places = Vec::with_capacity(self.values.len());
        for value in &self.values {
            given.push(value.as_str().into());
            places.push(format!("${}", given.len()));
        }
        format!("COALESCE({named}, '') IN ({})", places.join(", "))
    }
}

/// What the text `project=P-100 region=EU` has after the word at this place of the statement; an empty text where it has no such word.
fn in_text(backend: DbBackend, place: usize) -> String {
    let (text, word) = ("(' ' || n.dimensions || ' ')", format!("${place}"));
    if backend == DbBackend::Postgres {
        return format!("split_part(split_part({text}, {word}, 2), ' ', 1)");
    }
    let after = format!("substr({text}, instr({text}, {word}) + length({word}))");
    format!("CASE WHEN instr({text}, {word}) = 0 THEN '' ELSE substr({after}, 1, instr({after}, ' ') - 1) END")
}
