//! MT940, SWIFT's customer statement message, as banks really write it.
//!
//! A message is a run of fields `:61:…` that may go on over several lines. Envelopes (`{1:…}{4:`), the lines that some
//! banks put before the first field, and the closing `-` are optional. A statement of several pages is several messages
//! with the interim balances 60M and 62M; each gives its own events, which the chain of balances then joins.
//! A file that was cut off lacks a closing balance, or the end of an envelope that it began.

mod line;
mod message;
mod narrative;

use std::io::BufRead;

use super::event::Sink;
use super::fault::{Fault, Place, Reason};
use super::limits::MAX_TEXT_BYTES;
use super::lines::Lines;
use super::output::Output;
use message::Message;

pub(crate) fn read(input: impl BufRead, sink: &mut Sink<'_>) -> Result<(), Fault> {
    let mut lines = Lines::new(input);
    let mut file = File { output: Output::new(sink), field: None, message: None, is_enveloped: false };
    while let Some(line) = lines.line()? {
        file.line(&line, lines.place())?;
    }
    file.end(lines.place())
}

struct File<'a, 's> {
    output: Output<'a, 's>,
    field: Option<Field>,
    message: Option<Message>,
    /// A block `{4:` was begun, which `-}` must end.
    is_enveloped: bool,
}

/// A field while its lines are read.
struct Field {
    tag: String,
    value: String,
    place: Place,
}

impl File<'_, '_> {
    fn line(&mut self, line: &str, place: Place) -> Result<(), Fault> {
        // A block may end and the next begin on one line: `-}{1:…}{2:…}{4:`.
        if line == "-" || line.starts_with("-}") {
            self.end_message(place)?;
        }
        let line = match line.split_once("{4:").filter(|_| line.starts_with(['{', '-'])) {
            Some((_, block)) => {
                self.is_enveloped = true;
                block
            }
            None if line.starts_with('{') || line == "-" || line.starts_with("-}") => return Ok(()),
            None => line,
        };
        if let Some((tag, value)) = tagged(line) {
            self.end_field()?;
            self.field = Some(Field { tag: tag.to_owned(), value: value.to_owned(), place });
        } else if let Some(field) = &mut self.field {
            if field.value.len().saturating_add(line.len()) > MAX_TEXT_BYTES {
                return Err(field.place.fault(Reason::TextTooLong));
            }
            if !line.is_empty() {
                field.value.push('\n');
                field.value.push_str(line);
            }
        }
        Ok(())
    }

    fn end_field(&mut self) -> Result<(), Fault> {
        let Some(Field { tag, value, place }) = self.field.take() else { return Ok(()) };
        let taken = if tag == "20" {
            self.message.replace(Message::new(&value)).map_or(Ok(()), Message::end)
        } else {
            self.message.as_mut().map_or(Ok(()), |message| message.field(&tag, &value, &mut self.output))
        };
        taken.map_err(|reason| place.fault(reason))
    }

    fn end_message(&mut self, place: Place) -> Result<(), Fault> {
        self.end_field()?;
        self.is_enveloped = false;
        self.message.take().map_or(Ok(()), Message::end).map_err(|reason| place.fault(reason))
    }

    /// Of a field that may have been cut off nothing is given.
    fn end(mut self, place: Place) -> Result<(), Fault> {
        let is_closing = self.field.as_ref().is_some_and(|field| field.tag.starts_with("62"));
        let is_closed = self.message.as_ref().is_none_or(Message::is_closed);
        if self.is_enveloped {
            return Err(place.fault(Reason::Truncated("a block {4:")));
        }
        if !is_closing && !is_closed {
            return Err(place.fault(Reason::Truncated("a message: it has no field :62F:")));
        }
        self.end_message(place)?;
        self.output.finish().map_err(|reason| place.fault(reason))
    }
}

/// Splits `:60F:C240131…`. A line of text may begin with a colon as well, but not with two digits and a second one.
fn tagged(line: &str) -> Option<(&str, &str)> {
    let (tag, value) = line.strip_prefix(':')?.split_once(':')?;
    let digits = tag.trim_end_matches(|last: char| last.is_ascii_uppercase());
    let is_tag =
        tag == "NS" || (tag.len() <= 3 && digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit()));
    is_tag.then_some((tag, value))
}
