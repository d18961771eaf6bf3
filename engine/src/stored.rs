//! PURE: what is kept as JSON text and read back by later releases: the shape of each, written out field by field.
//!
//! A domain type is never what is stored. Each has a shape of its own here, `…V0`, and is turned into it and back; a field that it
//! gains or loses its name for does not compile, or changes nothing, until a shape says how it is kept. The columns, and who writes
//! them, are listed in ADR 0015.
//!
//! # Versions
//!
//! - The member `v` names a text's version. Without it, it is of version 0: what release 1268427 wrote. So is every array.
//! - A shape that was released never changes, and never goes: each text is read by its own version for as long as books are kept.
//! - A further field is a further version. A text is written by the lowest version that can say all of it, so that what says nothing
//!   new stays as it was, to the byte.
//! - A further word where one of a list stands (a subtype, a refusal) is no version: a release that does not know it reports an
//!   error.
//! - A member, word or version that is not known is an error that names table, column and key ([`crate::store`]). Nothing is guessed.

mod account;
mod answer;
mod approval;
mod codec;
mod job;
mod led_to;
mod people;
mod period;
mod plan;
mod reconciliation;
mod refusal;

pub use job::Delivery;

pub use codec::{Stored, Unreadable, read, read_value, value};
use codec::{only, write};
use serde_json::{Map, Value};

/// The details of an audit row: members of many commands, each put there by name. Those that a later release reads back have
/// shapes of their own here, or, as `states_1`, a version in their name.
impl Stored for Map<String, Value> {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        only(version, text)
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        write(self)
    }
}

#[cfg(test)]
mod tests;
