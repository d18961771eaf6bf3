//! The mapping of an account's CSV files on the wire.

use engine::features::bank_statements::formats::{
    AmountColumns, Column, CsvMapping, CurrencySource, Encoding, RowOrder,
};
use engine::features::bank_statements::model::Mapping;
use engine::values::error::Faults;
use engine::values::money::Currency;
use poem_openapi::{Enum, Object};

use crate::schema::{CurrencyCode, List, Required, Text, WireTimestamp};

/// One character, be it a blank or a tab; none for nothing.
type Character = Text<0, 1>;
/// The name of a column, or its number from 1 in digits.
type ColumnName = Text<1, 200>;

/// How the file's text is encoded.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename = "CsvEncoding")]
pub enum WireEncoding {
    /// UTF-8 where the file is valid as such, else Windows-1252.
    #[oai(rename = "auto")]
    Auto,
    #[oai(rename = "utf-8")]
    Utf8,
    #[oai(rename = "windows-1252")]
    Windows1252,
}

/// Which end of the file is the past.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename = "CsvOrder", rename_all = "snake_case")]
pub enum WireOrder {
    OldestFirst,
    NewestFirst,
}

/// What the columns of an account's CSV files mean. A column is named as the header has it, or by its number from 1.
#[derive(Object, Debug)]
#[oai(rename = "CsvMapping", skip_serializing_if_is_none)]
pub struct CsvMappingFields {
    /// `,` when left out.
    pub delimiter: Option<Character>,
    /// `"` when left out.
    pub quote: Option<Character>,
    /// Fields are never quoted.
    pub is_unquoted: Option<bool>,
    pub encoding: Option<WireEncoding>,
    /// Rows before the data; the last names the columns. 1 when left out.
    pub header_rows: Option<u32>,
    /// Rows behind the data.
    pub footer_rows: Option<u32>,
    pub order: Option<WireOrder>,
    /// As strftime has it: `%d.%m.%Y`.
    pub date_format: Required<Text<1, 64>>,
    /// `.` when left out.
    pub decimal: Option<Character>,
    pub thousands: Option<Character>,
    /// The account's own when left out.
    pub currency: Option<CurrencyCode>,
    pub currency_column: Option<ColumnName>,
    /// Negative for money that went out, unless `side_column` says the side.
    pub amount_column: Option<ColumnName>,
    /// What went out, in place of `amount_column`.
    pub debit_column: Option<ColumnName>,
    /// What came in.
    pub credit_column: Option<ColumnName>,
    /// What went out has a minus.
    pub debit_is_negative: Option<bool>,
    /// Has one of the words below.
    pub side_column: Option<ColumnName>,
    pub debit_words: Option<List<Text<1, 40>, 1, 32>>,
    pub credit_words: Option<List<Text<1, 40>, 1, 32>>,
    pub date_column: Required<ColumnName>,
    pub value_date_column: Option<ColumnName>,
    /// What the account held after it.
    pub balance_column: Option<ColumnName>,
    pub account_column: Option<ColumnName>,
    pub counterparty_name_column: Option<ColumnName>,
    pub counterparty_account_column: Option<ColumnName>,
    pub bank_reference_column: Option<ColumnName>,
    pub end_to_end_id_column: Option<ColumnName>,
    /// Joined by blanks.
    pub text_columns: Option<List<ColumnName, 1, 16>>,
    pub code_column: Option<ColumnName>,
}

/// The mapping that is kept for an account.
#[derive(Object, Debug)]
pub struct KeptCsvMapping {
    pub account_id: String,
    pub mapping: CsvMappingFields,
    pub version: i64,
    pub updated_at: WireTimestamp,
    pub updated_by: String,
}

fn column(name: impl Into<String>) -> Column {
    let name: String = name.into();
    name.parse().map_or(Column::Name(name), Column::Number)
}

fn character(text: Option<Character>) -> Option<char> {
    String::from(text?).chars().next()
}

fn words<const MAX: usize>(list: Option<List<Text<1, 40>, 1, MAX>>) -> Vec<String> {
    list.map(|list| list.0.into_iter().map(Into::into).collect()).unwrap_or_default()
}

impl CsvMappingFields {
    /// The mapping; what contradicts itself goes into the faults.
    pub fn mapping(self, own: &str, faults: &mut Faults) -> Option<CsvMapping> {
        let optional = |name: Option<ColumnName>| name.map(column);
        let has_amount = self.amount_column.is_some();
        let sides = (self.debit_column.is_some(), self.credit_column.is_some());
        let amount = match (self.amount_column, self.side_column, self.debit_column, self.credit_column) {
            (Some(amount), None, None, None) => AmountColumns::Signed { amount: column(amount) },
            (Some(amount), Some(side), None, None) => AmountColumns::Sided {
                amount: column(amount),
                side: column(side),
                debit: words(self.debit_words),
                credit: words(self.credit_words),
            },
            (None, None, Some(debit), Some(credit)) => AmountColumns::DebitCredit {
                debit: column(debit),
                credit: column(credit),
                debit_is_negative: self.debit_is_negative.unwrap_or_default(),
            },
            _ => {
                amount_faults(has_amount, sides, faults);
                return None;
            }
        };
        let quote = character(self.quote).unwrap_or('"');
        let currency = self.currency.map(|code| code.0.to_string());
        Some(CsvMapping {
            delimiter: character(self.delimiter).unwrap_or(','),
            quote: (!self.is_unquoted.unwrap_or_default()).then_some(quote),
            encoding: match self.encoding {
                None | Some(WireEncoding::Auto) => Encoding::Detect,
                Some(WireEncoding::Utf8) => Encoding::Utf8,
                Some(WireEncoding::Windows1252) => Encoding::Windows1252,
            },
            header_rows: self.header_rows.unwrap_or(1),
            footer_rows: self.footer_rows.unwrap_or_default(),
            order: match self.order {
                None | Some(WireOrder::OldestFirst) => RowOrder::OldestFirst,
                Some(WireOrder::NewestFirst) => RowOrder::NewestFirst,
            },
            date_format: String::from(self.date_format.0?),
            decimal: character(self.decimal).unwrap_or('.'),
            thousands: character(self.thousands),
            currency: match self.currency_column {
                Some(name) => CurrencySource::Column(column(name)),
                None => CurrencySource::Fixed(currency.unwrap_or_else(|| own.to_owned())),
            },
            amount,
            date: column(self.date_column.0?),
            value_date: optional(self.value_date_column),
            balance: optional(self.balance_column),
            account: optional(self.account_column),
            counterparty_name: optional(self.counterparty_name_column),
            counterparty_account: optional(self.counterparty_account_column),
            bank_reference: optional(self.bank_reference_column),
            end_to_end_id: optional(self.end_to_end_id_column),
            text: self.text_columns.map(|list| list.0.into_iter().map(column).collect()).unwrap_or_default(),
            code: optional(self.code_column),
        })
    }
}

/// An amount stands in one column, or in one for each side.
fn amount_faults(has_amount: bool, (debit, credit): (bool, bool), faults: &mut Faults) {
    let (pointer, detail) = match (has_amount, debit, credit) {
        (true, true, _) => ("/debit_column", "does not go with amount_column"),
        (true, false, _) => ("/credit_column", "does not go with amount_column"),
        (false, true, false) => ("/credit_column", "is required with debit_column"),
        (false, false, true) => ("/debit_column", "is required with credit_column"),
        (false, true, true) => ("/side_column", "goes with amount_column alone"),
        (false, false, false) => ("/amount_column", "is required, or else debit_column and credit_column"),
    };
    if !faults.has(pointer) {
        faults.add(pointer, detail);
    }
}

fn named(column: &Column) -> String {
    match column {
        Column::Name(name) => name.clone(),
        Column::Number(number) => number.to_string(),
    }
}

impl From<&Mapping> for KeptCsvMapping {
    fn from(saved: &Mapping) -> Self {
        Self {
            account_id: saved.account_id.clone(),
            mapping: CsvMappingFields::from(&saved.mapping),
            version: saved.version,
            updated_at: saved.updated_at.into(),
            updated_by: saved.updated_by.clone(),
        }
    }
}

impl From<&CsvMapping> for CsvMappingFields {
    fn from(mapping: &CsvMapping) -> Self {
        let column = |column: &Column| Text(named(column));
        let optional = |of: &Option<Column>| of.as_ref().map(column);
        let character = |character: char| Some(Text(character.to_string()));
        let words = |words: &[String]| Some(List(words.iter().cloned().map(Text).collect()));
        let mut fields = Self {
            delimiter: character(mapping.delimiter),
            quote: mapping.quote.and_then(character),
            is_unquoted: Some(mapping.quote.is_none()),
            encoding: Some(match mapping.encoding {
                Encoding::Detect => WireEncoding::Auto,
                Encoding::Utf8 => WireEncoding::Utf8,
                Encoding::Windows1252 => WireEncoding::Windows1252,
            }),
            header_rows: Some(mapping.header_rows),
            footer_rows: Some(mapping.footer_rows),
            order: Some(match mapping.order {
                RowOrder::OldestFirst => WireOrder::OldestFirst,
                RowOrder::NewestFirst => WireOrder::NewestFirst,
            }),
            date_format: Text(mapping.date_format.clone()).into(),
            decimal: character(mapping.decimal),
            thousands: mapping.thousands.and_then(character),
            date_column: column(&mapping.date).into(),
            value_date_column: optional(&mapping.value_date),
            balance_column: optional(&mapping.balance),
            account_column: optional(&mapping.account),
            counterparty_name_column: optional(&mapping.counterparty_name),
            counterparty_account_column: optional(&mapping.counterparty_account),
            bank_reference_column: optional(&mapping.bank_reference),
            end_to_end_id_column: optional(&mapping.end_to_end_id),
            text_columns: (!mapping.text.is_empty()).then(|| List(mapping.text.iter().map(column).collect())),
            code_column: optional(&mapping.code),
            currency: None,
            currency_column: None,
            amount_column: None,
            debit_column: None,
            credit_column: None,
            debit_is_negative: None,
            side_column: None,
            debit_words: None,
            credit_words: None,
        };
        match &mapping.amount {
            AmountColumns::Signed { amount } => fields.amount_column = Some(column(amount)),
            AmountColumns::DebitCredit { debit, credit, debit_is_negative } => {
                fields.debit_column = Some(column(debit));
                fields.credit_column = Some(column(credit));
                fields.debit_is_negative = Some(*debit_is_negative);
            }
            AmountColumns::Sided { amount, side, debit, credit } => {
                (fields.amount_column, fields.side_column) = (Some(column(amount)), Some(column(side)));
                (fields.debit_words, fields.credit_words) = (words(debit), words(credit));
            }
        }
        match &mapping.currency {
            CurrencySource::Fixed(code) => fields.currency = Currency::parse(code).map(CurrencyCode),
            CurrencySource::Column(of) => fields.currency_column = Some(column(of)),
        }
        fields
    }
}
