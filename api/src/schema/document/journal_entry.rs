//! Journal entries on the wire. See docs/rules/documents.md#journal-entry.

use std::collections::BTreeMap;

use engine::books::document::draft::{Body, Draft, JournalEntryDraft, JournalLineDraft};
use engine::books::document::{Document, Line};
use engine::values::error::Faults;
use engine::values::kind::{Action, DocumentKind};
use engine::values::money::{Currency, Minor};
use poem_openapi::{Enum, Object, types::Any};
use serde_json::json;

use super::after_reconciliation::AfterReconciliation;
use super::collection::{Collection, Examples, Seen};
use super::reversal_problem::ReversalProblem;
use super::shared::{DraftStatus, ReturnedBy, amount};
use crate::schema::dimension;
use crate::schema::dimension::{LineDimension, LineDimensions};
use crate::schema::plan::Plan;
use crate::schema::{
    Amount, CurrencyCode, ExchangeRate, GivenRate, Id, List, Memo, RateReason, Required, SideAmount, WireDate,
    WireStatus, WireTimestamp,
};

/// What an entry is for.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryType {
    Standard,
    Adjusting,
    Accrual,
    /// Belongs to the payroll sub-ledger, and asks for `payroll.read`, `.write` or `.approve` as well.
    Payroll,
    /// Made by the reverse operation only.
    Reversing,
    /// Made by the close of a fiscal year only.
    Closing,
    /// Made by a revaluation only.
    Revaluation,
}

impl EntryType {
    const fn name(self) -> &'static str {
        match self {
            Self::Standard => "Standard",
            Self::Adjusting => "Adjusting",
            Self::Accrual => "Accrual",
            Self::Payroll => "Payroll",
            Self::Reversing => "Reversing",
            Self::Closing => "Closing",
            Self::Revaluation => "Revaluation",
        }
    }
}

/// A journal entry to be created, or its new content: debits equal credits.
#[derive(Object, Debug)]
#[oai(example = true)]
pub struct JournalEntryInput {
    /// Made by the service when left out.
    pub journal_entry_id: Option<Id>,
    pub tran_date: Required<WireDate>,
    /// Holds `tran_date` when left out. That may precede it by 366 days (the first by 20 years), not follow its end.
    pub posting_period_id: Option<Id>,
    pub memo: Option<Memo>,
    /// The base currency when left out.
    pub currency: Option<CurrencyCode>,
    pub exchange_rate: Option<GivenRate>,
    pub exchange_rate_reason: Option<RateReason>,
    /// `Standard` when left out.
    pub entry_type: Option<EntryType>,
    /// Of an accrual: the service makes its reversing entry on this day, after the one on which the entry posts.
    pub reversal_date: Option<WireDate>,
    pub status: Option<DraftStatus>,
    pub lines: Required<List<JournalLineInput, 2, 1000>>,
}

/// One line: exactly one of debit and credit, more than 0. The other side may be sent as 0, as reads show it.
#[derive(Object, Debug)]
pub struct JournalLineInput {
    /// The next free number when left out.
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000")))]
    pub line_number: Option<i64>,
    pub account_id: Required<Id>,
    pub debit: Option<SideAmount>,
    pub credit: Option<SideAmount>,
    pub memo: Option<Memo>,
    pub department_id: Option<Id>,
    pub cost_center_id: Option<Id>,
    pub dimensions: Option<LineDimensions>,
}

impl poem_openapi::types::Example for JournalEntryInput {
    fn example() -> Self {
        let amount = |text: &str| engine::values::money::decimal_from_text(text).map(SideAmount);
        let line = |account: &str, debit: Option<SideAmount>, credit: Option<SideAmount>| JournalLineInput {
            line_number: None,
            account_id: Id(account.into()).into(),
            debit,
            credit,
            memo: None,
            department_id: None,
            cost_center_id: None,
            dimensions: None,
        };
        Self {
            journal_entry_id: None,
            tran_date: engine::values::clock::Date::parse("2026-01-31")
                .map(WireDate)
                .map_or(Required(None), Required::from),
            posting_period_id: None,
            memo: Some(Memo::from("Office rent, January".to_owned())),
            currency: None,
            exchange_rate: None,
            exchange_rate_reason: None,
            entry_type: Some(EntryType::Standard),
            reversal_date: None,
            status: None,
            lines: List(vec![line("6100", amount("1200.00"), None), line("1000", None, amount("1200.00"))]).into(),
        }
    }
}

impl JournalEntryInput {
    /// What the engine is asked to check.
    pub fn into_draft(self) -> Draft {
        Draft {
            kind: DocumentKind::JournalEntry,
            id: self.journal_entry_id.map(Into::into),
            tran_date: self.tran_date.0.map(|date| date.0),
            posting_period_id: self.posting_period_id.map(Into::into),
            currency: self.currency.map(|currency| currency.0.code().to_owned()),
            exchange_rate: self.exchange_rate.map(|rate| rate.0),
            exchange_rate_reason: self.exchange_rate_reason.map(Into::into),
            memo: self.memo.map(Into::into),
            body: Body::JournalEntry(JournalEntryDraft {
                entry_type: self.entry_type.map(|entry_type| entry_type.name().to_owned()),
                reversal_date: self.reversal_date.map(|date| date.0),
                lines: self
                    .lines
                    .0
                    .map(|lines| lines.0.into_iter().map(JournalLineInput::into_draft).collect())
                    .unwrap_or_default(),
            }),
        }
    }
}

impl JournalLineInput {
    fn into_draft(self) -> JournalLineDraft {
        JournalLineDraft {
            line_number: self.line_number,
            account_id: self.account_id.0.map(Into::into),
            debit: self.debit.map(|amount| amount.0),
            credit: self.credit.map(|amount| amount.0),
            memo: self.memo.map(Into::into),
            department_id: self.department_id.map(Into::into),
            cost_center_id: self.cost_center_id.map(Into::into),
            dimensions: dimension::sent(self.dimensions),
        }
    }
}

/// A journal entry.
#[derive(Object, Debug)]
pub struct JournalEntry {
    pub journal_entry_id: String,
    /// On a reversing entry: the entry it reverses.
    pub original_entry_id: Option<String>,
    /// The live reversal of this entry.
    pub reversing_entry_id: Option<String>,
    /// The day on which the service reverses it.
    pub reversal_date: Option<WireDate>,
    /// Why it could not, while nothing reverses it; tried again all the time.
    #[oai(skip_serializing_if_is_none)]
    pub reversal_problem: Option<ReversalProblem>,
    pub tran_date: WireDate,
    pub posting_period_id: String,
    pub memo: Option<String>,
    pub entry_type: EntryType,
    pub currency: String,
    pub exchange_rate: ExchangeRate,
    /// Why the rate may differ from the table's, where a reason was given.
    pub exchange_rate_reason: Option<String>,
    /// `Draft`, `Pending Approval`, `On Hold`, `Approved`, `Posted` or `Rejected`.
    pub status: WireStatus,
    pub total_debit: Amount,
    pub total_credit: Amount,
    /// Not in lists with `lines=false`.
    #[oai(skip_serializing_if_is_none)]
    pub lines: Option<Vec<JournalLine>>,
    /// The level needed; set on submission.
    pub required_approval_level: Option<u32>,
    /// The level reached; 0 before the first signature.
    pub current_approval_level: u32,
    pub approval_plan: Option<Plan>,
    pub submitted_at: Option<WireTimestamp>,
    pub submitted_by: Option<String>,
    pub posted_at: Option<WireTimestamp>,
    /// Who sent it back or rejected it last; null once submitted again.
    pub returned: Option<ReturnedBy>,
    pub corrects_id: Option<String>,
    pub correction_id: Option<String>,
    pub created_at: WireTimestamp,
    pub created_by: String,
    pub updated_by: String,
    /// As in the `ETag`.
    pub version: i64,
    /// What the caller can do to it now; on reads.
    #[oai(skip_serializing_if_is_none)]
    pub allowed_actions: Option<Vec<String>>,
    /// Why the caller cannot do the rest; with `explain=true`.
    #[oai(skip_serializing_if_is_none)]
    pub why_not: Option<Any<BTreeMap<String, String>>>,
    /// On a read of one whose bank is reconciled for its day: said before it is posted, and after.
    #[oai(skip_serializing_if_is_none)]
    pub after_reconciliations: Option<Vec<AfterReconciliation>>,
}

/// A line of a journal entry; the side it is not on is 0.
#[derive(Object, Debug)]
pub struct JournalLine {
    pub line_number: i64,
    pub account_id: String,
    pub debit: Amount,
    pub credit: Amount,
    pub memo: Option<String>,
    pub department_id: Option<String>,
    pub cost_center_id: Option<String>,
    #[oai(skip_serializing_if_is_none)]
    pub dimensions: Option<Vec<LineDimension>>,
}

impl JournalEntry {
    pub fn of(document: &Document, seen: &Seen) -> Self {
        let content = &document.content;
        let currency = content.currency;
        let (submitted, submission) = (document.stage.submitted(), document.stage.submission());
        let credits = document.lines().filter(|line| line.amount.0 < 0).filter_map(|line| line.amount.magnitude().ok());
        Self {
            journal_entry_id: document.key.id.clone(),
            original_entry_id: content.original_entry().map(str::to_owned),
            reversing_entry_id: seen.reversing_entry_id.clone(),
            reversal_date: content.reversal_date().map(Into::into),
            reversal_problem: ReversalProblem::of(document, seen),
            tran_date: content.tran_date.into(),
            posting_period_id: content.posting_period_id.clone(),
            memo: content.memo.clone(),
            entry_type: entry_type(content.entry_type()),
            currency: currency.code().into(),
            exchange_rate: content.exchange_rate.into(),
            exchange_rate_reason: content.exchange_rate_reason.clone(),
            status: document.status().into(),
            total_debit: amount(content.total, currency),
            total_credit: amount(Minor::sum(credits).unwrap_or_default(), currency),
            lines: (!seen.without_lines).then(|| document.lines().map(|found| line(found, currency)).collect()),
            required_approval_level: submission.map(|submission| submission.plan.required_level),
            current_approval_level: submission.map_or(0, |submission| submission.level),
            approval_plan: submission.map(Plan::of),
            submitted_at: submitted.map(|submitted| submitted.at.into()),
            submitted_by: submitted.map(|submitted| submitted.by.to_string()),
            posted_at: document.stage.posted_at().map(Into::into),
            returned: document.stage.returned().map(Into::into),
            corrects_id: document.corrects_id.clone(),
            correction_id: document.correction_id.clone(),
            created_at: document.created_at.into(),
            created_by: document.created_by.to_string(),
            updated_by: document.edited_by.to_string(),
            version: document.version,
            allowed_actions: seen.allowed_actions.clone(),
            why_not: seen.why_not.clone().map(Any),
            after_reconciliations: AfterReconciliation::all(seen),
        }
    }
}

fn entry_type(of: Option<&engine::books::document::EntryType>) -> EntryType {
    use engine::books::document::EntryType as Stored;
    match of {
        Some(Stored::Standard) | None => EntryType::Standard,
        Some(Stored::Adjusting) => EntryType::Adjusting,
        Some(Stored::Accrual) => EntryType::Accrual,
        Some(Stored::Payroll) => EntryType::Payroll,
        Some(Stored::Reversing { .. }) => EntryType::Reversing,
        Some(Stored::Closing) => EntryType::Closing,
        Some(Stored::Revaluation) => EntryType::Revaluation,
    }
}

/// A line as it is read.
pub fn line(line: &Line, currency: Currency) -> JournalLine {
    let size = line.amount.magnitude().unwrap_or_default();
    let (debit, credit) = if line.amount.is_positive() { (size, Minor::ZERO) } else { (Minor::ZERO, size) };
    JournalLine {
        line_number: line.line_number,
        account_id: line.account_id.clone(),
        debit: amount(debit, currency),
        credit: amount(credit, currency),
        memo: line.memo.clone(),
        department_id: line.department_id.clone(),
        cost_center_id: line.cost_center_id.clone(),
        dimensions: LineDimension::some(&line.dimensions),
    }
}

/// A pending entry as the approver's list shows it.
#[derive(Object, Debug)]
pub struct PendingEntry {
    pub journal_entry_id: String,
    pub tran_date: WireDate,
    pub memo: Option<String>,
    pub total_debit: Amount,
    pub required_approval_level: u32,
    pub current_approval_level: u32,
    pub submitted_at: Option<WireTimestamp>,
    pub submitted_by: Option<String>,
}

impl From<Document> for PendingEntry {
    fn from(document: Document) -> Self {
        let (submitted, submission) = (document.stage.submitted(), document.stage.submission());
        Self {
            journal_entry_id: document.key.id,
            tran_date: document.content.tran_date.into(),
            memo: document.content.memo,
            total_debit: amount(document.content.total, document.content.currency),
            required_approval_level: submission.map_or(0, |submission| submission.plan.required_level),
            current_approval_level: submission.map_or(0, |submission| submission.level),
            submitted_at: submitted.map(|submitted| submitted.at.into()),
            submitted_by: submitted.map(|submitted| submitted.by.to_string()),
        }
    }
}

/// A reversal to be made.
#[derive(Object, Debug)]
pub struct ReverseInput {
    /// The date of the reversing entry; the open period that holds it takes it.
    pub reversal_date: Required<WireDate>,
    /// `Reversal of <original_entry_id>` when left out.
    pub memo: Option<Memo>,
}

/// The collection `journal-entries`.
pub struct JournalEntries;

impl Collection for JournalEntries {
    const KIND: DocumentKind = DocumentKind::JournalEntry;
    const PATH: &'static str = "/journal-entries";
    const NAME: &'static str = "JournalEntry";
    const ABOUT: &'static str = "Debits and credits written by hand. A posted entry is never changed: `reverse` makes a new one that swaps its sides.";
    type Input = JournalEntryInput;
    type View = JournalEntry;
    type Party = Id;

    fn draft(input: JournalEntryInput, _: &mut Faults) -> Draft {
        input.into_draft()
    }

    fn view(document: &Document, seen: &Seen) -> JournalEntry {
        JournalEntry::of(document, seen)
    }

    fn examples() -> Examples {
        let line = |account: &str, side: &str, amount: u32| json!({ "account_id": account, side: amount });
        Examples {
            create: json!({
                "tran_date": "2026-01-31",
                "memo": "Office rent, January",
                "lines": [line("6100", "debit", 1200), line("1000", "credit", 1200)],
            }),
            update: json!({
                "tran_date": "2026-02-01",
                "memo": "Chairs for the meeting room",
                "lines": [line("6200", "debit", 410), line("1000", "credit", 410)],
            }),
            actions: vec![(
                Action::Reverse,
                json!({ "reversal_date": "2026-02-01", "memo": "The electricity is paid" }),
            )],
        }
    }
}
