//! The commands on recurring documents.

pub mod make;
pub mod problem;
pub mod save;
pub mod step;

use super::model::{RESOURCE, RecurringDocument};
use super::schedule::{Every, Schedule};
use crate::books::command::{AuditEntry, Decision, Effects, Snapshot};

/// The change, with its row of the trail by whoever asked.
fn decided(saved: RecurringDocument, entry: AuditEntry, snapshot: &Snapshot) -> Decision<RecurringDocument> {
    Decision::new(Effects::one(snapshot.now, saved.clone().into(), entry), saved)
}

/// A row of its trail.
fn row(of: &RecurringDocument, word: &str, by: &str) -> AuditEntry {
    AuditEntry::about(RESOURCE, &of.recurring_document_id, word, by)
}

/// The schedule, in words for the trail.
fn words(schedule: &Schedule) -> String {
    let (unit, on) = match schedule.every {
        Every::Month { day } => ("month", day.to_string()),
        Every::Week { weekday } => ("week", weekday.name().to_owned()),
    };
    let every =
        if schedule.interval == 1 { format!("every {unit}") } else { format!("every {} {unit}s", schedule.interval) };
    let until = schedule.end_date.map_or_else(String::new, |end| format!(" until {end}"));
    let times = schedule.occurrences.map_or_else(String::new, |most| format!(", {most} times"));
    format!("{every} on {on} from {}{until}{times}", schedule.start_date)
}
