//! PURE: how far a verification in pieces is, and its spelling in a cursor.

use std::fmt;

use crate::kernel::chain::{GENESIS, Hash};

/// What the next piece of a verification has to know of those before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reached {
    /// The position of the last row that was verified.
    pub position: i64,
    /// The hash that the rows up to there give.
    pub hash: Hash,
    /// The greatest number among these rows.
    pub greatest_seq: i64,
    /// The latest instant among these rows, in microseconds since 1970.
    pub newest: i64,
}

impl Reached {
    /// Nothing is verified yet.
    pub const START: Self = Self { position: 0, hash: GENESIS, greatest_seq: 0, newest: i64::MIN };

    /// Reads what [`fmt::Display`] wrote.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('~');
        let mut number = || parts.next().and_then(|part| part.parse::<i64>().ok());
        let (position, greatest_seq, newest) = (number()?, number()?, number()?);
        let hash = Hash::parse(parts.next()?)?;
        (position >= 0 && parts.next().is_none()).then_some(Self { position, hash, greatest_seq, newest })
    }
}

impl fmt::Display for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}~{}~{}~{}", self.position, self.greatest_seq, self.newest, self.hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_read_as_it_is_written() {
        let later = Reached { position: 7, greatest_seq: 9, newest: 1_795_301_026_557_435, ..Reached::START };
        for reached in [Reached::START, later] {
            assert_eq!(Reached::parse(&reached.to_string()), Some(reached));
        }
        let hash = GENESIS.to_string();
        let wrong = ["", "1~2~3", &format!("-1~2~3~{hash}"), &format!("1~2~x~{hash}"), &format!("1~2~3~{hash}~")];
        for text in wrong.into_iter().map(str::to_owned).chain([format!("1~2~3~{}", hash.replace('0', "G"))]) {
            assert_eq!(Reached::parse(&text), None, "{text}");
        }
    }
}
