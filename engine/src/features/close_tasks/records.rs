//! Tasks of the close and their sign-offs as the kernel reads, writes and states them.

use std::sync::Arc;

use sea_orm::{DatabaseTransaction, IntoActiveModel};

use super::checklist::{Checklist, Item};
use super::model::{CloseTask, TITLE};
use super::sign_off::SignOff;
use super::{check, reads, row};
use crate::books::change_request::Pin;
use crate::books::command::{Change, Changed, Effects, Found, Snapshot, Target, Wanted};
use crate::kernel::records::{Asking, FeatureRecords};
use crate::kernel::store::StoreError;
use crate::kernel::store::commit::save;
use crate::kernel::store::stated::{Stated, Table};
use crate::values::error::Refusal;

/// The records, as the kernel knows them.
pub const FEATURE: &str = "close_tasks";

/// What a command must know.
#[derive(Clone, Debug)]
pub enum WantedTasks {
    /// A task, and how many others are active.
    Task(String),
    /// The tasks of a period, with what their checks find.
    OfPeriod(String),
}

/// The answer to [`WantedTasks`].
#[derive(Default, Debug)]
pub struct TaskState {
    pub task: Option<CloseTask>,
    pub others_active: u64,
    pub checklist: Option<Checklist>,
}

/// Each in its new version; version 1 is new.
#[derive(Clone, Debug)]
pub enum TaskChange {
    Task(Box<CloseTask>),
    SignOff(Box<SignOff>),
}

/// As `If-Match` speaks of a task.
pub fn target(close_task_id: &str) -> Target {
    Target::OfFeature(FEATURE, close_task_id.to_owned())
}

impl Wanted for WantedTasks {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

impl Changed for TaskChange {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

impl From<TaskChange> for Change {
    fn from(change: TaskChange) -> Self {
        Self::OfFeature(Arc::new(change))
    }
}

/// What was asked for; nothing when it was not.
pub fn seen(snapshot: &Snapshot) -> Option<&TaskState> {
    snapshot.of_features.get::<TaskState>(FEATURE)
}

/// The tasks of the period that was asked about, in the order of their due days.
pub fn items(snapshot: &Snapshot) -> &[Item] {
    seen(snapshot).and_then(|state| state.checklist.as_ref()).map_or(&[], |checklist| &checklist.items)
}

/// The task in the checklist of the period, or 404.
pub fn item<'a>(close_task_id: &str, snapshot: &'a Snapshot) -> Result<&'a Item, Refusal> {
    let found = items(snapshot).iter().find(|item| item.task.close_task_id == close_task_id);
    found.ok_or_else(|| Refusal::not_found(TITLE, close_task_id))
}

/// The records of tasks of the close.
#[derive(Debug)]
pub struct TaskRecords;

impl Found for TaskState {
    fn pin(&self) -> Option<Pin> {
        let task = self.task.as_ref()?;
        Some(Pin { version: task.version, made_at: task.created_at, figures: None })
    }
}

impl FeatureRecords for TaskRecords {
    type Wanted = WantedTasks;
    type Changed = TaskChange;
    type Found = TaskState;

    const FEATURE: &'static str = FEATURE;

    fn tables(&self) -> Vec<Table> {
        check::tables()
    }

    async fn see(
        &self,
        tx: &DatabaseTransaction,
        wanted: &WantedTasks,
        asking: &Asking<'_>,
    ) -> Result<TaskState, StoreError> {
        match wanted {
            WantedTasks::Task(id) => {
                let (task, others_active) = (reads::one(tx, id).await?, reads::others_active(tx, id).await?);
                Ok(TaskState { task, others_active, checklist: None })
            }
            WantedTasks::OfPeriod(period_id) => {
                let checklist = reads::checklist(tx, period_id, asking.settings.base_currency).await?;
                Ok(TaskState { task: None, others_active: 0, checklist })
            }
        }
    }

    async fn write(&self, tx: &DatabaseTransaction, change: &TaskChange, _: &Effects) -> Result<(), StoreError> {
        match change {
            TaskChange::Task(task) => save(tx, row::task(task).into_active_model(), task.version).await,
            TaskChange::SignOff(signed) => save(tx, row::sign_off(signed)?.into_active_model(), signed.version).await,
        }
    }

    fn stated(&self, change: &TaskChange) -> Result<Vec<Stated>, StoreError> {
        Ok(vec![match change {
            TaskChange::Task(task) => check::TASKS.of(&row::task(task)),
            TaskChange::SignOff(signed) => check::SIGN_OFFS.of(&row::sign_off(signed)?),
        }])
    }

    async fn every(&self, db: &DatabaseTransaction, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
        check::every(db, unreadable).await
    }
}
