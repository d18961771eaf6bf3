//! Customers, vendors and employees.

pub mod bank_details;
pub mod commands;
pub mod query;
pub mod reads;

pub(crate) use self::reads::names;
