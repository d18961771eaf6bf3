//! What can be done to bank statements: one file per action, each a pure command.

pub mod delete;
pub mod import;
pub mod mapping;
