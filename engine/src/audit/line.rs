//! PURE: the trail as a sequence of lines, the same from the database and from an export.
//!
//! First every seal with its row, by position; then rows without a seal; last the head. An export is
//! these lines as JSON, one a line.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::chain::{Hash, Row};

/// One line of the trail.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Line {
    Sealed(Sealed),
    Unsealed(Row),
    Head(Head),
}

/// A seal, and the row it names, unless that is gone. `hash` is kept as text: a bad one is a finding, not a fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sealed {
    pub position: i64,
    pub seq: i64,
    pub hash: String,
    pub row: Option<Row>,
}

/// The newest seal as recorded apart from the rows, and when the trail was read. `seq` is the greatest sealed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    pub position: i64,
    pub seq: i64,
    pub hash: String,
    pub sealed_at: i64,
    pub read_at: i64,
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.position, self.hash)
    }
}

/// A head that somebody kept elsewhere: `<position>:<hash>`, as `gl audit head` prints it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeptHead {
    pub position: i64,
    pub hash: Hash,
}

impl KeptHead {
    pub fn parse(text: &str) -> Option<Self> {
        let (position, hash) = text.trim().split_once(':')?;
        let position = position.parse().ok().filter(|position| *position >= 0)?;
        Some(Self { position, hash: Hash::parse(hash)? })
    }
}
