//! A first reading of a file: its statements, and of each line what tells it apart from the others. The texts are read again when the lines
//! are written, so a file of 100,000 lines takes a few MiB here.

use std::io::BufRead;

use sha2::{Digest as _, Sha256};

use crate::features::bank_statements::formats::{self, Event, Fault, Format, Heading, Stop};
use crate::features::bank_statements::model::statement::{Entry, Half};
use crate::values::canonical::Form;
use crate::values::clock::Date;
use crate::values::error::{Refusal, RefusalName};
use crate::values::money::{Currency, Minor};

/// A statement of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Surveyed {
    pub currency: Currency,
    pub bank_account: Option<String>,
    pub number: Option<String>,
    pub from: Date,
    pub to: Date,
    pub opening_balance: Option<Minor>,
    pub closing_balance: Option<Minor>,
    pub total: Minor,
    pub lines: Vec<SurveyedLine>,
    /// Entries that the bank has not booked yet, which are no lines.
    pub not_booked: u32,
}

/// A line, as much of it as tells it apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SurveyedLine {
    pub date: Date,
    pub amount: Minor,
    pub likeness: Half,
    /// Of all that the bank wrote.
    pub digest: Half,
}

/// Why a file is not taken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unfit {
    #[error("{0}")]
    Fault(Fault),
    #[error("statement {number} of the file has neither a day nor a line")]
    NoDay { number: usize },
    #[error("statement {number} of the file: its sums are too large")]
    TooLarge { number: usize },
}

impl From<Unfit> for Refusal {
    fn from(unfit: Unfit) -> Self {
        let refusal = RefusalName::StatementUnreadable.because(unfit.to_string());
        match unfit {
            Unfit::Fault(fault) => refusal.with("line", fault.line).with("byte", fault.byte).with("path", fault.path),
            Unfit::NoDay { .. } | Unfit::TooLarge { .. } => refusal,
        }
    }
}

/// Reads the file once.
pub fn survey(format: &Format, input: impl BufRead) -> Result<Vec<Surveyed>, Unfit> {
    let mut found: Vec<Surveyed> = Vec::new();
    let mut open: Option<Open> = None;
    let mut unfit = None;
    let read = formats::read(format, input, &mut |event| {
        let taken = match event {
            Event::Begins(heading) => {
                open = Some(Open::of(heading));
                Ok(())
            }
            Event::Line(line) => {
                if let Some(open) = &mut open {
                    open.lines.push(Entry::from(line).into());
                }
                Ok(())
            }
            Event::Ends { opening, closing, not_booked } => {
                let number = found.len().saturating_add(1);
                let ended = open.take().map(|open| open.end(opening, closing, not_booked, number)).transpose();
                ended.map(|statement| found.extend(statement))
            }
        };
        taken.map_err(|why| {
            unfit = Some(why);
            Stop
        })
    });
    match (unfit, read) {
        (Some(why), _) => Err(why),
        (None, Err(fault)) => Err(Unfit::Fault(fault)),
        (None, Ok(())) => Ok(found),
    }
}

/// A statement that has begun.
struct Open {
    heading: Heading,
    lines: Vec<SurveyedLine>,
}

impl Open {
    const fn of(heading: Heading) -> Self {
        Self { heading, lines: Vec::new() }
    }

    fn end(
        self,
        opening: Option<formats::Balance>,
        closing: Option<formats::Balance>,
        not_booked: u32,
        number: usize,
    ) -> Result<Surveyed, Unfit> {
        let Self { heading, lines } = self;
        let (opening, closing) = (heading.opening.or(opening), closing.or(heading.closing));
        let days = || lines.iter().map(|line| line.date);
        let day = |balance: Option<formats::Balance>| balance.map(|balance| Date::from(balance.date));
        let first = heading.from.map(Date::from).into_iter().chain(days()).min().or_else(|| day(opening));
        let last = heading.to.map(Date::from).into_iter().chain(day(closing)).chain(days()).max();
        let no_day = Unfit::NoDay { number };
        let to = last.or(first).ok_or_else(|| no_day.clone())?;
        let from = first.or(last).ok_or(no_day)?.min(to);
        let too_large = |_| Unfit::TooLarge { number };
        let total = Minor::sum(lines.iter().map(|line| line.amount)).map_err(too_large)?;
        let (opening, closing) = (opening.map(|held| held.amount), closing.map(|held| held.amount));
        // Where the bank tells one of the two, the lines tell the other.
        let before = closing.map(|held| held.checked_sub(total)).transpose().map_err(too_large)?;
        let after = opening.map(|held| held.checked_add(total)).transpose().map_err(too_large)?;
        Ok(Surveyed {
            currency: heading.currency,
            bank_account: heading.account,
            number: heading.statement_id.or(heading.sequence),
            from,
            to,
            opening_balance: opening.or(before),
            closing_balance: closing.or(after),
            total,
            lines,
            not_booked,
        })
    }
}

impl From<Entry> for SurveyedLine {
    fn from(entry: Entry) -> Self {
        Self { date: entry.date, amount: entry.amount, likeness: entry.likeness(), digest: entry.digest() }
    }
}

impl Surveyed {
    /// What tells the statement apart on its account: its number, days, balances and lines.
    pub fn content(&self) -> String {
        let mut form = Form::new("gl-bank-statement-content-1");
        form.optional_text(self.number.as_deref());
        form.text(&self.from.to_string());
        form.text(&self.to.to_string());
        form.optional(self.opening_balance, |form, amount| form.number(amount.0));
        form.optional(self.closing_balance, |form, amount| form.number(amount.0));
        form.length(self.lines.len());
        let mut hash = Sha256::new();
        hash.update(form.finish());
        for line in &self.lines {
            hash.update(line.likeness);
        }
        crate::values::id::hex(&hash.finalize())
    }
}
