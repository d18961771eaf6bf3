//! Replays of approval rules over what was submitted before.

pub mod commands;
pub(crate) mod job;
pub mod model;
pub mod people;
pub mod query;
pub mod reads;
pub mod records;
mod row;
pub(crate) mod rows;
pub(crate) mod stored;

pub(crate) use self::job::run as run_job;
pub(crate) use self::rows::purge;
