//! What a document puts into the ledger, by what the command sees besides it.

use std::collections::{BTreeMap, VecDeque};

use crate::books::action::{kind, settlement};
use crate::books::command::Snapshot;
use crate::books::document::{Document, Line};
use crate::books::ledger::posting::{Posting, PostingError, PostingKind, PostingLine};
use crate::values::clock::Date;
use crate::values::error::{Refusal, RefusalName};
use crate::values::money::Minor;

/// The lines of its posting, balanced in its own currency and in base. A reversing entry takes back what its original put there, as far
/// as the snapshot has that: [`crate::kernel::store::snapshot`] reads it where a rate may have left something over.
/// See docs/rules/postings.md#reversal.
pub fn lines(document: &Document, snapshot: &Snapshot) -> Result<Vec<PostingLine>, PostingError> {
    if let Some(lines) = undone(document, snapshot).and_then(|original| taken_back(document, original)) {
        return Ok(lines);
    }
    let settled = settlement::settled_by(document, snapshot);
    kind::posting_lines(document, &settled, &snapshot.catalog, &snapshot.settings)
}

/// What the document itself posted.
pub fn posted<'a>(document: &Document, snapshot: &'a Snapshot) -> Result<&'a Posting, Refusal> {
    let of_document = |posting: &&Posting| posting.kind == PostingKind::Document && posting.source == document.key;
    snapshot.postings.iter().find(of_document).ok_or_else(|| {
        RefusalName::PostingMissing.because(format!("the posting of {:?} is not there", document.key.id))
    })
}

/// The last return of a payment, and which one that is.
pub fn returned<'a>(payment: &Document, snapshot: &'a Snapshot) -> Result<(u32, &'a Posting), Refusal> {
    let own = snapshot.postings.iter().filter(|posting| posting.source == payment.key);
    let returns = own.filter_map(|posting| match posting.kind {
        PostingKind::Return(number) => Some((number, posting)),
        PostingKind::Document | PostingKind::Void | PostingKind::Unreturn(_) | PostingKind::Application(_) => None,
    });
    returns.max_by_key(|(number, _)| *number).ok_or_else(|| {
        RefusalName::PostingMissing.because(format!("the posting of the return of {:?} is not there", payment.key.id))
    })
}

/// What the next return of a payment is called: it may have come back before, by mistake.
pub fn next_return(payment: &Document, snapshot: &Snapshot) -> PostingKind {
    PostingKind::Return(returned(payment, snapshot).map_or(1, |(number, _)| number.saturating_add(1)))
}

/// The day from which on what the document posted stands in the ledger: that of its posting, or, of a payment whose return was taken back,
/// of that. Nothing takes it back on an earlier one.
pub fn stands_since(document: &Document, original: &Posting, snapshot: &Snapshot) -> Date {
    let again = snapshot
        .postings
        .iter()
        .filter(|posting| posting.source == document.key && matches!(posting.kind, PostingKind::Unreturn(_)));
    again.map(|posting| posting.posting_date).fold(original.posting_date, Date::max)
}

fn undone<'a>(document: &Document, snapshot: &'a Snapshot) -> Option<&'a Posting> {
    let original = document.undoes()?;
    let by_it = |posting: &&Posting| posting.kind == PostingKind::Document && posting.source == original;
    snapshot.postings.iter().find(by_it)
}

/// What the original put there, the other way round, with the memos of the reversing entry: its roundings too, on the account that took
/// them. In whatever order: earlier releases may have posted lines in another one than they show. `None` when the two do not match, as
/// where somebody changed rows in the database, which `gl check` tells of.
fn taken_back(document: &Document, original: &Posting) -> Option<Vec<PostingLine>> {
    let mut own: BTreeMap<(&str, Minor), VecDeque<&Line>> = BTreeMap::new();
    for line in document.lines() {
        own.entry((line.account_id.as_str(), line.amount)).or_default().push_back(line);
    }
    let mut lines = Vec::with_capacity(original.lines.len());
    for posted in &original.lines {
        let mut line = PostingLine {
            amount: posted.amount.negated().ok()?,
            base_amount: posted.base_amount.negated().ok()?,
            ..posted.clone()
        };
        // The service adds no line to a journal entry but that of what rounding leaves over.
        if !line.amount.is_zero() {
            let written = own.get_mut(&(posted.account_id.as_str(), line.amount))?.pop_front()?;
            (line.line_number, line.memo) = (written.line_number, written.memo.clone());
        }
        lines.push(line);
    }
    own.values().all(VecDeque::is_empty).then_some(lines)
}
