//! The schedule of a recurring document.

use serde::{Deserialize, Serialize};

use crate::books::stored::codec::{Stored, Unreadable, only, present, word, write};
use crate::features::recurring::schedule::{BusinessDay, Every, Schedule, Weekday};
use crate::values::clock::Date;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScheduleV0 {
    every: EveryV0,
    interval: u32,
    start_date: String,
    #[serde(deserialize_with = "present")]
    end_date: Option<String>,
    #[serde(deserialize_with = "present")]
    occurrences: Option<u32>,
    business_day: String,
    holidays: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum EveryV0 {
    Month { day: u32 },
    Week { weekday: String },
}

fn day(field: &'static str, text: &str) -> Result<Date, Unreadable> {
    word(field, text, Date::parse)
}

impl Stored for Schedule {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        let read: ScheduleV0 = only(version, text)?;
        Ok(Self {
            every: match read.every {
                EveryV0::Month { day } => Every::Month { day },
                EveryV0::Week { weekday } => Every::Week { weekday: word("weekday", &weekday, Weekday::parse)? },
            },
            interval: read.interval,
            start_date: day("start_date", &read.start_date)?,
            end_date: read.end_date.map(|end| day("end_date", &end)).transpose()?,
            occurrences: read.occurrences,
            business_day: word("business_day", &read.business_day, BusinessDay::parse)?,
            holidays: read.holidays.iter().map(|holiday| day("holiday", holiday)).collect::<Result<_, _>>()?,
        })
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        write(&ScheduleV0 {
            every: match self.every {
                Every::Month { day } => EveryV0::Month { day },
                Every::Week { weekday } => EveryV0::Week { weekday: weekday.name().into() },
            },
            interval: self.interval,
            start_date: self.start_date.to_string(),
            end_date: self.end_date.map(|end| end.to_string()),
            occurrences: self.occurrences,
            business_day: self.business_day.name().into(),
            holidays: self.holidays.iter().map(ToString::to_string).collect(),
        })
    }
}
