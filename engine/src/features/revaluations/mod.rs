//! Revaluation at a period's end: what open items and accounts in other currencies are worth at the rate of that day, and the entries
//! that bring the books there. See docs/rules/revaluation.md.

mod close_check;
pub mod commands;
pub mod entries;
pub mod model;
pub mod proposal;
pub mod query;
mod reads;
pub mod records;

pub(crate) use self::close_check::finding as revalued_by;
