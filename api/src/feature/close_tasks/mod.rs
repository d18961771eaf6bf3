//! The checklist of a close: its tasks, as master data, and their sign-offs in each period.

pub mod checklist;
pub mod handlers;
pub mod wire;

pub(crate) use self::wire::{OpenCloseTask, open_tasks};

use poem_openapi::OpenApi;

use self::checklist::ChecklistApi;
use self::handlers::CloseTaskApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    (CloseTaskApi(app.clone()), ChecklistApi(app.clone()))
}
