//! The discount that a payment takes of a document that it pays early. See docs/rules/payment-terms.md#the-discount-taken.

use rust_decimal::Decimal;

use crate::books::action::kind::checks;
use crate::books::action::rate::ReadIn;
use crate::books::command::Snapshot;
use crate::books::document::deduction::DISCOUNT;
use crate::books::document::draft::PaymentDraft;
use crate::books::document::{Document, Taken};
use crate::values::error::Faults;

/// What the draft of a payment of one document takes.
pub fn of_one(
    payment: &PaymentDraft,
    document: Option<&Document>,
    read_in: ReadIn,
    snapshot: &Snapshot,
    faults: &mut Faults,
) -> Option<Taken> {
    let given = payment.discount?;
    if payment.applications.is_some() {
        faults.add(DISCOUNT, "stands in each of the applications");
        return None;
    }
    read(given, DISCOUNT, document, read_in, snapshot, faults)
}

/// What is taken of a document, and where that is posted: the account is the document's.
pub fn read(
    given: Decimal,
    pointer: &str,
    document: Option<&Document>,
    read_in: ReadIn,
    snapshot: &Snapshot,
    faults: &mut Faults,
) -> Option<Taken> {
    let amount = checks::positive_amount(Some(given), pointer, read_in, faults)?;
    let account_id = document.and_then(|document| document.content.offered()).map(|offered| offered.account_id.clone());
    // It was fit when the terms were written, and may have been changed since.
    if let Some(id) = &account_id {
        checks::deduction_account(Some(id), pointer, read_in, snapshot, faults);
    }
    // Without one it is refused by its own name, once everything else is right.
    Some(Taken { amount, account_id: account_id.unwrap_or_default() })
}
