//! Control totals and counts.

use super::super::fault::Reason;
use super::super::value;
use super::record::Record;
use crate::values::money::{Currency, Minor};

/// What was counted of an account, a group or the file.
#[derive(Default)]
pub(super) struct Tally {
    total: i128,
    records: i128,
    parts: i128,
}

impl Tally {
    pub const fn count(&mut self, record: &Record) {
        self.records = self.records.saturating_add(record.lines);
    }

    pub fn add(&mut self, amount: Minor) {
        self.total = self.total.saturating_add(i128::from(amount.0));
    }

    /// Adds an account to its group, or a group to its file.
    pub const fn include(&mut self, part: &Self) {
        self.total = self.total.saturating_add(part.total);
        self.records = self.records.saturating_add(part.records);
        self.parts = self.parts.saturating_add(1);
    }

    /// Compares with a trailer: total, number of parts where `parts` names them, number of records. An empty field is
    /// not compared.
    pub fn check(&self, record: &Record, parts: Option<&'static str>) -> Result<(), Reason> {
        record.terminated()?;
        let mut fields = record.fields();
        same("the control total", fields.next(), self.total)?;
        if let Some(parts) = parts {
            same(parts, fields.next(), self.parts)?;
        }
        same("the number of records", fields.next(), self.records)
    }
}

fn same(field: &'static str, text: &str, expected: i128) -> Result<(), Reason> {
    if text.is_empty() {
        return Ok(());
    }
    let found = text.parse().map_err(|_| Reason::Amount(Reason::excerpt(text)))?;
    if found == expected { Ok(()) } else { Err(Reason::Trailer { field, found, expected }) }
}

/// Reads a whole number of minor units, signed or not.
pub(super) fn amount(text: &str, currency: Currency) -> Result<Minor, Reason> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Reason::Amount(Reason::excerpt(text)));
    }
    let limit = |error| Reason::AmountLimit { text: Reason::excerpt(text), error };
    let size = digits.parse().map(Minor).map_err(|_| limit(crate::values::money::MoneyError::TooLarge))?;
    value::directed(currency.within_limits(size).map_err(limit)?, !is_negative)
}
