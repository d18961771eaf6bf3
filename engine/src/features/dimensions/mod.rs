//! Dimensions and their values: what lines are told apart by besides their accounts. The catalog holds them, so that every decision reads
//! them. See docs/rules/dimensions.md.

pub(crate) mod check;
pub mod commands;
pub mod model;
pub mod records;
