//! What was applied of a credit. See docs/rules/payments.md#applying-a-credit.

use crate::values::clock::{Date, Timestamp};
use crate::values::kind::DocumentKey;
use crate::values::money::Minor;

/// How much of a credit, such as a credit memo, went to which document.
#[derive(Clone, PartialEq, Debug)]
pub struct Application {
    pub credit: DocumentKey,
    /// Counted from 1 within the credit.
    pub position: u32,
    pub settled: DocumentKey,
    /// In their currency.
    pub amount: Minor,
    /// The part of the settled document's balance on the control account that it takes, in base currency.
    pub base_amount: Minor,
    /// The part of the credit's own balance there that it uses up, in base currency.
    pub credit_base_amount: Minor,
    /// The day from which it counts: the later posting of the two documents, or the start of the next open period.
    pub applied_on: Date,
    pub applied_at: Timestamp,
    pub applied_by: String,
    /// The position of the application that it takes back; its amounts are then the opposite of that one's.
    pub undoes: Option<u32>,
}
