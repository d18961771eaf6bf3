//! Where a file was refused, and why.

use std::fmt;
use std::io;

use crate::values::money::MoneyError;

/// The place and the reason of a refusal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The line of the file, from 1, on which the line, record or tag begins that was refused.
    pub line: u64,
    /// How many bytes of the file stand before it.
    pub byte: u64,
    /// The element of an XML or OFX file: `Document/BkToCstmrStmt/Stmt/Ntry/Amt`.
    pub path: Option<String>,
    pub reason: Reason,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, byte {}", self.line, self.byte)?;
        if let Some(path) = &self.path {
            write!(f, ", {path}")?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl std::error::Error for Fault {}

/// Where a line, record or tag begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub line: u64,
    pub byte: u64,
}

impl Place {
    /// The fault that stands at this place.
    pub fn fault(self, reason: Reason) -> Fault {
        Fault { line: self.line, byte: self.byte, path: None, reason }
    }
}

/// Why a file cannot be read. The texts complete the sentence "line 3, byte 120: …".
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Reason {
    #[error("the consumer takes no more")]
    Stopped,
    #[error("the file cannot be read ({0})")]
    Io(io::ErrorKind),
    #[error("the file ends inside of {0}")]
    Truncated(&'static str),
    #[error("the file has no statement")]
    NoStatement,
    #[error("this is not the expected format: {0}")]
    WrongFormat(&'static str),
    #[error("the file is larger than 64 MiB")]
    FileTooLarge,
    #[error("the file has more than 100,000 statement lines")]
    TooManyLines,
    #[error("the file has more than 10,000 statements")]
    TooManyStatements,
    #[error("a line or element is longer than 64 KiB")]
    TokenTooLong,
    #[error("a text is longer than 8 KiB")]
    TextTooLong,
    #[error("elements are nested more than 64 deep")]
    TooDeep,
    #[error("a row has more than 256 columns")]
    TooManyColumns,
    #[error("a document type declaration is not allowed, as it may define entities without end")]
    Doctype,
    #[error("the entity &{0}; is not known")]
    Entity(String),
    #[error("the text is not valid {0}")]
    Encoding(&'static str),
    #[error("the encoding {0} is not supported")]
    UnknownEncoding(String),
    #[error("the syntax is broken: {0}")]
    Syntax(String),
    #[error("{0} is missing")]
    Missing(&'static str),
    #[error("{0} appears twice with different values")]
    Contradiction(&'static str),
    #[error("'{0}' is not a date")]
    Date(String),
    #[error("'{0}' is not an amount")]
    Amount(String),
    #[error("the amount '{text}' {error}")]
    AmountLimit { text: String, error: MoneyError },
    #[error("'{0}' is not a currency of ISO 4217")]
    Currency(String),
    #[error("the currency {found} is not the statement's {expected}")]
    OtherCurrency { expected: &'static str, found: &'static str },
    #[error("'{found}' is not allowed as {field}")]
    Value { field: &'static str, found: String },
    #[error("the column {0} does not exist")]
    Column(String),
    #[error("the mapping is wrong: {0}")]
    Mapping(&'static str),
    /// Sums are in minor units.
    #[error("{field} is {found} by the file, but {expected} when it is counted")]
    Trailer { field: &'static str, found: i128, expected: i128 },
}

impl Reason {
    /// The end of a path, which is the part that tells most, as far as an error message may repeat it.
    pub(crate) fn path(names: &str) -> String {
        let count = names.chars().count();
        printable(names.chars().skip(count.saturating_sub(200)))
    }

    /// As much of `text` as an error message may repeat.
    pub(crate) fn excerpt(text: &str) -> String {
        printable(text.chars().take(40))
    }
}

/// Letters as they are, control characters as escapes.
fn printable(characters: impl Iterator<Item = char>) -> String {
    let mut text = String::new();
    for character in characters {
        if character.is_control() { text.extend(character.escape_default()) } else { text.push(character) }
    }
    text
}
