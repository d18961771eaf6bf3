//! Change requests: what waits for signatures before it is done. What a request is stands in [`crate::books::change_request`],
//! because every command may come to one.

pub mod commands;
pub(crate) mod job;
pub mod query;

pub(crate) use self::commands::lock_out;
pub(crate) use self::job::run as run_job;
