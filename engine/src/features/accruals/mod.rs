//! Accruals: journal entries that name the day on which they are reversed. A scheduled job makes the reversing entry on that day, once,
//! and sends it into its approval. See docs/rules/accruals.md.

mod close_check;
pub mod commands;
mod job;
mod reads;

pub(crate) use self::close_check::finding as reversed_by;
pub(crate) use self::commands::problem::NOT_REVERSED;
pub(crate) use self::commands::reverse::REVERSED;
pub(crate) use self::job::ReverseDue;
