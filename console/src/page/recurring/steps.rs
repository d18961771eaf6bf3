//! The steps of a recurring document, and what there is to do in each status.

use crate::interface::enumeration::RecurringStatus;

/// Each is an operation of the interface.
pub const STEPS: [&str; 4] = ["skip", "pause", "resume", "end"];

/// What there is to do in a status; the interface decides.
pub fn possible(status: &str) -> Vec<&'static str> {
    match RecurringStatus::of(status) {
        Some(RecurringStatus::Active) => vec!["skip", "pause", "end"],
        Some(RecurringStatus::Paused) => vec!["resume", "end"],
        Some(RecurringStatus::Ended) => vec!["resume"],
        None => Vec::new(),
    }
}
