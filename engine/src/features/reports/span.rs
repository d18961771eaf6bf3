//! The days of a statement.

use crate::approval::catalog::Catalog;
use crate::books::period::Period;
use crate::features::reports::in_order;
use crate::values::clock::Date;
use crate::values::error::{Error, Faults};

/// The range of a statement, both days included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Span {
    Period(String),
    Days(Date, Date),
}

impl Span {
    /// The period that it is, when it is one.
    pub fn period(&self) -> Option<&str> {
        match self {
            Self::Period(id) => Some(id),
            Self::Days(..) => None,
        }
    }
}

/// The first and the last day.
pub(super) fn days_of(span: &Span, catalog: &Catalog) -> Result<(Date, Date), Error> {
    let (from, to) = match span {
        Span::Days(from, to) => (*from, *to),
        Span::Period(id) => match catalog.periods.get(id) {
            Some(period) => (period.start_date, period.end_date),
            None => return Err(Faults::one("period_id", "there is no such accounting period").into()),
        },
    };
    in_order(from, to)?;
    Ok((from, to))
}

/// The postings that sums are of: of some days, both included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Window {
    /// None from the beginning.
    pub from: Option<Date>,
    pub to: Date,
    /// Those of this period alone.
    pub within: Option<String>,
    /// But for those of this period.
    pub without: Option<String>,
}

impl Window {
    pub const fn until(to: Date) -> Self {
        Self { from: None, to, within: None, without: None }
    }

    /// A range of days, or what was posted into a period.
    pub fn of(span: &Span, catalog: &Catalog) -> Result<Self, Error> {
        let (from, to) = days_of(span, catalog)?;
        Ok(Self { from: Some(from), to, within: span.period().map(str::to_owned), without: None })
    }

    /// What stands at the end of a period: of a fiscal year's last days before the adjustments.
    pub fn until_end_of(period: &Period, catalog: &Catalog) -> Self {
        let without = catalog.adjusting(period).map(|adjusts| adjusts.period_id.clone());
        Self { without, ..Self::until(period.end_date) }
    }
}
