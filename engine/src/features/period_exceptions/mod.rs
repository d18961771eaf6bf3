//! Exceptions of a close: who keeps the periods lets one named document into a soft-closed one, for some days, instead of reopening it
//! for all. The catalog has them, since everything that is written or signed asks for its period. See docs/rules/periods.md#exceptions.

pub(crate) mod check;
pub mod commands;
mod decided;
pub mod records;
pub mod revoke;
