//! What comes into a period though it is soft-closed. See docs/rules/periods.md#exceptions.

use std::collections::BTreeSet;

use crate::approval::catalog::Catalog;
use crate::books::period::{Closing, Period};
use crate::values::clock::Date;
use crate::values::kind::{DocumentKey, SubLedger};
use crate::values::period_exception::PeriodException;

impl Catalog {
    /// The exception by which the document comes into the period on this day, where it needs one and there is one. What is hard-closed
    /// takes nothing.
    pub fn exception(
        &self,
        key: &DocumentKey,
        (period, touched): (&Period, &BTreeSet<SubLedger>),
        today: Date,
    ) -> Option<&PeriodException> {
        let closings = || touched.iter().map(|of| period.closing_of(*of));
        if closings().all(|closing| closing == Closing::Open)
            || closings().any(|closing| closing == Closing::HardClosed)
        {
            return None;
        }
        let serves = |exception: &&PeriodException| {
            exception.document == *key && exception.period_id == period.period_id && exception.serves_on(today)
        };
        self.exceptions.values().find(serves)
    }

    /// Those that serve on this day or later in one of the periods.
    pub fn exceptions_in<'a>(&'a self, period_id: &'a str, day: Date) -> impl Iterator<Item = &'a PeriodException> {
        self.exceptions.values().filter(move |exception| exception.period_id == period_id && exception.serves_on(day))
    }
}
