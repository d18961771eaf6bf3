//! Budgets: what a fiscal year is to bring, by account and period, in versions of which one is in force. See docs/rules/budgets.md.

pub(crate) mod check;
pub mod commands;
pub mod model;
pub mod query;
pub mod reads;
pub mod records;
mod row;

pub(crate) use self::check::compare;
pub(crate) use self::model::{Budget, BudgetLine};
pub(crate) use self::reads::{active, lines, one};
