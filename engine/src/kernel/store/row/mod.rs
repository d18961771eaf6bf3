//! Rows to domain values and back. A bad row names its table, column and key.

pub mod catalog;
pub mod change_request;
pub mod dimension;
pub mod document;
pub mod job;
pub mod party;
pub mod payment_terms;
pub mod period_exception;
pub mod posting;
pub mod rule_set;
pub mod tax_code;
pub mod write_off_rule;

use std::str::FromStr;

use rust_decimal::Decimal;

use super::StoreError;
use crate::books::command::Application;
use crate::books::stored;
use crate::books::stored::Stored;
use crate::kernel::entity::{JsonText, credit_application};
use crate::values::clock::Date;
use crate::values::money::Currency;

/// The row of what was applied.
pub fn application(applied: Application) -> credit_application::Model {
    credit_application::Model {
        credit_kind: applied.credit.kind.name().into(),
        credit_id: applied.credit.id,
        position: i64::from(applied.position),
        settled_kind: applied.settled.kind.name().into(),
        settled_id: applied.settled.id,
        amount: applied.amount,
        base_amount: applied.base_amount,
        credit_base_amount: applied.credit_base_amount,
        applied_on: applied.applied_on.to_string(),
        applied_at: applied.applied_at.micros(),
        applied_by: applied.applied_by,
        undoes: applied.undoes.map(i64::from),
    }
}

/// Names the table and the key while a row is read.
#[derive(Clone, Copy)]
pub struct RowName<'a> {
    pub table: &'static str,
    pub key: &'a str,
}

impl RowName<'_> {
    pub fn bad(self, column: &str) -> StoreError {
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

    pub fn json<T: Stored>(self, column: &str, text: &JsonText) -> Result<T, StoreError> {
        stored::read(&text.0).map_err(|error| StoreError::Broken(format!("{}: {error}", self.bad(column))))
    }

    pub fn u64(self, column: &str, number: i64) -> Result<u64, StoreError> {
        u64::try_from(number).map_err(|_| self.bad(column))
    }

    pub fn u32(self, column: &str, number: i64) -> Result<u32, StoreError> {
        u32::try_from(number).map_err(|_| self.bad(column))
    }
}

/// A domain value as the JSON text that is kept of it.
pub fn to_json<T: Stored>(value: &T) -> Result<JsonText, StoreError> {
    value.written().map(JsonText).map_err(|error| StoreError::Broken(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::books::request::StoredAnswer;

    #[test]
    fn what_cannot_be_read_names_table_column_and_key() {
        let name = RowName { table: "idempotency", key: "kept-1" };
        for (text, why) in [
            (r#"{"v":7,"status":200,"headers":[],"body":""}"#, "it is of version 7, which this program does not know"),
            (r#"{"headers":[],"body":""}"#, "missing field `status`"),
            ("", "EOF while parsing"),
        ] {
            let error = name.json::<StoredAnswer>("answer", &JsonText(text.into())).expect_err(text).to_string();
            for said in ["table idempotency", "column answer", "\"kept-1\"", why] {
                assert!(error.contains(said), "{text}: {error}");
            }
        }
    }
}
