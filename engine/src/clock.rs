//! Dates, instants and where "now" comes from.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, Datelike, NaiveDate, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};

/// A calendar date, strictly `YYYY-MM-DD`, years 0001 to 9999. Stored as that text, which sorts by time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Date(NaiveDate);

impl Date {
    /// The first day there is.
    pub const FIRST: Self = Self(match NaiveDate::from_ymd_opt(1, 1, 1) {
        Some(day) => day,
        None => NaiveDate::MIN,
    });
    /// The last.
    pub const LAST: Self = Self(match NaiveDate::from_ymd_opt(9999, 12, 31) {
        Some(day) => day,
        None => NaiveDate::MAX,
    });

    /// Reads exactly `YYYY-MM-DD`; `2024-1-5`, `+10000-01-01` and days that do not exist are refused.
    pub fn parse(text: &str) -> Option<Self> {
        let shaped = text.len() == 10
            && text.bytes().enumerate().all(|(at, byte)| match at {
                4 | 7 => byte == b'-',
                _ => byte.is_ascii_digit(),
            });
        let date = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?;
        (shaped && date.year() >= 1).then_some(Self(date))
    }

    /// The day after, or the same day at the end of time.
    #[must_use]
    pub fn next(self) -> Self {
        self.0.succ_opt().map_or(self, Self)
    }

    /// The first instant of the day, in UTC.
    pub fn start(self) -> Timestamp {
        Timestamp(self.0.and_time(chrono::NaiveTime::MIN).and_utc().timestamp_micros())
    }

    /// Whole days from `earlier` to this date; negative when it is later.
    pub fn days_since(self, earlier: Self) -> i64 {
        self.0.signed_duration_since(earlier.0).num_days()
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.format("%Y-%m-%d"))
    }
}

impl fmt::Debug for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl TryFrom<String> for Date {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or_else(|| format!("{text:?} is not a date"))
    }
}

impl From<Date> for String {
    fn from(date: Date) -> Self {
        date.to_string()
    }
}

/// An instant in UTC, to the microsecond. Stored as microseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(i64);

impl Timestamp {
    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    pub const fn micros(self) -> i64 {
        self.0
    }

    /// The calendar date in UTC.
    pub fn date(self) -> Date {
        Date(self.utc().date_naive())
    }

    /// This instant moved by `millis` (saturating at the ends of time).
    #[must_use]
    pub const fn plus_millis(self, millis: i64) -> Self {
        Self(self.0.saturating_add(millis.saturating_mul(1_000)))
    }

    fn utc(self) -> DateTime<Utc> {
        DateTime::from_timestamp_micros(self.0).unwrap_or_default()
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.utc().to_rfc3339_opts(SecondsFormat::Micros, true))
    }
}

impl fmt::Debug for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Where "now" comes from. It never runs backwards within a process, so an audit trail reads in order.
#[derive(Clone, Debug)]
pub struct Clock {
    last: Arc<AtomicI64>,
    fixed: Option<Timestamp>,
}

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        Self { last: Arc::new(AtomicI64::new(0)), fixed: None }
    }

    /// A clock that always starts at `at`, for tests.
    pub fn fixed(at: Timestamp) -> Self {
        Self { last: Arc::new(AtomicI64::new(0)), fixed: Some(at) }
    }

    /// The present instant: later than every instant this clock gave before.
    #[allow(clippy::disallowed_methods, reason = "the one place that reads the machine's clock")]
    pub fn now(&self) -> Timestamp {
        let wall = self.fixed.map_or_else(|| Utc::now().timestamp_micros(), Timestamp::micros);
        let earlier = self.last.fetch_max(wall, Ordering::SeqCst);
        if wall > earlier {
            return Timestamp(wall);
        }
        Timestamp(self.last.fetch_add(1, Ordering::SeqCst).saturating_add(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_strict_dates_are_read() {
        assert_eq!(Date::parse("2024-02-29").map(|date| date.to_string()).as_deref(), Some("2024-02-29"));
        for wrong in
            ["2031-02-30", "2024-1-5", "+10000-01-01", "0000-01-01", "2024-01-01T00:00:00Z", "", "２０２４-01-01"]
        {
            assert_eq!(Date::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_clock_never_repeats_itself() {
        let clock = Clock::fixed(Timestamp::from_micros(5));
        assert!(clock.now() < clock.now());
    }
}
