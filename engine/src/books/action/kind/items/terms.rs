//! The payment terms of a bill or an invoice, and what they come to on its day. See docs/rules/payment-terms.md#documents-with-terms.

use crate::books::action::kind::checks;
use crate::books::action::rate::ReadIn;
use crate::books::command::Snapshot;
use crate::books::document::draft::ItemsDraft;
use crate::books::document::{Offered, Terms};
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal};
use crate::values::kind::{ItemsType, Party};
use crate::values::money::Minor;
use crate::values::payment_terms::PaymentTerms;

/// Where they stand in a body.
pub const POINTER: &str = "/payment_terms_id";

/// The terms that the draft names, or those of its party where it gives no due date either.
pub fn of<'a>(
    of: ItemsType,
    items: &ItemsDraft,
    snapshot: &'a Snapshot,
    faults: &mut Faults,
) -> Option<&'a PaymentTerms> {
    let id = match &items.payment_terms_id {
        Some(named) => named,
        None if items.due_date.is_none() && of.needs_due_date && !faults.has("/due_date") => {
            of_party(of, items, snapshot)?
        }
        None => return None,
    };
    match snapshot.catalog.payment_terms.get(id) {
        None => faults.add(POINTER, format!("there are no payment terms {id:?}")),
        Some(terms) if !terms.is_active => faults.add(POINTER, format!("payment terms {id:?} are inactive")),
        Some(terms) => return Some(terms),
    }
    None
}

fn of_party<'a>(of: ItemsType, items: &ItemsDraft, snapshot: &'a Snapshot) -> Option<&'a String> {
    let key = Party::recorded(of.party).zip(items.party_id.clone())?;
    snapshot.parties.get(&key)?.payment_terms_id.as_ref()
}

/// What the document keeps of them: a discount where they have one for its side of the trade, and it comes to something.
pub fn kept(
    of: ItemsType,
    terms: &PaymentTerms,
    tran_date: Date,
    total: Minor,
    read_in: ReadIn,
    snapshot: &Snapshot,
) -> Result<Terms, Refusal> {
    let Some((early, account_id)) = terms.discount.as_ref().zip(terms.discount_account(of.control)) else {
        return Ok(Terms { payment_terms_id: terms.payment_terms_id.clone(), discount: None });
    };
    let mut faults = Faults::default();
    checks::item_account(Some(account_id), POINTER, read_in, snapshot, &mut faults);
    let amount = early.of(total, read_in.currency).unwrap_or_else(|error| {
        faults.add(POINTER, error.to_string());
        Minor::ZERO
    });
    faults.or(())?;
    let until = tran_date.plus_days(early.days);
    let discount = amount.is_positive().then(|| Offered { until, amount, account_id: account_id.clone() });
    Ok(Terms { payment_terms_id: terms.payment_terms_id.clone(), discount })
}
