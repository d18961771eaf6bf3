//! Saves a task of the close: made, changed, switched off. See docs/rules/close-checklist.md#tasks.

use crate::approval::access::UserId;
use crate::books::command::{
    AuditEntry, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants, as_expected,
};
use crate::features::close_tasks::model::{
    CloseTask, MOST_ACTIVE, MOST_DUE_DAYS, NamesAccount, RESOURCE, TITLE, TaskKind,
};
use crate::features::close_tasks::records::{TaskChange, TaskState, WantedTasks, seen, target};
use crate::values::account::Subtype;
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::Thing;

/// What may be set of a task: `None` leaves it as it is, `Some(None)` takes it away.
#[derive(Clone, Default, Debug)]
pub struct TaskFields {
    /// Fixed once it is made.
    pub kind: Option<TaskKind>,
    pub title: Option<String>,
    pub account_id: Option<Option<String>>,
    pub owner: Option<Option<UserId>>,
    pub due_days: Option<u32>,
    pub is_required: Option<bool>,
    pub from_date: Option<Option<Date>>,
    pub is_active: Option<bool>,
}

/// Makes a task, or changes the one that is there.
#[derive(Debug)]
pub struct SaveCloseTask {
    pub close_task_id: String,
    pub fields: TaskFields,
    /// Whether it must be new, or must exist.
    pub create: bool,
    pub faults: Faults,
}

impl Refuses for SaveCloseTask {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[];
}

impl Permitted for SaveCloseTask {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "write")]);
}

impl Command for SaveCloseTask {
    type Answer = CloseTask;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        Some(Guarded::saved(Thing::CloseTask, self.create, &self.close_task_id))
    }

    fn wants(&self) -> Wants {
        let wanted = WantedTasks::Task(self.close_task_id.clone());
        // Of two at once the second one counts the first.
        Wants { target: Some(target(&self.close_task_id)), exclusive: true, ..Wants::of_feature(wanted) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<CloseTask>, Refusal> {
        let nothing = TaskState::default();
        let state = seen(snapshot).unwrap_or(&nothing);
        let before = state.task.as_ref();
        as_expected(before, self.create, TITLE, ("close_task_id", &self.close_task_id))?;
        let mut faults = self.faults.clone();
        let Some(kind) = self.fields.kind.or_else(|| before.map(|before| before.kind)) else {
            // That it is missing was named when it was read.
            self.check_title(TaskKind::NothingPending, before, &mut faults);
            faults.or(())?;
            return Err(Faults::one("/kind", "is required"));
        };
        self.check_title(kind, before, &mut faults);
        let saved = self.merged(kind, before, snapshot);
        check(&saved, before, state.others_active, snapshot, &mut faults);
        faults.or(())?;
        let as_it_was = |before: &&CloseTask| {
            let (updated_at, updated_by) = (before.updated_at, before.updated_by.clone());
            CloseTask { version: before.version, updated_at, updated_by, ..saved.clone() } == **before
        };
        if let Some(before) = before.filter(as_it_was) {
            return Ok(Decision::unchanged(before.clone(), snapshot));
        }
        let word = if before.is_some() { "Updated" } else { "Created" };
        let change = TaskChange::Task(Box::new(saved.clone()));
        Ok(Decision::new(Effects::one(snapshot.now, change.into(), entry(&saved, word, snapshot)), saved))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl SaveCloseTask {
    /// What nothing checks says itself what it is.
    fn check_title(&self, kind: TaskKind, before: Option<&CloseTask>, faults: &mut Faults) {
        let has_none = self.fields.title.is_none() && before.is_none() && kind.title().is_none();
        if has_none && !faults.has("/title") {
            faults.add("/title", "is required for a manual task");
        }
        if before.is_some_and(|before| before.kind != kind) {
            faults.add("/kind", "cannot be changed");
        }
    }

    fn merged(&self, kind: TaskKind, before: Option<&CloseTask>, snapshot: &Snapshot) -> CloseTask {
        let fields = &self.fields;
        let by = snapshot.actor.user_id.to_string();
        let usual =
            || before.map_or_else(|| kind.title().unwrap_or_default().to_owned(), |before| before.title.clone());
        CloseTask {
            close_task_id: self.close_task_id.clone(),
            kind,
            title: fields.title.clone().unwrap_or_else(usual),
            account_id: fields
                .account_id
                .clone()
                .unwrap_or_else(|| before.and_then(|before| before.account_id.clone())),
            owner: fields.owner.clone().unwrap_or_else(|| before.and_then(|before| before.owner.clone())),
            due_days: fields.due_days.unwrap_or_else(|| before.map_or(0, |before| before.due_days)),
            is_required: fields.is_required.unwrap_or_else(|| before.is_none_or(|before| before.is_required)),
            from_date: fields.from_date.unwrap_or_else(|| before.and_then(|before| before.from_date)),
            is_active: fields.is_active.unwrap_or_else(|| before.is_none_or(|before| before.is_active)),
            version: before.map_or(1, |before| before.version.saturating_add(1)),
            created_at: before.map_or(snapshot.now, |before| before.created_at),
            created_by: before.map_or_else(|| by.clone(), |before| before.created_by.clone()),
            updated_at: snapshot.now,
            updated_by: by,
        }
    }
}

/// What is wrong with the task as it would be. What it names is asked about where it is new.
fn check(saved: &CloseTask, before: Option<&CloseTask>, others_active: u64, snapshot: &Snapshot, faults: &mut Faults) {
    if before.is_none_or(|before| before.account_id != saved.account_id) {
        check_account(saved, snapshot, faults);
    }
    if saved.due_days > MOST_DUE_DAYS && !faults.has("/due_days") {
        faults.add("/due_days", format!("must be at most {MOST_DUE_DAYS}"));
    }
    let owner = saved.owner.as_ref().filter(|owner| before.is_none_or(|before| before.owner.as_ref() != Some(*owner)));
    if let Some(owner) = owner.filter(|owner| snapshot.catalog.is_inactive(owner)) {
        faults.add("/owner", format!("user {:?} is inactive", owner.as_str()));
    }
    let is_full = usize::try_from(others_active).is_ok_and(|others| others >= MOST_ACTIVE);
    if saved.is_active && !before.is_some_and(|before| before.is_active) && is_full {
        faults.add("/is_active", format!("{MOST_ACTIVE} tasks are active already"));
    }
}

fn check_account(saved: &CloseTask, snapshot: &Snapshot, faults: &mut Faults) {
    if faults.has("/account_id") {
        return;
    }
    let kind = saved.kind.name();
    let Some(id) = &saved.account_id else {
        if saved.kind.names_account() == NamesAccount::Must {
            faults.add("/account_id", format!("is required for {kind}"));
        }
        return;
    };
    let account = snapshot.catalog.accounts.get(id);
    match saved.kind.names_account() {
        NamesAccount::Never => faults.add("/account_id", format!("is not for {kind}, which names no account")),
        NamesAccount::Must if account.is_none() => faults.add("/account_id", format!("there is no account {id:?}")),
        NamesAccount::MayBank if account.and_then(|of| of.subtype).is_none_or(|of| !Subtype::has_statements(of)) => {
            faults.add("/account_id", format!("there is no account {id:?} of subtype bank or card"));
        }
        NamesAccount::Must | NamesAccount::MayBank => {}
    }
}

fn entry(saved: &CloseTask, word: &str, snapshot: &Snapshot) -> AuditEntry {
    AuditEntry::about(RESOURCE, &saved.close_task_id, word, &snapshot.actor.user_id)
        .with("kind", saved.kind.name())
        .with("title", saved.title.clone())
        .with("account_id", saved.account_id.clone())
        .with("owner", saved.owner.as_ref().map(ToString::to_string))
        .with("due_days", saved.due_days)
        .with("is_required", saved.is_required)
        .with("from_date", saved.from_date.map(|date| date.to_string()))
        .with("is_active", saved.is_active)
}
