//! Reads a text file line by line, one line in memory.

use std::io::BufRead;

use super::encoding::Encoding;
use super::fault::{Fault, Place, Reason};
use super::guard::Guard;

pub(crate) struct Lines<R> {
    guard: Guard<R>,
    buffer: Vec<u8>,
    encoding: Encoding,
}

impl<R: BufRead> Lines<R> {
    pub fn new(input: R) -> Self {
        Self { guard: Guard::new(input), buffer: Vec::new(), encoding: Encoding::Detect }
    }

    /// Where the line begins that was read last; after the last line, where the file ends.
    pub const fn place(&self) -> Place {
        self.guard.place()
    }

    /// The fault that stands in the line that was read last.
    pub fn fault(&self, reason: Reason) -> Fault {
        self.guard.fault(reason)
    }

    /// The next line without its end and the blanks there.
    pub fn line(&mut self) -> Result<Option<String>, Fault> {
        self.guard.next_token();
        self.guard.skip_mark()?;
        self.buffer.clear();
        let read = self.guard.read_until(b'\n', &mut self.buffer);
        match read {
            Err(error) => Err(self.guard.io_fault(&error)),
            Ok(0) => Ok(None),
            Ok(_) => {
                let text = self.encoding.decode(&self.buffer).map_err(|reason| self.guard.fault(reason))?;
                Ok(Some(text.trim_end().to_owned()))
            }
        }
    }
}
