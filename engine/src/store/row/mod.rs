//! Rows to domain values and back. A bad row names its table, column and key.

pub mod catalog;
pub mod document;
pub mod job;
pub mod posting;
pub mod reconciliation;

use std::str::FromStr;

use rust_decimal::Decimal;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::StoreError;
use crate::clock::Date;
use crate::money::Currency;

/// Names the table and the key while a row is read.
#[derive(Clone, Copy)]
pub struct RowName<'a> {
    pub table: &'static str,
    pub key: &'a str,
}

impl RowName<'_> {
    fn bad(self, column: &str) -> StoreError {
        StoreError::bad_row(self.table, column, self.key)
    }

    pub fn some<T>(self, column: &str, value: Option<T>) -> Result<T, StoreError> {
        value.ok_or_else(|| self.bad(column))
    }

    pub fn date(self, column: &str, text: &str) -> Result<Date, StoreError> {
        self.some(column, Date::parse(text))
    }

    pub fn decimal(self, column: &str, text: &str) -> Result<Decimal, StoreError> {
        Decimal::from_str(text).map_err(|_| self.bad(column))
    }

    pub fn currency(self, column: &str, code: &str) -> Result<Currency, StoreError> {
        self.some(column, Currency::parse(code))
    }

    pub fn json<T: DeserializeOwned>(self, column: &str, text: &str) -> Result<T, StoreError> {
        serde_json::from_str(text).map_err(|error| StoreError::Broken(format!("{}: {error}", self.bad(column))))
    }

    pub fn u32(self, column: &str, number: i64) -> Result<u32, StoreError> {
        u32::try_from(number).map_err(|_| self.bad(column))
    }
}

/// A domain value as JSON text.
pub fn to_json<T: Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Broken(error.to_string()))
}
