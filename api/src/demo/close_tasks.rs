//! What the company looks at before it closes a month. Nothing of it bars a close: the first months were closed without.

use std::sync::Arc;

use engine::features::close_tasks::commands::save::{SaveCloseTask, TaskFields};
use engine::features::close_tasks::model::TaskKind;
use engine::kernel::engine::Engine;
use engine::values::error::{Error, Faults};

use super::people::{done, person};

/// The id, the kind, a title where it is done by hand, whose it is, and the days after the month's end.
const TASKS: [(&str, TaskKind, Option<&str>, &str, u32); 3] = [
    ("CT-DEMO-1", TaskKind::NothingPending, None, "clara", 2),
    ("CT-DEMO-2", TaskKind::BankReconciled, None, "conny", 5),
    ("CT-DEMO-3", TaskKind::Manual, Some("Count the goods in the store room"), "conny", 5),
];

/// Writes the template.
pub async fn load(engine: &Arc<Engine>) -> Result<(), Error> {
    for (id, kind, title, owner, due_days) in TASKS {
        let fields = TaskFields {
            kind: Some(kind),
            title: title.map(Into::into),
            owner: Some(Some(owner.into())),
            due_days: Some(due_days),
            is_required: Some(false),
            ..TaskFields::default()
        };
        let save = SaveCloseTask { close_task_id: id.into(), fields, create: true, faults: Faults::default() };
        done(engine.perform(person("conny"), save).await)?;
    }
    Ok(())
}
