//! A document as its author wrote it, before it is checked. A field may be missing because it was
//! left out or because it was wrong; what was wrong stands in the faults already.

use rust_decimal::Decimal;

use crate::clock::Date;

/// What every type has in common, and what its type adds.
#[derive(Clone, Debug)]
pub struct Draft {
    pub id: Option<String>,
    pub tran_date: Option<Date>,
    pub posting_period_id: Option<String>,
    pub currency: Option<String>,
    pub exchange_rate: Option<Decimal>,
    pub memo: Option<String>,
    pub body: Body,
}

/// What a document type adds.
#[derive(Clone, Debug)]
pub enum Body {
    JournalEntry(JournalEntryDraft),
}

/// A journal entry (C11).
#[derive(Clone, Default, Debug)]
pub struct JournalEntryDraft {
    pub entry_type: Option<String>,
    pub lines: Vec<JournalLineDraft>,
}

/// One line of a journal entry: exactly one of debit and credit.
#[derive(Clone, Default, Debug)]
pub struct JournalLineDraft {
    pub line_number: Option<i64>,
    pub account_id: Option<String>,
    pub debit: Option<Decimal>,
    pub credit: Option<Decimal>,
    pub memo: Option<String>,
    pub department_id: Option<String>,
    pub cost_center_id: Option<String>,
}
