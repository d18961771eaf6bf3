//! The elements that make a bank or card statement.

use chrono::NaiveDate;

use super::super::event::{Balance, Event, Heading};
use super::super::fault::Reason;
use super::super::output::Output;
use super::super::value;
use super::transaction::{Transaction, amount, date};
use crate::values::money::Currency;

/// The aggregates in which values are told apart. Others are transparent, since SGML does not show what an aggregate is.
const AGGREGATES: [&str; 20] = [
    "OFX",
    "SONRS",
    "STATUS",
    "STMTRS",
    "CCSTMTRS",
    "BANKACCTFROM",
    "CCACCTFROM",
    "BANKTRANLIST",
    "BANKTRANLISTP",
    "STMTTRN",
    "STMTTRNP",
    "PAYEE",
    "BANKACCTTO",
    "CCACCTTO",
    "LEDGERBAL",
    "AVAILBAL",
    "BALLIST",
    "BAL",
    "CURRENCY",
    "ORIGCURRENCY",
];

pub(super) struct Document<'a, 's> {
    output: Output<'a, 's>,
    /// The open aggregates, each of them at most once.
    open: Vec<&'static str>,
    statement: Option<Statement>,
    is_complete: bool,
}

/// `STMTRS` or `CCSTMTRS` while it is read.
#[derive(Default)]
struct Statement {
    currency: Option<Currency>,
    account: Option<String>,
    bank: Option<String>,
    from: Option<NaiveDate>,
    to: Option<NaiveDate>,
    transaction: Transaction,
    balance: Option<String>,
    balance_date: Option<NaiveDate>,
    not_booked: u32,
    begun: Option<Currency>,
}

impl<'a, 's> Document<'a, 's> {
    pub const fn new(output: Output<'a, 's>) -> Self {
        Self { output, open: Vec::new(), statement: None, is_complete: false }
    }

    /// The open aggregates for a fault in an SGML file.
    pub fn path(&self) -> Option<String> {
        (!self.open.is_empty()).then(|| self.open.join("/"))
    }

    pub fn opened(&mut self, name: &str) -> Result<(), Reason> {
        let Some(aggregate) = AGGREGATES.iter().find(|known| **known == name) else { return Ok(()) };
        if self.open.contains(aggregate) {
            return Err(Reason::Syntax(format!("{aggregate} is not closed")));
        }
        if self.open.is_empty() && *aggregate != "OFX" {
            return Err(Reason::WrongFormat("the document is not OFX"));
        }
        self.open.push(aggregate);
        match (*aggregate, &mut self.statement) {
            ("STMTRS" | "CCSTMTRS", _) => self.statement = Some(Statement::default()),
            ("STMTTRN" | "STMTTRNP", Some(statement)) => statement.transaction = Transaction::default(),
            _ => {}
        }
        Ok(())
    }

    pub fn closed(&mut self, name: &str) -> Result<(), Reason> {
        let Some(aggregate) = AGGREGATES.iter().find(|known| **known == name) else { return Ok(()) };
        if self.open.pop() != Some(*aggregate) {
            return Err(Reason::Syntax(format!("{aggregate} closes where something else is open")));
        }
        match (*aggregate, &mut self.statement) {
            ("STMTTRN", Some(statement)) => statement.transaction_ended(&mut self.output),
            ("STMTTRNP", Some(statement)) => {
                statement.not_booked = statement.not_booked.saturating_add(1);
                Ok(())
            }
            ("STMTRS" | "CCSTMTRS", _) => {
                self.statement.take().map_or(Ok(()), |statement| statement.end(&mut self.output))
            }
            ("OFX", _) => {
                self.is_complete = true;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    pub fn value(&mut self, name: &str, text: &str) -> Result<(), Reason> {
        let within = self.open.last().copied().unwrap_or_default();
        if (within, name, text) == ("STATUS", "SEVERITY", "ERROR") {
            return Err(Reason::Value { field: "STATUS/SEVERITY", found: text.to_owned() });
        }
        self.statement.as_mut().map_or(Ok(()), |statement| statement.value(within, name, text))
    }

    pub fn end(&self) -> Result<(), Reason> {
        if self.is_complete { self.output.finish() } else { Err(Reason::Truncated("the element OFX")) }
    }
}

impl Statement {
    fn value(&mut self, within: &str, name: &str, text: &str) -> Result<(), Reason> {
        match (within, name) {
            ("STMTRS" | "CCSTMTRS", "CURDEF") => self.currency = Some(value::currency(text)?),
            ("BANKACCTFROM" | "CCACCTFROM", "ACCTID") => self.account = value::account(text),
            ("BANKACCTFROM", "BANKID") => self.bank = value::account(text),
            ("BANKTRANLIST", "DTSTART") => self.from = Some(date(text)?),
            ("BANKTRANLIST", "DTEND") => self.to = Some(date(text)?),
            ("LEDGERBAL", "BALAMT") => self.balance = value::some(text),
            ("LEDGERBAL", "DTASOF") => self.balance_date = Some(date(text)?),
            ("STMTTRN" | "PAYEE" | "BANKACCTTO" | "CCACCTTO" | "CURRENCY", _) => {
                return self.transaction.value(within, name, text);
            }
            _ => {}
        }
        Ok(())
    }

    fn transaction_ended(&mut self, output: &mut Output<'_, '_>) -> Result<(), Reason> {
        let currency = self.begin(output)?;
        output.line(std::mem::take(&mut self.transaction).line(currency)?)
    }

    fn begin(&mut self, output: &mut Output<'_, '_>) -> Result<Currency, Reason> {
        if let Some(currency) = self.begun {
            return Ok(currency);
        }
        let currency = self.currency.ok_or(Reason::Missing("CURDEF"))?;
        output.give(Event::Begins(Heading {
            account: self.account.take(),
            bank: self.bank.take(),
            currency,
            statement_id: None,
            sequence: None,
            from: self.from,
            to: self.to,
            opening: None,
            closing: None,
        }))?;
        self.begun = Some(currency);
        Ok(currency)
    }

    fn end(mut self, output: &mut Output<'_, '_>) -> Result<(), Reason> {
        let currency = self.begin(output)?;
        let closing = match (&self.balance, self.balance_date) {
            (Some(text), Some(date)) => Some(Balance { date, amount: amount(text, currency)? }),
            (Some(_), None) => return Err(Reason::Missing("LEDGERBAL/DTASOF")),
            (None, _) => None,
        };
        output.give(Event::Ends { opening: None, closing, not_booked: self.not_booked })
    }
}
