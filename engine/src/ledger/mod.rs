//! The general ledger: accounts, balanced postings, balances.

pub mod account;
pub mod posting;

pub use account::{Account, AccountType, Subtype};
pub use posting::{Posting, PostingKind, PostingLine};
