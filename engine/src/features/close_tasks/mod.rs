//! The checklist of a close: the tasks that each period has, their automatic checks, and who signed them. A sign-off is suspended by what
//! is posted after it. See docs/rules/close-checklist.md.

pub(crate) mod check;
pub mod checklist;
pub mod commands;
pub mod model;
mod of_period;
mod own_checks;
pub mod query;
pub mod reads;
pub mod records;
mod registry;
mod rested;
mod row;
pub mod sign_off;

pub(crate) use self::of_period::all_signed;
pub use self::of_period::checklist_of;
