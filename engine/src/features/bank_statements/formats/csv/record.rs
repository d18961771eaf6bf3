//! Splits a CSV file into records (RFC 4180, with any delimiter and quote): one record in memory, and not a long one.
//!
//! The csv crate would read `"12"3` as 123, and a file that ends inside of quotes as whole. Here both are refused.

use std::io::BufRead;

use super::super::encoding::Encoding;
use super::super::fault::{Fault, Place, Reason};
use super::super::guard::Guard;
use super::super::limits::{MAX_COLUMNS, MAX_TEXT_BYTES};

pub(super) struct Records<R> {
    guard: Guard<R>,
    marks: Marks,
    encoding: Encoding,
}

/// The characters that mean something.
#[derive(Clone, Copy)]
pub(super) struct Marks {
    pub delimiter: u8,
    pub quote: Option<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// At the beginning of a field.
    Start,
    Plain,
    Quoted,
    /// After a quote within a quoted field: the field ends, unless it is doubled.
    QuoteSeen,
}

/// The record while it is read.
struct Draft<'e> {
    fields: Vec<String>,
    field: Vec<u8>,
    state: State,
    encoding: &'e mut Encoding,
}

impl<R: BufRead> Records<R> {
    pub fn new(input: R, marks: Marks, encoding: Encoding) -> Self {
        Self { guard: Guard::new(input), marks, encoding }
    }

    /// Where the record begins that was read last; after the last record, where the file ends.
    pub const fn place(&self) -> Place {
        self.guard.place()
    }

    /// The fields of the next record.
    pub fn record(&mut self) -> Result<Option<Vec<String>>, Fault> {
        self.guard.next_token();
        self.guard.skip_mark()?;
        let (fields, field) = (Vec::new(), Vec::new());
        let mut draft = Draft { fields, field, state: State::Start, encoding: &mut self.encoding };
        let place = self.guard.place();
        let mut is_empty = true;
        loop {
            let available = self.guard.fill()?;
            if available.is_empty() {
                return if is_empty { Ok(None) } else { draft.end().map(Some).map_err(|reason| place.fault(reason)) };
            }
            is_empty = false;
            let mut used: usize = 0;
            let mut outcome = Ok(false);
            for byte in available {
                used = used.saturating_add(1);
                outcome = draft.take(*byte, self.marks);
                if outcome != Ok(false) {
                    break;
                }
            }
            self.guard.consume(used);
            if outcome.map_err(|reason| place.fault(reason))? {
                return draft.end().map(Some).map_err(|reason| place.fault(reason));
            }
        }
    }
}

impl Draft<'_> {
    fn end(mut self) -> Result<Vec<String>, Reason> {
        if self.state == State::Quoted {
            return Err(Reason::Truncated("a quoted field"));
        }
        if self.state == State::Plain && self.field.last() == Some(&b'\r') {
            self.field.pop();
        }
        self.end_field()?;
        Ok(self.fields)
    }

    /// True at the end of the record.
    fn take(&mut self, byte: u8, marks: Marks) -> Result<bool, Reason> {
        let is_quote = Some(byte) == marks.quote;
        match (self.state, byte) {
            (State::Quoted, _) if is_quote => self.state = State::QuoteSeen,
            (State::QuoteSeen, _) if is_quote => {
                self.field.push(byte);
                self.state = State::Quoted;
            }
            (State::Start, _) if is_quote => self.state = State::Quoted,
            (State::Start | State::Plain | State::QuoteSeen, b'\n') => return Ok(true),
            (State::Start | State::Plain | State::QuoteSeen, _) if byte == marks.delimiter => {
                self.end_field()?;
                self.state = State::Start;
            }
            (State::QuoteSeen, b'\r' | b' ') => {}
            (State::QuoteSeen, _) => return Err(Reason::Syntax("text after a closing quote".to_owned())),
            (State::Start | State::Plain, _) => {
                self.field.push(byte);
                self.state = State::Plain;
            }
            (State::Quoted, _) => self.field.push(byte),
        }
        if self.field.len() > MAX_TEXT_BYTES { Err(Reason::TextTooLong) } else { Ok(false) }
    }

    fn end_field(&mut self) -> Result<(), Reason> {
        if self.fields.len() >= MAX_COLUMNS {
            return Err(Reason::TooManyColumns);
        }
        self.fields.push(self.encoding.decode(&self.field)?);
        self.field.clear();
        Ok(())
    }
}
