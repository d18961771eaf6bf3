//! A refusal for a closed period names the next one in which the same can be done. See docs/rules/periods.md#closed-periods.

use std::collections::BTreeSet;

use crate::approval::catalog::Catalog;
use crate::books::action::kind::{checks, order};
use crate::books::command::Snapshot;
use crate::books::period::Period;
use crate::values::clock::Date;
use crate::values::error::Refusal;
use crate::values::kind::{DocumentKey, SubLedger};

/// How the caller comes into another period.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// The document of this day is being written: it may name its period.
    Write(Date),
    /// The draft of this day is stored: it is written again.
    Rewrite(Date),
    /// It waits for its signature, and was of this day: it goes back to its author first.
    SendBack(Date),
    /// The call names the day, and not the period.
    Day,
}

/// As [`open_or_next`], for a document that is written or signed: it may be [excepted](Catalog::exception).
pub fn open_or_excepted(
    key: &DocumentKey,
    (period, touched): (&Period, &BTreeSet<SubLedger>),
    way: Way,
    snapshot: &Snapshot,
) -> Result<(), Refusal> {
    match snapshot.catalog.exception(key, (period, touched), snapshot.today) {
        Some(_) => Ok(()),
        None => open_or_next(period, touched, way, &snapshot.catalog),
    }
}

/// Refuses a period that is closed for any of the sub-ledgers, and names the next one that is open for all, where it serves.
pub fn open_or_next(
    period: &Period,
    touched: &BTreeSet<SubLedger>,
    way: Way,
    catalog: &Catalog,
) -> Result<(), Refusal> {
    checks::period_open(period, touched).map_err(|refusal| match next(period, touched, catalog) {
        Some(next) => refusal.with_way_out(way.to(next, catalog)),
        None => refusal,
    })
}

/// The earliest later period that is open for all of them; that of a year's adjustments is nobody's way out.
fn next<'a>(closed: &Period, touched: &BTreeSet<SubLedger>, catalog: &'a Catalog) -> Option<&'a Period> {
    let later = catalog.regular_periods().filter(|period| period.start_date > closed.start_date);
    let open = later.filter(|period| touched.iter().all(|sub_ledger| period.is_open_for(*sub_ledger)));
    open.min_by_key(|period| period.start_date)
}

impl Way {
    /// What to do to come into the period; nothing where the day lies too far before it.
    fn to(self, next: &Period, catalog: &Catalog) -> Option<String> {
        let (id, start) = (&next.period_id, next.start_date);
        let (day, text) = match self {
            Self::Write(day) => (day, format!("send posting_period_id {id} to post it later")),
            Self::Rewrite(day) => (day, format!("PUT it with posting_period_id {id} to post it later")),
            Self::SendBack(day) => (day, format!("request-change sends it back, to be moved to {id}")),
            Self::Day => (start, format!("the next open day is {start}")),
        };
        order::is_near(day, next, catalog).then_some(text)
    }
}
