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
//! - A further word where one of a list stands (a subtype, a refusal) is no version: who does not know it says so.
//! - A member, word or version that is not known is an error that names table, column and key ([`crate::store`]). Nothing is guessed.

mod account;
mod answer;
mod approval;
mod job;
mod people;
mod period;
mod plan;
mod reconciliation;
mod refusal;

pub use job::Delivery;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// What is kept as JSON text.
pub trait Stored: Sized {
    /// Reads a text of this version.
    fn read(version: u64, text: &str) -> Result<Self, Unreadable>;

    /// Writes it, by the lowest version that can say all of it.
    fn written(&self) -> Result<String, serde_json::Error>;
}

/// Why a text cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    #[error("it is of version {0}, which this program does not know")]
    Version(u64),
    #[error("{0}")]
    Shape(#[from] serde_json::Error),
    #[error("its {0} {1:?} is not known")]
    Word(&'static str, String),
}

/// Reads a text by its own version.
pub fn read<T: Stored>(text: &str) -> Result<T, Unreadable> {
    T::read(version(text)?, text)
}

/// The same of a member of an audit row's details.
pub fn read_value<T: Stored>(value: &Value) -> Result<T, Unreadable> {
    read(&value.to_string())
}

/// As a member of an audit row's details.
pub fn value<T: Stored>(value: &T) -> Result<Value, serde_json::Error> {
    serde_json::from_str(&value.written()?)
}

fn version(text: &str) -> Result<u64, Unreadable> {
    /// What every version of every shape has in common.
    #[derive(Deserialize)]
    struct Tag {
        #[serde(default)]
        v: u64,
    }
    if !text.trim_start().starts_with('{') {
        return Ok(0);
    }
    Ok(serde_json::from_str::<Tag>(text)?.v)
}

/// Reads what has had one shape only.
fn only<V: DeserializeOwned>(version: u64, text: &str) -> Result<V, Unreadable> {
    match version {
        0 => Ok(serde_json::from_str(text)?),
        unknown => Err(Unreadable::Version(unknown)),
    }
}

fn write<V: Serialize>(shape: &V) -> Result<String, serde_json::Error> {
    serde_json::to_string(shape)
}

/// Of a member that may be null: it must be there. Left out, it would be guessed.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(member: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(member)
}

/// A value that is kept as a word.
fn word<T>(field: &'static str, text: &str, parse: impl FnOnce(&str) -> Option<T>) -> Result<T, Unreadable> {
    parse(text).ok_or_else(|| Unreadable::Word(field, text.to_owned()))
}

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
