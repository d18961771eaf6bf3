//! PURE: how the days of a fiscal year are cut into periods. See docs/rules/fiscal-years.md#periods-of-a-year.

use crate::values::clock::Date;
use crate::values::kind::spelled::spelled;

spelled! {
    /// How long the periods of a year are.
    Pattern {
        /// Months from the first day on.
        Months = "months",
        /// Quarters of 4, 4 and 5 weeks.
        Weeks445 = "weeks-4-4-5",
        Weeks454 = "weeks-4-5-4",
        Weeks544 = "weeks-5-4-4",
        /// Thirteen periods of four weeks.
        FourWeeks = "weeks-4",
    }
}

/// A year has so many periods at most.
pub const MOST_PERIODS: usize = 13;
const WEEK: i64 = 7;

impl Pattern {
    /// The weeks of its periods; `None` of months.
    const fn weeks(self) -> Option<&'static [i64]> {
        match self {
            Self::Months => None,
            Self::Weeks445 => Some(&[4, 4, 5, 4, 4, 5, 4, 4, 5, 4, 4, 5]),
            Self::Weeks454 => Some(&[4, 5, 4, 4, 5, 4, 4, 5, 4, 4, 5, 4]),
            Self::Weeks544 => Some(&[5, 4, 4, 5, 4, 4, 5, 4, 4, 5, 4, 4]),
            Self::FourWeeks => Some(&[4; MOST_PERIODS]),
        }
    }

    /// The last day of a year that begins on this one, where its author names none.
    pub fn end(self, start: Date) -> Date {
        match self.weeks() {
            None => start.plus_months(12).plus_days(-1),
            Some(weeks) => start.plus_days(weeks.iter().sum::<i64>().saturating_mul(WEEK)).plus_days(-1),
        }
    }

    /// The first and the last day of each period; of 53 weeks the last period has the one more. `Err` says what is wrong with the end.
    pub fn periods(self, start: Date, end: Date) -> Result<Vec<(Date, Date)>, String> {
        let Some(weeks) = self.weeks() else { return months(start, end) };
        let regular = self.end(start);
        if end != regular && end != regular.plus_days(WEEK) {
            return Err(format!("a year of weeks that begins on {start} ends on {regular}, or a week later"));
        }
        let mut first = start;
        let mut periods = Vec::with_capacity(weeks.len());
        for weeks in weeks {
            let last = first.plus_days(weeks.saturating_mul(WEEK)).plus_days(-1);
            periods.push((first, last));
            first = last.next();
        }
        if let Some((_, last)) = periods.last_mut() {
            *last = end;
        }
        Ok(periods)
    }
}

/// Months from the first day on; the last one ends with the year.
fn months(start: Date, end: Date) -> Result<Vec<(Date, Date)>, String> {
    let mut periods = Vec::new();
    let mut first = start;
    for month in 1_u32.. {
        if first > end {
            break;
        }
        if periods.len() == MOST_PERIODS {
            return Err(format!("a fiscal year has at most {MOST_PERIODS} periods"));
        }
        let next = start.plus_months(month);
        periods.push((first, end.min(next.plus_days(-1))));
        first = next;
    }
    Ok(periods)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        Date::parse(text).expect("a day")
    }

    #[test]
    fn how_years_are_cut() {
        for (pattern, start, end, count, first, last) in [
            (Pattern::Months, "2026-01-01", "2026-12-31", 12, "2026-01-01..2026-01-31", "2026-12-01..2026-12-31"),
            (Pattern::Months, "2026-04-06", "2027-04-05", 12, "2026-04-06..2026-05-05", "2027-03-06..2027-04-05"),
            (Pattern::Months, "2023-08-31", "2024-08-30", 12, "2023-08-31..2023-09-29", "2024-07-31..2024-08-30"),
            // A first year that is shorter, and one that is longer by a month.
            (Pattern::Months, "2026-10-01", "2026-12-31", 3, "2026-10-01..2026-10-31", "2026-12-01..2026-12-31"),
            (Pattern::Months, "2025-12-15", "2026-12-31", 13, "2025-12-15..2026-01-14", "2026-12-15..2026-12-31"),
            (Pattern::Weeks445, "2026-01-05", "2027-01-03", 12, "2026-01-05..2026-02-01", "2026-11-30..2027-01-03"),
            (Pattern::Weeks454, "2026-01-05", "2027-01-10", 12, "2026-01-05..2026-02-01", "2026-12-07..2027-01-10"),
            (Pattern::Weeks544, "2026-01-05", "2027-01-03", 12, "2026-01-05..2026-02-08", "2026-12-07..2027-01-03"),
            (Pattern::FourWeeks, "2026-01-05", "2027-01-03", 13, "2026-01-05..2026-02-01", "2026-12-07..2027-01-03"),
        ] {
            let periods = pattern.periods(day(start), day(end)).expect("cut");
            let text = |at: usize| periods.get(at).map(|(first, last)| format!("{first}..{last}")).unwrap_or_default();
            assert_eq!((periods.len(), text(0), text(count - 1)), (count, first.into(), last.into()), "{start}");
            // They tile the year: each begins on the day after the one before.
            let tiled = periods.windows(2).all(|two| matches!(two, [(_, last), (first, _)] if last.next() == *first));
            assert!(tiled, "{periods:?}");
        }
    }

    #[test]
    fn the_end_that_nobody_names_and_ends_that_do_not_fit() {
        assert_eq!(Pattern::Months.end(day("2024-03-01")), day("2025-02-28"));
        assert_eq!(Pattern::Weeks445.end(day("2026-01-05")), day("2027-01-03"));
        assert_eq!(
            Pattern::FourWeeks.periods(day("2026-01-05"), day("2027-01-04")),
            Err("a year of weeks that begins on 2026-01-05 ends on 2027-01-03, or a week later".into())
        );
        assert_eq!(
            Pattern::Months.periods(day("2026-01-01"), day("2027-02-01")),
            Err("a fiscal year has at most 13 periods".into())
        );
    }
}
