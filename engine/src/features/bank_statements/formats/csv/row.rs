//! One row by its mapping.

use chrono::NaiveDate;

use super::super::event::StatementLine;
use super::super::fault::Reason;
use super::super::value;
use super::mapping::{AmountColumns, Column, CsvMapping, CurrencySource};
use crate::values::money::{Currency, Minor};

/// A mapping together with the names that the file has.
pub(super) struct Layout<'m> {
    pub mapping: &'m CsvMapping,
    names: Vec<String>,
}

pub(super) struct Row {
    pub line: StatementLine,
    pub account: Option<String>,
    pub balance: Option<Minor>,
}

impl<'m> Layout<'m> {
    pub fn new(mapping: &'m CsvMapping, names: &[String]) -> Result<Self, Reason> {
        let layout = Self { mapping, names: names.iter().map(|name| name.trim().to_owned()).collect() };
        mapping.columns().try_for_each(|column| layout.position(column).map(|_| ()))?;
        Ok(layout)
    }

    /// The index of a column. A name that two columns have is none.
    fn position(&self, column: &Column) -> Result<usize, Reason> {
        match column {
            Column::Number(number) => number
                .checked_sub(1)
                .and_then(|index| usize::try_from(index).ok())
                .ok_or(Reason::Mapping("columns are numbered from 1")),
            Column::Name(name) => {
                let mut found = self.names.iter().enumerate().filter(|(_, known)| *known == name);
                match (found.next(), found.next()) {
                    (Some((index, _)), None) => Ok(index),
                    (Some(_), Some(_)) => Err(Reason::Contradiction("a column's name")),
                    (None, _) => Err(Reason::Column(Reason::excerpt(name))),
                }
            }
        }
    }

    fn field<'f>(&self, fields: &'f [String], column: &Column) -> Result<&'f str, Reason> {
        let missing = || match column {
            Column::Name(name) => Reason::Column(Reason::excerpt(name)),
            Column::Number(number) => Reason::Column(number.to_string()),
        };
        fields.get(self.position(column)?).map(|field| field.trim()).ok_or_else(missing)
    }

    fn text(&self, fields: &[String], column: Option<&Column>) -> Result<Option<String>, Reason> {
        column.map_or(Ok(None), |column| Ok(value::some(self.field(fields, column)?)))
    }

    fn date(&self, text: &str) -> Result<NaiveDate, Reason> {
        let date = NaiveDate::parse_from_str(text, &self.mapping.date_format)
            .map_err(|_| Reason::Date(Reason::excerpt(text)))?;
        value::plausible(date, text)
    }

    pub fn row(&self, fields: &[String]) -> Result<Row, Reason> {
        let mapping = self.mapping;
        let currency = match &mapping.currency {
            CurrencySource::Fixed(code) => value::currency(code)?,
            CurrencySource::Column(column) => value::currency(self.field(fields, column)?)?,
        };
        let date = self.date(self.field(fields, &mapping.date)?)?;
        let value_date = self.text(fields, mapping.value_date.as_ref())?;
        let account = |column| Ok(self.text(fields, column)?.as_deref().and_then(value::account));
        let mut text = None;
        for column in &mapping.text {
            value::join(&mut text, " ", self.field(fields, column)?);
        }
        let line = StatementLine {
            value_date: value_date.map(|text| self.date(&text)).transpose()?,
            counterparty_name: self.text(fields, mapping.counterparty_name.as_ref())?,
            counterparty_account: account(mapping.counterparty_account.as_ref())?,
            bank_reference: self.text(fields, mapping.bank_reference.as_ref())?,
            end_to_end_id: self.text(fields, mapping.end_to_end_id.as_ref())?,
            text,
            code: self.text(fields, mapping.code.as_ref())?,
            ..StatementLine::of(date, self.amount(fields, currency)?, currency)
        };
        let balance = self.text(fields, mapping.balance.as_ref())?;
        let balance = balance.map(|text| self.signed(&text, currency)).transpose()?;
        Ok(Row { line, account: account(mapping.account.as_ref())?, balance })
    }

    fn amount(&self, fields: &[String], currency: Currency) -> Result<Minor, Reason> {
        match &self.mapping.amount {
            AmountColumns::Signed { amount } => self.signed(self.field(fields, amount)?, currency),
            AmountColumns::Sided { amount, side, debit, credit } => {
                let size = self.unsigned(self.field(fields, amount)?, currency)?;
                let word = self.field(fields, side)?;
                match (credit.iter().any(|known| known == word), debit.iter().any(|known| known == word)) {
                    (true, false) => Ok(size),
                    (false, true) => value::directed(size, false),
                    _ => Err(Reason::Value { field: "the side", found: Reason::excerpt(word) }),
                }
            }
            AmountColumns::DebitCredit { debit, credit, debit_is_negative } => {
                let (debit, credit) = (self.field(fields, debit)?, self.field(fields, credit)?);
                if debit.is_empty() && credit.is_empty() {
                    return Err(Reason::Missing("the amount"));
                }
                let debit = match debit {
                    "" => Minor::ZERO,
                    text if *debit_is_negative => self.signed(text, currency)?,
                    text => value::directed(self.unsigned(text, currency)?, false)?,
                };
                let credit = if credit.is_empty() { Minor::ZERO } else { self.unsigned(credit, currency)? };
                match (debit.is_zero(), credit.is_zero()) {
                    (true, _) => Ok(credit),
                    (false, true) => Ok(debit),
                    (false, false) => Err(Reason::Contradiction("the amount")),
                }
            }
        }
    }

    fn unsigned(&self, text: &str, currency: Currency) -> Result<Minor, Reason> {
        value::unsigned(&self.without_thousands(text)?, self.mapping.decimal, currency)
    }

    /// The minus may also stand behind, as in `12,50-`, or be a pair of brackets, as in `(12.50)`.
    fn signed(&self, text: &str, currency: Currency) -> Result<Minor, Reason> {
        let bracketed = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        let plain = self.without_thousands(bracketed.unwrap_or(text))?;
        match plain.strip_suffix('-').or(bracketed.map(|_| plain.as_str())) {
            Some(size) => value::directed(value::unsigned(size, self.mapping.decimal, currency)?, false),
            None => value::signed(&plain, self.mapping.decimal, currency),
        }
    }

    /// Takes the separators of thousands out, which must stand before groups of three digits.
    fn without_thousands(&self, text: &str) -> Result<String, Reason> {
        let Some(separator) = self.mapping.thousands else { return Ok(text.to_owned()) };
        let is_separator = |found: char| {
            let is_blank = separator.is_whitespace() && found.is_whitespace();
            found == separator || is_blank || (separator == '\'' && found == '’')
        };
        let wrong = || Reason::Amount(Reason::excerpt(text));
        let (whole, fraction) = match text.split_once(self.mapping.decimal) {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (text, None),
        };
        let mut groups = whole.split(is_separator);
        let first = groups.next().unwrap_or_default();
        let mut plain = first.to_owned();
        for group in groups {
            let digits = if fraction.is_none() { group.trim_end_matches('-') } else { group };
            if digits.len() != 3 || !first.ends_with(|last: char| last.is_ascii_digit()) {
                return Err(wrong());
            }
            plain.push_str(group);
        }
        if let Some(fraction) = fraction {
            plain.push(self.mapping.decimal);
            plain.push_str(fraction);
        }
        Ok(plain)
    }
}
