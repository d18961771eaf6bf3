//! Entries of a deferral whose document was voided while they waited: what it put on its account is taken back already.
//! See docs/rules/deferrals.md#entries-of-a-voided-document.

use crate::books::action::guard;
use crate::books::command::Snapshot;
use crate::books::document::deferred::Deferred;
use crate::books::document::{Document, Status};
use crate::values::error::Refusal;

/// Refuses the submission and the signatures of an entry whose document is Voided. The command's
/// [`crate::books::command::Wants`] must name the entry in `deferred_by`.
pub fn not_called_off(entry: &Document, snapshot: &Snapshot) -> Result<(), Refusal> {
    let Some(Deferred { source, status: Status::Voided }) = &snapshot.deferred else { return Ok(()) };
    let way_out = if entry.status() == Status::Draft { "delete it" } else { "reject it" };
    let what = format!("{} {:?}, of which it is a part, was voided", source.kind.title(), source.id);
    Err(guard::barred(entry, what).with_way_out(Some(way_out.to_owned())))
}
