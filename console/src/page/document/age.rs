//! How long something has waited, in days of the books.

use chrono::NaiveDate;

use crate::text::{filled, text};

/// From an instant or a date to today, in words.
pub fn age(since: &str, today: &str) -> String {
    let day = |text: &str| text.get(..10).and_then(|day| NaiveDate::parse_from_str(day, "%Y-%m-%d").ok());
    let (Some(since), Some(today)) = (day(since), day(today)) else { return String::new() };
    match today.signed_duration_since(since).num_days() {
        i64::MIN..=0 => text("inbox.today").into(),
        1 => text("inbox.yesterday").into(),
        days => filled("inbox.days", &[&days.to_string()]),
    }
}
