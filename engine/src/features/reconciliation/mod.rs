//! Reconciliation of bank accounts: worksheets against statements.

pub(crate) mod check;
mod close_check;
pub mod commands;
pub mod model;
pub mod query;
pub mod reads;
pub mod records;
pub mod row;
pub mod rows;
pub(crate) mod stored;

pub(crate) use self::check::check as compare;
pub(crate) use self::check::unmarked::Unmarked;
pub(crate) use self::close_check::finding as reconciled_by;
pub use self::commands::resolve::Transactions;
pub(crate) use self::model::RESOURCE;
pub use self::model::worksheet::{BankTransaction, Cleared, Row, Sums, draw_part};
pub use self::model::{Reconciliation, SessionState, TransactionId, WantedSession};
pub(crate) use self::reads::worksheet::Walk;
