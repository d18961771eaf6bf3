//! A document as the engine sees it: one shape for all seven types.

use std::collections::BTreeSet;

use rust_decimal::Decimal;

use crate::access::UserId;
use crate::clock::{Date, Timestamp};
use crate::document::lifecycle::Status;
use crate::document::stage::Stage;
use crate::kind::{DocumentKey, DocumentKind, SubLedger};
use crate::money::{Currency, Minor};

/// A document with its lines, what was settled of it, and the stage that it has reached.
#[derive(Clone, PartialEq, Debug)]
pub struct Document {
    pub key: DocumentKey,
    /// Raised by every change; the `ETag`.
    pub version: i64,
    pub sub_ledger: SubLedger,
    pub content: Content,
    pub lines: Vec<Line>,
    pub settlement: Settlement,
    pub stage: Stage,
    pub created_at: Timestamp,
    pub created_by: UserId,
    pub edited_by: UserId,
}

/// What the author writes, besides the lines. A further field is not signed until [`crate::document::digest`] has a version that lists it.
#[derive(Clone, PartialEq, Debug)]
pub struct Content {
    pub tran_date: Date,
    pub due_date: Option<Date>,
    pub posting_period_id: String,
    pub currency: Currency,
    /// Base units per one unit of `currency`.
    pub exchange_rate: Decimal,
    pub memo: Option<String>,
    /// `Standard`, `Adjusting`, `Accrual`, `Payroll` or `Reversing`; journal entries only.
    pub entry_type: Option<String>,
    /// The entry that a reversing entry undoes.
    pub original_entry_id: Option<String>,
    /// Customer, vendor or employee.
    pub party_id: Option<String>,
    /// The receivable or payable account.
    pub control_account_id: Option<String>,
    /// The cash or bank account of a payment.
    pub cash_account_id: Option<String>,
    /// The invoice, bill or expense that a payment settles ([`Document::pays`]); the invoice that a credit memo is about.
    pub settles: Option<DocumentKey>,
    pub reference: Option<String>,
    pub payment_method: Option<String>,
    /// In the document's currency; a journal entry's total of debits.
    pub total: Minor,
    pub subtotal: Minor,
    pub tax_total: Minor,
    /// `total` in base currency: what approval rules are asked about.
    pub base_total: Minor,
    /// Why the rate may differ from the table's, where its author gave a reason.
    pub exchange_rate_reason: Option<String>,
}

/// What has been settled of a document.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Settlement {
    /// Paid or applied so far, in the document's currency; promised by the final approval of a payment.
    pub amount_paid: Minor,
    /// The part of `amount_paid` whose payments stand in the ledger.
    pub amount_settled: Minor,
    /// In base currency: how much of the document's control account its settlements take; on a payment, how much it takes
    /// of the document that it pays. What remains is exactly what stands in the control account.
    pub base_settled: Minor,
}

/// One line. Journal lines have a side; item lines have quantity, rate and tax.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    pub line_number: i64,
    pub account_id: String,
    /// Debit positive, in the document's currency: what the line means to its account.
    pub amount: Minor,
    pub memo: Option<String>,
    pub department_id: Option<String>,
    pub cost_center_id: Option<String>,
    pub item: Option<Item>,
}

/// What an item line of a bill, invoice, credit memo or expense adds.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    pub quantity: Decimal,
    pub rate: Decimal,
    pub tax_rate: Decimal,
    pub tax_amount: Minor,
    pub tax_account_id: Option<String>,
}

impl Document {
    /// The same document one version on: what a change begins with.
    #[must_use]
    pub fn next_version(&self) -> Self {
        Self { version: self.version.saturating_add(1), ..self.clone() }
    }

    /// The same document one version on, at another stage.
    #[must_use]
    pub fn at(&self, stage: Stage) -> Self {
        Self { stage, ..self.next_version() }
    }

    pub const fn status(&self) -> Status {
        self.stage.status()
    }

    /// What it pays, when it is a payment. A credit memo is only *about* its invoice: `apply` settles.
    pub fn pays(&self) -> Option<&DocumentKey> {
        self.key.kind.payment().and(self.content.settles.as_ref())
    }

    /// The entry that it undoes, when it is a reversing entry.
    pub fn undoes(&self) -> Option<DocumentKey> {
        let original = self.content.original_entry_id.as_ref()?;
        Some(DocumentKey::new(DocumentKind::JournalEntry, original.clone()))
    }

    /// What is still due, in the document's currency; nothing of what was voided or rejected.
    pub fn amount_due(&self) -> Minor {
        if matches!(self.status(), Status::Voided | Status::Rejected) {
            return Minor::ZERO;
        }
        Minor(self.content.total.0.saturating_sub(self.settlement.amount_paid.0))
    }

    /// Who may never sign it: its makers.
    pub fn authors(&self) -> BTreeSet<&UserId> {
        let submitter = self.stage.submitted().map(|submitted| &submitted.by);
        [&self.created_by, &self.edited_by].into_iter().chain(submitter).collect()
    }
}
