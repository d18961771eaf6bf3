//! The general ledger: accounts, balanced postings, balances.

pub mod account;
pub mod posting;
mod sums;

pub use account::{Account, AccountType, Subtype};
pub use posting::{Posting, PostingKind, PostingLine};
pub use sums::LedgerSums;
