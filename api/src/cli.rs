//! The sub-commands of `gl` (C1), one file each.

pub mod token;
