//! Hands events to the consumer, numbers the lines, and counts what may not grow without end.

use super::event::{Event, Sink, StatementLine};
use super::fault::Reason;
use super::limits::{MAX_STATEMENT_LINES, MAX_STATEMENTS};

pub(crate) struct Output<'a, 's> {
    sink: &'a mut Sink<'s>,
    lines: u32,
    statements: u32,
    /// The number of the line within its statement.
    position: u32,
}

impl<'a, 's> Output<'a, 's> {
    pub fn new(sink: &'a mut Sink<'s>) -> Self {
        Self { sink, lines: 0, statements: 0, position: 0 }
    }

    pub fn line(&mut self, line: StatementLine) -> Result<(), Reason> {
        if self.lines >= MAX_STATEMENT_LINES {
            return Err(Reason::TooManyLines);
        }
        self.lines = self.lines.saturating_add(1);
        self.position = self.position.saturating_add(1);
        self.give(Event::Line(StatementLine { position: self.position, ..line }))
    }

    /// A heading or an ending.
    pub fn give(&mut self, event: Event) -> Result<(), Reason> {
        if matches!(event, Event::Begins(_)) {
            if self.statements >= MAX_STATEMENTS {
                return Err(Reason::TooManyStatements);
            }
            self.statements = self.statements.saturating_add(1);
            self.position = 0;
        }
        (self.sink)(event).map_err(|_| Reason::Stopped)
    }

    /// A file without a single statement is not what the user meant to send.
    pub const fn finish(&self) -> Result<(), Reason> {
        if self.statements == 0 { Err(Reason::NoStatement) } else { Ok(()) }
    }
}
