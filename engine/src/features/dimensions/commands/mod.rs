//! What is done with dimensions and their values, one file each.

pub mod save;
pub mod save_value;
