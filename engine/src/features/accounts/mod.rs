//! The accounts of the ledger.

pub mod commands;
pub(crate) mod stored;
