//! Reads and writes stored texts by their versions.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// A value that is stored as JSON text.
pub trait Stored: Sized {
    /// Reads a text of this version.
    fn read(version: u64, text: &str) -> Result<Self, Unreadable>;

    /// Writes the value in the lowest version that can express it.
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

/// Reads a member of an audit row's details.
pub fn read_value<T: Stored>(value: &Value) -> Result<T, Unreadable> {
    read(&value.to_string())
}

/// The value as a member of an audit row's details.
pub fn value<T: Stored>(value: &T) -> Result<Value, serde_json::Error> {
    serde_json::from_str(&value.written()?)
}

pub(super) fn version(text: &str) -> Result<u64, Unreadable> {
    /// The member that names the version, in every version of every shape.
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

/// Reads a shape that has one version only.
pub(crate) fn only<V: DeserializeOwned>(version: u64, text: &str) -> Result<V, Unreadable> {
    match version {
        0 => Ok(serde_json::from_str(text)?),
        unknown => Err(Unreadable::Version(unknown)),
    }
}

pub(crate) fn write<V: Serialize>(shape: &V) -> Result<String, serde_json::Error> {
    serde_json::to_string(shape)
}

/// Reads a member that may be null and must be present: the value of an absent one would be a guess.
pub(crate) fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(member: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(member)
}

/// A value that is stored as a word.
pub(crate) fn word<T>(field: &'static str, text: &str, parse: impl FnOnce(&str) -> Option<T>) -> Result<T, Unreadable> {
    parse(text).ok_or_else(|| Unreadable::Word(field, text.to_owned()))
}
