//! The table of exchange rates.

pub(crate) mod check;
pub mod commands;
pub mod model;
pub mod query;
pub mod reads;
pub mod records;
