//! The days of an income statement.

use crate::values::clock::Date;

/// The range of a statement, both days included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Span {
    Period(String),
    Days(Date, Date),
}

impl Span {
    /// The period that it is, when it is one.
    pub fn period(&self) -> Option<&str> {
        match self {
            Self::Period(id) => Some(id),
            Self::Days(..) => None,
        }
    }
}
