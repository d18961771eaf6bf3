//! Bills. See docs/rules/documents.md#bill.

use engine::document::{Document, Draft};
use engine::error::Faults;
use engine::kind::DocumentKind;

use super::document::{Collection, Seen};
use crate::schema::Id;
use crate::schema::document::bill::{Bill, BillInput};

/// The collection `bills`.
pub struct Bills;

impl Collection for Bills {
    const KIND: DocumentKind = DocumentKind::Bill;
    const PATH: &'static str = "/bills";
    const NAME: &'static str = "Bill";
    type Input = BillInput;
    type View = Bill;
    type Party = Id;

    fn draft(input: BillInput, _: &mut Faults) -> Draft {
        input.into_draft()
    }

    fn view(document: &Document, seen: &Seen) -> Bill {
        Bill::of(document, seen)
    }
}
