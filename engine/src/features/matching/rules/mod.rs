//! Matching rules: what was learned of lines, as data that somebody can read, change and switch off. See
//! docs/rules/bank-statements.md#matching-rules.

pub mod check;
pub mod model;
pub mod offers;
pub mod query;
pub mod reads;
pub mod records;
mod row;
pub mod save;
