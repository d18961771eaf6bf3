//! Approval rules and their sets: single rules, drafts, what is in force and what comes.

pub(crate) mod check;
pub mod commands;
pub(crate) mod job;
pub mod model;
pub mod query;
pub mod records;

pub(crate) use self::check::check as compare;
pub(crate) use self::commands::given::GivenRules;
pub(crate) use self::job::WriteDue;
