//! What sessions unmarked, by the trail.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::stated::UNMARKED;
use crate::features::reconciliation::model::{Part, TransactionId};
use crate::kernel::chain::Row;
use crate::kernel::store::stated;
use crate::values::kind::DocumentKind;

/// A document, and which of its bank transactions.
type Line = (String, Part);

/// What was unmarked, by document and line: by which row of the trail, and of which type where that was said. A later session may take a
/// mark back that an earlier one made.
#[derive(Default, Debug)]
pub struct Unmarked(BTreeMap<Line, Vec<(i64, Option<DocumentKind>)>>);

impl Unmarked {
    /// One row of the trail of a session.
    pub fn push(&mut self, row: &Row, details: &Map<String, Value>) {
        if row.action == "Unclear" {
            for id in named(details, UNMARKED) {
                self.0.entry((id.document_id, id.part)).or_default().push((row.seq, id.kind));
            }
        }
    }

    pub fn append(&mut self, other: Self) {
        for (name, rows) in other.0 {
            self.0.entry(name).or_default().extend(rows);
        }
    }

    /// Whether the mark of this row was taken back; `None` where older rows leave open which of two documents was meant.
    pub fn took(&self, id: &TransactionId, seq: i64) -> Option<bool> {
        let rows = self.0.get(&(id.document_id.clone(), id.part)).map_or(&[][..], Vec::as_slice);
        let later = || rows.iter().filter(|(later, _)| *later > seq);
        if id.kind.is_some() && later().any(|(_, kind)| *kind == id.kind) {
            return Some(true);
        }
        let is_open = later().any(|(_, kind)| kind.is_none() || id.kind.is_none());
        (!is_open).then_some(false)
    }
}

/// What the row marks or unmarks: as it states it, or as it was sent.
pub fn named(details: &Map<String, Value>, member: &str) -> Vec<TransactionId> {
    let stated = details.iter().find_map(|(name, value)| stated::version_of(name).and_then(|_| value.get(member)));
    let ids = stated.or_else(|| details.get("transaction_ids")).and_then(Value::as_array);
    ids.into_iter().flatten().filter_map(|id| TransactionId::parse(id.as_str()?)).collect()
}
