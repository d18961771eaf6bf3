//! The books, pure: documents, the ledger, periods, the catalog that decisions rest on, what a command wants, sees and does, and the
//! actions on documents. Decides on snapshots and knows no database.

pub mod action;
pub mod change_request;
pub mod cleared;
pub mod close_check;
pub mod command;
pub mod document;
mod excepted;
pub mod exchange_rate;
pub mod ledger;
pub mod new_period;
pub mod party;
pub mod period;
pub mod period_use;
pub mod queue;
pub mod request;
pub mod stored;
