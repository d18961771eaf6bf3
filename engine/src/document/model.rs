//! A document as the engine sees it: one shape for all seven types.

use std::collections::BTreeSet;

use rust_decimal::Decimal;

use crate::access::UserId;
use crate::approval::plan::{RoutingPlan, Step};
use crate::clock::{Date, Timestamp};
use crate::document::digest::taken::Digest;
use crate::document::lifecycle::Status;
use crate::kind::{DocumentKey, DocumentKind, SubLedger};
use crate::money::{Currency, Minor};

/// A document with its lines and what its workflow has gathered.
#[derive(Clone, PartialEq, Debug)]
pub struct Document {
    pub key: DocumentKey,
    /// Raised by every change; the `ETag`.
    pub version: i64,
    pub status: Status,
    pub sub_ledger: SubLedger,
    pub content: Content,
    pub lines: Vec<Line>,
    pub settlement: Settlement,
    pub workflow: Workflow,
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

/// What has been settled of a document, and how a payment ended.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Settlement {
    /// Paid or applied so far, in the document's currency; promised by the final approval of a payment.
    pub amount_paid: Minor,
    /// The part of `amount_paid` whose payments stand in the ledger.
    pub amount_settled: Minor,
    /// In base currency: how much of the document's control account its settlements take; on a payment, how much it takes
    /// of the document that it pays. What remains is exactly what stands in the control account.
    pub base_settled: Minor,
    /// The day it was cleared, deposited or voided.
    pub settled_on: Option<Date>,
    pub settled_at: Option<Timestamp>,
    pub settled_by: Option<String>,
    pub void_reason: Option<String>,
}

/// Where the document stands on its way through approval.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Workflow {
    /// How often it was submitted; signatures belong to one round.
    pub round: i64,
    pub submitted_at: Option<Timestamp>,
    pub submitted_by: Option<UserId>,
    /// Pinned at submit.
    pub plan: Option<RoutingPlan>,
    /// Over what was submitted: what the signatures stand for.
    pub digest: Option<Digest>,
    /// The level reached; 0 before the first signature.
    pub current_level: u32,
    /// Who signed in this round.
    pub signed_by: BTreeSet<UserId>,
    pub held_by: Option<UserId>,
    /// Who gained from it when it was submitted: they sign no level, whatever became of that since.
    pub beneficiaries: BTreeSet<UserId>,
    pub posted_at: Option<Timestamp>,
}

impl Workflow {
    /// The step that waits for a signature.
    pub fn current_step(&self) -> Option<&Step> {
        self.plan.as_ref()?.steps.iter().find(|step| step.level > self.current_level)
    }

    /// Whether the step is the last of the plan.
    pub fn is_last(&self, step: &Step) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.steps.iter().all(|other| other.level <= step.level))
    }

    pub fn required_level(&self) -> Option<u32> {
        self.plan.as_ref().map(|plan| plan.required_level)
    }
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
        if matches!(self.status, Status::Voided | Status::Rejected) {
            return Minor::ZERO;
        }
        self.content.total.checked_sub(self.settlement.amount_paid).unwrap_or_default()
    }

    /// Who may never sign it: its makers.
    pub fn authors(&self) -> BTreeSet<&UserId> {
        [Some(&self.created_by), Some(&self.edited_by), self.workflow.submitted_by.as_ref()]
            .into_iter()
            .flatten()
            .collect()
    }
}
