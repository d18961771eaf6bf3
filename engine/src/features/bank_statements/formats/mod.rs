//! Readers of bank statements: bytes in, events out, nothing else.
//!
//! Every reader streams. It keeps one line, one record or one element in memory, refuses longer ones (see [`limits`]),
//! and gives its [`Event`]s as it meets them: a fault in the last line comes after the events of all lines before it, so
//! the consumer keeps them only when [`read`] returned `Ok`.

mod bai2;
mod camt053;
mod csv;
mod encoding;
mod event;
mod fault;
mod guard;
pub mod limits;
mod lines;
mod mt940;
mod ofx;
mod output;
mod sniff;
mod value;
mod xml;

use std::io::BufRead;

pub use csv::{AmountColumns, Column, CsvMapping, CurrencySource, DATE_PARTS, RowOrder};
pub use encoding::Encoding;
pub use event::{Balance, Detail, Event, Heading, Sink, StatementLine, Stop};
pub use fault::{Fault, Reason};

/// How the file is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Format {
    Camt053,
    Csv(Box<CsvMapping>),
    Mt940,
    /// Version 1 (SGML) or 2 (XML): the file shows which.
    Ofx,
    Bai2,
}

/// Reads a file and gives its events to `sink` in their order.
pub fn read(format: &Format, input: impl BufRead, sink: &mut Sink<'_>) -> Result<(), Fault> {
    match format {
        Format::Camt053 => camt053::read(input, sink),
        Format::Csv(mapping) => csv::read(mapping, input, sink),
        Format::Mt940 => mt940::read(input, sink),
        Format::Ofx => ofx::read(input, sink),
        Format::Bai2 => bai2::read(input, sink),
    }
}
