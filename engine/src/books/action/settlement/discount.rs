//! PURE: whether a payment may take its discount. See docs/rules/payment-terms.md#the-discount-taken.

use crate::books::document::{Content, Document};
use crate::values::error::{Refusal, RefusalName};
use crate::values::money::{Minor, number};

/// Refuses a discount that the document does not have on the payment's day, or not so much of it.
pub fn offered(payment: &Content, document: &Document) -> Result<(), Refusal> {
    let Some(taken) = payment.discount_of(&document.key) else { return Ok(()) };
    let refused = |detail: String| refused(detail, &taken.pointer);
    let (title, id, currency) = (document.key.kind.title(), &document.key.id, document.content.currency);
    let Some(offered) = document.content.offered() else {
        return Err(refused(format!("{title} {id:?} has no discount")));
    };
    let most = currency.to_decimal(offered.amount);
    let told = |refusal: Refusal| {
        refusal.with("discount_date", offered.until.to_string()).with("discount_amount", number(most))
    };
    if payment.tran_date > offered.until {
        return Err(told(refused(format!("the discount of {title} {id:?} is for payments up to {}", offered.until))));
    }
    if taken.amount > offered.amount {
        return Err(told(refused(format!("the discount of {title} {id:?} is {most} {currency} at most"))));
    }
    if taken.account_id != offered.account_id {
        return Err(told(refused(format!(
            "the discount of {title} {id:?} goes to another account now: write the payment anew"
        ))));
    }
    Ok(())
}

/// The same of a payment that settles so much of the document as it is now, which it must settle alone: a discount is for what is paid at once, and so
/// it is taken once. Beside another settlement it could be taken again when that is given back.
pub fn settles_all(payment: &Content, settled: Minor, document: &Document) -> Result<(), Refusal> {
    offered(payment, document)?;
    let Some(taken) = payment.discount_of(&document.key) else { return Ok(()) };
    if settled > document.amount_due() {
        // More than is due is told by another name.
        return Ok(());
    }
    let refused = |detail: String| refused(detail, &taken.pointer);
    let (title, id, currency) = (document.key.kind.title(), &document.key.id, document.content.currency);
    let decimal = |amount| currency.to_decimal(amount);
    let paid = document.settlement.amount_paid;
    if !paid.is_zero() {
        let why = "a discount is for what one payment settles";
        return Err(refused(format!("{} of {title} {id:?} is paid or applied: {why}", decimal(paid)))
            .with("amount_paid", number(decimal(paid))));
    }
    if settled == document.amount_due() {
        return Ok(());
    }
    let (settled, due) = (decimal(settled), decimal(document.amount_due()));
    let besides = if payment.write_off().is_some() { ", discount and write-off" } else { " and discount" };
    let why = format!("payment{besides} come to {settled}, and {due} {currency} is due on {title} {id:?}");
    Err(refused(format!("{why}: a discount is for all that is due")).with("amount_due", number(due)))
}

fn refused(detail: String, pointer: &str) -> Refusal {
    RefusalName::NoDiscount.because(detail).at(pointer)
}
