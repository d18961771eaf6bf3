//! PURE: what a statement is held beside. Each column is the same statement of other days. See docs/rules/reports.md#comparatives.

use crate::approval::catalog::Catalog;
use crate::books::period::Period;
use crate::features::fiscal_years::FiscalYear;
use crate::features::reports::span::Span;
use crate::values::clock::Date;
use crate::values::kind::spelled::spelled;

/// The most columns of a statement, its own one included.
pub const MOST_COLUMNS: u32 = 13;

spelled! {
    /// What stands in the columns beside a statement.
    Compare {
        /// The periods before, the latest first.
        PreviousPeriod = "previous_period",
        /// The same period of the years before.
        SamePeriodLastYear = "same_period_last_year",
        /// The fiscal year up to the last day, and the years before as far; of a balance sheet the end of the years before.
        YearToDate = "year_to_date",
    }
}

/// What is held beside a statement, and in how many columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comparison {
    pub with: Compare,
    /// Those beside the statement's own.
    pub columns: u32,
}

/// What the books know of periods and years.
pub struct Calendar<'a> {
    pub catalog: &'a Catalog,
    /// In the order of their days.
    pub years: &'a [FiscalYear],
}

impl Comparison {
    /// The spans beside that of an income statement; fewer where the books have no more periods.
    pub fn spans(self, span: &Span, (from, to): (Date, Date), calendar: &Calendar) -> Vec<Span> {
        let period = span.period().and_then(|id| calendar.catalog.periods.get(id));
        match (self.with, period) {
            (Compare::PreviousPeriod, Some(period)) => {
                let before = calendar.before(|other| other.start_date < period.start_date);
                before.into_iter().take(self.count()).map(|other| Span::Period(other.period_id.clone())).collect()
            }
            (Compare::PreviousPeriod, None) => self.steps().map(|step| before((from, to), step)).collect(),
            (Compare::SamePeriodLastYear, Some(period)) => {
                self.steps().filter_map(|years| calendar.years_ago(period, years)).collect()
            }
            (Compare::SamePeriodLastYear, None) => {
                self.steps().map(|years| Span::Days(years_before(from, years), years_before(to, years))).collect()
            }
            (Compare::YearToDate, _) => {
                let ends = (0..self.columns).map(|years| years_before(to, years));
                ends.map(|end| Span::Days(calendar.year_of(end), end)).collect()
            }
        }
    }

    /// The days beside that of a balance sheet.
    pub fn days(self, as_of: Date, calendar: &Calendar) -> Vec<Date> {
        match self.with {
            Compare::PreviousPeriod => {
                let before = calendar.before(|period| period.end_date < as_of);
                before.into_iter().take(self.count()).map(|period| period.end_date).collect()
            }
            Compare::SamePeriodLastYear => self.steps().map(|years| years_before(as_of, years)).collect(),
            Compare::YearToDate => {
                let ends = (0..self.columns).map(|years| years_before(as_of, years));
                ends.map(|end| calendar.year_of(end).plus_days(-1)).collect()
            }
        }
    }

    fn steps(self) -> impl Iterator<Item = u32> {
        1..=self.columns
    }

    fn count(self) -> usize {
        usize::try_from(self.columns).unwrap_or(usize::MAX)
    }
}

impl Calendar<'_> {
    /// The periods that are earlier, the latest first. Adjustments have no place in the order of the months.
    fn before(&self, is_earlier: impl Fn(&Period) -> bool) -> Vec<&Period> {
        let mut before: Vec<&Period> = self.catalog.regular_periods().filter(|period| is_earlier(period)).collect();
        before.sort_unstable_by_key(|period| std::cmp::Reverse(period.start_date));
        before
    }

    /// Where the period stood so many years ago: the one of that number in its fiscal year, else the one of the same days, else these
    /// days. None where the fiscal year then had no such period.
    fn years_ago(&self, period: &Period, years: u32) -> Option<Span> {
        let ids = |year: &FiscalYear| -> Vec<String> {
            year.periods(self.catalog).into_iter().map(|period| period.period_id.clone()).collect()
        };
        let own = self.years.iter().position(|year| year.holds(period.start_date) && year.holds(period.end_date));
        let earlier = own.zip(usize::try_from(years).ok()).and_then(|(own, years)| own.checked_sub(years));
        if let (Some(own), Some(earlier)) = (own.and_then(|own| self.years.get(own)), earlier) {
            let earlier = self.years.get(earlier)?;
            if period.is_adjustment {
                return earlier.adjustment_period_id.clone().map(Span::Period);
            }
            let number = ids(own).iter().position(|id| *id == period.period_id)?;
            let is_regular = |id: &String| earlier.adjustment_period_id.as_ref() != Some(id);
            return ids(earlier).into_iter().filter(is_regular).nth(number).map(Span::Period);
        }
        let (start, end) = (years_before(period.start_date, years), years_before(period.end_date, years));
        let same = self.catalog.regular_periods().find(|other| (other.start_date, other.end_date) == (start, end));
        Some(same.map_or(Span::Days(start, end), |same| Span::Period(same.period_id.clone())))
    }

    /// The first day of the fiscal year that the day is in; of the calendar year where no fiscal year is recorded.
    fn year_of(&self, day: Date) -> Date {
        begun(self.years, day).unwrap_or_else(|| day.first_of_its_year())
    }
}

/// The first day of the fiscal year that the day is in: of one that is not recorded, the day after the latest that is.
pub fn begun(years: &[FiscalYear], day: Date) -> Option<Date> {
    let latest = years.iter().rfind(|year| year.start_date <= day)?;
    Some(if latest.holds(day) { latest.start_date } else { latest.end_date.next() })
}

/// The days before these, so many times: whole months before whole months, else as many days before.
fn before((from, to): (Date, Date), times: u32) -> Span {
    let Some(months) = whole_months(from, to) else {
        let length = to.days_since(from).saturating_add(1).saturating_mul(i64::from(times));
        return Span::Days(from.plus_days(length.saturating_neg()), to.plus_days(length.saturating_neg()));
    };
    let back = months.saturating_mul(times);
    Span::Days(from.minus_months(back), to.next().minus_months(back).plus_days(-1))
}

/// How many months the days are, from the first of one to the last of another.
fn whole_months(from: Date, to: Date) -> Option<u32> {
    let most = MOST_COLUMNS.saturating_mul(12);
    from.is_first_of_a_month().then(|| (1..=most).find(|months| from.plus_months(*months) == to.next()))?
}

/// The same day so many years before; of a month's last day the last day.
fn years_before(day: Date, years: u32) -> Date {
    let back = years.saturating_mul(12);
    if day.next().is_first_of_a_month() { day.next().minus_months(back).plus_days(-1) } else { day.minus_months(back) }
}

#[cfg(test)]
mod tests;
