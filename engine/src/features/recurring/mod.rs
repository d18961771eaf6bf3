//! Recurring documents: templates of documents with a schedule, of which a scheduled job makes the documents. Each is made once for each
//! scheduled day, in the name of who wrote the template. See docs/rules/recurring.md.

pub(crate) mod check;
mod close_check;
pub mod commands;
mod job;
pub mod made;
pub mod model;
pub mod query;
pub mod reads;
pub mod records;
mod row;
pub mod schedule;
mod stored;

pub(crate) use self::close_check::finding as made_by;
pub(crate) use self::commands::make::WRITTEN_BY;
pub(crate) use self::job::MakeDue;
pub use self::model::{Problem, Rights};
pub(crate) use self::row::problem as problem_of_row;
