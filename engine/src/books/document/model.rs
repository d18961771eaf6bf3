//! A document as the engine sees it: one shape for all types.

use std::collections::BTreeSet;

use crate::approval::access::UserId;
use crate::books::document::content::{Content, Line, Particulars, Payment};
use crate::books::document::lifecycle::Status;
use crate::books::document::settles::{Settles, Several};
use crate::books::document::stage::Stage;
use crate::values::clock::Timestamp;
use crate::values::kind::{DocumentKey, DocumentKind, SubLedger};
use crate::values::money::{Minor, MoneyError};

/// A document: what its author wrote, what was settled of it, and the stage that it has reached.
#[derive(Clone, PartialEq, Debug)]
pub struct Document {
    pub key: DocumentKey,
    /// Raised by every change; the `ETag`.
    pub version: i64,
    pub sub_ledger: SubLedger,
    pub content: Content,
    /// The document of its type that it was made to take the place of.
    pub corrects_id: Option<String>,
    /// The copy that was made to take its place, be it deleted since.
    pub correction_id: Option<String>,
    /// What became of the reversal on the day that an accrual names.
    pub dated_reversal: DatedReversal,
    pub settlement: Settlement,
    pub stage: Stage,
    pub created_at: Timestamp,
    pub created_by: UserId,
    /// Who wrote its content last.
    pub edited_by: UserId,
    /// Everybody who changed its content since it was made, or wrote it before where it was made of a recurring document.
    pub editors: BTreeSet<UserId>,
}

/// The reversing entry that the service makes of a posted accrual on the day that this names. See docs/rules/accruals.md.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum DatedReversal {
    /// None was made or refused: its day has not come, somebody reversed the entry before, or it names no day.
    #[default]
    NotYet,
    /// It was refused; each tick tries again.
    Refused { code: String, detail: String },
    /// It was made, be it rejected or deleted since.
    Made { entry_id: String },
}

/// What has been settled of a document.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Settlement {
    /// The amount paid or applied so far, in the document's currency, promised payments included: the final approval of a payment
    /// promises it.
    pub amount_paid: Minor,
    /// The part of `amount_paid` whose payments stand in the ledger.
    pub amount_settled: Minor,
    /// In base currency: how much its settlements take of the document's balance on the control account; on a payment, how much it
    /// takes of the document that it pays. The rest is exactly the balance on the control account.
    pub base_settled: Minor,
}

impl Document {
    /// Whether it is of the payroll sub-ledger: a payroll entry, or one that reverses it. See docs/rules/access.md#payroll.
    pub fn is_payroll(&self) -> bool {
        self.sub_ledger == SubLedger::Payroll
    }

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

    /// What it pays, when it is a payment of one document. A credit is only *about* its document: `apply` settles.
    pub fn pays(&self) -> Option<&DocumentKey> {
        self.content.settles()
    }

    /// The entry that it undoes, when it is a reversing entry.
    pub fn undoes(&self) -> Option<DocumentKey> {
        let original = self.content.original_entry()?;
        Some(DocumentKey::new(DocumentKind::JournalEntry, original))
    }

    /// What it pays, each by a part, when it is a payment of several documents.
    pub fn pays_several(&self) -> Option<&Several> {
        self.content.payment().and_then(|payment| payment.settles.several())
    }

    /// What it pays or undoes: the documents that a command on it may change, too.
    pub fn reaches(&self) -> Vec<DocumentKey> {
        match self.content.payment() {
            Some(payment) => payment.settles.keys(),
            None => self.undoes().into_iter().collect(),
        }
    }

    /// Keeps what a payment takes of the control account of each document that it settles, in their order.
    pub fn keep_shares(&mut self, shares: &[Minor]) -> Result<(), MoneyError> {
        self.settlement.base_settled = Minor::sum(shares.iter().copied())?;
        if let Particulars::Payment(Payment { settles: Settles::Several(several), .. }) = &mut self.content.particulars
        {
            several.parts.iter_mut().zip(shares).for_each(|(part, share)| part.share = *share);
        }
        Ok(())
    }

    /// Whether its lines are written anew with a share that a payment takes: that of each part stands with it.
    pub fn keeps_shares_in_lines(&self) -> bool {
        self.pays_several().is_some()
    }

    /// Its lines, whatever they carry besides. A payment has none.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        self.content.lines()
    }

    /// What is still due, in the document's currency; nothing of what was voided or rejected.
    pub fn amount_due(&self) -> Minor {
        if matches!(self.status(), Status::Voided | Status::Rejected) {
            return Minor::ZERO;
        }
        Minor(self.content.total.0.saturating_sub(self.settlement.amount_paid.0))
    }

    /// Its authors, who may never sign it: who made it, whoever changed its content since, and who submitted it.
    pub fn authors(&self) -> BTreeSet<&UserId> {
        let submitter = self.stage.submitted().map(|submitted| &submitted.by);
        [&self.created_by, &self.edited_by].into_iter().chain(&self.editors).chain(submitter).collect()
    }
}
