//! Delegations: who signs in whose place, and for how long.

pub mod commands;
pub(crate) mod simple;

pub(crate) use self::commands::part;
pub(crate) use self::simple::Given;
