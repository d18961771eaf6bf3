//! The discount that a payment takes of the document that it pays early. See docs/rules/payment-terms.md#the-discount-taken.

use crate::books::action::kind::checks;
use crate::books::action::rate::ReadIn;
use crate::books::command::Snapshot;
use crate::books::document::deduction::DISCOUNT;
use crate::books::document::draft::PaymentDraft;
use crate::books::document::{Document, Taken};
use crate::values::error::Faults;

/// What the draft takes, and where that is posted: the account is the document's.
pub fn read(
    payment: &PaymentDraft,
    document: Option<&Document>,
    read_in: ReadIn,
    snapshot: &Snapshot,
    faults: &mut Faults,
) -> Option<Taken> {
    let given = payment.discount?;
    if payment.applications.is_some() {
        faults.add(DISCOUNT, "is for a payment of one document");
        return None;
    }
    let amount = checks::positive_amount(Some(given), DISCOUNT, read_in, faults)?;
    let account_id = document.and_then(|document| document.content.offered()).map(|offered| offered.account_id.clone());
    // It was fit when the terms were written, and may have been changed since.
    if let Some(id) = &account_id {
        checks::deduction_account(Some(id), DISCOUNT, read_in, snapshot, faults);
    }
    // Without one it is refused by its own name, once everything else is right.
    Some(Taken { amount, account_id: account_id.unwrap_or_default() })
}
