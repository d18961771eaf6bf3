//! What the desk of an approver is sorted by, and where its pages go on.

use crate::books::document::{Document, DocumentOrder};
use crate::kernel::store::read::documents::cursor;
use crate::values::clock::Timestamp;
use crate::values::error::{Faults, Refusal};
use crate::values::money::Minor;
use crate::values::page::{Cursor, PageRequest};

/// What the desk is sorted by.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum DeskOrder {
    /// The newest documents first.
    #[default]
    Newest,
    /// What has waited longest first.
    Oldest,
    /// The largest amounts in base currency first.
    Amount,
    /// What is due first; what is never due last.
    DueDate,
    /// By the id of the customer, vendor or employee; what is of none last.
    Party,
    /// Whose deadline is next; what has none last.
    Deadline,
}

impl DeskOrder {
    /// Where a document stands: lists run from the greatest number to the least.
    pub fn place(self, document: &Document) -> Cursor {
        let submitted = document.stage.submitted().map_or(0, |submitted| submitted.at.micros());
        let at = match self {
            Self::Newest => return cursor(document),
            Self::Oldest => submitted.saturating_neg(),
            Self::Amount => amount(document).0,
            Self::DueDate => document.content.due_date().map_or(i64::MIN, |due| due.start().micros().saturating_neg()),
            Self::Party => i64::from(document.content.party().is_some()),
            Self::Deadline => deadline(document).map_or(i64::MIN, |due| due.micros().saturating_neg()),
        };
        let party = match self {
            Self::Party => descending(document.content.party().unwrap_or_default()),
            Self::Newest | Self::Oldest | Self::Amount | Self::DueDate | Self::Deadline => String::new(),
        };
        // Of two types, documents may have one id.
        Cursor { at, id: format!("{}{party}{} {}", self.mark(), document.key.kind.name(), document.key.id) }
    }

    /// What its cursors begin with. An id has no blank, so that the newest need no mark.
    const fn mark(self) -> &'static str {
        match self {
            Self::Newest => "",
            Self::Oldest => "oldest ",
            Self::Amount => "amount ",
            Self::DueDate => "due_date ",
            Self::Party => "party ",
            Self::Deadline => "deadline ",
        }
    }

    /// Refuses the cursor of another order, or of another list: from there, documents would be passed over.
    pub(super) fn check(self, page: &PageRequest) -> Result<(), Refusal> {
        if self == Self::Newest {
            DocumentOrder::Newest.page(page)?;
        }
        let is_own = |from: &Cursor| match self {
            Self::Newest => !from.id.contains(' '),
            _ => from.id.starts_with(self.mark()),
        };
        if page.after.as_ref().is_none_or(is_own) { Ok(()) } else { Err(foreign_cursor()) }
    }
}

pub(super) fn foreign_cursor() -> Refusal {
    Faults::one("cursor", "is not a next_cursor of this list")
}

/// What the document is about in base currency.
pub(super) fn amount(document: &Document) -> Minor {
    document.content.base_total
}

/// By when its current step is to be signed.
pub(super) fn deadline(document: &Document) -> Option<Timestamp> {
    let (clock, step) = document.stage.waiting_step()?;
    clock.due_at(step)
}

/// A text whose order is the other way round, as lists run from the greatest to the least. Its end is above every digit, so that a
/// text comes before those that it begins.
fn descending(text: &str) -> String {
    let digits = text.bytes().map(|byte| format!("{:02x}", !byte));
    digits.chain(["g".to_owned()]).collect()
}
