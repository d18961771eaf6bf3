//! The kernel: one unit of work for every command, the database beneath it, the trail, jobs, and signals between processes.
//! It imports no feature but for those in the list of `tests/it/architecture/walls.rs`, which only gets shorter.

pub mod audit;
pub mod boxed;
pub mod chain;
pub mod crash;
pub mod engine;
pub mod entity;
pub mod findings;
pub mod interface;
pub mod jobs;
pub mod outcome;
pub mod outsiders;
pub mod perform;
pub mod query;
pub mod records;
pub mod relay;
pub mod replica;
pub mod session;
pub(crate) mod sets;
pub mod signal;
pub(crate) mod store;
