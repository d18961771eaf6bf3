//! Customers, vendors and employees.

pub mod commands;
pub mod query;
pub mod reads;

pub(crate) use self::reads::names;
