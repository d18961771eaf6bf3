//! The register of what each period has before it is closed. A period's own checklist stands on the page of its close.

use super::kind::{Control, Register, Show, column, input};
use crate::interface::enumeration::CloseTaskKind;
use crate::interface::query::ListCloseTasks;
use crate::interface::schema::{CloseTask, CloseTaskInput};

pub const CLOSE_TASKS: Register = Register {
    collection: "close-tasks",
    resource: "close_task",
    id: CloseTask::CLOSE_TASK_ID,
    name: Some(CloseTask::TITLE),
    document: None,
    columns: &[
        column(CloseTask::TITLE, Show::Prose),
        column(CloseTask::KIND, Show::Word),
        column(CloseTask::ACCOUNT_ID, Show::Text),
        column(CloseTask::OWNER, Show::Text),
        column(CloseTask::DUE_DAYS, Show::Number),
        column(CloseTask::IS_REQUIRED, Show::YesNo),
        column(CloseTask::FROM_DATE, Show::Date),
        column(CloseTask::IS_ACTIVE, Show::Flag),
    ],
    filters: &[ListCloseTasks::KIND, ListCloseTasks::IS_ACTIVE],
    statuses: &[],
    csv: &[
        CloseTask::TITLE,
        CloseTask::KIND,
        CloseTask::ACCOUNT_ID,
        CloseTask::OWNER,
        CloseTask::DUE_DAYS,
        CloseTask::IS_REQUIRED,
        CloseTask::FROM_DATE,
        CloseTask::IS_ACTIVE,
        CloseTask::CREATED_BY,
        CloseTask::CREATED_AT,
        CloseTask::UPDATED_BY,
        CloseTask::UPDATED_AT,
        CloseTask::VERSION,
    ],
    inputs: &[
        input(CloseTaskInput::KIND, Control::Choice(&CloseTaskKind::NAMES), true, false),
        input(CloseTaskInput::TITLE, Control::Text, false, true),
        input(CloseTaskInput::ACCOUNT_ID, Control::Text, false, true),
        input(CloseTaskInput::OWNER, Control::Text, false, true),
        input(CloseTaskInput::DUE_DAYS, Control::Number, false, true),
        input(CloseTaskInput::FROM_DATE, Control::AnyDate, false, true),
        input(CloseTaskInput::CLOSE_TASK_ID, Control::Text, false, false),
        input(CloseTaskInput::IS_REQUIRED, Control::Flag, false, true),
        input(CloseTaskInput::IS_ACTIVE, Control::Flag, false, true),
    ],
    can_delete: false,
};
