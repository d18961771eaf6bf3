//! People: the directory, their roles and their limits.

pub mod commands;
pub(crate) mod stored;
