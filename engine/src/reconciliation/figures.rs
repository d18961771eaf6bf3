//! The figures of a worksheet.

use crate::clock::Timestamp;
use crate::money::Minor;

/// The figures, in the session's currency; withdrawals are negative.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Summary {
    pub statement_ending_balance: Minor,
    pub gl_ending_balance: Minor,
    pub cleared_deposits: Minor,
    pub cleared_withdrawals: Minor,
    pub cleared_balance: Minor,
    pub uncleared_deposits: Minor,
    pub uncleared_withdrawals: Minor,
    pub uncleared_balance: Minor,
    pub bank_adjustments: Minor,
    pub book_adjustments: Minor,
    pub difference: Minor,
}

/// The figures of the worksheet that a completion needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figures {
    pub summary: Summary,
    /// When the latest of what is counted was posted or cleared.
    pub posted_until: Option<Timestamp>,
}
