//! What can be done to a period: one file per action, each a pure command.

pub mod close;
pub mod create;
pub mod delete;
pub mod hard_close;
pub mod reopen;
