//! `Bal`: the opening, closing and previously closed balance.

use chrono::NaiveDate;

use super::super::event::Balance;
use super::super::fault::Reason;
use super::super::value;
use crate::values::money::{Currency, Minor};

/// A `Bal` while it is read.
#[derive(Default)]
pub(super) struct Draft {
    code: String,
    amount: Option<(Minor, Currency)>,
    is_in: Option<bool>,
    date: Option<NaiveDate>,
}

impl Draft {
    /// `path` is below `Bal/`.
    pub fn closed(&mut self, path: &str, text: &str, attribute: Option<&str>) -> Result<(), Reason> {
        match path {
            "Tp/CdOrPrtry/Cd" => text.clone_into(&mut self.code),
            "Amt" => self.amount = Some(amount(text, attribute)?),
            "CdtDbtInd" => self.is_in = Some(is_in(text)?),
            "Dt/Dt" | "Dt/DtTm" => self.date = Some(value::iso_date(text)?),
            _ => {}
        }
        Ok(())
    }
}

/// The balances of a statement that matter. Interim and available ones do not.
#[derive(Default)]
pub(super) struct Balances {
    opening: Option<Balance>,
    previous: Option<Balance>,
    closing: Option<Balance>,
    pub currency: Option<Currency>,
}

impl Balances {
    /// The day's opening balance, or else what the previous statement closed with.
    pub fn opening(&self) -> Option<Balance> {
        self.opening.or(self.previous)
    }

    pub const fn closing(&self) -> Option<Balance> {
        self.closing
    }

    pub fn take(&mut self, draft: &Draft) -> Result<(), Reason> {
        let (place, field) = match draft.code.as_str() {
            "OPBD" => (&mut self.opening, "the balance OPBD"),
            "PRCD" => (&mut self.previous, "the balance PRCD"),
            "CLBD" => (&mut self.closing, "the balance CLBD"),
            _ => return Ok(()),
        };
        let (size, currency) = draft.amount.ok_or(Reason::Missing("Bal/Amt"))?;
        let is_in = draft.is_in.ok_or(Reason::Missing("Bal/CdtDbtInd"))?;
        let date = draft.date.ok_or(Reason::Missing("Bal/Dt"))?;
        value::same_currency(*self.currency.get_or_insert(currency), currency)?;
        let balance = Balance { date, amount: value::directed(size, is_in)? };
        if *place.get_or_insert(balance) != balance {
            return Err(Reason::Contradiction(field));
        }
        Ok(())
    }
}

/// Reads `<Amt Ccy="EUR">12.50</Amt>`.
pub(super) fn amount(text: &str, attribute: Option<&str>) -> Result<(Minor, Currency), Reason> {
    let currency = value::currency(attribute.ok_or(Reason::Missing("the attribute Ccy"))?)?;
    Ok((value::unsigned(text, '.', currency)?, currency))
}

pub(super) fn is_in(text: &str) -> Result<bool, Reason> {
    match text {
        "CRDT" => Ok(true),
        "DBIT" => Ok(false),
        _ => Err(Reason::Value { field: "CdtDbtInd", found: Reason::excerpt(text) }),
    }
}
