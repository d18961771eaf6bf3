//! What a document posts, on the wire. See docs/rules/postings.md.

use engine::books::ledger::{Posting, PostingLine};
use engine::values::money::Currency;
use poem_openapi::Object;

use crate::schema::document::shared::amount;
use crate::schema::document_type::DocumentType;
use crate::schema::{Amount, WireDate};

/// What a document has put into the ledger, or would put there as it is now.
#[derive(Object, Debug)]
pub struct DocumentPostings {
    pub document_type: DocumentType,
    pub document_id: String,
    /// Whether it stands in the ledger; otherwise `data` is what would.
    pub is_posted: bool,
    /// In the order in which they were made.
    pub data: Vec<LedgerLine>,
}

/// One line of a posting.
#[derive(Object, Debug)]
pub struct LedgerLine {
    /// What the posting is of, such as `document` or `void`.
    pub posting: String,
    /// The day it counts from; null of what is not posted.
    pub posting_date: Option<WireDate>,
    pub account_id: String,
    pub account_name: Option<String>,
    pub currency: String,
    /// In the document's currency; a debit is positive, a credit negative.
    pub amount: Amount,
    /// The same in base currency.
    pub base_amount: Amount,
    pub memo: Option<String>,
}

/// The account's name, by its id.
pub type NameOf<'a> = &'a dyn Fn(&str) -> Option<String>;

impl LedgerLine {
    /// The lines of a posting.
    pub fn all(posting: &Posting, base: Currency, name_of: NameOf<'_>) -> Vec<Self> {
        let kind = posting.kind.name().into_owned();
        let line = |line: &PostingLine| Self {
            posting_date: Some(posting.posting_date.into()),
            ..Self::of(line, &kind, posting.currency, base, name_of)
        };
        posting.lines.iter().map(line).collect()
    }

    /// A line that is not posted.
    pub fn of(line: &PostingLine, posting: &str, currency: Currency, base: Currency, name_of: NameOf<'_>) -> Self {
        Self {
            posting: posting.into(),
            posting_date: None,
            account_id: line.account_id.clone(),
            account_name: name_of(&line.account_id),
            currency: currency.code().into(),
            amount: amount(line.amount, currency),
            base_amount: amount(line.base_amount, base),
            memo: line.memo.clone(),
        }
    }
}
