//! How an account's statements stand up to a day.

use crate::features::bank_statements::model::chain::Break;
use crate::values::money::Minor;

/// What the bank says, and what of it is still open.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// What the account held at the end of the day; `None` where the statements have no balances.
    pub balance: Option<Minor>,
    /// Lines up to the day that are neither matched nor explained.
    pub open_lines: u64,
    /// The first of them.
    pub first_open: Vec<String>,
    /// The first break of a statement that the day needs, with its id.
    pub broken: Option<(String, Break)>,
}
