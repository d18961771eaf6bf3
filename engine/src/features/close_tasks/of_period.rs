//! What the checklist says of the close of a period. See docs/rules/close-checklist.md#close.

use std::sync::Arc;

use super::checklist::Item;
use super::records::{WantedTasks, items};
use crate::books::command::{Snapshot, Wanted};
use crate::books::period::{Period, Scope};
use crate::values::error::{Refusal, RefusalName};

/// What a command about a period asks for.
pub fn checklist_of(period_id: &str) -> Vec<Arc<dyn Wanted>> {
    vec![Arc::new(WantedTasks::OfPeriod(period_id.to_owned()))]
}

/// Refuses to close the whole of a period while a required task of it is not signed off. A part of it can be closed before: that is how
/// a close begins.
pub fn all_signed(period: &Period, scope: Scope, snapshot: &Snapshot) -> Result<(), Refusal> {
    let parts = Scope::All.sub_ledgers().iter();
    let is_whole = parts.filter(|part| period.is_open_for(**part)).all(|part| scope.sub_ledgers().contains(part));
    let barring: Vec<&Item> = items(snapshot).iter().filter(|item| is_whole && item.bars()).collect();
    if barring.is_empty() {
        return Ok(());
    }
    let ids: Vec<String> = barring.iter().map(|item| item.task.close_task_id.clone()).collect();
    let named: Vec<String> = barring
        .iter()
        .map(|item| format!("{} ({}, {})", item.task.close_task_id, item.task.title, item.status().name()))
        .collect();
    let why = format!("sign off these tasks of {} first: {}", period.period_id, named.join("; "));
    Err(RefusalName::CloseTasksOpen.because(why).with("close_task_ids", ids))
}
