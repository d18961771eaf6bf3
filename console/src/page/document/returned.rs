//! That a document came back, by whom and why: on top of its page until it is submitted again.

use serde_json::Value;

use crate::interface::schema::{Document, ReturnedByOrNull};
use crate::json::Members;
use crate::visit::Visit;

/// Why it came back.
pub struct Returned {
    /// What happened, a key of the texts.
    pub how: &'static str,
    pub by: String,
    pub at: String,
    pub instant: String,
    pub comments: String,
}

/// Whether two ids are one person's.
pub fn is_same(one: &str, other: &str) -> bool {
    !one.is_empty() && one.to_lowercase() == other.to_lowercase()
}

/// What the interface says of it; nothing where it did not come back.
pub fn returned(visit: &Visit, document: &Value) -> Option<Returned> {
    let returned = document.at(Document::RETURNED);
    let by = returned.given(ReturnedByOrNull::BY)?;
    let how = match document.text(Document::STATUS).as_str() {
        "Rejected" => "document.rejected",
        _ if is_same(&by, &document.text(Document::SUBMITTED_BY)) => "document.recalled_by",
        _ => "document.returned",
    };
    let instant = returned.text(ReturnedByOrNull::AT);
    Some(Returned {
        how,
        by,
        at: visit.reader.instant(&instant),
        instant,
        comments: returned.text(ReturnedByOrNull::COMMENTS),
    })
}
