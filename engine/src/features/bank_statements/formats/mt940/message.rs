//! One message: fields 20 to 65.

use super::super::event::{Balance, Event, Heading, StatementLine};
use super::super::fault::Reason;
use super::super::output::Output;
use super::super::value;
use super::{line, narrative};
use crate::values::money::Currency;

/// A message while it is read.
pub(super) struct Message {
    reference: Option<String>,
    account: Option<String>,
    bank: Option<String>,
    sequence: Option<String>,
    stage: Stage,
    /// The line that waits for its field 86.
    line: Option<StatementLine>,
}

/// How far the message has come.
#[derive(Clone, Copy)]
enum Stage {
    Heading,
    Lines(Currency, Balance),
    Closed,
}

impl Message {
    pub fn new(reference: &str) -> Self {
        let reference = value::some(reference);
        Self { reference, account: None, bank: None, sequence: None, stage: Stage::Heading, line: None }
    }

    pub const fn is_closed(&self) -> bool {
        matches!(self.stage, Stage::Closed)
    }

    /// A message that has no closing balance was cut off.
    pub fn end(self) -> Result<(), Reason> {
        match self.stage {
            Stage::Heading => Err(Reason::Missing("the field :60F:")),
            Stage::Lines(..) => Err(Reason::Missing("the field :62F:")),
            Stage::Closed => Ok(()),
        }
    }

    pub fn field(&mut self, tag: &str, text: &str, output: &mut Output<'_, '_>) -> Result<(), Reason> {
        match tag {
            "25" | "25P" => {
                self.account(text);
                Ok(())
            }
            "28" | "28C" => {
                self.sequence = value::some(text);
                Ok(())
            }
            "60F" | "60M" => self.open(text, output),
            "61" => {
                let Stage::Lines(currency, _) = self.stage else { return Err(Reason::Missing("the field :60F:")) };
                self.give_line(output)?;
                self.line = Some(line::read(text, currency)?);
                Ok(())
            }
            // Behind the closing balance it tells of the whole statement, which is no line.
            "86" => {
                self.line.iter_mut().for_each(|line| narrative::read(text, line));
                Ok(())
            }
            "62F" | "62M" => self.close(text, output),
            _ => Ok(()),
        }
    }

    /// `bank/account`, or the account alone; in 25P the bank's BIC stands on a second line.
    fn account(&mut self, text: &str) {
        let (first, second) = text.split_once('\n').unwrap_or((text, ""));
        let (bank, account) = first.split_once('/').unwrap_or((second, first));
        self.bank = value::account(bank);
        self.account = value::account(account);
    }

    fn open(&mut self, text: &str, output: &mut Output<'_, '_>) -> Result<(), Reason> {
        let Stage::Heading = self.stage else { return Err(Reason::Contradiction("the field :60F:")) };
        let (balance, currency) = balance(text)?;
        self.stage = Stage::Lines(currency, balance);
        output.give(Event::Begins(Heading {
            account: self.account.take(),
            bank: self.bank.take(),
            currency,
            statement_id: self.reference.take(),
            sequence: self.sequence.take(),
            from: None,
            to: None,
            opening: Some(balance),
            closing: None,
        }))
    }

    fn close(&mut self, text: &str, output: &mut Output<'_, '_>) -> Result<(), Reason> {
        let Stage::Lines(expected, opening) = self.stage else { return Err(Reason::Missing("the field :60F:")) };
        self.give_line(output)?;
        let (closing, currency) = balance(text)?;
        value::same_currency(expected, currency)?;
        self.stage = Stage::Closed;
        output.give(Event::Ends { opening: Some(opening), closing: Some(closing), not_booked: 0 })
    }

    fn give_line(&mut self, output: &mut Output<'_, '_>) -> Result<(), Reason> {
        self.line.take().map_or(Ok(()), |line| output.line(line))
    }
}

/// Reads `C240131EUR1234,50`.
fn balance(text: &str) -> Result<(Balance, Currency), Reason> {
    let wrong = || Reason::Value { field: "a balance", found: Reason::excerpt(text) };
    let (side, rest) = text.split_at_checked(1).ok_or_else(wrong)?;
    let (date, rest) = rest.split_at_checked(6).ok_or_else(wrong)?;
    let (currency, amount) = rest.split_at_checked(3).ok_or_else(wrong)?;
    let is_in = match side {
        "C" => true,
        "D" => false,
        _ => return Err(wrong()),
    };
    let currency = value::currency(currency)?;
    let amount = line::size(amount, currency)?;
    Ok((Balance { date: value::short_date(date)?, amount: value::directed(amount, is_in)? }, currency))
}
