//! Accounting periods: they are made, closed, reopened and closed for good.

pub mod commands;
pub(crate) mod job;

pub(crate) use self::job::run as run_job;
