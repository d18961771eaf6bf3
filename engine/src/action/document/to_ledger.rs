//! What a document puts into the ledger, by what the command sees besides it.

use crate::action::document::{kind, settlement};
use crate::command::Snapshot;
use crate::document::Document;
use crate::ledger::posting::{Posting, PostingError, PostingKind, PostingLine};

/// The lines of its posting, balanced in its own currency and in base. A reversing entry takes back what its original put there, as far
/// as the snapshot has that: [`crate::store::snapshot`] reads it where a rate may have left something over.
/// See docs/rules/postings.md#reversal.
pub fn lines(document: &Document, snapshot: &Snapshot) -> Result<Vec<PostingLine>, PostingError> {
    let settled = settlement::settled_by(document, snapshot);
    let own = kind::posting_lines(document, settled, &snapshot.catalog, &snapshot.settings);
    match undone(document, snapshot) {
        Some(original) => taken_back(document, original).map_or(own, Ok),
        None => own,
    }
}

fn undone<'a>(document: &Document, snapshot: &'a Snapshot) -> Option<&'a Posting> {
    let original = document.undoes()?;
    let by_it = |posting: &&Posting| posting.kind == PostingKind::Document && posting.source == original;
    snapshot.postings.iter().find(by_it)
}

/// What the original put there, the other way round, with the memos of the reversing entry: its roundings too, on the account that took
/// them. `None` when the two do not match, line by line.
fn taken_back(document: &Document, original: &Posting) -> Option<Vec<PostingLine>> {
    let mut own = document.lines();
    let mut lines = Vec::with_capacity(original.lines.len());
    for line in &original.lines {
        let mut line = PostingLine {
            amount: line.amount.negated().ok()?,
            base_amount: line.base_amount.negated().ok()?,
            ..line.clone()
        };
        // The service adds no line to a journal entry but that of what rounding leaves over.
        if !line.amount.is_zero() {
            let written = own.next().filter(|own| own.account_id == line.account_id && own.amount == line.amount)?;
            (line.line_number, line.memo) = (written.line_number, written.memo.clone());
        }
        lines.push(line);
    }
    own.next().is_none().then_some(lines)
}
