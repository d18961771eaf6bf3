//! What is done with fiscal years, one file each.

pub mod adjustment;
pub mod close;
pub mod create;
pub mod delete;
pub mod reopen;
