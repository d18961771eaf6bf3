//! `STMTTRN`: one booked transaction.

use chrono::NaiveDate;

use super::super::event::StatementLine;
use super::super::fault::Reason;
use super::super::value;
use crate::values::money::{Currency, Minor};

#[derive(Default)]
pub(super) struct Transaction {
    kind: Option<String>,
    posted: Option<NaiveDate>,
    available: Option<NaiveDate>,
    amount: Option<String>,
    own_currency: Option<Currency>,
    id: Option<String>,
    name: Option<String>,
    memo: Option<String>,
    account: Option<String>,
    cheque: Option<String>,
}

impl Transaction {
    pub fn value(&mut self, within: &str, name: &str, text: &str) -> Result<(), Reason> {
        match (within, name) {
            ("STMTTRN", "TRNTYPE") => self.kind = value::some(text),
            ("STMTTRN", "DTPOSTED") => self.posted = Some(date(text)?),
            ("STMTTRN", "DTAVAIL") => self.available = Some(date(text)?),
            ("STMTTRN", "TRNAMT") => self.amount = value::some(text),
            ("STMTTRN", "FITID") => self.id = value::some(text),
            ("STMTTRN" | "PAYEE", "NAME") => self.name = value::some(text),
            ("STMTTRN", "MEMO") => self.memo = value::some(text),
            ("STMTTRN", "CHECKNUM") => self.cheque = value::some(text),
            // It changes a line of an earlier statement, which only a person can do.
            ("STMTTRN", "CORRECTACTION") => {
                return Err(Reason::Value { field: "CORRECTACTION", found: Reason::excerpt(text) });
            }
            ("BANKACCTTO" | "CCACCTTO", "ACCTID") => self.account = value::account(text),
            ("CURRENCY", "CURSYM") => self.own_currency = Some(value::currency(text)?),
            _ => {}
        }
        Ok(())
    }

    pub fn line(self, currency: Currency) -> Result<StatementLine, Reason> {
        // `CURRENCY` says that the amount is in another one; `ORIGCURRENCY` that it was converted from another one.
        value::same_currency(currency, self.own_currency.unwrap_or(currency))?;
        let size = self.amount.ok_or(Reason::Missing("TRNAMT"))?;
        let date = self.posted.ok_or(Reason::Missing("DTPOSTED"))?;
        Ok(StatementLine {
            value_date: self.available,
            counterparty_name: self.name,
            counterparty_account: self.account,
            bank_reference: self.id,
            text: self.memo,
            code: self.kind,
            end_to_end_id: self.cheque,
            ..StatementLine::of(date, amount(&size, currency)?, currency)
        })
    }
}

/// OFX lets a bank write the decimal separator of its country.
pub(super) fn amount(text: &str, currency: Currency) -> Result<Minor, Reason> {
    value::signed(text, if text.contains(',') { ',' } else { '.' }, currency)
}

/// Reads the day of `20240131120000.000[-5:EST]`: the one that the bank wrote.
pub(super) fn date(text: &str) -> Result<NaiveDate, Reason> {
    let (day, rest) = text.split_at_checked(8).ok_or_else(|| Reason::Date(Reason::excerpt(text)))?;
    if !(rest.is_empty() || rest.starts_with('[') || rest.starts_with(|next: char| next.is_ascii_digit())) {
        return Err(Reason::Date(Reason::excerpt(text)));
    }
    value::plausible(value::digits_date(day, "%Y%m%d", 8)?, text)
}
