//! A buffered input that counts bytes and lines and refuses to feed a parser more than one token's worth.
//!
//! Parsers such as quick-xml collect a token in memory until it ends. They take the bytes from here, and
//! [`Guard::next_token`] is called before each token: a token that does not end in time becomes an error.

use std::io::{self, BufRead, Read};

use super::fault::{Fault, Place, Reason};
use super::limits::{MAX_FILE_BYTES, MAX_TOKEN_BYTES};

pub(crate) struct Guard<R> {
    inner: R,
    bytes: u64,
    newlines: u64,
    /// Where the token began.
    start: Place,
    token_left: usize,
    refused: Option<Reason>,
}

impl<R: BufRead> Guard<R> {
    pub fn new(inner: R) -> Self {
        let start = Place { line: 1, byte: 0 };
        Self { inner, bytes: 0, newlines: 0, start, token_left: MAX_TOKEN_BYTES, refused: None }
    }

    /// The next token may be as long as the limit again.
    pub const fn next_token(&mut self) {
        self.token_left = MAX_TOKEN_BYTES;
        self.start = Place { line: self.newlines.saturating_add(1), byte: self.bytes };
    }

    /// Where the token began that is being read.
    pub const fn place(&self) -> Place {
        self.start
    }

    /// The fault that stands in this token.
    pub fn fault(&self, reason: Reason) -> Fault {
        self.start.fault(reason)
    }

    /// The fault for an error of the input: the limit that was passed, or what the input said.
    pub fn io_fault(&self, error: &io::Error) -> Fault {
        self.fault(self.refused.clone().unwrap_or_else(|| Reason::Io(error.kind())))
    }

    /// The next bytes, not more than the token may still have. Empty at the end of the file.
    pub fn fill(&mut self) -> Result<&[u8], Fault> {
        // Asked twice, because the borrow of the first answer would not let the fault be made.
        if let Err(error) = self.fill_buf() {
            return Err(self.io_fault(&error));
        }
        let start = self.start;
        self.fill_buf().map_err(|error| start.fault(Reason::Io(error.kind())))
    }

    /// Skips the byte order mark of UTF-8 at the beginning of the file.
    pub fn skip_mark(&mut self) -> Result<(), Fault> {
        if self.bytes == 0 && self.fill()?.starts_with(b"\xEF\xBB\xBF") {
            self.consume(3);
        }
        Ok(())
    }

    fn refuse(&mut self, reason: Reason) -> io::Error {
        self.refused = Some(reason);
        io::Error::from(io::ErrorKind::InvalidData)
    }
}

impl<R: BufRead> BufRead for Guard<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        loop {
            match self.inner.fill_buf() {
                Ok(_) => break,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        let at_end = self.inner.fill_buf()?.is_empty();
        if !at_end && self.bytes >= MAX_FILE_BYTES {
            return Err(self.refuse(Reason::FileTooLarge));
        }
        if !at_end && self.token_left == 0 {
            return Err(self.refuse(Reason::TokenTooLong));
        }
        let left = self.token_left;
        let available = self.inner.fill_buf()?;
        Ok(available.get(..left).unwrap_or(available))
    }

    fn consume(&mut self, amount: usize) {
        if amount == 0 {
            return;
        }
        if let Ok(available) = self.inner.fill_buf() {
            let used = available.get(..amount).unwrap_or(available);
            let newlines = used.iter().map(|byte| u64::from(*byte == b'\n')).sum();
            self.newlines = self.newlines.saturating_add(newlines);
        }
        self.bytes = self.bytes.saturating_add(u64::try_from(amount).unwrap_or(u64::MAX));
        self.token_left = self.token_left.saturating_sub(amount);
        self.inner.consume(amount);
    }
}

impl<R: BufRead> Read for Guard<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut available = self.fill_buf()?;
        let count = available.read(out)?;
        self.consume(count);
        Ok(count)
    }
}
