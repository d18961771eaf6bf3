//! The general ledger: accounts, balanced postings, balances.

pub mod posting;
mod sums;

pub use posting::{Posting, PostingKind, PostingLine};
pub use sums::LedgerSums;
