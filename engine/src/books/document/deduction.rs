//! What a payment settles besides the money that it moves: each with the account that it goes to.

use crate::books::document::content::{Content, Payment};
use crate::values::money::Minor;

/// One of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deduction<'a> {
    /// Where it stands in a body.
    pub pointer: &'static str,
    /// In the payment's currency.
    pub amount: Minor,
    pub account_id: &'a str,
}

/// Where the discount stands in a body.
pub const DISCOUNT: &str = "/discount";

impl Payment {
    /// In the order in which they are posted.
    pub fn deductions(&self) -> impl Iterator<Item = Deduction<'_>> {
        self.discount.iter().map(|taken| Deduction {
            pointer: DISCOUNT,
            amount: taken.amount,
            account_id: &taken.account_id,
        })
    }
}

impl Content {
    /// Those of a payment; nothing else has any.
    pub fn deductions(&self) -> impl Iterator<Item = Deduction<'_>> {
        self.payment().into_iter().flat_map(Payment::deductions)
    }

    /// What a payment settles: the money that it moves, and its deductions. All of them fit into an amount together: it was checked when
    /// they were written.
    pub fn settled_total(&self) -> Minor {
        Minor(self.deductions().fold(self.total.0, |sum, deduction| sum.saturating_add(deduction.amount.0)))
    }
}
