//! What the columns of a bank's CSV file mean. Every bank has its own; a mapping is stored as data.

use super::super::encoding::Encoding;
use super::super::fault::Reason;
use super::super::limits::MAX_COLUMNS;
use crate::values::money::Currency;

/// How to read one bank's CSV files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CsvMapping {
    pub delimiter: char,
    /// What encloses fields that have delimiters or line ends in them; doubled within. `null` for files that know none.
    pub quote: Option<char>,
    pub encoding: Encoding,
    /// How many rows stand before the data, blank ones included. The last of them has the names of the columns.
    pub header_rows: u32,
    /// How many rows stand behind the data, such as totals. Blank rows are left out everywhere and not counted here.
    pub footer_rows: u32,
    pub order: RowOrder,
    /// The layout of all dates, in the notation of strftime: `%d.%m.%Y`. See [`DATE_PARTS`].
    pub date_format: String,
    pub decimal: char,
    /// The separator of thousands. A blank stands for every kind of blank, an apostrophe for the curly one, too.
    pub thousands: Option<char>,
    pub currency: CurrencySource,
    pub amount: AmountColumns,
    pub date: Column,
    pub value_date: Option<Column>,
    /// What the account held after the row.
    pub balance: Option<Column>,
    /// The account that the row belongs to: the same in all rows.
    pub account: Option<Column>,
    pub counterparty_name: Option<Column>,
    pub counterparty_account: Option<Column>,
    pub bank_reference: Option<Column>,
    pub end_to_end_id: Option<Column>,
    /// These make up the text, joined by blanks.
    pub text: Vec<Column>,
    pub code: Option<Column>,
}

/// A column by its name in the header, or by its number from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Column {
    Name(String),
    Number(u32),
}

/// Where the amount and its sign come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AmountColumns {
    /// One column, negative for money out.
    Signed { amount: Column },
    /// A column for each side, of which one is empty or zero.
    DebitCredit {
        debit: Column,
        credit: Column,
        /// The bank writes debits with a minus in their own column.
        debit_is_negative: bool,
    },
    /// A column without sign, and one that says the side in one of these words.
    Sided { amount: Column, side: Column, debit: Vec<String>, credit: Vec<String> },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CurrencySource {
    Fixed(String),
    Column(Column),
}

/// Which end of the file is the past. The balances before and after depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RowOrder {
    #[default]
    OldestFirst,
    NewestFirst,
}

/// What a date may be made of: day, month (`%b` its English name in three letters), year, and a time, which is left out.
pub const DATE_PARTS: [char; 10] = ['d', 'e', 'm', 'b', 'Y', 'y', 'H', 'M', 'S', '%'];

/// The rows that may stand before the data, and behind it.
const MAX_HEADER_ROWS: u32 = 100;
const MAX_FOOTER_ROWS: u32 = 10;
/// The columns that make up a text, and the words that stand for a side.
const MAX_TEXT_COLUMNS: usize = 16;
const MAX_WORDS: usize = 32;
const MAX_DATE_FORMAT_BYTES: usize = 64;

impl CsvMapping {
    /// Whether the mapping contradicts itself. To be asked when it is stored; [`super::super::read`] asks again.
    pub fn check(&self) -> Result<(), Reason> {
        let sign = |character: char| matches!(character, '+' | '-') || character.is_ascii_alphanumeric();
        let mark = |mark: char| mark.is_ascii_punctuation() || mark == '\t' || mark == ' ';
        let is_number = |column: &Column, allowed: fn(usize) -> bool| match column {
            Column::Number(number) => usize::try_from(*number).is_ok_and(allowed),
            Column::Name(_) => true,
        };
        let rules = [
            (mark(self.delimiter), "the delimiter is neither a tab, a blank nor an ASCII punctuation mark"),
            (self.quote.is_none_or(mark), "the quote is not an ASCII punctuation mark"),
            (self.quote != Some(self.delimiter), "the delimiter and the quote are the same"),
            (has_date(&self.date_format), "the date format is not made of day, month and year"),
            (matches!(self.decimal, '.' | ','), "the decimal separator is neither point nor comma"),
            (self.thousands != Some(self.decimal), "the separators of decimals and thousands are the same"),
            (!self.thousands.is_some_and(sign), "the separator of thousands is a digit, letter or sign"),
            (self.header_rows <= MAX_HEADER_ROWS, "there are more than 100 header rows"),
            (self.footer_rows <= MAX_FOOTER_ROWS, "there are more than 10 footer rows"),
            (self.text.len() <= MAX_TEXT_COLUMNS, "the text is made of more than 16 columns"),
            (self.is_currency_known(), "the fixed currency is not one of ISO 4217"),
            (self.header_rows > 0 || !self.uses_names(), "columns have names, but there is no header row"),
            (self.columns().all(|column| is_number(column, |number| number > 0)), "columns are numbered from 1"),
            (self.columns().all(|column| is_number(column, |number| number <= MAX_COLUMNS)), "a number is above 256"),
            (self.are_sides_stated(), "each side needs 1 to 32 words, and no word stands for both"),
        ];
        match rules.iter().find(|(holds, _)| !holds) {
            Some((_, broken)) => Err(Reason::Mapping(broken)),
            None => Ok(()),
        }
    }

    fn uses_names(&self) -> bool {
        self.columns().any(|column| matches!(column, Column::Name(_)))
    }

    fn is_currency_known(&self) -> bool {
        match &self.currency {
            CurrencySource::Fixed(code) => Currency::parse(code).is_some(),
            CurrencySource::Column(_) => true,
        }
    }

    fn are_sides_stated(&self) -> bool {
        let fits = |words: &[String]| (1..=MAX_WORDS).contains(&words.len());
        match &self.amount {
            AmountColumns::Sided { debit, credit, .. } => {
                fits(debit) && fits(credit) && !debit.iter().any(|word| credit.contains(word))
            }
            AmountColumns::Signed { .. } | AmountColumns::DebitCredit { .. } => true,
        }
    }

    pub(super) fn columns(&self) -> impl Iterator<Item = &Column> {
        let amounts = match &self.amount {
            AmountColumns::Signed { amount } => [Some(amount), None],
            AmountColumns::DebitCredit { debit, credit, .. } => [Some(debit), Some(credit)],
            AmountColumns::Sided { amount, side, .. } => [Some(amount), Some(side)],
        };
        let currency = match &self.currency {
            CurrencySource::Fixed(_) => None,
            CurrencySource::Column(column) => Some(column),
        };
        let others = [
            self.value_date.as_ref(),
            self.balance.as_ref(),
            self.account.as_ref(),
            self.counterparty_name.as_ref(),
            self.counterparty_account.as_ref(),
            self.bank_reference.as_ref(),
            self.end_to_end_id.as_ref(),
            self.code.as_ref(),
            currency,
        ];
        [Some(&self.date)].into_iter().chain(amounts).chain(others).flatten().chain(&self.text)
    }
}

/// Whether a layout of dates is one that this service reads, with one day, one month and one year.
fn has_date(format: &str) -> bool {
    let mut counts = [0_u32; 3];
    let mut characters = format.chars();
    while let Some(character) = characters.next() {
        if character != '%' {
            continue;
        }
        let part = characters.next();
        let [days, months, years] = &mut counts;
        let count = match part {
            Some('d' | 'e') => days,
            Some('m' | 'b') => months,
            Some('Y' | 'y') => years,
            Some(part) if DATE_PARTS.contains(&part) => continue,
            Some(_) | None => return false,
        };
        *count = count.saturating_add(1);
    }
    counts == [1, 1, 1] && format.len() <= MAX_DATE_FORMAT_BYTES
}
