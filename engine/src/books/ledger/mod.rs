//! The general ledger: accounts, balanced postings, balances.

pub mod posting;
mod sums;
mod tax_part;

pub use posting::{Posting, PostingKind, PostingLine};
pub use sums::LedgerSums;
pub use tax_part::TaxPart;
