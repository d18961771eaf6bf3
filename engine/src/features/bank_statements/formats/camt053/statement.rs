//! `Stmt`: the heading, then the entries, then the end.

use chrono::NaiveDate;

use super::super::event::{Event, Heading};
use super::super::fault::Reason;
use super::super::output::Output;
use super::super::value;
use super::balance::{Balances, Draft};
use super::entry::Entry;
use super::summary::{Summary, Tally};
use crate::values::money::Currency;

/// A statement while it is read.
#[derive(Default)]
pub(super) struct Statement {
    account: Option<String>,
    bank: Option<String>,
    account_currency: Option<Currency>,
    id: Option<String>,
    legal_sequence: Option<String>,
    sequence: Option<String>,
    from: Option<NaiveDate>,
    to: Option<NaiveDate>,
    balances: Balances,
    balance: Draft,
    entry: Option<Entry>,
    summary: Summary,
    booked: Tally,
    all: Tally,
    not_booked: u32,
    /// The currency of the heading, once the consumer has it.
    begun: Option<Currency>,
}

impl Statement {
    /// `path` is below `Stmt/`, as in [`Self::closed`].
    pub fn opened(&mut self, path: &str) {
        match path {
            "Bal" => self.balance = Draft::default(),
            "Ntry" => self.entry = Some(Entry::default()),
            _ => {
                if let (Some(entry), "Ntry/NtryDtls/TxDtls") = (&mut self.entry, path) {
                    entry.batch.opened();
                }
            }
        }
    }

    pub fn closed(
        &mut self,
        path: &str,
        text: &str,
        attribute: Option<&str>,
        output: &mut Output<'_, '_>,
    ) -> Result<(), Reason> {
        if let Some(path) = path.strip_prefix("Ntry/") {
            return self.entry.as_mut().map_or(Ok(()), |entry| entry.closed(path, text, attribute));
        }
        if let Some(path) = path.strip_prefix("Bal/") {
            return self.balance.closed(path, text, attribute);
        }
        if let Some(path) = path.strip_prefix("TxsSummry/") {
            self.summary.closed(path, text);
            return Ok(());
        }
        match path {
            "Ntry" => return self.entry_ended(output),
            "Bal" => return self.balances.take(&self.balance),
            "Id" => self.id = value::some(text),
            "LglSeqNb" => self.legal_sequence = value::some(text),
            "ElctrncSeqNb" => self.sequence = value::some(text),
            "FrToDt/FrDtTm" => self.from = Some(value::iso_date(text)?),
            "FrToDt/ToDtTm" => self.to = Some(value::iso_date(text)?),
            "Acct/Id/IBAN" | "Acct/Id/Othr/Id" => self.account = value::account(text),
            "Acct/Ccy" => self.account_currency = Some(value::currency(text)?),
            "Acct/Svcr/FinInstnId/BIC" | "Acct/Svcr/FinInstnId/BICFI" => self.bank = value::account(text),
            "Acct/Svcr/FinInstnId/ClrSysMmbId/MmbId" if self.bank.is_none() => self.bank = value::account(text),
            _ => {}
        }
        Ok(())
    }

    fn entry_ended(&mut self, output: &mut Output<'_, '_>) -> Result<(), Reason> {
        let Some(entry) = self.entry.take() else { return Ok(()) };
        let size = entry.size();
        if let Some((size, is_in)) = size {
            self.all.count(size, is_in);
        }
        let Some(line) = entry.line()? else {
            self.not_booked = self.not_booked.saturating_add(1);
            return Ok(());
        };
        if let Some((size, is_in)) = size {
            self.booked.count(size, is_in);
        }
        let currency = self.begin(Some(line.currency), output)?;
        value::same_currency(currency, line.currency)?;
        output.line(line)
    }

    /// Gives the heading, unless that is done. `entry` is the currency of an account that does not name one.
    fn begin(&mut self, entry: Option<Currency>, output: &mut Output<'_, '_>) -> Result<Currency, Reason> {
        if let Some(currency) = self.begun {
            return Ok(currency);
        }
        let known = self.account_currency.or(self.balances.currency).or(entry);
        let currency = known.ok_or(Reason::Missing("the currency of the account"))?;
        output.give(Event::Begins(Heading {
            account: self.account.take(),
            bank: self.bank.take(),
            currency,
            statement_id: self.id.take(),
            sequence: self.legal_sequence.take().or(self.sequence.take()),
            from: self.from,
            to: self.to,
            opening: self.balances.opening(),
            closing: self.balances.closing(),
        }))?;
        self.begun = Some(currency);
        Ok(currency)
    }

    pub fn end(mut self, output: &mut Output<'_, '_>) -> Result<(), Reason> {
        let currency = self.begin(None, output)?;
        if let Some(found) = self.balances.currency {
            value::same_currency(currency, found)?;
        }
        self.summary.check(&self.booked, &self.all, currency)?;
        let (opening, closing) = (self.balances.opening(), self.balances.closing());
        output.give(Event::Ends { opening, closing, not_booked: self.not_booked })
    }
}
