//! The discount that a payment takes of the document that it pays early. See docs/rules/payment-terms.md#the-discount-taken.

use crate::books::action::kind::checks;
use crate::books::action::rate::ReadIn;
use crate::books::action::settlement::discount::POINTER;
use crate::books::command::Snapshot;
use crate::books::document::draft::PaymentDraft;
use crate::books::document::{Content, Document, Taken};
use crate::values::account::Subtype;
use crate::values::error::Faults;
use crate::values::money::{Currency, Minor, MoneyError};

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
        faults.add(POINTER, "is for a payment of one document");
        return None;
    }
    let amount = checks::positive_amount(Some(given), POINTER, read_in, faults)?;
    let account_id = document.and_then(|document| document.content.offered()).map(|offered| offered.account_id.clone());
    if let Some(id) = &account_id {
        takes_it(id, read_in, snapshot, faults);
    }
    // Without one it is refused by its own name, once everything else is right.
    Some(Taken { amount, account_id: account_id.unwrap_or_default() })
}

/// The account was fit when the terms were written, and may have been changed since.
fn takes_it(id: &str, read_in: ReadIn, snapshot: &Snapshot, faults: &mut Faults) {
    checks::item_account(Some(id), POINTER, read_in, snapshot, faults);
    let account = snapshot.catalog.accounts.get(id);
    if account.and_then(|account| account.subtype).is_some_and(Subtype::holds_money) {
        faults.add(POINTER, format!("account {id:?} holds money; a discount does not go there"));
    }
}

/// What it is in base currency: at the payment's rate, rounded together with the money.
pub fn in_base(payment: &Content, base: Currency) -> Result<Minor, MoneyError> {
    payment.currency.convert(payment.settled_total(), payment.exchange_rate, base)?.checked_sub(payment.base_total)
}
