//! PURE: head-room. The sums of the ledger are whole minor units in 64 bits, so a document whose posting would pass them could be
//! signed and never posted. The last signature asks before. See docs/rules/amounts.md#head-room.

use crate::books::document::Document;
use crate::books::document::content::{Content, EntryType, Particulars};
use crate::books::ledger::LedgerSums;
use crate::values::error::{Faults, Refusal};
use crate::values::money::Minor;

/// Only a document of so many minor units asks, and is counted beside the ledger: 1,000,000,000,000.00. Tens of thousands of others fit into
/// what is kept free.
const LARGE: i64 = 100_000_000_000_000;

/// What 64 bits hold. The half of it is kept free, so that whatever is posted can be voided and reversed.
const MOST: i128 = i64::MAX as i128;

/// Whether the document is so large that its last signature asks for the sums.
pub fn asks(document: &Document) -> bool {
    let content = &document.content;
    moved(content).0 >= LARGE || content.base_total.0 >= LARGE
}

/// Refuses a document whose posting the sums would not hold. `pointer` names its amount.
pub fn check(document: &Document, sums: Option<&LedgerSums>, pointer: &str) -> Result<(), Refusal> {
    let Some(sums) = sums.filter(|_| asks(document)) else { return Ok(()) };
    let content = &document.content;
    let bound = if undoes(document) { MOST } else { MOST / 2 };
    let fits = |sum: i128, amount: Minor| sum.saturating_add(i128::from(amount.0)) <= bound;
    if fits(sums.in_currency, moved(content)) && fits(sums.in_base, content.base_total) {
        return Ok(());
    }
    Err(Faults::one(
        pointer,
        "is more than the ledger can still add to its sums, which are whole minor units in 64 bits",
    ))
}

/// What it adds to a side of the ledger: of a payment the larger of its money and what that settles.
fn moved(content: &Content) -> Minor {
    content.settled_total().max(content.total)
}

/// A reversing entry may use what is kept free for it.
const fn undoes(document: &Document) -> bool {
    match &document.content.particulars {
        Particulars::Journal(journal) => matches!(journal.entry_type, EntryType::Reversing { .. }),
        Particulars::Items(_) | Particulars::Payment(_) => false,
    }
}
