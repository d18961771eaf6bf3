//! What a bill or an invoice has of payment terms, as they were when it was written, and what a payment takes of it. A later change of the
//! terms changes nothing of either. See docs/rules/payment-terms.md.

use crate::values::clock::Date;
use crate::values::money::Minor;

/// The terms that a bill or an invoice was written with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    pub payment_terms_id: String,
    /// None where the terms give this side of the trade none.
    pub discount: Option<Offered>,
}

/// What is let off where all that is due is paid by a day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offered {
    /// The last `tran_date` of such a payment.
    pub until: Date,
    /// More than 0, in the document's currency.
    pub amount: Minor,
    pub account_id: String,
}

/// What a payment settles of its document besides the money that it moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Taken {
    /// More than 0, in the payment's currency.
    pub amount: Minor,
    /// That of the document when the payment was written.
    pub account_id: String,
}
