//! What waits for a signature, on the wire.

use engine::books::document::stage::Submission;
use engine::features::documents::query::pending::{DeskOrder, OnDesk};
use engine::values::kind::{Action, DocumentKind};
use engine::values::money::Currency;
use poem_openapi::{Enum, Object};

use crate::schema::document::shared::amount;
use crate::schema::document_type::DocumentType;
use crate::schema::{Amount, WireDate, WireTimestamp};

/// A document that waits for a signature.
#[derive(Object, Debug)]
pub struct PendingDocument {
    /// `journal_entry`, `bill`, `invoice` …
    pub document_type: String,
    pub document_id: String,
    /// As `If-Match` of a decision takes it.
    pub version: i64,
    pub tran_date: WireDate,
    pub due_date: Option<WireDate>,
    pub memo: Option<String>,
    /// Customer, vendor or employee.
    pub party_id: Option<String>,
    pub party_name: Option<String>,
    pub currency: String,
    pub amount: Amount,
    /// In base currency.
    pub base_amount: Amount,
    /// The level that waits.
    pub level: u32,
    /// How many more signatures it needs.
    pub signatures_missing: u32,
    pub required_approval_level: u32,
    pub current_approval_level: u32,
    /// Since when its level waits; null while it is On Hold.
    pub waits_since: Option<WireTimestamp>,
    /// Who could sign it, in words.
    pub waits_for: Option<String>,
    /// By when its level is to be signed, by the rule; null without a deadline.
    pub deadline: Option<WireTimestamp>,
    pub is_late: bool,
    /// How often its signers were reminded, by the rule.
    pub reminders: u64,
    pub last_reminded_at: Option<WireTimestamp>,
    pub submitted_at: Option<WireTimestamp>,
    pub submitted_by: Option<String>,
    /// For whom the caller would sign it; null for themselves.
    pub on_behalf_of: Option<String>,
    /// Which of approve, reject, request-change and hold the caller may do now.
    pub allowed_actions: Vec<String>,
}

impl PendingDocument {
    pub fn of(row: OnDesk, base: Currency) -> Self {
        let OnDesk { document, party_name, actions, on_behalf_of, waits } = row;
        let waits = waits.as_ref();
        let (submitted, submission) = (document.stage.submitted(), document.stage.submission());
        let step = submission.and_then(Submission::current_step);
        let missing = submission.zip(step).map(|(submission, step)| submission.signatures.missing(step));
        let content = document.content;
        Self {
            document_type: document.key.kind.name().into(),
            document_id: document.key.id,
            version: document.version,
            tran_date: content.tran_date.into(),
            due_date: content.due_date().map(Into::into),
            party_id: content.party().map(str::to_owned),
            party_name,
            currency: content.currency.code().into(),
            amount: amount(content.total, content.currency),
            base_amount: amount(content.base_total, base),
            memo: content.memo,
            level: step.map_or(0, |step| step.level),
            signatures_missing: missing.unwrap_or(0),
            required_approval_level: submission.map_or(0, |submission| submission.plan.required_level),
            current_approval_level: submission.map_or(0, |submission| submission.level),
            waits_since: waits.map(|waits| waits.since.into()),
            waits_for: waits.map(|waits| waits.waits_for.clone()),
            deadline: waits.and_then(|waits| waits.deadline).map(Into::into),
            is_late: waits.is_some_and(|waits| waits.is_late),
            reminders: waits.map_or(0, |waits| waits.reminders),
            last_reminded_at: waits.and_then(|waits| waits.last_reminded_at).map(Into::into),
            submitted_at: submitted.map(|submitted| submitted.at.into()),
            submitted_by: submitted.map(|submitted| submitted.by.to_string()),
            on_behalf_of: on_behalf_of.map(Into::into),
            allowed_actions: actions.into_iter().map(|action: Action| action.name().to_owned()).collect(),
        }
    }
}

/// How many documents of a type wait for the caller.
#[derive(Object, Debug)]
pub struct PendingCount {
    pub document_type: DocumentType,
    pub waiting: u64,
}

impl From<(DocumentKind, u64)> for PendingCount {
    fn from((kind, waiting): (DocumentKind, u64)) -> Self {
        Self { document_type: kind.into(), waiting }
    }
}

/// What the desk is sorted by.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case")]
pub enum DeskSort {
    /// The newest documents first.
    Newest,
    /// What has waited longest first.
    Oldest,
    /// The largest amounts in base currency first.
    Amount,
    /// What is due first, and what is never due last.
    DueDate,
    /// By the id of the customer, vendor or employee.
    Party,
    /// Whose deadline is next, and what has none last.
    Deadline,
}

impl From<DeskSort> for DeskOrder {
    fn from(sort: DeskSort) -> Self {
        match sort {
            DeskSort::Newest => Self::Newest,
            DeskSort::Oldest => Self::Oldest,
            DeskSort::Amount => Self::Amount,
            DeskSort::DueDate => Self::DueDate,
            DeskSort::Party => Self::Party,
            DeskSort::Deadline => Self::Deadline,
        }
    }
}
