//! A statement, and its lines as the bank wrote them.

use sha2::{Digest as _, Sha256};

use crate::features::bank_statements::formats;
use crate::values::canonical::Form;
use crate::values::clock::{Date, Timestamp};
use crate::values::kind::spelled::spelled;
use crate::values::money::{Currency, Minor};

/// The resource in permissions and in the trail.
pub const RESOURCE: &str = "bank_statement";
/// What a made id begins with.
pub const ID_PREFIX: &str = "BST-";

spelled! {
    /// How the file was written.
    StatementFormat { Camt053 = "camt053", Csv = "csv", Mt940 = "mt940", Ofx = "ofx", Bai2 = "bai2" }
}

impl From<&formats::Format> for StatementFormat {
    fn from(format: &formats::Format) -> Self {
        match format {
            formats::Format::Camt053 => Self::Camt053,
            formats::Format::Csv(_) => Self::Csv,
            formats::Format::Mt940 => Self::Mt940,
            formats::Format::Ofx => Self::Ofx,
            formats::Format::Bai2 => Self::Bai2,
        }
    }
}

/// A statement as it was brought in. It never changes.
#[derive(Clone, PartialEq, Debug)]
pub struct BankStatement {
    pub statement_id: String,
    pub account_id: String,
    /// Of its balances and lines.
    pub currency: Currency,
    pub format: StatementFormat,
    /// The bank's own number of the account, such as its IBAN.
    pub bank_account: Option<String>,
    /// The bank's own number of the statement.
    pub number: Option<String>,
    pub from: Date,
    pub to: Date,
    /// What the account held before the first line and after the last; positive is the company's money.
    pub opening_balance: Option<Minor>,
    pub closing_balance: Option<Minor>,
    /// The sum of all lines of the file's statement.
    pub total: Minor,
    pub lines: u32,
    /// Those that no statement before had brought in.
    pub new_lines: u32,
    /// Tells it from every other statement of the account: its days, balances and lines.
    pub content: String,
    /// The digest of the new lines, all of their fields.
    pub lines_digest: String,
    pub created_at: Timestamp,
    pub created_by: String,
}

/// A line of a statement. It never changes.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    pub line_id: String,
    pub statement_id: String,
    pub account_id: String,
    /// Its place in the statement, from 1.
    pub position: u32,
    /// Tells it from every other line of the account.
    pub identity: String,
    pub entry: Entry,
}

impl Line {
    /// What a line of the statement is called.
    pub fn id(statement_id: &str, position: u32) -> String {
        format!("{statement_id}-{position}")
    }
}

/// One booked entry, as the bank wrote it.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The day on which the bank booked it.
    pub date: Date,
    pub value_date: Option<Date>,
    /// Positive when money came in.
    pub amount: Minor,
    pub currency: Currency,
    pub counterparty_name: Option<String>,
    pub counterparty_account: Option<String>,
    pub bank_reference: Option<String>,
    pub end_to_end_id: Option<String>,
    pub text: Option<String>,
    /// The bank's code for the kind of transaction.
    pub code: Option<String>,
    /// It takes back an earlier line.
    pub is_reversal: bool,
    /// Of how many transactions the bank made it: more than 1 for a batch.
    pub transactions: u32,
}

/// 128 bits of a digest.
pub type Half = [u8; 16];

impl From<formats::StatementLine> for Entry {
    fn from(line: formats::StatementLine) -> Self {
        Self {
            date: line.date.into(),
            value_date: line.value_date.map(Date::from),
            amount: line.amount,
            currency: line.currency,
            counterparty_name: line.counterparty_name,
            counterparty_account: line.counterparty_account,
            bank_reference: line.bank_reference,
            end_to_end_id: line.end_to_end_id,
            text: line.text,
            code: line.code,
            is_reversal: line.is_reversal,
            transactions: line.transactions,
        }
    }
}

impl Entry {
    /// What it shares with entries that are alike to the bank: the day, the amount, the bank's reference, the counterparty.
    pub fn likeness(&self) -> Half {
        let mut form = Form::new("gl-bank-line-likeness-1");
        form.text(&self.date.to_string());
        form.number(self.amount.0);
        form.optional_text(self.bank_reference.as_deref());
        form.optional_text(self.counterparty_account.as_deref().or(self.counterparty_name.as_deref()));
        half(&form.finish())
    }

    /// The digest of all that the bank wrote.
    pub fn digest(&self) -> Half {
        let mut form = Form::new("gl-bank-line-1");
        form.text(&self.date.to_string());
        form.optional_text(self.value_date.map(|date| date.to_string()).as_deref());
        form.number(self.amount.0);
        form.text(self.currency.code());
        for text in [
            &self.counterparty_name,
            &self.counterparty_account,
            &self.bank_reference,
            &self.end_to_end_id,
            &self.text,
            &self.code,
        ] {
            form.optional_text(text.as_deref());
        }
        form.number(i64::from(self.is_reversal));
        form.number(i64::from(self.transactions));
        half(&form.finish())
    }
}

/// What tells a line apart on its account: its likeness, and its number among those alike, from 1.
pub fn identity(likeness: &Half, number: u32) -> String {
    let mut form = Form::new("gl-bank-line-identity-1");
    form.text(&crate::values::id::hex(likeness));
    form.number(i64::from(number));
    crate::values::id::hex(&half(&form.finish()))
}

fn half(form: &[u8]) -> Half {
    let mut half = Half::default();
    half.iter_mut().zip(Sha256::digest(form)).for_each(|(to, from)| *to = from);
    half
}

/// The digest of a statement's new lines, one after the other.
#[derive(Default)]
pub struct LinesDigest(Sha256);

impl LinesDigest {
    pub fn add(&mut self, position: u32, identity: &str, entry: &Half) {
        let mut form = Form::new("gl-bank-lines-1");
        form.number(i64::from(position));
        form.text(identity);
        form.text(&crate::values::id::hex(entry));
        self.0.update(form.finish());
    }

    pub fn finish(self) -> String {
        crate::values::id::hex(&self.0.finalize())
    }
}
