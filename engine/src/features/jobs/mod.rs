//! What operators see of jobs.

pub mod beginning;
pub mod commands;
pub mod list;
pub mod operations;
pub(crate) mod purge;
pub mod runner;
pub mod workers;
