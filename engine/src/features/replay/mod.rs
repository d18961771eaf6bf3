//! Replays of approval rules over what was submitted before.

pub mod commands;
pub(crate) mod job;
pub mod people;
pub mod query;
pub mod reads;
pub(crate) mod stored;

pub(crate) use self::job::run as run_job;
