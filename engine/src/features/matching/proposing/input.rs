//! What is compared: the lines of a bank statement and the transactions of the bank's account in the books.

use chrono::NaiveDate;

use crate::values::money::Minor;

/// One line of a bank statement. Texts that the bank left out are empty.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct StatementLine {
    /// No other line of the same call has it.
    pub id: String,
    /// The day on which the bank booked it. The window is measured from here.
    pub date: NaiveDate,
    pub value_date: NaiveDate,
    /// Positive when the money came in.
    pub amount: Minor,
    pub counterparty_name: String,
    pub counterparty_account: String,
    pub bank_reference: String,
    pub end_to_end_id: String,
    pub text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TransactionKind {
    Payment,
    Receipt,
    /// A line of another document on the bank's account.
    Line,
}

impl TransactionKind {
    pub const fn words(self) -> &'static str {
        match self {
            Self::Payment => "payment",
            Self::Receipt => "receipt",
            Self::Line => "line",
        }
    }
}

/// One transaction of the bank's account in the books that no statement line is matched to yet.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct BankTransaction {
    /// `PMT-1` or `JE-9#2`. No other transaction of the same call has it.
    pub id: String,
    pub kind: TransactionKind,
    pub date: NaiveDate,
    /// Positive when the money came in.
    pub amount: Minor,
    /// The reference given to the bank, or the payment's own number.
    pub reference: String,
    /// The numbers of the documents that it pays, as the counterparty would write them.
    pub document_ids: Vec<String>,
    pub party_id: Option<String>,
    /// The names under which the party is known, learned ones with them, in any order.
    pub party_names: Vec<String>,
    pub party_accounts: Vec<String>,
    pub description: String,
    /// The line that the entry was made from.
    pub made_from: Option<String>,
}

/// How far the search goes and what it takes to be sure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How many days before its line a transaction may be dated.
    pub days_before: u16,
    /// How many days after its line a transaction may be dated.
    pub days_after: u16,
    /// The difference of amounts up to which a pair is proposed; only an equal amount is ever sure.
    pub tolerance: Minor,
    /// The least points of a sure proposal.
    pub sure_at: i32,
    /// A rival that is at most so many points behind leaves neither sure.
    pub rival_margin: i32,
    /// The most lines, or transactions, of one group. More than 10 are not tried.
    pub max_members: u32,
    /// The most proposals of one line.
    pub max_proposals: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            days_before: 10,
            days_after: 5,
            tolerance: Minor::ZERO,
            sure_at: 70,
            rival_margin: 10,
            max_members: 8,
            max_proposals: 5,
        }
    }
}

impl Settings {
    /// Whether a transaction dated `transaction` may belong to a line dated `line`.
    pub fn in_window(&self, line: NaiveDate, transaction: NaiveDate) -> bool {
        let days = transaction.signed_duration_since(line).num_days();
        days >= i64::from(self.days_before).saturating_neg() && days <= i64::from(self.days_after)
    }
}
