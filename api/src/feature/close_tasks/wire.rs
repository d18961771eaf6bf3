//! Tasks of the close on the wire. See docs/rules/close-checklist.md.

use engine::books::close_check::{Finding, Missing};
use engine::books::command::Snapshot;
use engine::books::period::Period;
use engine::features::close_tasks::checklist::{Item, TaskStatus};
use engine::features::close_tasks::commands::save::TaskFields;
use engine::features::close_tasks::model::{CloseTask, TaskKind};
use engine::features::close_tasks::records::items;
use engine::features::close_tasks::sign_off::SignOff;
use poem_openapi::Object;

use crate::schema::document_type::DocumentType;
use crate::schema::leaf::wire_word;
use crate::schema::{Id, Name, Nullable, Reason, Required, WireDate, WireTimestamp, WireUserId};

wire_word! {
    /// What a task is about.
    CloseTaskKind(TaskKind) as "CloseTaskKind"
}

wire_word! {
    /// How a task of a period stands.
    CloseTaskStatus(TaskStatus) as "CloseTaskStatus"
}

/// A new task of each close.
#[derive(Object, Debug)]
pub struct CloseTaskInput {
    /// Made by the service when left out.
    pub close_task_id: Option<Id>,
    pub kind: Required<CloseTaskKind>,
    /// Required for a manual task; what the kind says when left out.
    pub title: Option<Name>,
    /// The account of `suspense_empty`; of `bank_reconciled` and `statement_lines_matched` one bank account in place of all.
    pub account_id: Option<Id>,
    /// Whose it is. Whoever has `close_task.sign_off` may sign it.
    pub owner: Option<WireUserId>,
    /// Days after the period's end; 0 when left out.
    #[oai(validator(minimum(value = "0"), maximum(value = "366")))]
    pub due_days: Option<u32>,
    /// Whether a period cannot be closed before; true when left out.
    pub is_required: Option<bool>,
    /// Periods that end before have no such task.
    pub from_date: Option<WireDate>,
    /// True when left out.
    pub is_active: Option<bool>,
}

/// What is to change on a task; what is left out stays, null takes it away.
#[derive(Object, Debug)]
pub struct CloseTaskUpdate {
    pub title: Option<Name>,
    pub account_id: Nullable<Id>,
    pub owner: Nullable<WireUserId>,
    #[oai(validator(minimum(value = "0"), maximum(value = "366")))]
    pub due_days: Option<u32>,
    pub is_required: Option<bool>,
    pub from_date: Nullable<WireDate>,
    pub is_active: Option<bool>,
}

/// A task that each period has before it is closed.
#[derive(Object, Debug)]
#[oai(rename = "CloseTask")]
pub struct CloseTaskView {
    pub close_task_id: String,
    pub kind: CloseTaskKind,
    pub title: String,
    pub account_id: Nullable<String>,
    pub owner: Nullable<String>,
    pub due_days: u32,
    pub is_required: bool,
    pub from_date: Nullable<WireDate>,
    pub is_active: bool,
    pub version: i64,
    pub created_at: WireTimestamp,
    pub created_by: String,
    pub updated_at: WireTimestamp,
    pub updated_by: String,
}

/// A signature on a task of a period.
#[derive(Object, Debug)]
pub struct SignOffInput {
    /// What was looked at, and where it is kept.
    pub evidence: Required<Reason>,
}

/// The tasks of a period.
#[derive(Object, Debug)]
pub struct Checklist {
    pub period_id: String,
    pub period_name: String,
    pub end_date: WireDate,
    /// Whether a required task bars the close.
    pub bars_close: bool,
    pub tasks: Vec<ChecklistTask>,
}

/// A task in its period.
#[derive(Object, Debug)]
pub struct ChecklistTask {
    pub close_task_id: String,
    pub kind: CloseTaskKind,
    pub title: String,
    pub account_id: Option<String>,
    pub owner: Option<String>,
    pub due_date: WireDate,
    pub is_required: bool,
    /// Whether it bars the close.
    pub bars_close: bool,
    pub status: CloseTaskStatus,
    /// Null of a manual task.
    pub check: Option<CloseCheck>,
    /// The newest sign-off, unless it was taken back.
    pub sign_off: Option<CloseSignOff>,
    pub suspended: Option<CloseSuspension>,
}

/// What the check of a task finds now.
#[derive(Object, Debug)]
pub struct CloseCheck {
    /// `done`, `open` or `not_applicable`.
    pub state: String,
    pub missing_count: u64,
    /// The first five.
    pub missing: Vec<CloseMissing>,
}

/// Something that is missing.
#[derive(Object, Debug)]
pub struct CloseMissing {
    /// What it is: a document type, `account`, `bank_statement_line`, `recurring_document`, `deferral` or `exchange_rate` (of a currency).
    pub resource: String,
    pub id: String,
}

/// Who signed a task, and on what.
#[derive(Object, Debug)]
pub struct CloseSignOff {
    pub evidence: String,
    pub signed_at: WireTimestamp,
    pub signed_by: String,
}

/// Why a sign-off does not count.
#[derive(Object, Debug)]
pub struct CloseSuspension {
    pub because: String,
    /// How many postings came after it.
    pub postings: u64,
    /// The documents of the newest five.
    pub documents: Vec<PostedLater>,
}

/// A document that was posted after a sign-off.
#[derive(Object, Debug)]
pub struct PostedLater {
    pub document_type: DocumentType,
    pub document_id: String,
}

/// A task that is not signed off.
#[derive(Object, Debug)]
pub struct OpenCloseTask {
    pub close_task_id: String,
    pub title: String,
    pub is_required: bool,
    pub status: CloseTaskStatus,
}

/// Those of the period that was asked about; none where it has no checklist.
pub fn open_tasks(seen: &Snapshot) -> Option<Vec<OpenCloseTask>> {
    let left = items(seen).iter().filter(|item| item.is_left());
    let shown = left.map(|item| OpenCloseTask {
        close_task_id: item.task.close_task_id.clone(),
        title: item.task.title.clone(),
        is_required: item.task.is_required,
        status: item.status().into(),
    });
    (!items(seen).is_empty()).then(|| shown.collect())
}

impl CloseTaskInput {
    /// The id, when one is given, and what is set.
    pub fn into_fields(self) -> (Option<String>, TaskFields) {
        let fields = TaskFields {
            kind: self.kind.0.map(Into::into),
            title: self.title.map(Into::into),
            account_id: Some(self.account_id.map(Into::into)),
            owner: Some(self.owner.map(|owner| owner.0)),
            due_days: self.due_days,
            is_required: self.is_required,
            from_date: Some(self.from_date.map(|date| date.0)),
            is_active: self.is_active,
        };
        (self.close_task_id.map(Into::into), fields)
    }
}

impl From<CloseTaskUpdate> for TaskFields {
    fn from(input: CloseTaskUpdate) -> Self {
        Self {
            kind: None,
            title: input.title.map(Into::into),
            account_id: input.account_id.0.map(|id| id.map(Into::into)),
            owner: input.owner.0.map(|owner| owner.map(|owner| owner.0)),
            due_days: input.due_days,
            is_required: input.is_required,
            from_date: input.from_date.0.map(|date| date.map(|date| date.0)),
            is_active: input.is_active,
        }
    }
}

impl From<&CloseTask> for CloseTaskView {
    fn from(task: &CloseTask) -> Self {
        Self {
            close_task_id: task.close_task_id.clone(),
            kind: task.kind.into(),
            title: task.title.clone(),
            account_id: Nullable(Some(task.account_id.clone())),
            owner: Nullable(Some(task.owner.as_ref().map(ToString::to_string))),
            due_days: task.due_days,
            is_required: task.is_required,
            from_date: Nullable(Some(task.from_date.map(WireDate))),
            is_active: task.is_active,
            version: task.version,
            created_at: task.created_at.into(),
            created_by: task.created_by.clone(),
            updated_at: task.updated_at.into(),
            updated_by: task.updated_by.clone(),
        }
    }
}

impl Checklist {
    pub fn of(period: &Period, items: &[Item]) -> Self {
        Self {
            period_id: period.period_id.clone(),
            period_name: period.period_name.clone(),
            end_date: WireDate(period.end_date),
            bars_close: items.iter().any(Item::bars),
            tasks: items.iter().map(ChecklistTask::from).collect(),
        }
    }
}

impl From<&Item> for ChecklistTask {
    fn from(item: &Item) -> Self {
        let task = &item.task;
        let suspended = item.because().map(|because| CloseSuspension {
            because,
            postings: item.postings_since(),
            documents: item
                .later
                .iter()
                .map(|key| PostedLater { document_type: key.kind.into(), document_id: key.id.clone() })
                .collect(),
        });
        Self {
            close_task_id: task.close_task_id.clone(),
            kind: task.kind.into(),
            title: task.title.clone(),
            account_id: task.account_id.clone(),
            owner: task.owner.as_ref().map(ToString::to_string),
            due_date: WireDate(item.due_on),
            is_required: task.is_required,
            bars_close: item.bars(),
            status: item.status().into(),
            check: item.finding.as_ref().map(CloseCheck::from),
            sign_off: item.standing_sign_off().map(CloseSignOff::from),
            suspended,
        }
    }
}

impl From<&Finding> for CloseCheck {
    fn from(finding: &Finding) -> Self {
        let (missing_count, missing) = match finding {
            Finding::NotApplicable | Finding::Done => (0, Vec::new()),
            Finding::Open { count, named } => {
                let shown = |of: &Missing| CloseMissing { resource: of.resource.into(), id: of.id.clone() };
                (*count, named.iter().map(shown).collect())
            }
        };
        Self { state: finding.name().into(), missing_count, missing }
    }
}

impl From<&SignOff> for CloseSignOff {
    fn from(signed: &SignOff) -> Self {
        Self {
            evidence: signed.evidence.clone(),
            signed_at: signed.signed_at.into(),
            signed_by: signed.signed_by.clone(),
        }
    }
}
