//! What is done with fiscal years, one file each.

pub mod close;
pub mod create;
pub mod reopen;
