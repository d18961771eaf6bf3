//! PURE: the shapes of values that are stored as JSON text and read by later releases, written out field by field.
//!
//! A domain type is never stored as it is. Each has a shape of its own here, `…V0`, and is converted to it and back.
//! When a field of a domain type is added, renamed or removed, the stored text does not change, or the code does not
//! compile, until a shape defines how the field is stored. ADR 0015 lists the columns, and the commands that write
//! them.
//!
//! # Versions
//!
//! - The member `v` names a text's version. Without it, it is of version 0: release 1268427 wrote that version. So is
//!   every array.
//! - A shape that was released never changes, and never goes: each text is read by its own version for as long as books
//!   are kept.
//! - A new field needs a new version. A text is written in the lowest version that can express it, so that a value
//!   without the new field keeps its text, byte for byte.
//! - A new word in a closed list (a subtype, a refusal) needs no version: a release that does not know it reports an
//!   error.
//! - An unknown member, word or version is an error that names table, column and key ([`crate::kernel::store`]). Nothing is
//!   guessed.

mod answer;
pub(crate) mod codec;
mod condition;
mod deadline;
mod difference;
mod job;
mod led_to;
mod period;
mod plan;
mod plan_v2;
mod plan_v3;
mod rate_override;
mod refusal;
mod rule;
mod rule_kind;
mod rule_v1;
mod rule_v2;
mod rule_v3;
mod rule_v4;
mod signatures;
mod splitting;
mod tax_rates;

pub use job::Delivery;

pub use codec::{Stored, Unreadable, read, read_value, value};
use codec::{only, write};
use serde_json::{Map, Value};

/// The details of an audit row: members of many commands, by name. Those that a later release reads back have shapes of
/// their own here, or, as `states_1`, a version in their name.
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
