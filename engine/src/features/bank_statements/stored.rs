//! The mapping of an account's CSV files (`bank_csv_mapping.mapping`, an object of version 0).
//!
//! A column is `{"name": "Amount"}` or `{"number": 3}`: an untagged form does not work with the exact numbers of serde_json.

use serde::{Deserialize, Serialize};

use crate::books::stored::codec::{Stored, Unreadable, only, write};
use crate::features::bank_statements::formats::{
    AmountColumns, Column, CsvMapping, CurrencySource, Encoding, RowOrder,
};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MappingV0 {
    #[serde(default = "comma")]
    delimiter: char,
    #[serde(default = "quote")]
    quote: Option<char>,
    #[serde(default)]
    encoding: EncodingV0,
    #[serde(default)]
    header_rows: u32,
    #[serde(default)]
    footer_rows: u32,
    #[serde(default)]
    order: OrderV0,
    date_format: String,
    #[serde(default = "point")]
    decimal: char,
    #[serde(default)]
    thousands: Option<char>,
    currency: CurrencyV0,
    amount: AmountV0,
    date: ColumnV0,
    #[serde(default)]
    value_date: Option<ColumnV0>,
    #[serde(default)]
    balance: Option<ColumnV0>,
    #[serde(default)]
    account: Option<ColumnV0>,
    #[serde(default)]
    counterparty_name: Option<ColumnV0>,
    #[serde(default)]
    counterparty_account: Option<ColumnV0>,
    #[serde(default)]
    bank_reference: Option<ColumnV0>,
    #[serde(default)]
    end_to_end_id: Option<ColumnV0>,
    #[serde(default)]
    text: Vec<ColumnV0>,
    #[serde(default)]
    code: Option<ColumnV0>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ColumnV0 {
    Name(String),
    Number(u32),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum AmountV0 {
    Signed {
        amount: ColumnV0,
    },
    DebitCredit {
        debit: ColumnV0,
        credit: ColumnV0,
        #[serde(default)]
        debit_is_negative: bool,
    },
    Sided {
        amount: ColumnV0,
        side: ColumnV0,
        debit: Vec<String>,
        credit: Vec<String>,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum CurrencyV0 {
    Fixed(String),
    Column(ColumnV0),
}

#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum OrderV0 {
    #[default]
    OldestFirst,
    NewestFirst,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum EncodingV0 {
    #[default]
    Detect,
    Utf8,
    Windows1252,
}

const fn comma() -> char {
    ','
}

const fn point() -> char {
    '.'
}

#[expect(clippy::unnecessary_wraps, reason = "serde takes the default of the field's own type")]
const fn quote() -> Option<char> {
    Some('"')
}

impl From<ColumnV0> for Column {
    fn from(stored: ColumnV0) -> Self {
        match stored {
            ColumnV0::Name(name) => Self::Name(name),
            ColumnV0::Number(number) => Self::Number(number),
        }
    }
}

impl From<&Column> for ColumnV0 {
    fn from(column: &Column) -> Self {
        match column {
            Column::Name(name) => Self::Name(name.clone()),
            Column::Number(number) => Self::Number(*number),
        }
    }
}

impl From<AmountV0> for AmountColumns {
    fn from(stored: AmountV0) -> Self {
        match stored {
            AmountV0::Signed { amount } => Self::Signed { amount: amount.into() },
            AmountV0::DebitCredit { debit, credit, debit_is_negative } => {
                Self::DebitCredit { debit: debit.into(), credit: credit.into(), debit_is_negative }
            }
            AmountV0::Sided { amount, side, debit, credit } => {
                Self::Sided { amount: amount.into(), side: side.into(), debit, credit }
            }
        }
    }
}

impl From<&AmountColumns> for AmountV0 {
    fn from(columns: &AmountColumns) -> Self {
        match columns {
            AmountColumns::Signed { amount } => Self::Signed { amount: amount.into() },
            AmountColumns::DebitCredit { debit, credit, debit_is_negative } => {
                let debit_is_negative = *debit_is_negative;
                Self::DebitCredit { debit: debit.into(), credit: credit.into(), debit_is_negative }
            }
            AmountColumns::Sided { amount, side, debit, credit } => {
                Self::Sided { amount: amount.into(), side: side.into(), debit: debit.clone(), credit: credit.clone() }
            }
        }
    }
}

impl Stored for CsvMapping {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        let read: MappingV0 = only(version, text)?;
        let optional = |column: Option<ColumnV0>| column.map(Column::from);
        Ok(Self {
            delimiter: read.delimiter,
            quote: read.quote,
            encoding: match read.encoding {
                EncodingV0::Detect => Encoding::Detect,
                EncodingV0::Utf8 => Encoding::Utf8,
                EncodingV0::Windows1252 => Encoding::Windows1252,
            },
            header_rows: read.header_rows,
            footer_rows: read.footer_rows,
            order: match read.order {
                OrderV0::OldestFirst => RowOrder::OldestFirst,
                OrderV0::NewestFirst => RowOrder::NewestFirst,
            },
            date_format: read.date_format,
            decimal: read.decimal,
            thousands: read.thousands,
            currency: match read.currency {
                CurrencyV0::Fixed(code) => CurrencySource::Fixed(code),
                CurrencyV0::Column(column) => CurrencySource::Column(column.into()),
            },
            amount: read.amount.into(),
            date: read.date.into(),
            value_date: optional(read.value_date),
            balance: optional(read.balance),
            account: optional(read.account),
            counterparty_name: optional(read.counterparty_name),
            counterparty_account: optional(read.counterparty_account),
            bank_reference: optional(read.bank_reference),
            end_to_end_id: optional(read.end_to_end_id),
            text: read.text.into_iter().map(Column::from).collect(),
            code: optional(read.code),
        })
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        let optional = |column: &Option<Column>| column.as_ref().map(ColumnV0::from);
        write(&MappingV0 {
            delimiter: self.delimiter,
            quote: self.quote,
            encoding: match self.encoding {
                Encoding::Detect => EncodingV0::Detect,
                Encoding::Utf8 => EncodingV0::Utf8,
                Encoding::Windows1252 => EncodingV0::Windows1252,
            },
            header_rows: self.header_rows,
            footer_rows: self.footer_rows,
            order: match self.order {
                RowOrder::OldestFirst => OrderV0::OldestFirst,
                RowOrder::NewestFirst => OrderV0::NewestFirst,
            },
            date_format: self.date_format.clone(),
            decimal: self.decimal,
            thousands: self.thousands,
            currency: match &self.currency {
                CurrencySource::Fixed(code) => CurrencyV0::Fixed(code.clone()),
                CurrencySource::Column(column) => CurrencyV0::Column(column.into()),
            },
            amount: (&self.amount).into(),
            date: (&self.date).into(),
            value_date: optional(&self.value_date),
            balance: optional(&self.balance),
            account: optional(&self.account),
            counterparty_name: optional(&self.counterparty_name),
            counterparty_account: optional(&self.counterparty_account),
            bank_reference: optional(&self.bank_reference),
            end_to_end_id: optional(&self.end_to_end_id),
            text: self.text.iter().map(ColumnV0::from).collect(),
            code: optional(&self.code),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::books::stored::read;

    #[test]
    fn a_mapping_comes_back() {
        let least = r#"{"date_format":"%Y-%m-%d","currency":{"fixed":"EUR"},"date":{"name":"Day"},"amount":{"signed":{"amount":{"number":2}}}}"#;
        let mapping: CsvMapping = read(least).expect(least);
        assert_eq!((mapping.delimiter, mapping.quote, mapping.decimal), (',', Some('"'), '.'));
        let written = mapping.written().expect("a text");
        assert_eq!(read::<CsvMapping>(&written).expect("read"), mapping);
        assert!(read::<CsvMapping>(&least.replace("date_format", "dates")).is_err());
    }
}
