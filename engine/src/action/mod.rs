//! The actions on the books: one file per action, each a pure command.

pub mod change_request;
pub mod document;
pub mod job;
pub mod master;
pub mod outcome;
pub mod period;
pub mod reconciliation;
pub mod replay;
pub mod rule_set;
