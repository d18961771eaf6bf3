//! Postings: what stands in the general ledger. Written once, never changed (C36).

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::clock::{Date, Timestamp};
use crate::document::DocumentKey;
use crate::money::{Currency, Minor, MoneyError};
use crate::period::SubLedger;

/// Why a posting was made; with its source it is unique, so that nothing is posted twice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PostingKind {
    /// The document itself.
    Document,
    /// Its reversal by a void.
    Void,
}

impl PostingKind {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Void => "void",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        [Self::Document, Self::Void].into_iter().find(|kind| kind.name() == name)
    }
}

/// A balanced set of ledger lines that one document put into one period.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Posting {
    pub source: DocumentKey,
    pub kind: PostingKind,
    pub period_id: String,
    pub sub_ledger: SubLedger,
    /// The later of the document's date and the period's start (C29).
    pub posting_date: Date,
    pub currency: Currency,
    pub posted_at: Timestamp,
    pub lines: Vec<PostingLine>,
}

/// One movement on one account; debit positive.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PostingLine {
    /// The document's line, or 0 for what the service adds (control account, tax, rounding).
    pub line_number: i64,
    pub account_id: String,
    /// In the posting's currency.
    pub amount: Minor,
    /// In base currency.
    pub base_amount: Minor,
    pub memo: Option<String>,
}

impl Posting {
    /// Whether debits equal credits, in the document's currency and in base.
    pub fn is_balanced(&self) -> bool {
        let zero = |sum: Result<Minor, MoneyError>| sum == Ok(Minor::ZERO);
        zero(Minor::sum(self.lines.iter().map(|line| line.amount)))
            && zero(Minor::sum(self.lines.iter().map(|line| line.base_amount)))
    }
}

/// Converts lines to base currency, each rounded by itself; what the roundings leave over goes to
/// the rounding account (C13).
pub fn to_base(
    lines: Vec<(i64, String, Minor, Option<String>)>,
    currency: Currency,
    rate: Decimal,
    base: Currency,
    rounding_account: Option<&str>,
) -> Result<Vec<PostingLine>, PostingError> {
    let mut converted = Vec::with_capacity(lines.len().saturating_add(1));
    for (line_number, account_id, amount, memo) in lines {
        let base_amount = currency.convert(amount, rate, base)?;
        converted.push(PostingLine { line_number, account_id, amount, base_amount, memo });
    }
    let left_over = Minor::sum(converted.iter().map(|line| line.base_amount))?;
    if !left_over.is_zero() {
        let account_id = rounding_account.ok_or(PostingError::NoRoundingAccount)?.to_owned();
        let memo = Some("Rounding".into());
        converted.push(PostingLine {
            line_number: 0,
            account_id,
            amount: Minor::ZERO,
            base_amount: left_over.negated()?,
            memo,
        });
    }
    Ok(converted)
}

/// Why a document cannot be turned into postings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PostingError {
    #[error(transparent)]
    Money(#[from] MoneyError),
    #[error(
        "conversion to base currency leaves a rounding difference and there is no one active account of subtype rounding"
    )]
    NoRoundingAccount,
}
