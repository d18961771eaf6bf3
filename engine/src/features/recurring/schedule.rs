//! When a recurring document is due: pure arithmetic of the calendar. See docs/rules/recurring.md#schedule.
//!
//! The scheduled days follow from the schedule alone, never from when somebody looked: whoever asks later is told the same days. On a
//! weekend or a holiday the document bears another date, while its scheduled day, by which it is known, stays.

use std::collections::BTreeSet;

use chrono::{Datelike, Months, NaiveDate, Weekday as ChronoWeekday};

use crate::values::clock::Date;
use crate::values::kind::spelled::spelled;

/// The most months or weeks from one day to the next.
pub const MOST_INTERVAL: u32 = 120;
/// The most holidays of one schedule.
pub const MOST_HOLIDAYS: usize = 200;

spelled! {
    /// A day of the week.
    Weekday {
        Monday = "monday",
        Tuesday = "tuesday",
        Wednesday = "wednesday",
        Thursday = "thursday",
        Friday = "friday",
        Saturday = "saturday",
        Sunday = "sunday",
    }
}

spelled! {
    /// Where a document goes whose day is a Saturday, a Sunday or a holiday.
    BusinessDay {
        /// It stays.
        Stays = "none",
        /// To the last business day before.
        Before = "before",
        /// To the next business day after.
        After = "after",
    }
}

/// What repeats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Every {
    /// A day of the month, 1 to 31: in a shorter month the last one.
    Month {
        day: u32,
    },
    Week {
        weekday: Weekday,
    },
}

/// The days of a recurring document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pub every: Every,
    /// Each month or week with 1, every second with 2.
    pub interval: u32,
    /// No day before; the first one is on or after it.
    pub start_date: Date,
    /// No scheduled day after it.
    pub end_date: Option<Date>,
    /// So many days in all, whether they were made or left out.
    pub occurrences: Option<u32>,
    pub business_day: BusinessDay,
    pub holidays: BTreeSet<Date>,
}

/// One of the days.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Occurrence {
    /// As the schedule has it.
    pub scheduled_on: Date,
    /// As the document has it: a business day where the schedule asks for one.
    pub date: Date,
}

impl Schedule {
    /// The days after this scheduled one, all of them without it. They ascend.
    pub fn after(&self, day: Option<Date>) -> impl Iterator<Item = Occurrence> {
        let first = day.map_or(0, |day| self.place_of(day));
        (first..=u32::MAX)
            .map_while(|place| self.scheduled(place))
            .skip_while(move |on| day.is_some_and(|day| *on <= day))
            .map(|scheduled_on| Occurrence { scheduled_on, date: self.moved(scheduled_on) })
    }

    /// The day at this place, counted from 0; none where the schedule has ended.
    fn scheduled(&self, place: u32) -> Option<Date> {
        if self.occurrences.is_some_and(|most| place >= most) {
            return None;
        }
        let apart = place.checked_mul(self.interval.max(1))?;
        let on = match self.every {
            Every::Month { day } => on_day(self.first_month(day)?.checked_add_months(Months::new(apart))?, day)?,
            Every::Week { weekday } => {
                let days = chrono::TimeDelta::try_weeks(i64::from(apart))?;
                self.first_weekday(weekday).checked_add_signed(days)?
            }
        };
        let on = Date::from(on);
        let is_in_time = on < Date::LAST && self.end_date.is_none_or(|end| on <= end);
        is_in_time.then_some(on)
    }

    /// The first of the month that has the first day.
    fn first_month(&self, day: u32) -> Option<NaiveDate> {
        let start = NaiveDate::from(self.start_date);
        let month = start.with_day(1)?;
        let is_over = on_day(month, day)? < start;
        if is_over { month.checked_add_months(Months::new(1)) } else { Some(month) }
    }

    fn first_weekday(&self, weekday: Weekday) -> NaiveDate {
        let start = NaiveDate::from(self.start_date);
        start.iter_days().take(7).find(|day| weekday.is_of(*day)).unwrap_or(start)
    }

    /// A place that is not after the one of this day: where to begin to look.
    fn place_of(&self, day: Date) -> u32 {
        let days = u32::try_from(day.days_since(self.start_date)).unwrap_or(0);
        // No month is longer; the first day may be a month after the start.
        let apart = match self.every {
            Every::Month { .. } => days.checked_div(31),
            Every::Week { .. } => days.checked_div(7),
        };
        apart.and_then(|apart| apart.checked_div(self.interval.max(1))).unwrap_or(0).saturating_sub(2)
    }

    /// The date of the document of this scheduled day.
    fn moved(&self, scheduled_on: Date) -> Date {
        let step = match self.business_day {
            BusinessDay::Stays => return scheduled_on,
            BusinessDay::Before => -1,
            BusinessDay::After => 1,
        };
        let mut date = scheduled_on;
        while !self.is_business_day(date) && date > Date::FIRST && date < Date::LAST {
            date = date.plus_days(step);
        }
        date
    }

    fn is_business_day(&self, date: Date) -> bool {
        let weekday = NaiveDate::from(date).weekday();
        !matches!(weekday, ChronoWeekday::Sat | ChronoWeekday::Sun) && !self.holidays.contains(&date)
    }
}

/// This day of the month, or its last one.
fn on_day(month: NaiveDate, day: u32) -> Option<NaiveDate> {
    (1..=day).rev().find_map(|day| month.with_day(day))
}

impl Weekday {
    fn is_of(self, day: NaiveDate) -> bool {
        let same = match self {
            Self::Monday => ChronoWeekday::Mon,
            Self::Tuesday => ChronoWeekday::Tue,
            Self::Wednesday => ChronoWeekday::Wed,
            Self::Thursday => ChronoWeekday::Thu,
            Self::Friday => ChronoWeekday::Fri,
            Self::Saturday => ChronoWeekday::Sat,
            Self::Sunday => ChronoWeekday::Sun,
        };
        day.weekday() == same
    }
}

#[cfg(test)]
mod tests;
