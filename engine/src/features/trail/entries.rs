//! The journal entries that rows of a period's trail name: what a forced close stranded, and what an exception lets in. Who does not read
//! payroll is told how many of those there are, and not which. See docs/rules/access.md#payroll.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::kernel::store::read::audit::TrailRow;
use crate::values::kind::DocumentKind;

const STRANDED: &str = "stranded";
/// How many were left out of it.
const NOT_SHOWN: &str = "stranded_not_shown";

/// Their ids.
pub(super) fn named(row: &TrailRow) -> impl Iterator<Item = &str> {
    let details = &row.entry.details;
    let stranded = details.get(STRANDED).and_then(Value::as_array).into_iter().flatten().filter_map(stranded);
    stranded.chain(excepted(details))
}

/// Leaves those ids out.
pub(super) fn hide(row: &mut TrailRow, payroll: &BTreeSet<String>) {
    let details = &mut row.entry.details;
    if excepted(details).is_some_and(|id| payroll.contains(id)) {
        details.insert("document_id".to_owned(), Value::Null);
    }
    let Some(Value::Array(all)) = details.get_mut(STRANDED) else { return };
    let before = all.len();
    all.retain(|document| !stranded(document).is_some_and(|id| payroll.contains(id)));
    let left_out = before.saturating_sub(all.len());
    if left_out > 0 {
        details.insert(NOT_SHOWN.to_owned(), left_out.into());
    }
}

fn stranded(document: &Value) -> Option<&str> {
    if document.get("type")?.as_str()? == DocumentKind::JournalEntry.name() {
        document.get("id")?.as_str()
    } else {
        None
    }
}

fn excepted(details: &Map<String, Value>) -> Option<&str> {
    let is_entry = details.get("document_type")?.as_str()? == DocumentKind::JournalEntry.name();
    if is_entry { details.get("document_id")?.as_str() } else { None }
}
