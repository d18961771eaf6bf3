//! The days of a statement.

use crate::approval::catalog::Catalog;
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
