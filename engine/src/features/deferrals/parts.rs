//! The parts of a deferral: pure arithmetic. Their sum is the amount, to the last cent. See docs/rules/deferrals.md#parts.

use chrono::{Datelike, Months, NaiveDate};

use crate::values::clock::Date;
use crate::values::money::Minor;

/// The most months that an amount is spread over.
pub const MOST_MONTHS: u32 = 120;
/// The most days, ten years.
pub const MOST_DAYS: i64 = 3_660;

/// Over what an amount is spread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spread {
    /// So many months, each with the same share, the first of them that of the start.
    Months(u32),
    /// The days up to this one, each with the same share.
    Until(Date),
}

/// What is recognised of it in one month.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The last day of the month, or of the days.
    pub scheduled_on: Date,
    /// Never zero; debit positive as the amount.
    pub amount: Minor,
}

/// The parts in the order of their days. What is recognised by a day is the amount's share of the time until then, rounded half away from
/// zero; a part is what that share has grown by. A month in which it has not grown has no part. None where there is nothing to spread over.
pub fn parts(amount: Minor, start: Date, spread: Spread) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut before = 0_i64;
    for (scheduled_on, passed, whole) in shares(start, spread)? {
        let by_then = share(amount, passed, whole)?;
        let grown = by_then.checked_sub(before)?;
        if grown != 0 {
            parts.push(Part { scheduled_on, amount: Minor(grown) });
        }
        before = by_then;
    }
    Some(parts)
}

/// The ends of the months, with how much of the time has passed by then.
fn shares(start: Date, spread: Spread) -> Option<Vec<(Date, i64, i64)>> {
    match spread {
        Spread::Months(months) => {
            let month = |place: u32| {
                let end = month_end(start.plus_months(place.checked_sub(1)?))?;
                Some((end, i64::from(place), i64::from(months)))
            };
            (1..=months).map(month).collect()
        }
        Spread::Until(end) => {
            let whole = end.days_since(start).checked_add(1).filter(|days| *days > 0)?;
            let mut shares = Vec::new();
            let mut day = start;
            while day <= end {
                let last = month_end(day)?.min(end);
                shares.push((last, last.days_since(start).checked_add(1)?, whole));
                if last == end {
                    break;
                }
                day = last.next();
            }
            Some(shares)
        }
    }
}

/// `amount` × `passed` / `whole`, rounded half away from zero.
fn share(amount: Minor, passed: i64, whole: i64) -> Option<i64> {
    let whole = i128::from(whole);
    let twice = i128::from(amount.0).checked_mul(i128::from(passed))?.checked_mul(2)?;
    let rounded = twice.checked_abs()?.checked_add(whole)?.checked_div(whole.checked_mul(2)?)?;
    i64::try_from(rounded.checked_mul(twice.signum())?).ok()
}

/// The last day of the day's month.
fn month_end(day: Date) -> Option<Date> {
    let next = NaiveDate::from(day).with_day(1)?.checked_add_months(Months::new(1))?;
    next.pred_opt().map(Date::from)
}

#[cfg(test)]
mod tests;
