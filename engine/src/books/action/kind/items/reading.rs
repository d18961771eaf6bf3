//! A line of items while it is read: what it says, and what its document says of all lines.

use rust_decimal::Decimal;

use crate::books::action::kind::checks;
use crate::books::action::rate::ReadIn;
use crate::books::command::Snapshot;
use crate::books::document::draft::ItemLineDraft;
use crate::values::clock::Date;
use crate::values::error::Faults;
use crate::values::kind::ItemsType;
use crate::values::money::Currency;

/// What the lines of a document have in common.
#[derive(Clone, Copy)]
pub struct Written<'a> {
    pub of: ItemsType,
    /// The day of the document, where it has one.
    pub on: Option<Date>,
    pub read_in: ReadIn,
    pub exchange_rate: Decimal,
    pub snapshot: &'a Snapshot,
}

/// A line as it is being read.
pub(super) struct Reading<'a> {
    pub(super) at: usize,
    pub(super) draft: &'a ItemLineDraft,
    pub(super) written: Written<'a>,
}

impl Reading<'_> {
    pub(super) fn this(&self) -> String {
        format!("/lines/{}", self.at)
    }

    pub(super) fn pointer(&self, field: &str) -> String {
        format!("/lines/{}/{field}", self.at)
    }

    pub(super) fn item_account(&self, id: Option<&str>, field: &str, faults: &mut Faults) {
        checks::item_account(id, &self.pointer(field), self.written.read_in, self.written.snapshot, faults);
    }

    pub(super) fn currency(&self) -> Currency {
        self.written.read_in.currency
    }
}
