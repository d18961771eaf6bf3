//! The schedule of a recurring document on the wire. See docs/rules/recurring.md#schedule.

use engine::features::recurring::schedule;
use engine::features::recurring::schedule::{Every, Schedule};
use engine::values::error::Faults;
use poem_openapi::{Enum, Object};

use crate::schema::leaf::wire_word;
use crate::schema::{List, Required, WireDate};

/// What repeats.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case")]
pub enum RecursEvery {
    Month,
    Week,
}

wire_word! {
    /// A day of the week.
    Weekday(schedule::Weekday) as "Weekday"
}

wire_word! {
    /// Where a document goes whose day is no business day.
    BusinessDay(schedule::BusinessDay) as "BusinessDay"
}

/// When documents are made.
#[derive(Object, Debug)]
pub struct ScheduleInput {
    pub every: Required<RecursEvery>,
    /// Every so many months or weeks; 1 when left out.
    #[oai(validator(minimum(value = "1"), maximum(value = "120")))]
    pub interval: Option<u32>,
    /// Of the month, and required for it; in a shorter month the last day.
    #[oai(validator(minimum(value = "1"), maximum(value = "31")))]
    pub day: Option<u32>,
    /// Of the week, and required for it.
    pub weekday: Option<Weekday>,
    /// The first day is on or after it; at most 366 days ago.
    pub start_date: Required<WireDate>,
    pub end_date: Option<WireDate>,
    /// So many days in all, skipped ones too.
    #[oai(validator(minimum(value = "1"), maximum(value = "10000")))]
    pub occurrences: Option<u32>,
    /// Where a document goes whose day is a Saturday, a Sunday or a holiday; `none` when left out.
    pub business_day: Option<BusinessDay>,
    pub holidays: Option<List<WireDate, 0, 200>>,
}

/// When documents are made.
#[derive(Object, Debug)]
pub struct RecurringSchedule {
    pub every: RecursEvery,
    pub interval: u32,
    pub day: Option<u32>,
    pub weekday: Option<Weekday>,
    pub start_date: WireDate,
    pub end_date: Option<WireDate>,
    pub occurrences: Option<u32>,
    pub business_day: BusinessDay,
    pub holidays: Vec<WireDate>,
}

impl ScheduleInput {
    /// What the engine is asked to check; none where something that it needs is missing or wrong.
    pub fn read(self, faults: &mut Faults) -> Option<Schedule> {
        let day = self.day;
        let weekday = self.weekday.map(|weekday| weekday.0);
        let every = match self.every.0? {
            RecursEvery::Month => {
                if weekday.is_some() {
                    faults.add("/schedule/weekday", "is for weeks");
                }
                required(day, "/schedule/day", faults).map(|day| Every::Month { day })
            }
            RecursEvery::Week => {
                if day.is_some() {
                    faults.add("/schedule/day", "is for months");
                }
                required(weekday, "/schedule/weekday", faults).map(|weekday| Every::Week { weekday })
            }
        };
        Some(Schedule {
            every: every?,
            interval: self.interval.unwrap_or(1),
            start_date: self.start_date.0?.0,
            end_date: self.end_date.map(|end| end.0),
            occurrences: self.occurrences,
            business_day: self.business_day.map_or(schedule::BusinessDay::Stays, |business_day| business_day.0),
            holidays: self.holidays.into_iter().flat_map(|days| days.0).map(|day| day.0).collect(),
        })
    }
}

fn required<T>(given: Option<T>, pointer: &str, faults: &mut Faults) -> Option<T> {
    if given.is_none() && !faults.has(pointer) {
        faults.add(pointer, "is required");
    }
    given
}

impl From<&Schedule> for RecurringSchedule {
    fn from(schedule: &Schedule) -> Self {
        let (every, day, weekday) = match schedule.every {
            Every::Month { day } => (RecursEvery::Month, Some(day), None),
            Every::Week { weekday } => (RecursEvery::Week, None, Some(weekday.into())),
        };
        Self {
            every,
            interval: schedule.interval,
            day,
            weekday,
            start_date: WireDate(schedule.start_date),
            end_date: schedule.end_date.map(WireDate),
            occurrences: schedule.occurrences,
            business_day: schedule.business_day.into(),
            holidays: schedule.holidays.iter().copied().map(WireDate).collect(),
        }
    }
}
