//! Dates, instants and where "now" comes from.

use std::fmt;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chrono::{DateTime, Datelike, NaiveDate, SecondsFormat, Utc};

/// A calendar date, strictly `YYYY-MM-DD`, years 0001 to 9999. Stored as that text, which sorts by time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

    /// The date this many days later, at most the last day there is.
    #[must_use]
    pub fn plus_days(self, days: i64) -> Self {
        let span = chrono::TimeDelta::try_days(days);
        span.and_then(|span| self.0.checked_add_signed(span))
            .map_or(Self::LAST, |day| Self(day).clamp(Self::FIRST, Self::LAST))
    }

    /// The same day this many months later; where that month is shorter, its last day. At most the last day there is.
    #[must_use]
    pub fn plus_months(self, months: u32) -> Self {
        let later = self.0.checked_add_months(chrono::Months::new(months));
        later.map_or(Self::LAST, |day| Self(day).clamp(Self::FIRST, Self::LAST))
    }

    /// The same day this many months before; where that month is shorter, its last day. At least the first day there is.
    #[must_use]
    pub fn minus_months(self, months: u32) -> Self {
        let earlier = self.0.checked_sub_months(chrono::Months::new(months));
        earlier.map_or(Self::FIRST, |day| Self(day).clamp(Self::FIRST, Self::LAST))
    }

    pub fn is_first_of_a_month(self) -> bool {
        self.0.day() == 1
    }

    #[must_use]
    pub fn first_of_its_year(self) -> Self {
        self.0.with_ordinal(1).map_or(self, Self)
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

/// Years before 0001 and after 9999 become the first and the last day there is.
impl From<NaiveDate> for Date {
    fn from(day: NaiveDate) -> Self {
        Self(day).clamp(Self::FIRST, Self::LAST)
    }
}

impl From<Date> for NaiveDate {
    fn from(date: Date) -> Self {
        date.0
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    pub const fn micros(self) -> i64 {
        self.0
    }

    /// Reads an instant of RFC 3339 with any offset, such as `2024-01-31T09:30:00Z`, years 0001 to 9999; nothing below the microsecond.
    pub fn parse(text: &str) -> Option<Self> {
        let (day, time) = text.split_at_checked(10)?;
        Date::parse(day)?;
        let is_shaped = time.starts_with('T') && !time.contains(' ') && below_seconds(time) <= 6;
        let instant = DateTime::parse_from_rfc3339(text).ok().filter(|_| is_shaped)?.to_utc();
        (1..=9_999).contains(&instant.year()).then(|| Self(instant.timestamp_micros()))
    }

    /// The calendar date in UTC.
    pub fn date(self) -> Date {
        Date(self.utc().date_naive())
    }

    /// This instant plus the span (saturating at the end of time).
    #[must_use]
    pub fn plus(self, span: Duration) -> Self {
        Self(self.0.saturating_add(i64::try_from(span.as_micros()).unwrap_or(i64::MAX)))
    }

    /// This instant minus the span (saturating at the beginning of time).
    #[must_use]
    pub fn minus(self, span: Duration) -> Self {
        Self(self.0.saturating_sub(i64::try_from(span.as_micros()).unwrap_or(i64::MAX)))
    }

    /// This instant minus so many times 24 hours.
    #[must_use]
    pub fn minus_days(self, days: u32) -> Self {
        self.minus(Duration::from_secs(u64::from(days).saturating_mul(86_400)))
    }

    /// How long after the other it is; nothing when it is before.
    pub fn since(self, other: Self) -> Duration {
        Duration::from_micros(u64::try_from(self.0.saturating_sub(other.0)).unwrap_or(0))
    }

    fn utc(self) -> DateTime<Utc> {
        // An instant beyond the range of dates is shown as the end of the range.
        let end = if self.0 < 0 { DateTime::<Utc>::MIN_UTC } else { DateTime::<Utc>::MAX_UTC };
        DateTime::from_timestamp_micros(self.0).unwrap_or(end)
    }
}

/// How many digits stand behind the point of the seconds.
fn below_seconds(time: &str) -> usize {
    let behind = time.split_once('.').map_or("", |(_, behind)| behind);
    behind.bytes().take_while(u8::is_ascii_digit).count()
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

/// Where "now" comes from. There are two of them.
///
/// [`Clock::wall`] is the machine's clock, as it is. It decides whether a token is valid, and what day it is. So nobody
/// stays locked out after the clock was wrong for a moment.
///
/// [`Clock::now`] orders the books: no instant comes twice, and none before an earlier one, also when the machine's clock was set
/// back. It is the machine's clock as long as that goes forwards. After a step back it goes on from where it was, at half the
/// speed of time, until the machine's clock has caught up. So it never stands still, and the time that a job has been
/// waiting for can be measured with it.
#[derive(Clone, Debug)]
pub struct Clock {
    order: Arc<Mutex<Order>>,
    fixed: Option<Timestamp>,
    /// By how much the machine's clock is wrong, for tests.
    shifted: Arc<AtomicI64>,
}

/// The order of the books' instants.
#[derive(Debug)]
struct Order {
    /// The latest instant that was given, in microseconds.
    last: i64,
    given: Instant,
    /// Whether the machine's clock is behind the books.
    apart: bool,
}

/// Clocks that differ by less are not worth a line in the log, in microseconds.
const WORTH_SAYING: i64 = 1_000_000;

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        Self::of(None)
    }

    /// A clock that always starts at `at`, for tests.
    pub fn fixed(at: Timestamp) -> Self {
        Self::of(Some(at))
    }

    fn of(fixed: Option<Timestamp>) -> Self {
        let order = Order { last: 0, given: Instant::now(), apart: false };
        Self { order: Arc::new(Mutex::new(order)), fixed, shifted: Arc::default() }
    }

    /// Shifts the machine's clock by this many milliseconds, for tests. All copies of this clock shift with it.
    pub fn shift(&self, millis: i64) {
        self.shifted.fetch_add(millis.saturating_mul(1_000), Ordering::SeqCst);
    }

    /// The machine's clock, forwards or back.
    #[allow(clippy::disallowed_methods, reason = "the one place that reads the machine's clock")]
    pub fn wall(&self) -> Timestamp {
        let wall = self.fixed.map_or_else(|| Utc::now().timestamp_micros(), Timestamp::micros);
        Timestamp(wall.saturating_add(self.shifted.load(Ordering::SeqCst)))
    }

    /// The present instant of the books: later than every instant that this clock gave before.
    pub fn now(&self) -> Timestamp {
        let mut order = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        let wall = self.wall().micros();
        let since = order.given.elapsed();
        order.given = Instant::now();
        if wall <= order.last {
            let half = i64::try_from(since.as_micros()).unwrap_or(0) / 2;
            let slowly = if self.fixed.is_some() { 0 } else { half };
            order.last = order.last.saturating_add(slowly.max(1));
        } else {
            order.last = wall;
        }
        order.say_when_they_part(wall);
        Timestamp(order.last)
    }

    /// Makes every later instant follow `last`, the latest instant in the books.
    pub fn goes_on_from(&self, last: Timestamp) {
        let mut order = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        if last.micros() > order.last {
            order.last = last.micros();
            order.given = Instant::now();
        }
        order.say_when_they_part(self.wall().micros());
    }
}

impl Order {
    /// Logs one line when the machine's clock falls behind the books, and one when it has caught up.
    fn say_when_they_part(&mut self, wall: i64) {
        let ahead = self.last.saturating_sub(wall);
        if !self.apart && ahead > WORTH_SAYING {
            self.apart = true;
            let seconds = ahead / 1_000_000;
            tracing::warn!(
                "the machine's clock is {seconds} s behind the books, whose latest instant is {}: tokens go by the machine's clock, the books by an order of their own until it has caught up",
                Timestamp(self.last)
            );
        } else if self.apart && ahead <= 1 {
            self.apart = false;
            tracing::info!("the machine's clock has caught up with the books");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_is_read_with_its_offset() {
        for (text, utc) in [
            ("2024-01-31T09:30:00Z", "2024-01-31T09:30:00.000000Z"),
            ("2024-01-31T09:30:00.5+01:00", "2024-01-31T08:30:00.500000Z"),
            ("2024-01-31T23:59:59.999999-00:30", "2024-02-01T00:29:59.999999Z"),
        ] {
            assert_eq!(Timestamp::parse(text).map(|at| at.to_string()).as_deref(), Some(utc), "{text}");
        }
        for text in [
            "",
            "2024-01-31",
            "2024-01-31T09:30:00",
            "2024-01-31 09:30:00Z",
            "2024-02-30T09:30:00Z",
            "tomorrow",
            "2024-01-31T09:30:00.1234567Z",
            "10000-01-01T00:00:00Z",
            "0001-01-01T00:00:00+14:00",
            "é2024-01-31T09:30:00Z",
        ] {
            assert_eq!(Timestamp::parse(text), None, "{text}");
        }
    }

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

    #[test]
    fn the_books_stay_in_order_when_the_machine_s_clock_goes_back() {
        let clock = Clock::system();
        let before = clock.now();
        clock.shift(3_600_000);
        let late = clock.now();
        assert!(late.micros() - before.micros() >= 3_600_000_000, "{before} {late}");
        clock.shift(-3_600_000);
        // Tokens are judged by the machine's clock at once.
        assert!(clock.wall() < late && clock.wall() >= before);
        // The books neither go back nor stand still, and go slower than time, so that it catches up.
        let (first, began) = (clock.now(), Instant::now());
        std::thread::sleep(Duration::from_millis(50));
        let second = clock.now();
        let passed = i64::try_from(began.elapsed().as_micros()).expect("a moment");
        assert!(late < first && first < second, "{late} {first} {second}");
        let gone = second.micros() - first.micros();
        assert!((20_000..=passed / 2 + 1_000).contains(&gone), "{gone} of {passed} µs");
        // Once the machine's clock has caught up, both agree again.
        clock.shift(3_700_000);
        assert!(clock.wall() <= clock.now() && clock.now().micros() - clock.wall().micros() < 1_000_000);
    }

    #[test]
    fn the_books_go_on_from_what_they_hold() {
        let clock = Clock::fixed(Timestamp::from_micros(1_000));
        clock.goes_on_from(Timestamp::from_micros(500));
        assert_eq!(clock.now(), Timestamp::from_micros(1_000));
        clock.goes_on_from(Timestamp::from_micros(9_000_000));
        assert_eq!(clock.now(), Timestamp::from_micros(9_000_001));
        assert_eq!(clock.wall(), Timestamp::from_micros(1_000));
    }
}
