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
    checks::period_open(period, touched).map_err(|refusal| {
        let (adjusting, next) = (adjusting(period, touched, catalog), next(period, touched, catalog));
        refusal.with_way_out(way.out(adjusting, next, catalog))
    })
}

/// The period in which what happens on this day is posted: the one that holds it, or, once that is closed, the open one of the
/// adjustments of its year, on the year's last day. Any other day is refused as by [`open_or_next`].
pub fn open_on<'a>(
    (period, day): (&'a Period, Date),
    touched: &BTreeSet<SubLedger>,
    catalog: &'a Catalog,
) -> Result<&'a Period, Refusal> {
    let adjusting = adjusting(period, touched, catalog).filter(|adjusting| adjusting.start_date <= day);
    match (checks::period_open(period, touched), adjusting) {
        (Err(_), Some(adjusting)) => Ok(adjusting),
        _ => open_or_next(period, touched, Way::Day, catalog).map(|()| period),
    }
}

/// The open period of adjustments on the last day of this one.
fn adjusting<'a>(closed: &Period, touched: &BTreeSet<SubLedger>, catalog: &'a Catalog) -> Option<&'a Period> {
    let is_open = |period: &&Period| touched.iter().all(|sub_ledger| period.is_open_for(*sub_ledger));
    catalog.adjusting(closed).filter(is_open)
}

/// The earliest later period that is open for all of them; that of a year's adjustments is nobody's way out.
fn next<'a>(closed: &Period, touched: &BTreeSet<SubLedger>, catalog: &'a Catalog) -> Option<&'a Period> {
    let later = catalog.regular_periods().filter(|period| period.start_date > closed.start_date);
    let open = later.filter(|period| touched.iter().all(|sub_ledger| period.is_open_for(*sub_ledger)));
    open.min_by_key(|period| period.start_date)
}

impl Way {
    /// What to do to come into one of these periods; nothing where the day lies too far before.
    fn out(self, adjusting: Option<&Period>, next: Option<&Period>, catalog: &Catalog) -> Option<String> {
        let day = match self {
            Self::Write(day) | Self::Rewrite(day) | Self::SendBack(day) => day,
            // What is undone on a day comes into the adjustments by itself: `open_on`.
            Self::Day => return next.map(|next| format!("the next open day is {}", next.start_date)),
        };
        let next = next.filter(|next| order::is_near(day, next, catalog)).map(|next| next.period_id.as_str());
        let adjusting = adjusting.map(|adjusting| adjusting.period_id.as_str());
        if let Self::SendBack(_) = self {
            let ids = [adjusting, next].into_iter().flatten().collect::<Vec<_>>().join(" or ");
            return (!ids.is_empty()).then(|| format!("request-change sends it back, to be moved to {ids}"));
        }
        let adjusting = adjusting.map(|id| format!("{id} to adjust the year"));
        let next = next.map(|id| format!("{id} to post it later"));
        let each = [adjusting, next].into_iter().flatten().collect::<Vec<_>>().join(", or ");
        let named = if let Self::Write(_) = self { "send" } else { "PUT it with" };
        (!each.is_empty()).then(|| format!("{named} posting_period_id {each}"))
    }
}
