//! Postings: what stands in the general ledger. Written once, never changed. See docs/rules/postings.md#never-changed.

use std::borrow::Cow;

use rust_decimal::Decimal;

use crate::books::ledger::tax_part::TaxPart;
use crate::books::period::Period;
use crate::values::clock::{Date, Timestamp};
use crate::values::kind::DocumentKey;
use crate::values::kind::SubLedger;
use crate::values::money::{Currency, Minor, MoneyError};

/// Why a posting was made; with its source it is unique, so that nothing is posted twice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PostingKind {
    /// The document itself.
    Document,
    /// Its reversal by a void.
    Void,
    /// What a payment that came back takes back, on the day on which it did, with the bank's fee; counted from 1, since it may come back
    /// again after the return was undone.
    Return(u32),
    /// The n-th return the other way round.
    Unreturn(u32),
    /// The exchange gain or loss of a credit's n-th application, counted from 1.
    Application(u32),
}

const RETURN: &str = "return";
const UNRETURN: &str = "unreturn";

impl PostingKind {
    /// `document`, `void`, `return`, `unreturn`, `return-2`, `application-1` …
    pub fn name(self) -> Cow<'static, str> {
        match self {
            Self::Document => "document".into(),
            Self::Void => "void".into(),
            Self::Return(1) => RETURN.into(),
            Self::Return(number) => format!("{RETURN}-{number}").into(),
            Self::Unreturn(1) => UNRETURN.into(),
            Self::Unreturn(number) => format!("{UNRETURN}-{number}").into(),
            Self::Application(position) => format!("application-{position}").into(),
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "document" => Some(Self::Document),
            "void" => Some(Self::Void),
            RETURN => Some(Self::Return(1)),
            UNRETURN => Some(Self::Unreturn(1)),
            other => {
                let (of, number) = other.rsplit_once('-')?;
                let number = number.parse().ok()?;
                match of {
                    "application" => Some(Self::Application(number)),
                    RETURN => Some(Self::Return(number)),
                    UNRETURN => Some(Self::Unreturn(number)),
                    _ => None,
                }
            }
        }
    }
}

/// A balanced set of ledger lines that one document put into one period.
#[derive(Clone, PartialEq, Debug)]
pub struct Posting {
    pub source: DocumentKey,
    pub kind: PostingKind,
    pub period_id: String,
    pub sub_ledger: SubLedger,
    /// The later of the document's date and the period's start. See docs/rules/periods.md#dates-and-periods.
    pub posting_date: Date,
    pub currency: Currency,
    pub posted_at: Timestamp,
    pub lines: Vec<PostingLine>,
}

/// One ledger line: an amount on one account; debit positive.
#[derive(Clone, PartialEq, Debug)]
pub struct PostingLine {
    /// The document's line, or 0 for what the service adds (control account, tax without a code, rounding).
    pub line_number: i64,
    pub account_id: String,
    /// In the posting's currency.
    pub amount: Minor,
    /// In base currency.
    pub base_amount: Minor,
    pub memo: Option<String>,
    /// Of a line with a tax code.
    pub tax_part: Option<TaxPart>,
}

impl Posting {
    /// The same the other way round, as a posting of its own on this day of this period.
    pub fn opposite(&self, kind: PostingKind, period: &Period, on: Date, at: Timestamp) -> Result<Self, MoneyError> {
        let negated = |line: &PostingLine| {
            Ok(PostingLine { amount: line.amount.negated()?, base_amount: line.base_amount.negated()?, ..line.clone() })
        };
        let lines = self.lines.iter().map(negated).collect::<Result<Vec<_>, MoneyError>>()?;
        let period_id = period.period_id.clone();
        Ok(Self { kind, period_id, posting_date: on, posted_at: at, lines, ..self.clone() })
    }

    /// Whether debits equal credits, in the document's currency and in base.
    pub fn is_balanced(&self) -> bool {
        let zero = |sum: Result<Minor, MoneyError>| sum == Ok(Minor::ZERO);
        zero(Minor::sum(self.lines.iter().map(|line| line.amount)))
            && zero(Minor::sum(self.lines.iter().map(|line| line.base_amount)))
    }
}

/// What a document moves on one account, in its own currency; debit positive.
#[derive(Clone, PartialEq, Debug)]
pub struct UnconvertedLine {
    /// The document's line, or 0 for what the service adds.
    pub line_number: i64,
    pub account_id: String,
    pub amount: Minor,
    pub memo: Option<String>,
    pub tax_part: Option<TaxPart>,
}

impl UnconvertedLine {
    /// What the service adds: the control account, a tax.
    pub fn added(account_id: String, amount: Minor, memo: Option<String>) -> Self {
        Self { line_number: 0, account_id, amount, memo, tax_part: None }
    }
}

/// The accounts that take what conversion to base leaves over: the first active one of each subtype.
/// See docs/rules/amounts.md#rounding-differences and docs/rules/payments.md#exchange-gain-or-loss.
#[derive(Clone, Copy, Debug)]
pub struct AddedAccounts<'a> {
    pub rounding: Option<&'a str>,
    pub exchange_gain_loss: Option<&'a str>,
}

impl AddedAccounts<'_> {
    /// Adds the line that makes the rest balance in base, when it does not: a rounding difference, or, between two rates, an
    /// exchange gain (credit) or loss (debit).
    pub fn balance(self, lines: &mut Vec<PostingLine>, same_rate: bool) -> Result<(), PostingError> {
        let left_over = Minor::sum(lines.iter().map(|line| line.base_amount))?;
        if left_over.is_zero() {
            return Ok(());
        }
        let (account_id, memo) = if same_rate {
            (self.rounding.ok_or(PostingError::NoRoundingAccount)?, "Rounding")
        } else {
            (self.exchange_gain_loss.ok_or(PostingError::NoExchangeAccount)?, "Exchange gain or loss")
        };
        lines.push(PostingLine {
            line_number: 0,
            account_id: account_id.to_owned(),
            amount: Minor::ZERO,
            base_amount: left_over.negated()?,
            memo: Some(memo.into()),
            tax_part: None,
        });
        Ok(())
    }
}

/// Converts what moves to base currency, each part rounded by itself; what the roundings leave over goes to the rounding
/// account.
pub fn to_base(
    moved: Vec<UnconvertedLine>,
    currency: Currency,
    rate: Decimal,
    base: Currency,
    accounts: AddedAccounts<'_>,
) -> Result<Vec<PostingLine>, PostingError> {
    let mut converted = Vec::with_capacity(moved.len().saturating_add(1));
    for UnconvertedLine { line_number, account_id, amount, memo, tax_part } in moved {
        let base_amount = currency.convert(amount, rate, base)?;
        converted.push(PostingLine { line_number, account_id, amount, base_amount, memo, tax_part });
    }
    accounts.balance(&mut converted, true)?;
    Ok(converted)
}

/// Why a document cannot be turned into postings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PostingError {
    #[error(transparent)]
    Money(#[from] MoneyError),
    #[error(
        "conversion to base currency leaves a rounding difference and there is no active account of subtype rounding"
    )]
    NoRoundingAccount,
    #[error("two exchange rates leave a gain or loss and there is no active account of subtype exchange_gain_loss")]
    NoExchangeAccount,
}
