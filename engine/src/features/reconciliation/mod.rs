//! Reconciliation of bank accounts: worksheets against statements.

pub(crate) mod check;
pub mod commands;
pub mod model;
pub mod query;
pub mod reads;
pub mod row;
pub mod rows;
pub(crate) mod stored;

pub(crate) use self::check::check as compare;
pub(crate) use self::check::unmarked::Unmarked;
pub(crate) use self::model::RESOURCE;
pub(crate) use self::reads::marks_of;
