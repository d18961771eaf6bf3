//! The seven document types.

pub mod checks;
pub mod journal_entry;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::draft::{Body, Draft};
use super::model::{Content, Document, Line};
use crate::catalog::Catalog;
use crate::command::{Settings, Snapshot};
use crate::error::{Faults, Refusal};
use crate::ledger::Subtype;
use crate::ledger::posting::{PostingError, PostingLine, to_base};
use crate::period::SubLedger;

/// A draft that was checked: what the document will hold.
#[derive(Clone, PartialEq, Debug)]
pub struct Composed {
    pub content: Content,
    pub lines: Vec<Line>,
    pub sub_ledger: SubLedger,
}

/// Checks a draft by the rules of its type. All faults are named at once.
pub fn compose(
    draft: &Draft,
    before: Option<&Document>,
    snapshot: &Snapshot,
    faults: Faults,
) -> Result<Composed, Refusal> {
    match &draft.body {
        Body::JournalEntry(entry) => journal_entry::compose(draft, entry, before, snapshot, faults),
    }
}

/// What the document puts into the general ledger, balanced in its own currency and in base.
pub fn posting_lines(
    document: &Document,
    catalog: &Catalog,
    settings: &Settings,
) -> Result<Vec<PostingLine>, PostingError> {
    let rounding = catalog.only_account(Subtype::Rounding).map(|account| account.account_id.as_str());
    let lines = document.lines.iter();
    let own = lines.map(|line| (line.line_number, line.account_id.clone(), line.amount, line.memo.clone())).collect();
    to_base(own, document.content.currency, document.content.exchange_rate, settings.base_currency, rounding)
}

/// The sub-ledgers that must be open for the document to land in its period.
pub fn sub_ledgers(document: &Document, catalog: &Catalog) -> BTreeSet<SubLedger> {
    journal_entry::sub_ledgers(document.sub_ledger, &document.lines, catalog)
}

/// A document type (C9).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentKind {
    JournalEntry,
    Bill,
    Invoice,
    BillPayment,
    InvoicePayment,
    CreditMemo,
    Expense,
}

impl DocumentKind {
    pub const ALL: [Self; 7] = [
        Self::JournalEntry,
        Self::Bill,
        Self::Invoice,
        Self::BillPayment,
        Self::InvoicePayment,
        Self::CreditMemo,
        Self::Expense,
    ];

    /// The name in rules, permissions and the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::JournalEntry => "journal_entry",
            Self::Bill => "bill",
            Self::Invoice => "invoice",
            Self::BillPayment => "bill_payment",
            Self::InvoicePayment => "invoice_payment",
            Self::CreditMemo => "credit_memo",
            Self::Expense => "expense",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The name people read.
    pub const fn title(self) -> &'static str {
        match self {
            Self::JournalEntry => "journal entry",
            Self::Bill => "bill",
            Self::Invoice => "invoice",
            Self::BillPayment => "bill payment",
            Self::InvoicePayment => "invoice payment",
            Self::CreditMemo => "credit memo",
            Self::Expense => "expense",
        }
    }

    /// The path segment of the collection.
    pub const fn collection(self) -> &'static str {
        match self {
            Self::JournalEntry => "journal-entries",
            Self::Bill => "bills",
            Self::Invoice => "invoices",
            Self::BillPayment => "bill-payments",
            Self::InvoicePayment => "invoice-payments",
            Self::CreditMemo => "credit-memos",
            Self::Expense => "expenses",
        }
    }

    /// The field that holds the id on the wire.
    pub const fn id_field(self) -> &'static str {
        match self {
            Self::JournalEntry => "journal_entry_id",
            Self::Bill => "bill_id",
            Self::Invoice => "invoice_id",
            Self::BillPayment => "bill_payment_id",
            Self::InvoicePayment => "customer_payment_id",
            Self::CreditMemo => "credit_memo_id",
            Self::Expense => "expense_id",
        }
    }

    /// What a made id begins with (C10).
    pub const fn id_prefix(self) -> &'static str {
        match self {
            Self::JournalEntry => "JE-",
            Self::Bill => "BILL-",
            Self::Invoice => "INV-",
            Self::BillPayment => "BPAY-",
            Self::InvoicePayment => "IPAY-",
            Self::CreditMemo => "CM-",
            Self::Expense => "EXP-",
        }
    }
}
