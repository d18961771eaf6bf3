//! The mapping of an account's CSV files on the wire.

use engine::features::bank_statements::formats::{
    AmountColumns, Column, CsvMapping, CurrencySource, Encoding, RowOrder,
};
use engine::features::bank_statements::model::Mapping;
use engine::values::error::Faults;
use poem_openapi::{Enum, Object};

use crate::schema::{List, Required, Text, WireTimestamp};

/// One character.
type Character = Text<1, 1>;
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
pub struct CsvMappingInput {
    /// A comma when left out.
    pub delimiter: Option<Character>,
    /// What encloses fields; a double quote when left out.
    pub quote: Option<Character>,
    /// Whether fields are never enclosed. False when left out.
    pub is_unquoted: Option<bool>,
    /// `auto` when left out.
    pub encoding: Option<WireEncoding>,
    /// How many rows stand before the data; the last of them has the names of the columns. 1 when left out.
    pub header_rows: Option<u32>,
    /// How many rows stand behind the data, such as totals. 0 when left out.
    pub footer_rows: Option<u32>,
    /// `oldest_first` when left out.
    pub order: Option<WireOrder>,
    /// The layout of dates, in the notation of strftime: `%d.%m.%Y`.
    pub date_format: Required<Text<1, 64>>,
    /// `.` when left out.
    pub decimal: Option<Character>,
    /// The separator of thousands; none when left out.
    pub thousands: Option<Character>,
    /// The currency of all rows; the account's own when both this and `currency_column` are left out.
    pub currency: Option<crate::schema::CurrencyCode>,
    pub currency_column: Option<ColumnName>,
    /// One column, negative for money that went out; without `side_column`, and instead of `debit_column` and `credit_column`.
    pub amount_column: Option<ColumnName>,
    /// What went out.
    pub debit_column: Option<ColumnName>,
    /// What came in.
    pub credit_column: Option<ColumnName>,
    /// The bank writes what went out with a minus in its own column. False when left out.
    pub debit_is_negative: Option<bool>,
    /// Says the side of an `amount_column` without signs, in one of the words below.
    pub side_column: Option<ColumnName>,
    pub debit_words: Option<List<Text<1, 40>, 1, 32>>,
    pub credit_words: Option<List<Text<1, 40>, 1, 32>>,
    /// The day of booking.
    pub date_column: Required<ColumnName>,
    pub value_date_column: Option<ColumnName>,
    /// What the account held after the row.
    pub balance_column: Option<ColumnName>,
    /// The bank's own number of the account.
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
#[oai(rename = "CsvMapping")]
pub struct CsvMappingView {
    pub account_id: String,
    pub delimiter: String,
    pub quote: Option<String>,
    pub is_unquoted: bool,
    pub encoding: WireEncoding,
    pub header_rows: u32,
    pub footer_rows: u32,
    pub order: WireOrder,
    pub date_format: String,
    pub decimal: String,
    pub thousands: Option<String>,
    pub currency: Option<String>,
    pub currency_column: Option<String>,
    pub amount_column: Option<String>,
    pub debit_column: Option<String>,
    pub credit_column: Option<String>,
    pub debit_is_negative: bool,
    pub side_column: Option<String>,
    pub debit_words: Option<Vec<String>>,
    pub credit_words: Option<Vec<String>>,
    pub date_column: String,
    pub value_date_column: Option<String>,
    pub balance_column: Option<String>,
    pub account_column: Option<String>,
    pub counterparty_name_column: Option<String>,
    pub counterparty_account_column: Option<String>,
    pub bank_reference_column: Option<String>,
    pub end_to_end_id_column: Option<String>,
    pub text_columns: Option<Vec<String>>,
    pub code_column: Option<String>,
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

impl CsvMappingInput {
    /// The mapping; what contradicts itself goes into the faults.
    pub fn mapping(self, own: &str, faults: &mut Faults) -> Option<CsvMapping> {
        let optional = |name: Option<ColumnName>| name.map(column);
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
                let detail = "is required, alone or with side_column; or else debit_column and credit_column";
                faults.add("/amount_column", detail);
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

fn named(column: &Column) -> String {
    match column {
        Column::Name(name) => name.clone(),
        Column::Number(number) => number.to_string(),
    }
}

impl From<&Mapping> for CsvMappingView {
    fn from(saved: &Mapping) -> Self {
        let mapping = &saved.mapping;
        let optional = |column: &Option<Column>| column.as_ref().map(named);
        let (mut amount, mut side, mut debit, mut credit) = (None, None, None, None);
        let (mut words, mut debit_is_negative) = ((None, None), false);
        match &mapping.amount {
            AmountColumns::Signed { amount: of } => amount = Some(named(of)),
            AmountColumns::DebitCredit { debit: out, credit: into, debit_is_negative: is_negative } => {
                (debit, credit, debit_is_negative) = (Some(named(out)), Some(named(into)), *is_negative);
            }
            AmountColumns::Sided { amount: of, side: by, debit: out, credit: into } => {
                (amount, side) = (Some(named(of)), Some(named(by)));
                words = (Some(out.clone()), Some(into.clone()));
            }
        }
        let (currency, currency_column) = match &mapping.currency {
            CurrencySource::Fixed(code) => (Some(code.clone()), None),
            CurrencySource::Column(of) => (None, Some(named(of))),
        };
        Self {
            account_id: saved.account_id.clone(),
            delimiter: mapping.delimiter.to_string(),
            quote: mapping.quote.map(|quote| quote.to_string()),
            is_unquoted: mapping.quote.is_none(),
            encoding: match mapping.encoding {
                Encoding::Detect => WireEncoding::Auto,
                Encoding::Utf8 => WireEncoding::Utf8,
                Encoding::Windows1252 => WireEncoding::Windows1252,
            },
            header_rows: mapping.header_rows,
            footer_rows: mapping.footer_rows,
            order: match mapping.order {
                RowOrder::OldestFirst => WireOrder::OldestFirst,
                RowOrder::NewestFirst => WireOrder::NewestFirst,
            },
            date_format: mapping.date_format.clone(),
            decimal: mapping.decimal.to_string(),
            thousands: mapping.thousands.map(|thousands| thousands.to_string()),
            currency,
            currency_column,
            amount_column: amount,
            debit_column: debit,
            credit_column: credit,
            debit_is_negative,
            side_column: side,
            debit_words: words.0,
            credit_words: words.1,
            date_column: named(&mapping.date),
            value_date_column: optional(&mapping.value_date),
            balance_column: optional(&mapping.balance),
            account_column: optional(&mapping.account),
            counterparty_name_column: optional(&mapping.counterparty_name),
            counterparty_account_column: optional(&mapping.counterparty_account),
            bank_reference_column: optional(&mapping.bank_reference),
            end_to_end_id_column: optional(&mapping.end_to_end_id),
            text_columns: (!mapping.text.is_empty()).then(|| mapping.text.iter().map(named).collect()),
            code_column: optional(&mapping.code),
            version: saved.version,
            updated_at: saved.updated_at.into(),
            updated_by: saved.updated_by.clone(),
        }
    }
}
