//! What a payment settles besides the money that it moves: each with the account that it goes to.

use std::borrow::Cow;

use crate::books::document::terms::Taken;
use crate::values::money::Minor;

/// One of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deduction<'a> {
    /// Where it stands in a body.
    pub pointer: Cow<'static, str>,
    /// In the payment's currency; less than 0 where more money moves than is settled.
    pub amount: Minor,
    pub account_id: &'a str,
}

impl<'a> Deduction<'a> {
    pub fn discount(pointer: impl Into<Cow<'static, str>>, taken: &'a Taken) -> Self {
        Self { pointer: pointer.into(), amount: taken.amount, account_id: &taken.account_id }
    }
}

/// The small difference that a payment writes off. See docs/rules/write-offs.md#the-write-off-of-a-payment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WriteOff {
    /// Not 0, in the payment's currency: what is let off, or less than 0 what is kept.
    pub amount: Minor,
    /// That of the rule when the payment was written.
    pub account_id: String,
    pub write_off_rule_id: String,
}

/// Where they stand in a body.
pub const DISCOUNT: &str = "/discount";
pub const WRITE_OFF: &str = "/write_off";

/// The discount of one of several documents, by its place among them.
pub fn discount_of_part(at: usize) -> String {
    format!("/applications/{at}/discount")
}
