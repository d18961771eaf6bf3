//! The table of exchange rates.

pub mod commands;
pub mod query;
