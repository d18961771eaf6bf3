//! A record with its continuations: fields between commas, ended by a slash.

use super::super::fault::{Place, Reason};
use super::super::limits::MAX_TOKEN_BYTES;

pub(super) struct Record {
    body: String,
    is_terminated: bool,
    pub place: Place,
    /// How many lines it is written on.
    pub lines: i128,
}

impl Record {
    pub fn new(line: &str, place: Place) -> Result<Self, Reason> {
        let is_code =
            line.split(',').next().is_some_and(|code| code.len() == 2 && code.bytes().all(|b| b.is_ascii_digit()));
        if !is_code {
            return Err(Reason::Syntax("a line does not begin with a record code".to_owned()));
        }
        let (body, is_terminated) = cut(line);
        Ok(Self { body: body.to_owned(), is_terminated, place, lines: 1 })
    }

    /// Adds a record 88. A text that was not ended goes on in it.
    pub fn append(&mut self, more: &str) -> Result<(), Reason> {
        let (more, is_terminated) = cut(more);
        if self.body.len().saturating_add(more.len()) >= MAX_TOKEN_BYTES {
            return Err(Reason::TokenTooLong);
        }
        let is_open_text = self.code() == "16" && self.body.ends_with(',');
        if !is_open_text {
            self.body.push(if self.is_terminated { ',' } else { ' ' });
        }
        self.body.push_str(more);
        self.is_terminated = is_terminated;
        self.lines = self.lines.saturating_add(1);
        Ok(())
    }

    pub fn code(&self) -> &str {
        self.body.split(',').next().unwrap_or_default()
    }

    /// Refuses a record that may have been cut off.
    pub const fn terminated(&self) -> Result<(), Reason> {
        if self.is_terminated { Ok(()) } else { Err(Reason::Truncated("a record: it has no slash")) }
    }

    /// The fields behind the code.
    pub fn fields(&self) -> Fields<'_> {
        let mut fields = Fields { rest: Some(&self.body) };
        fields.next();
        fields
    }
}

fn cut(line: &str) -> (&str, bool) {
    line.strip_suffix('/').map_or((line, false), |body| (body, true))
}

/// Takes fields from the left. A field that is not there is empty.
pub(super) struct Fields<'r> {
    rest: Option<&'r str>,
}

impl<'r> Fields<'r> {
    pub fn next(&mut self) -> &'r str {
        let Some(rest) = self.rest else { return "" };
        let (field, rest) = rest.split_once(',').map_or((rest, None), |(field, rest)| (field, Some(rest)));
        self.rest = rest;
        field.trim()
    }

    pub const fn is_done(&self) -> bool {
        self.rest.is_none()
    }

    /// Everything that is left: a text may have commas.
    pub fn text(self) -> &'r str {
        self.rest.unwrap_or_default().trim()
    }

    /// Skips what says when the funds are available: `V,date,time`, `S,now,one day,later`, `D,n,(days,amount)…`.
    /// The value date of the first kind is the answer, otherwise an empty text.
    pub fn funds(&mut self) -> Result<&'r str, Reason> {
        let count: u32 = match self.next() {
            "V" => {
                let date = self.next();
                self.next();
                return Ok(date);
            }
            "S" => 3,
            "D" => {
                let pairs = self.next();
                let wrong = || Reason::Value { field: "the number of distributions", found: Reason::excerpt(pairs) };
                pairs.parse::<u16>().map(|pairs| u32::from(pairs).saturating_mul(2)).map_err(|_| wrong())?
            }
            "" | "Z" | "0" | "1" | "2" => 0,
            other => return Err(Reason::Value { field: "the funds type", found: Reason::excerpt(other) }),
        };
        for _ in 0..count {
            self.next();
        }
        Ok("")
    }
}
