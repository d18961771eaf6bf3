//! Accounting periods on the wire. See docs/rules/periods.md#periods.

use std::collections::{BTreeMap, HashMap};

use engine::books::command::Snapshot;
use engine::books::document::{Document, Status};
use engine::books::period::{Period, Scope};
use engine::values::kind::{DocumentKey, SubLedger, Unposted};
use engine::values::money::number;
use poem_openapi::{Enum, Object, types::Any};
use serde_json::{Value, json};

use crate::feature::close_tasks::{OpenCloseTask, open_tasks};
use crate::schema::{Id, Name, Reason, Required, WireDate, WireTimestamp};

/// What a close or reopen speaks of.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case")]
pub enum CloseType {
    All,
    Ap,
    Ar,
    Payroll,
    /// Journal entries other than of payroll.
    Gl,
}

impl From<CloseType> for Scope {
    fn from(wire: CloseType) -> Self {
        match wire {
            CloseType::All => Self::All,
            CloseType::Ap => Self::Ap,
            CloseType::Ar => Self::Ar,
            CloseType::Payroll => Self::Payroll,
            CloseType::Gl => Self::Gl,
        }
    }
}

impl From<Scope> for CloseType {
    fn from(scope: Scope) -> Self {
        match scope {
            Scope::All => Self::All,
            Scope::Ap => Self::Ap,
            Scope::Ar => Self::Ar,
            Scope::Payroll => Self::Payroll,
            Scope::Gl => Self::Gl,
        }
    }
}

/// A new accounting period.
#[derive(Object, Debug)]
pub struct PeriodInput {
    pub period_id: Required<Id>,
    pub period_name: Required<Name>,
    pub start_date: Required<WireDate>,
    pub end_date: Required<WireDate>,
}

/// What to close.
#[derive(Object, Debug)]
pub struct CloseInput {
    /// `all` when left out.
    pub close_type: Option<CloseType>,
    /// Close although unposted documents remain: they keep their state and cannot be posted until the period is reopened.
    pub force: Option<bool>,
}

/// What to reopen, and why.
#[derive(Object, Debug)]
pub struct ReopenInput {
    pub reason: Required<Reason>,
    /// `all` when left out.
    pub reopen_type: Option<CloseType>,
}

/// Why a period is closed for good.
#[derive(Object, Debug)]
pub struct HardCloseInput {
    pub reason: Required<Reason>,
}

/// An accounting period.
#[derive(Object, Debug)]
#[oai(rename = "AccountingPeriod")]
pub struct PeriodView {
    pub period_id: String,
    pub period_name: String,
    pub start_date: WireDate,
    pub end_date: WireDate,
    /// Whether it takes adjustments of a fiscal year alone: what names it, on the year's last day.
    pub is_adjustment: bool,
    /// Whether everything in it is closed.
    pub is_closed: bool,
    /// `open`, `soft_closed` or `hard_closed`, for each of `gl`, `ap`, `ar`, `payroll`.
    pub sub_ledgers: SubLedgerStates,
    pub closed_at: Option<WireTimestamp>,
    pub closed_by: Option<String>,
    pub close_type: Option<CloseType>,
    pub reopened_at: Option<WireTimestamp>,
    pub reopened_by: Option<String>,
    pub reopen_type: Option<CloseType>,
    pub reason: Option<String>,
    /// As in the `ETag`.
    pub version: i64,
    pub created_at: WireTimestamp,
    pub created_by: String,
}

/// `open`, `soft_closed` or `hard_closed`.
#[derive(Object, Debug)]
pub struct SubLedgerStates {
    pub gl: String,
    pub ap: String,
    pub ar: String,
    pub payroll: String,
}

impl From<&Period> for PeriodView {
    fn from(period: &Period) -> Self {
        let state = |sub_ledger| period.closing_of(sub_ledger).name().to_owned();
        let change = period.last_change.as_ref();
        Self {
            period_id: period.period_id.clone(),
            period_name: period.period_name.clone(),
            start_date: period.start_date.into(),
            end_date: period.end_date.into(),
            is_adjustment: period.is_adjustment,
            is_closed: period.is_closed(Scope::All),
            sub_ledgers: SubLedgerStates {
                gl: state(SubLedger::Gl),
                ap: state(SubLedger::Ap),
                ar: state(SubLedger::Ar),
                payroll: state(SubLedger::Payroll),
            },
            closed_at: change.and_then(|change| change.closed_at).map(Into::into),
            closed_by: change.and_then(|change| change.closed_by.clone()),
            close_type: change.and_then(|change| change.close_type).map(Into::into),
            reopened_at: change.and_then(|change| change.reopened_at).map(Into::into),
            reopened_by: change.and_then(|change| change.reopened_by.clone()),
            reopen_type: change.and_then(|change| change.reopen_type).map(Into::into),
            reason: change.and_then(|change| change.reason.clone()),
            version: period.version,
            created_at: period.created_at.into(),
            created_by: period.created_by.clone(),
        }
    }
}

/// After a close; or, with 202, the job that still runs.
#[derive(Object, Debug)]
pub struct Closed {
    pub period_id: String,
    pub period_name: String,
    /// Of the asked scope.
    pub is_closed: bool,
    pub closed_at: Option<WireTimestamp>,
    pub closed_by: Option<String>,
    pub close_type: CloseType,
    /// The tasks of its checklist that are not signed off.
    #[oai(skip_serializing_if_is_none)]
    pub open_tasks: Option<Vec<OpenCloseTask>>,
    /// Read `/jobs/{job_id}` when the answer is 202.
    #[oai(skip_serializing_if_is_none)]
    pub job_id: Option<String>,
}

impl Closed {
    /// The period after its close; or, while the job of this id still runs, before it.
    pub fn of(period: &Period, scope: Scope, job_id: Option<String>) -> Self {
        let change = period.last_change.as_ref().filter(|_| job_id.is_none());
        Self {
            period_id: period.period_id.clone(),
            period_name: period.period_name.clone(),
            is_closed: period.is_closed(scope),
            closed_at: change.and_then(|change| change.closed_at).map(Into::into),
            closed_by: change.and_then(|change| change.closed_by.clone()),
            close_type: scope.into(),
            open_tasks: None,
            job_id,
        }
    }

    /// With the tasks of the period that was asked about.
    #[must_use]
    pub fn with_tasks(self, seen: &Snapshot) -> Self {
        Self { open_tasks: open_tasks(seen), ..self }
    }
}

/// After a reopen.
#[derive(Object, Debug)]
pub struct Reopened {
    pub period_id: String,
    pub period_name: String,
    /// Of the asked scope.
    pub is_closed: bool,
    pub reopened_at: Option<WireTimestamp>,
    pub reopened_by: Option<String>,
    pub reason: Option<String>,
    pub reopen_type: CloseType,
}

/// What bars a close.
#[derive(Object, Debug)]
pub struct UnpostedEntries {
    pub period_id: String,
    pub period_name: String,
    pub total_unposted: u64,
    /// By collection, then by status: `draft`, `pending_approval`, `on_hold`, `approved`.
    pub by_document_type: Any<Value>,
    pub summary: UnpostedSummary,
}

/// Counts over all types.
#[derive(Object, Debug)]
pub struct UnpostedSummary {
    pub by_status: StatusCounts,
    /// The same by collection, where the request has `at_most`.
    pub by_type: Option<HashMap<String, StatusCounts>>,
}

/// How many documents stand in each unposted status.
#[derive(Object, Debug, Default)]
pub struct StatusCounts {
    pub draft: u64,
    pub pending_approval: u64,
    pub on_hold: u64,
    pub approved: u64,
}

impl StatusCounts {
    /// Counts documents of an unposted status.
    pub fn add(&mut self, status: Status, count: u64) {
        let counted = match status {
            Status::Draft => &mut self.draft,
            Status::PendingApproval => &mut self.pending_approval,
            Status::OnHold => &mut self.on_hold,
            Status::Approved => &mut self.approved,
            Status::Posted | Status::Paid | Status::Deposited | Status::Cleared => return,
            Status::Rejected | Status::Voided | Status::Returned => return,
        };
        *counted = counted.saturating_add(count);
    }

    pub fn total(&self) -> u64 {
        [self.pending_approval, self.on_hold, self.approved].into_iter().fold(self.draft, u64::saturating_add)
    }
}

/// A document as the report shows it, with its party's name where the type has one.
pub fn item(document: &Document, names: &BTreeMap<DocumentKey, String>) -> Value {
    let (id, content) = (&document.key.id, &document.content);
    let amount = number(content.currency.to_decimal(content.total));
    let party = content.party().map(|id| names.get(&document.key).map_or(id, String::as_str));
    let due_date = content.due_date().map(|date| date.to_string());
    match document.key.kind.facts().unposted {
        Unposted::Memo => {
            json!({ "id": id, "memo": content.memo, "amount": amount, "created_at": document.created_at.to_string() })
        }
        Unposted::Due(word) => json!({ "id": id, word: party, "amount": amount, "due_date": due_date }),
        Unposted::Dated => {
            json!({ "id": id, "party": party, "amount": amount, "tran_date": content.tran_date.to_string() })
        }
    }
}
