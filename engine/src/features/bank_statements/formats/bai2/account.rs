//! Records 02, 03, 16 and 49.

use chrono::NaiveDate;

use super::super::event::{Balance, Event, Heading, StatementLine};
use super::super::fault::Reason;
use super::super::limits::MAX_TEXT_BYTES;
use super::super::output::Output;
use super::super::value;
use super::record::Record;
use super::trailer::{Tally, amount};
use crate::values::money::Currency;

pub(super) struct Group {
    bank: Option<String>,
    date: NaiveDate,
    currency: Option<Currency>,
    pub tally: Tally,
}

impl Group {
    /// `02,receiver,originator,status,date,time,currency,modifier/`
    pub fn new(record: &Record) -> Result<Self, Reason> {
        record.terminated()?;
        let mut fields = record.fields();
        let (_receiver, originator, status) = (fields.next(), fields.next(), fields.next());
        let date = value::short_date(fields.next())?;
        let (_time, currency, modifier) = (fields.next(), fields.next(), fields.next());
        allow("the group status in record 02", status, &["", "1"])?;
        allow("the as-of-date modifier in record 02", modifier, &["", "2", "4"])?;
        let currency = if currency.is_empty() { None } else { Some(value::currency(currency)?) };
        let mut tally = Tally::default();
        tally.count(record);
        Ok(Self { bank: value::account(originator), date, currency, tally })
    }
}

/// Deletions, corrections and tests (status 2, 3, 4) are no statements; interim data (modifier 1, 3) comes again.
fn allow(field: &'static str, found: &str, known: &[&str]) -> Result<(), Reason> {
    if known.contains(&found) { Ok(()) } else { Err(Reason::Value { field, found: Reason::excerpt(found) }) }
}

pub(super) struct Account {
    currency: Currency,
    opening: Option<Balance>,
    closing: Option<Balance>,
    not_booked: u32,
    tally: Tally,
}

impl Account {
    /// `03,account,currency,(type,amount,items,funds)…/`, of which 010 is the opening and 015 the closing ledger balance.
    pub fn new(record: &Record, group: &Group, output: &mut Output<'_, '_>) -> Result<Self, Reason> {
        let mut fields = record.fields();
        let number = fields.next();
        let currency = match (fields.next(), group.currency) {
            ("", Some(currency)) => currency,
            ("", None) => value::currency("USD")?,
            (code, _) => value::currency(code)?,
        };
        let mut account = Self { currency, opening: None, closing: None, not_booked: 0, tally: Tally::default() };
        account.tally.count(record);
        while !fields.is_done() {
            let (kind, size, _items) = (fields.next(), fields.next(), fields.next());
            fields.funds()?;
            if size.is_empty() {
                continue;
            }
            let size = amount(size, currency)?;
            account.tally.add(size);
            let balance = Some(Balance { date: group.date, amount: size });
            match kind {
                "010" => account.opening = balance,
                "015" => account.closing = balance,
                _ => {}
            }
        }
        output.give(Event::Begins(Heading {
            account: value::account(number),
            bank: group.bank.clone(),
            currency,
            statement_id: None,
            sequence: None,
            from: Some(group.date),
            to: Some(group.date),
            opening: account.opening,
            closing: account.closing,
        }))?;
        Ok(account)
    }

    /// `16,type,amount,funds,bank reference,customer reference,text`
    pub fn transaction(&mut self, record: &Record, group: &Group, output: &mut Output<'_, '_>) -> Result<(), Reason> {
        self.tally.count(record);
        let mut fields = record.fields();
        let (kind, size) = (fields.next(), fields.next());
        if kind == "890" {
            self.not_booked = self.not_booked.saturating_add(1);
            return Ok(());
        }
        let is_in = is_in(kind)?;
        let size = amount(size, self.currency)?;
        self.tally.add(size);
        let valued = fields.funds()?;
        let (bank_reference, customer_reference) = (fields.next(), fields.next());
        output.line(StatementLine {
            value_date: if valued.is_empty() { None } else { Some(value::short_date(valued)?) },
            bank_reference: value::some(bank_reference),
            end_to_end_id: value::some(customer_reference),
            text: value::some(&value::cut(fields.text(), MAX_TEXT_BYTES)),
            code: value::some(kind),
            ..StatementLine::of(group.date, value::directed(size, is_in)?, self.currency)
        })
    }

    /// `49,total,records/`
    pub fn end(mut self, record: &Record, output: &mut Output<'_, '_>) -> Result<Tally, Reason> {
        self.tally.count(record);
        self.tally.check(record, None)?;
        let (opening, closing, not_booked) = (self.opening, self.closing, self.not_booked);
        output.give(Event::Ends { opening, closing, not_booked })?;
        Ok(self.tally)
    }
}

/// The direction is in the code. The codes of loans (700 to 799) have none.
fn is_in(kind: &str) -> Result<bool, Reason> {
    let wrong = || Reason::Value { field: "a transaction type", found: Reason::excerpt(kind) };
    match kind.parse::<u16>().map_err(|_| wrong())? {
        100..=399 | 920..=959 => Ok(true),
        400..=699 | 960..=999 => Ok(false),
        _ => Err(wrong()),
    }
}
