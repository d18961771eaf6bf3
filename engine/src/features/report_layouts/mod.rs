//! Layouts of statements: which lines a statement has, and which accounts stand in each. See docs/rules/report-layouts.md.

pub(crate) mod check;
pub mod commands;
pub mod model;
pub mod query;
pub mod reads;
pub mod records;
mod row;
mod stored;

pub use self::model::{LayoutLine, LineOf, Side};
