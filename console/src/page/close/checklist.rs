//! The checklist of a period: what each task's check finds, and who signed it.

use serde_json::Value;

use crate::fields::Fields;
use crate::interface::enumeration::CloseTaskStatus;
use crate::interface::schema::{
    Checklist as List, ChecklistTask as Task, CloseCheckOrNull as Check, CloseMissing, CloseSignOffOrNull as SignOff,
    CloseSuspensionOrNull as Suspension, PostedLater, ReasonInput, SignOffInput,
};
use crate::json::Members;
use crate::operations::segment;
use crate::visit::Visit;
use crate::vocabulary::page_of;

/// The tasks of a period.
pub struct Checklist {
    pub tasks: Vec<Row>,
    /// Whether one of them bars the close.
    pub bars: bool,
    pub may_sign: bool,
    /// Whether they may keep tasks.
    pub may_write: bool,
}

/// One task.
#[allow(clippy::struct_excessive_bools, reason = "each is a fact by itself")]
pub struct Row {
    pub id: String,
    pub title: String,
    /// Its own page, where it is changed.
    pub page: String,
    /// Its page in the audit.
    pub proof: String,
    pub account: Option<Named>,
    pub owner: Option<Named>,
    pub due: String,
    pub is_required: bool,
    pub status: String,
    /// What its check finds; empty of a manual task.
    pub check: String,
    pub missing: Vec<Named>,
    /// How many more are missing than are named.
    pub more: i64,
    pub evidence: String,
    pub signed_by: Option<Named>,
    pub signed_at: String,
    pub because: String,
    pub later: Vec<Named>,
    pub can_sign: bool,
    pub can_withdraw: bool,
    /// Whether its form is open, since it was refused.
    pub is_refused: bool,
    /// What was typed into it.
    pub typed: String,
}

/// Something with a page of its own, or without.
pub struct Named {
    pub label: String,
    pub link: String,
}

impl Named {
    fn of(resource: &str, id: String) -> Self {
        // A rate is missing of a currency.
        let link = page_of(resource, &id).filter(|_| resource != "exchange_rate").unwrap_or_default();
        Self { label: id, link }
    }
}

impl Row {
    /// The field of its form.
    pub fn field(&self) -> String {
        field_of(&self.id)
    }
}

/// The field of a task's form.
pub fn field_of(task: &str) -> String {
    format!("task-{task}")
}

/// What the person may see of it; `None` where they may see nothing.
pub async fn of(visit: &Visit, period_id: &str) -> Option<Checklist> {
    if !visit.me.may("close_task", "read") {
        return None;
    }
    let path = format!("/accounting-periods/{}/checklist", segment(period_id));
    let answer = visit.operations.get(&path, &Fields::default()).await.ok()?;
    Some(Checklist {
        tasks: answer.list(List::TASKS).iter().map(|task| row(visit, task)).collect(),
        bars: answer.flag(List::BARS_CLOSE),
        may_sign: visit.me.may("close_task", "sign_off"),
        may_write: visit.me.may("close_task", "write"),
    })
}

fn row(visit: &Visit, task: &Value) -> Row {
    let (id, status) = (task.text(Task::CLOSE_TASK_ID), task.text(Task::STATUS));
    let (check, sign_off, suspended) = (task.at(Task::CHECK), task.at(Task::SIGN_OFF), task.at(Task::SUSPENDED));
    let missing = check.list(Check::MISSING).iter();
    let missing: Vec<Named> =
        missing.map(|one| Named::of(&one.text(CloseMissing::RESOURCE), one.text(CloseMissing::ID))).collect();
    let later = suspended.list(Suspension::DOCUMENTS).iter();
    let later = later.map(|one| Named::of(&one.text(PostedLater::DOCUMENT_TYPE), one.text(PostedLater::DOCUMENT_ID)));
    let named = i64::try_from(missing.len()).unwrap_or(i64::MAX);
    let state = check.given(Check::STATE).unwrap_or_default();
    let is_refused = visit.param("task") == id;
    let typed = [SignOffInput::EVIDENCE, ReasonInput::REASON].into_iter().find_map(|name| visit.form.given(name));
    Row {
        proof: format!("/audit/close_task/{}", segment(&id)),
        page: page_of("close_task", &id).unwrap_or_default(),
        title: task.text(Task::TITLE),
        account: task.given(Task::ACCOUNT_ID).map(|account| Named::of("account", account)),
        owner: task.given(Task::OWNER).map(|owner| Named::of("user", owner)),
        due: visit.reader.date(&task.text(Task::DUE_DATE)),
        is_required: task.flag(Task::IS_REQUIRED),
        more: check.whole(Check::MISSING_COUNT).saturating_sub(named),
        missing,
        evidence: sign_off.given(SignOff::EVIDENCE).unwrap_or_default(),
        signed_by: sign_off.given(SignOff::SIGNED_BY).map(|by| Named::of("user", by)),
        signed_at: sign_off.given(SignOff::SIGNED_AT).map(|at| visit.reader.instant(&at)).unwrap_or_default(),
        because: suspended.given(Suspension::BECAUSE).unwrap_or_default(),
        later: later.collect(),
        can_sign: status != CloseTaskStatus::SignedOff.name() && state != "open",
        can_withdraw: !sign_off.is_null(),
        typed: typed.filter(|_| is_refused).unwrap_or_default().to_owned(),
        is_refused,
        check: state,
        status,
        id,
    }
}
