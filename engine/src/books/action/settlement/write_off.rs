//! PURE: whether a payment may write off what it does. See docs/rules/write-offs.md#the-write-off-of-a-payment.

use crate::books::command::Snapshot;
use crate::books::document::deduction::WRITE_OFF;
use crate::books::document::{Content, Document};
use crate::values::error::{Refusal, RefusalName};
use crate::values::money::{Minor, number};

/// Refuses what its rule does not allow, as the rule is now.
pub fn allowed(payment: &Content, snapshot: &Snapshot) -> Result<(), Refusal> {
    let Some(write_off) = payment.write_off() else { return Ok(()) };
    let id = &write_off.write_off_rule_id;
    // Rules are never deleted: it was there when the payment was written.
    let Some(rule) = snapshot.catalog.write_off_rules.get(id) else {
        return Err(refused(format!("there is no write-off rule {id:?}")));
    };
    if !rule.is_active {
        return Err(refused(format!("write-off rule {id:?} is inactive")));
    }
    let own = rule.currency;
    if own != payment.currency {
        return Err(refused(format!("write-off rule {id:?} is for payments in {own}")).with("currency", own.code()));
    }
    if write_off.amount.magnitude().is_ok_and(|amount| amount > rule.tolerance) {
        let most = own.to_decimal(rule.tolerance);
        return Err(
            refused(format!("write-off rule {id:?} is for {most} {own} at most")).with("tolerance", number(most))
        );
    }
    if write_off.account_id != rule.account_id {
        return Err(refused(format!("write-off rule {id:?} posts to another account now: write the payment anew")));
    }
    Ok(())
}

/// Refuses a write-off beside which something stays due of a document of which the payment settles so much: it is the small rest that is
/// written off, nothing else. More than is due is told by another name.
pub fn settles_all(payment: &Content, amount: Minor, document: &Document) -> Result<(), Refusal> {
    if payment.write_off().is_none() || amount >= document.amount_due() {
        return Ok(());
    }
    let (title, id, currency) = (document.key.kind.title(), &document.key.id, document.content.currency);
    let (settled, due) = (currency.to_decimal(amount), currency.to_decimal(document.amount_due()));
    let why = format!("{settled} is settled of the {due} {currency} due on {title} {id:?}");
    Err(refused(format!("{why}: a write-off is for what leaves nothing due")).with("amount_due", number(due)))
}

fn refused(detail: String) -> Refusal {
    RefusalName::NoWriteOff.because(detail).at(WRITE_OFF)
}
