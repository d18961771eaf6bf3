//! Deferrals: what a line of a bill or an invoice is for lies in months to come, and a scheduled job recognises it there, part by part, by
//! entries that go into approval. See docs/rules/deferrals.md.

pub(crate) mod check;
mod close_check;
pub mod commands;
mod job;
pub mod model;
pub mod parts;
pub mod query;
pub mod reads;
pub mod records;
mod row;

pub(crate) use self::close_check::finding as recognized_by;
pub(crate) use self::job::RecognizeDue;
