//! The sub-commands of `gl` (C1), one file each.

pub mod audit;
pub mod backup;
pub mod check;
pub mod demo;
pub mod migrate;
pub mod openapi;
pub mod serve;
pub mod token;
pub mod worker;
