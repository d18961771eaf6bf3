//! When documents are made, in words.

use crate::interface::enumeration::{BusinessDay, RecursEvery};
use crate::interface::schema::RecurringSchedule;
use crate::json::Members;
use crate::text::{filled, text};
use crate::visit::Visit;

/// Such as "every 3 months on day 31, the business day before, until 2027-12-31".
pub fn words(visit: &Visit, schedule: &impl Members) -> String {
    let every = schedule.text(RecurringSchedule::EVERY);
    let interval = schedule.text(RecurringSchedule::INTERVAL);
    let on = match RecursEvery::of(&every) {
        Some(RecursEvery::Month) => schedule.text(RecurringSchedule::DAY),
        Some(RecursEvery::Week) => {
            text(&format!("recurring.weekday.{}", schedule.text(RecurringSchedule::WEEKDAY))).into()
        }
        None => String::new(),
    };
    let begins = match interval.as_str() {
        "1" => filled(&format!("recurring.each.{every}"), &[&on]),
        _ => filled(&format!("recurring.every.{every}"), &[&interval, &on]),
    };
    let business = schedule.text(RecurringSchedule::BUSINESS_DAY);
    let moved = Some(format!("recurring.moved.{business}")).filter(|_| business != BusinessDay::None.name());
    let until = schedule.given(RecurringSchedule::END_DATE).map(|day| visit.reader.date(&day));
    let times = schedule.given(RecurringSchedule::OCCURRENCES);
    [
        Some(begins),
        moved.map(|key| text(&key).to_owned()),
        until.map(|day| filled("recurring.until", &[&day])),
        times.map(|times| filled("recurring.times", &[&times])),
    ]
    .into_iter()
    .flatten()
    .collect::<Vec<_>>()
    .join(", ")
}
