//! What a bank statement says, in the order in which the file says it.

use chrono::NaiveDate;

use crate::values::money::{Currency, Minor};

/// One step of a file: every statement begins, has its lines, and ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    Begins(Heading),
    Line(StatementLine),
    Ends {
        /// Only where the heading could not say it: a CSV file with the newest row first.
        opening: Option<Balance>,
        /// The same as in the heading where that had one already.
        closing: Option<Balance>,
        /// Entries that the bank has not booked (pending, for information), which are not lines.
        not_booked: u32,
    },
}

/// Whose statement it is and what it starts from. Formats tell less or more: whatever is absent is `None`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heading {
    /// IBAN or the bank's own number of the account, without blanks.
    pub account: Option<String>,
    /// BIC, routing number or bank code.
    pub bank: Option<String>,
    /// All balances and lines of the statement are in this currency.
    pub currency: Currency,
    pub statement_id: Option<String>,
    pub sequence: Option<String>,
    pub from: Option<NaiveDate>,
    pub to: Option<NaiveDate>,
    pub opening: Option<Balance>,
    pub closing: Option<Balance>,
}

/// What the account held: positive is the customer's money, negative an overdraft.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Balance {
    pub date: NaiveDate,
    pub amount: Minor,
}

/// One booked entry of the account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatementLine {
    /// The day on which the bank booked it.
    pub date: NaiveDate,
    pub value_date: Option<NaiveDate>,
    /// What it adds to the balance: positive is money in.
    pub amount: Minor,
    pub currency: Currency,
    /// Of a batch, the different names, joined by semicolons.
    pub counterparty_name: Option<String>,
    pub counterparty_account: Option<String>,
    /// The bank's own number of the entry.
    pub bank_reference: Option<String>,
    /// The number that whoever ordered the payment gave it: end-to-end id, customer reference, cheque number, or the
    /// number of the payment run for a batch.
    pub end_to_end_id: Option<String>,
    /// The remittance text as it stood, its parts joined by blanks.
    pub text: Option<String>,
    /// The bank's code of the kind of transaction, as written.
    pub code: Option<String>,
    /// It takes back an earlier entry. The sign of `amount` already says in which direction.
    pub is_reversal: bool,
    /// Its number within the statement, from 1.
    pub position: u32,
    /// Of how many transactions the bank made this one entry: 1, or more for a batch.
    pub transactions: u32,
    /// The transactions of a batch. Empty unless their amounts add up to the entry's.
    pub details: Vec<Detail>,
}

/// One transaction of a batch. Its amount has its own sign, its currency is the line's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Detail {
    pub amount: Minor,
    pub counterparty_name: Option<String>,
    pub counterparty_account: Option<String>,
    pub bank_reference: Option<String>,
    pub end_to_end_id: Option<String>,
    pub text: Option<String>,
}

impl StatementLine {
    /// A line of which only the day, the amount and the currency are known.
    pub const fn of(date: NaiveDate, amount: Minor, currency: Currency) -> Self {
        Self {
            date,
            value_date: None,
            amount,
            currency,
            counterparty_name: None,
            counterparty_account: None,
            bank_reference: None,
            end_to_end_id: None,
            text: None,
            code: None,
            is_reversal: false,
            position: 0,
            transactions: 1,
            details: Vec::new(),
        }
    }
}

/// The consumer takes no more events. It keeps its own reason; the reader reports [`super::Reason::Stopped`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stop;

/// The consumer of a file's events.
pub type Sink<'a> = dyn FnMut(Event) -> Result<(), Stop> + 'a;
